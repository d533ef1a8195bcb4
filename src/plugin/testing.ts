/** For tests of a user's plug-ins: pages and visits as in a crawl. */
import { judgementOf, type Opinion } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import { readDocument } from '../page/read.ts';
import type { NoSignals, Visit } from '../strategy/strategy.ts';
import { identifyLanguage } from '../text/language.ts';
import type { Definition } from './define.ts';

export interface PageFixture {
  /** Default content type: `text/html; charset=utf-8`. */
  headers?: Record<string, string>;
  /** Page formats to try before the built-in ones. */
  readers?: readonly Definition<'reader'>[];
}

/** The page that a crawl makes from these bytes. Throws if they are not a page. */
export async function page(url: string, body: string | Uint8Array, given: PageFixture = {}): Promise<Page> {
  const headers = Object.entries(given.headers ?? {});
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['content-type', 'text/html; charset=utf-8']);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const read = await readDocument(
    { url, headers, body: bytes },
    { identifyLanguage, readers: given.readers ?? [] },
  );
  if ('refused' in read) throw new Error(`${url} is not a page (${read.refused}): ${read.detail}`);
  return read;
}

/** A visit of that page for `strategy.visit`; defaults are those of the first page of a crawl. */
export function visit<S extends object = NoSignals>(
  visited: Page,
  opinion: Opinion,
  given: Partial<Omit<Visit<S>, 'page' | 'judgement'>> = {},
): Visit<S> {
  return {
    page: visited,
    judgement: judgementOf(opinion),
    signals: {} as S,
    via: { id: 1, url: visited.url, anchor: '', priority: 1000, depth: 0 },
    inlinks: () => [],
    host: () => ({ pages: 1, relevant: opinion.relevant ? 1 : 0 }),
    ...given,
  };
}
