/**
 * A web of 50 sites that changes in virtual time. A site has five directories of some twenty pages, each with an index
 * that lists what is there now. Directories differ in how often their pages change (news twice a day, static ones less
 * than once a year) and pages within them, too; pages die (one in 200 a day), move (one in 400, by a 301 to a new
 * address) and are born (two in 1,000 pages a day, in directories of news and articles). Ten sites are about the topic, where most pages are relevant;
 * elsewhere few are. Half of the sites send ETags or Last-Modified, and ten have a sitemap with dates.
 *
 * Everything that will happen is drawn at the start, from a seed, whatever is asked.
 */
import type { Answered, Fetched, FetchRequest, Web } from '../src/web/web.ts';

export const DAY_MS = 86_400_000;
export const START = Date.parse('2026-01-01T00:00:00Z');
const DAYS = 31;
const SITES = 50;
const TOPICAL = 10;
const PAGES = 19;

/** Changes a day of the pages in a directory, and births there. */
const KINDS = [
  { name: 'news', changes: 0.5, births: 0.6 },
  { name: 'board', changes: 0.15, births: 0.1 },
  { name: 'articles', changes: 1 / 60, births: 0.25 },
  { name: 'notes', changes: 1 / 30, births: 0.05 },
  { name: 'static', changes: 1 / 400, births: 0 },
] as const;

export interface Leaf {
  url: string;
  relevant: boolean;
  /** Times in milliseconds. */
  bornAt: number;
  diesAt: number;
  changesAt: number[];
  /** Where it is from `diesAt` on. */
  movesTo: string | undefined;
  /** Changes a day. */
  rate: number;
}

interface Directory {
  url: string;
  leaves: Leaf[];
}

interface Site {
  host: string;
  directories: Directory[];
  sends: 'etag' | 'last-modified' | 'nothing';
  hasSitemap: boolean;
}

export class ChangingWeb implements Web {
  now = START;
  requests = 0;
  /** Relevant pages born after the start that were fetched while they lived. */
  found = 0;
  readonly #sites: Site[] = [];
  readonly #leaves = new Map<string, Leaf>();
  readonly #indexes = new Map<string, () => string>();
  readonly #siteOf = new Map<string, Site>();
  readonly #random: () => number;
  /** The version of each page that was last answered. */
  readonly #served = new Map<string, number>();

  constructor(seed: number) {
    this.#random = mulberry32(seed);
    for (let n = 0; n < SITES; n++) this.#makeSite(n);
  }

  readonly clock = (): number => this.now;

  get seeds(): string[] {
    return this.#sites.map(({ host }) => `http://${host}/`);
  }

  /** As if everything had been asked at that time. */
  know(at: number): void {
    for (const leaf of this.#leaves.values())
      if (lives(leaf, at)) this.#served.set(leaf.url, versionOf(leaf, at));
  }

  leafAt(url: string): Leaf | undefined {
    return this.#leaves.get(url);
  }

  relevantNow(): Leaf[] {
    return [...this.#leaves.values()].filter((leaf) => leaf.relevant && lives(leaf, this.now));
  }

  freshness(): number {
    const relevant = this.relevantNow();
    const fresh = relevant.filter((leaf) => this.#served.get(leaf.url) === versionOf(leaf, this.now));
    return fresh.length / relevant.length;
  }

  async fetch({ url, unless }: FetchRequest): Promise<Fetched> {
    if (!url.endsWith('/robots.txt')) this.requests += 1;
    const site = this.#siteOf.get(new URL(url).host);
    const index = this.#indexes.get(url);
    if (index !== undefined) return this.#answer(url, 200, index());
    const leaf = this.#leaves.get(url);
    if (leaf === undefined || leaf.bornAt > this.now) return this.#answer(url, 404, '');
    if (leaf.diesAt <= this.now)
      return leaf.movesTo === undefined
        ? this.#answer(url, 404, '')
        : this.#answer(url, 301, '', [['Location', leaf.movesTo]]);
    const version = versionOf(leaf, this.now);
    if (leaf.relevant && leaf.bornAt > START && !this.#served.has(url) && !isMoved(leaf)) this.found += 1;
    this.#served.set(url, version);
    const changedAt = version === 0 ? leaf.bornAt : leaf.changesAt[version - 1]!;
    const headers: [string, string][] =
      site?.sends === 'etag'
        ? [['ETag', `"${version}"`]]
        : site?.sends === 'last-modified'
          ? [['Last-Modified', new Date(Math.floor(changedAt / 1000) * 1000).toUTCString()]]
          : [];
    const sent = headers[0]?.[1];
    const isKnown = sent !== undefined && (unless?.etag === sent || unless?.lastModified === sent);
    return this.#answer(url, isKnown ? 304 : 200, isKnown ? '' : text(leaf, version), headers);
  }

  async close(): Promise<void> {}

  #answer(url: string, status: number, html: string, headers: [string, string][] = []): Answered {
    const body = Buffer.from(html);
    const type: [string, string] = [
      'Content-Type',
      html.startsWith('<?xml') ? 'application/xml' : 'text/html',
    ];
    return {
      ok: true,
      url,
      startedAt: this.now,
      durationMs: 1,
      status,
      statusText: '',
      headers: [type, ...headers],
      requestHeaders: [],
      wire: body,
      body,
    };
  }

  #makeSite(n: number): void {
    const host = `s${n}.test`;
    const isTopical = n < TOPICAL;
    const site: Site = {
      host,
      directories: [],
      sends: n % 2 === 0 ? 'nothing' : n % 4 === 1 ? 'etag' : 'last-modified',
      hasSitemap: n % 5 === 0,
    };
    this.#sites.push(site);
    this.#siteOf.set(host, site);
    for (const kind of KINDS) {
      const url = `http://${host}/${kind.name}/`;
      const directory: Directory = { url, leaves: [] };
      site.directories.push(directory);
      const isRelevant = () => this.#random() < (isTopical ? 0.7 : 0.03);
      for (let p = 0; p < PAGES; p++) this.#makeLeaf(directory, kind.changes, isRelevant());
      for (
        let at = START + this.#wait(kind.births);
        at < START + DAYS * DAY_MS;
        at += this.#wait(kind.births)
      )
        this.#makeLeaf(directory, kind.changes, isRelevant(), at);
      this.#indexes.set(url, () =>
        listing(
          url,
          directory.leaves.filter((leaf) => lives(leaf, this.now)).map((leaf) => leaf.url),
        ),
      );
    }
    if (site.hasSitemap) {
      this.#indexes.set(`http://${host}/robots.txt`, () => `Sitemap: http://${host}/sitemap.xml\n`);
      this.#indexes.set(`http://${host}/sitemap.xml`, () => sitemap(site, this.now));
    }
    this.#indexes.set(`http://${host}/`, () =>
      listing(host, [
        ...site.directories.map(({ url }) => url),
        ...this.#sites
          .slice(0, n)
          .slice(-3)
          .map((other) => `http://${other.host}/`),
      ]),
    );
  }

  /** Without a time it was there before the start, and had last changed some time ago. */
  #makeLeaf(directory: Directory, usual: number, relevant: boolean, born?: number, movedFrom = ''): void {
    const end = START + DAYS * DAY_MS;
    // Pages of a directory differ, by a factor of e in both directions.
    const rate = usual * Math.exp(2 * this.#random() - 1);
    const url = `${directory.url}${movedFrom}${directory.leaves.length}.html`;
    const bornAt = born ?? START - this.#wait(rate);
    const from = Math.max(bornAt, START);
    const death = from + this.#wait(1 / 200);
    const move = from + this.#wait(1 / 400);
    const diesAt = Math.max(from + 1, Math.min(death, move));
    const changesAt: number[] = [];
    for (let at = from + this.#wait(rate); at < Math.min(end, diesAt); at += this.#wait(rate))
      changesAt.push(at);
    const leaf: Leaf = { url, relevant, bornAt, diesAt, changesAt, movesTo: undefined, rate };
    directory.leaves.push(leaf);
    this.#leaves.set(url, leaf);
    if (move >= death || diesAt >= end) return;
    leaf.movesTo = `${directory.url}moved-${directory.leaves.length}.html`;
    this.#makeLeaf(directory, usual, relevant, diesAt, 'moved-');
  }

  /** Time to the next of events that happen so often a day. */
  #wait(aDay: number): number {
    return aDay === 0 ? Number.POSITIVE_INFINITY : (-Math.log(1 - this.#random()) / aDay) * DAY_MS;
  }
}

const lives = ({ bornAt, diesAt }: Leaf, at: number): boolean => bornAt <= at && at < diesAt;
const versionOf = ({ changesAt }: Leaf, at: number): number =>
  changesAt.filter((change) => change <= at).length;
const isMoved = ({ url }: Leaf): boolean => url.includes('/moved-');

function sitemap({ directories }: Site, now: number): string {
  const living = directories.flatMap(({ leaves }) => leaves.filter((leaf) => lives(leaf, now)));
  const urls = living.map((leaf) => {
    const version = versionOf(leaf, now);
    const at = version === 0 ? leaf.bornAt : leaf.changesAt[version - 1]!;
    return `<url><loc>${leaf.url}</loc><lastmod>${new Date(at).toISOString()}</lastmod></url>`;
  });
  return `<?xml version="1.0"?><urlset>${urls.join('')}</urlset>`;
}

function listing(title: string, urls: readonly string[]): string {
  const links = urls.map((url) => `<li><a href="${url}">${url.split('/').at(-1) || url}</a></li>`).join('\n');
  return `<!doctype html><html lang="en"><title>${title}</title><ul>${links}</ul>`;
}

function text({ url, relevant }: Leaf, version: number): string {
  const random = mulberry32(hashOf(`${url} ${version}`));
  let words = '';
  for (let n = 0; n < 120; n++) words += `${WORDS[Math.floor(random() * WORDS.length)]} `;
  const about = relevant ? 'comet comet comet ' : '';
  return `<!doctype html><html lang="en"><title>${url} ${version}</title><p>${about}${words}</p>`;
}

const WORDS = Array.from({ length: 2000 }, (_, n) => `the w${n.toString(36)}`);

function hashOf(name: string): number {
  let state = 0;
  for (const char of name) state = (Math.imul(state, 31) + char.charCodeAt(0)) >>> 0;
  return state;
}

/** Seeded pseudo-random numbers from 0 to 1 (T. Ettinger's mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
