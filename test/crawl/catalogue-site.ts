/**
 * A library's catalogue behind a search box, for tests and for the bench: records that no link leads to, pages of ten
 * results, and forms beside it that must not be touched. Which records have which words is known.
 */
import type { IncomingMessage } from 'node:http';
import { prose, type Table } from './small-web.ts';

export interface CatalogueSite {
  table: Table;
  keywords: string[];
  /** URLs of the records with one of these words. */
  recordsWith(words: readonly string[]): string[];
  notGet: string[];
}

export interface CatalogueOptions {
  records: number;
  keywords: string[];
  /** The share of records about the topic. */
  relevant?: number;
  /** Words of the topic in such a record. */
  words?: number;
  /** Pages of results that the catalogue shows for a query. */
  mostPages?: number;
}

const PER_PAGE = 10;

export function catalogueSite(options: CatalogueOptions): CatalogueSite {
  const { records, keywords, relevant = 0.5, words = 2, mostPages = 20 } = options;
  const notGet: string[] = [];
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // Some words are common and some are rare, as in any catalogue.
  const draw = (): string => keywords[Math.floor(keywords.length * random() ** 2)]!;
  const subjects = Array.from({ length: records }, (): string[] =>
    random() < relevant ? [...new Set(Array.from({ length: words }, draw))] : [],
  );
  const answer =
    (host: string, reply: (url: URL) => string | undefined) => (_n: number, request: IncomingMessage) => {
      if (request.method !== 'GET') notGet.push(`${request.method} ${host}${request.url}`);
      const body = reply(new URL(request.url ?? '/', `http://${host}`));
      return body === undefined ? { status: 404 } : body;
    };
  const results = (url: URL): string => {
    const word = url.searchParams.get('q') ?? '';
    const page = Number(url.searchParams.get('page') ?? 0);
    const hits = subjects.flatMap((own, id) => (own.includes(word) ? [id] : []));
    const shown = hits.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
    const hasNext = (page + 1) * PER_PAGE < hits.length && page + 1 < mostPages;
    const list = shown.map(
      (id) => `<li><a href="/record/${id}">Record ${id}: ${subjects[id]!.join(', ')}</a></li>`,
    );
    const next = hasNext ? `<a href="/search?lang=en&q=${word}&page=${page + 1}">Next page</a>` : '';
    return html(
      'Results',
      `<p>${hits.length} records. ${prose(`results ${url.search}`, 40)}</p><ol>${list.join('')}</ol>${next}`,
    );
  };
  const record = (id: number): string | undefined => {
    const own = subjects[id];
    if (own === undefined) return undefined;
    const about = own.flatMap((word) => [word, word, word]).join(' and ');
    return html(`Record ${id}`, `<p>This is about ${about}. ${prose(`record ${id}`, 60)}</p>`);
  };
  const table: Table = {
    'library.test/*': answer('library.test', (url) => {
      if (url.pathname === '/') return html('Library', FORMS);
      if (url.pathname === '/search') return results(url);
      return /^\/record\/\d+$/.test(url.pathname) ? record(Number(url.pathname.slice(8))) : undefined;
    }),
    'barren.test/*': answer('barren.test', ({ pathname }) =>
      pathname === '/' || pathname === '/search'
        ? html('Nothing', `${SEARCH}<p>Nothing found.</p>`)
        : undefined,
    ),
  };
  return {
    table,
    keywords,
    recordsWith: (wanted) =>
      subjects.flatMap((own, id) =>
        own.some((word) => wanted.includes(word)) ? [`http://library.test/record/${id}`] : [],
      ),
    notGet,
  };
}

const SEARCH =
  '<form action="/search"><input type=hidden name=lang value=en><input name=q><button>Find</button></form>';
const FORMS = `<p>Welcome to our catalogue.</p>${SEARCH}
  <form action="/login" method="post"><input name=user><input name=secret type=password></form>
  <form action="/newsletter"><input name=address></form>
  <form action="/order"><input name=book></form>`;
const html = (title: string, body: string): string => `<!doctype html><title>${title}</title>${body}`;
