/**
 * The texts of example pages, for commands that need no crawl. Files and folders are read from disk; URLs are fetched
 * by a small temporary crawl, so that robots.txt, delays and redirects work as in any other.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCrawl } from '../crawl/open.ts';
import { crawl } from '../crawl/start.ts';
import { readSources } from '../crawl/training/examples.ts';
import { ForageError } from '../errors.ts';
import { canonicalUrl } from '../url/url.ts';
import { complain } from './print.ts';

export interface ReadingOptions {
  web?: string[];
  contact?: string;
  connectTo?: Record<string, string>;
}

/** Title and main text of every page that could be read, under the given names; unreadable pages are reported. */
export async function exampleTexts<Name extends string>(
  asked: Record<Name, readonly string[]>,
  options: ReadingOptions,
): Promise<Record<Name, string[]>> {
  const lists = Object.entries(asked) as [Name, readonly string[]][];
  const sources = [...new Set(lists.flatMap(([, list]) => list))];
  const addresses = sources.filter(isAddress);
  const texts = addresses.length > 0 ? await fetched(addresses, options) : new Map<string, string[]>();
  for (const source of sources.filter((one) => !isAddress(one))) {
    const pages = await readSources([source], { fetch: neverAsked, tell });
    texts.set(
      source,
      pages.map(({ page }) => `${page.title}\n${page.mainText}`),
    );
  }
  const read = lists.map(([name, list]) => [name, list.flatMap((source) => texts.get(source) ?? [])]);
  return Object.fromEntries(read) as Record<Name, string[]>;
}

async function fetched(
  addresses: readonly string[],
  options: ReadingOptions,
): Promise<Map<string, string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-examples-'));
  const out = join(folder, 'crawl');
  try {
    tell(`Reading ${addresses.length} example page${addresses.length === 1 ? '' : 's'} …`);
    await crawl({ topic: topicOf(addresses), out, settings: settingsOf(options) }).finished;
    return textsIn(out, addresses);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const topicOf = (seeds: readonly string[]) => ({
  name: 'examples',
  keywords: ['example'],
  seeds: [...seeds],
});

function settingsOf({ web, contact = process.env.FORAGE_CONTACT, connectTo }: ReadingOptions) {
  if (web === undefined && !contact)
    throw new ForageError(
      'CONTACT_MISSING',
      'A live crawl needs a contact: pass --contact you@example.org or set FORAGE_CONTACT. To read from an archive instead, pass it with --web.',
    );
  return {
    recipe: 'breadth-first',
    traps: false,
    threads: 0,
    budget: { depth: 0 },
    // Read for their text, like the examples of a crawl; nothing is stored.
    politeness: { sitemaps: 'off' as const, pageRules: 'ignore' as const },
    archive: { warc: false, fullText: true },
    ...(web === undefined ? {} : { web }),
    http: { ...(contact ? { contact } : {}), ...(connectTo === undefined ? {} : { connectTo }) },
  };
}

/** For a redirected URL, the text of its target; a page with the same content as another has no text of its own. */
function textsIn(path: string, addresses: readonly string[]): Map<string, string[]> {
  const { db, read } = openCrawl(path);
  try {
    const texts = new Map<string, string[]>();
    for (const address of addresses) {
      const canonical = canonicalUrl(address);
      let page = canonical.ok ? read.pageByUrl(canonical.url) : undefined;
      for (let hops = 0; page?.target !== undefined && hops < MAX_HOPS; hops++)
        page = read.pageByUrl(page.target);
      if (page?.score === undefined) {
        tell(`The example ${address} is left out: ${page?.outcome ?? 'it was not fetched'}.`);
        continue;
      }
      const text = page.duplicateOf === undefined ? read.textOf(page.id) : undefined;
      texts.set(address, text ? [`${text.title}\n${text.text}`] : []);
    }
    return texts;
  } finally {
    db.close();
  }
}

const MAX_HOPS = 10;

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

const neverAsked = (): never => {
  throw new Error('Files are not fetched.');
};

/** On stderr: stdout may go to a file. */
function tell(message: string): void {
  complain(message);
}
