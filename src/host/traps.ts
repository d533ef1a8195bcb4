/**
 * Endless URL spaces: calendars, sort orders, circular paths. They are detected in two ways.
 *
 * By shape, before anything is fetched (url/shape.ts). By yield: pages of one host that share a template
 * (url/template.ts) are counted together. A template closes
 *   - after 50 pages of which at most one in ten was new and at most one in fifty relevant (the counts decay, so
 *     that a space that was productive once and has run dry closes, too); its links wait behind
 *     all others after 10 such pages;
 *   - if it is dated or has a query: after 200 pages in a row without a relevant one, however new they look,
 *     since an endless calendar makes a new page for every day;
 *   - for all queries of one path together after four times as many pages, since sort orders and filters
 *     multiply into templates of which none is large.
 * A template whose pages are new or relevant stays open, however many there are, unless it is a dead end; one whose
 * queries have ids, which may be those of sessions, gets half of these pages. A closed template reopens if pages that
 * were already in flight prove it productive.
 *
 * Dead ends are templates, and first directories, that keep costing requests: those that in 50 requests never gave a page
 * (errors, files that cannot be read, pages with noindex) nor led to a relevant one, and those of which neither a page nor a link leads to anything relevant, where
 * elsewhere the crawl finds it. Such a space closes when its yield, the relevant pages in it or found through it for each
 * request, is below a tenth of the whole crawl's with 95 % confidence (the rule of three: none in n is less than 3/n).
 *
 * Lists that lead nowhere: after 10 pages in a row that are nothing but links, none of them to a page outside of their
 * template (with a query: of their path) that the crawl did not know, the others of their template, and all queries of that
 * path, wait behind all others: filters and orders of a shop, archives of a blog that was read. But not queries of a
 * template that was not tried yet, or of which the last page did lead on: the next pages of a list.
 *
 * A host as a whole gets 2,000 pages, and 50 more for each relevant one: it closes if fewer than one in fifty is.
 *
 * Promises: at most `maxTemplates` templates and `maxHosts` hosts are held; the least recently used are dropped first.
 */
import { SHAPE_LIMITS, type ShapeLimits, shapeTrap } from '../url/shape.ts';
import { type UrlTemplate, urlTemplate } from '../url/template.ts';
import { hostOf, originOf } from '../url/url.ts';

export interface TrapLimits extends ShapeLimits {
  /** Pages of a template before its yield is judged. */
  judgeAfter: number;
  /** Pages of a template after which its links wait behind all others, if none or almost none of them was new. */
  waitsAfter: number;
  /** How many pages in a row an endless template may have without a relevant one. */
  irrelevantAfter: number;
  /** A template with this share of new pages among its pages, or less, has nothing new to offer. */
  minNewShare: number;
  minRelevantShare: number;
  /** Requests without a single page after which a space closes. */
  noPageAfter: number;
  /** Requests before a space can be a dead end, and the share of the crawl's yield below which it is one. */
  deadEndAfter: number;
  deadEndShare: number;
  maxTemplates: number;
  /** Pages of a host, and how many more each relevant one allows. */
  hostPages: number;
  hostPagesPerFind: number;
  maxHosts: number;
}

const TRAP_LIMITS: TrapLimits = {
  ...SHAPE_LIMITS,
  judgeAfter: 50,
  waitsAfter: 10,
  irrelevantAfter: 200,
  minNewShare: 0.1,
  minRelevantShare: 0.02,
  noPageAfter: 50,
  deadEndAfter: 100,
  deadEndShare: 0.1,
  maxTemplates: 50_000,
  hostPages: 2000,
  hostPagesPerFind: 50,
  maxHosts: 50_000,
};

export class TrapGuard {
  readonly #limits: TrapLimits;
  /** By host and shape; least recently used first. */
  readonly #templates = new Map<string, Yield>();
  /** Least recently used first. */
  readonly #hosts = new Map<string, HostYield>();
  /** Hosts that have had all the pages that their finds earned them. */
  readonly #spent = new Set<string>();
  /** How many templates of a host are closed: most hosts have none, and their links need no template. */
  readonly #closedOn = new Map<string, number>();
  /** Spaces and hosts that the user keeps open. */
  #opened: ReadonlySet<string> = new Set();
  /** Of the whole crawl. */
  #requests = 0;
  #found = 0;

  constructor(limits: Partial<TrapLimits> = {}) {
    this.#limits = { ...TRAP_LIMITS, ...limits };
  }

  /** Why a canonical URL should be skipped: `trap: repeating-path`; undefined if it may be fetched. */
  check(url: string): string | undefined {
    const pathAndQuery = url.slice(originOf(url).length);
    const shape = shapeTrap(pathAndQuery, this.#limits);
    if (shape !== undefined) return `trap: ${shape}`;
    const host = hostOf(url);
    if (this.#spent.has(host) && !this.#opened.has(host)) return 'trap: nothing-relevant host';
    if (!this.#closedOn.has(host)) return undefined;
    for (const { shape } of spacesOf(pathAndQuery)) {
      const key = `${host} ${shape}`;
      const found = this.#templates.get(key);
      if (found?.closed === undefined || this.#opened.has(host + shape)) continue;
      this.#touch(key, found);
      return `trap: ${found.closed} ${shape}`;
    }
    return undefined;
  }

  /** Why a canonical URL should wait behind all others: its template has brought nothing new so far. */
  doubts(url: string): string | undefined {
    const host = hostOf(url);
    const spaces = spacesOf(url.slice(originOf(url).length));
    const ofTemplate = this.#templates.get(`${host} ${spaces[0]!.shape}`);
    for (const { shape } of spaces) {
      const held = this.#templates.get(`${host} ${shape}`);
      if (held === undefined || this.#opened.has(host + shape)) continue;
      if (this.#isDoubted(held)) return `nothing new so far in ${shape}`;
      if (this.#isBarren(held) && ofTemplate?.barren) return `lists of known pages in ${shape}`;
    }
    return undefined;
  }

  /** What waits behind all others and is not closed. */
  doubted(): DoubtedTemplate[] {
    return [...this.#templates].flatMap(([key, held]): DoubtedTemplate[] => {
      const space = key.replace(' ', '');
      const { requests, pages, fresh, barren } = held;
      if (held.closed !== undefined || this.#opened.has(space)) return [];
      const copies = Math.round(requests * (pages === 0 ? 1 : 1 - fresh / pages));
      if (this.#isDoubted(held)) return [{ space, why: 'nothing-new-so-far', requests, copies }];
      return this.#isBarren(held) ? [{ space, why: 'known-lists', requests, copies: barren }] : [];
    });
  }

  /**
   * What a fetched page contributed, and the page it was found on, which led to it. A near-duplicate is not new content.
   */
  observe(url: string, brought: Brought, foundOn?: string): void {
    const host = hostOf(url);
    this.#requests += 1;
    if (brought.relevant) this.#found += 1;
    this.#countHost(host, brought.relevant);
    for (const space of spacesOf(url.slice(originOf(url).length))) this.#count(host, space, brought);
    if (brought.relevant && foundOn !== undefined) this.#credit(foundOn);
  }

  /** An observed page that is nothing but links; `found`: those that the crawl did not know. */
  listed(url: string, found: readonly string[]): void {
    const host = hostOf(url);
    const { shape, path = shape } = templateOf(url);
    const isInside = (link: string): boolean => {
      const other = templateOf(link);
      return hostOf(link) === host && (other.path ?? other.shape) === path;
    };
    const leadsOn = !found.every(isInside);
    for (const space of new Set([shape, path])) {
      const held = this.#templates.get(`${host} ${space}`);
      if (held !== undefined) held.barren = leadsOn ? 0 : held.barren + 1;
    }
  }

  /** A request that gave no page: an error, or something that cannot be read. */
  wasted(url: string): void {
    const host = hostOf(url);
    this.#requests += 1;
    for (const { shape, endless, patience } of spacesOf(url.slice(originOf(url).length))) {
      const key = `${host} ${shape}`;
      const held = this.#templates.get(key) ?? { ...NOTHING_YET, endless, patience };
      held.requests += 1;
      this.#hold(host, key, held);
    }
  }

  /** Spaces (`example.org/calendar?month=N`) and hosts that are never closed, whatever they bring. */
  keepOpen(spaces: readonly string[]): void {
    this.#opened = new Set(spaces);
  }

  /** What is closed now, most requests first. */
  closed(): ClosedSpace[] {
    const spaces = [...this.#templates].flatMap(([key, { closed, requests, good }]): ClosedSpace[] =>
      closed === undefined ? [] : [{ space: key.replace(' ', ''), why: closed, requests, relevant: good }],
    );
    const hosts = [...this.#spent].map((host): ClosedSpace => {
      const { pages, relevant } = this.#hosts.get(host)!;
      return { space: host, why: 'nothing-relevant', requests: pages, relevant };
    });
    return [...spaces, ...hosts]
      .filter(({ space }) => !this.#opened.has(space))
      .sort((a, b) => b.requests - a.requests || (a.space < b.space ? -1 : 1));
  }

  save(): unknown {
    const templates = [...this.#templates].map(([key, held]) => [
      key,
      held.pages,
      held.fresh,
      held.relevant,
      held.sinceRelevant,
      held.endless ? 1 : 0,
      held.patience,
      held.requests,
      held.good,
      held.hasPage ? 1 : 0,
      held.barren,
    ]);
    const hosts = [...this.#hosts].map(([host, { pages, relevant }]) => [host, pages, relevant]);
    return { templates, hosts, requests: this.#requests, found: this.#found };
  }

  /** Restores what `save` returned; anything else is ignored. */
  restore(saved: unknown): void {
    this.#templates.clear();
    this.#closedOn.clear();
    this.#hosts.clear();
    this.#spent.clear();
    const { templates, hosts, requests, found } = (saved ?? {}) as Record<string, unknown>;
    this.#requests = Number.isFinite(requests) ? Number(requests) : 0;
    this.#found = Number.isFinite(found) ? Number(found) : 0;
    for (const row of Array.isArray(hosts) ? hosts : []) {
      const [host, pages, relevant] = Array.isArray(row) ? row : [];
      if (typeof host === 'string' && Number.isFinite(pages) && Number.isFinite(relevant))
        this.#holdHost(host, { pages, relevant });
    }
    for (const row of Array.isArray(templates) ? templates : []) {
      if (!Array.isArray(row) || typeof row[0] !== 'string' || !row.slice(1).every(Number.isFinite)) continue;
      if (row.length !== 11) continue;
      const [key, pages, fresh, relevant, sinceRelevant, endless, patience, requests, good, hasPage, barren] =
        row as [string, ...number[]];
      const held = {
        ...NOTHING_YET,
        pages,
        fresh,
        relevant,
        sinceRelevant,
        endless: endless === 1,
        patience,
        requests,
        good,
        hasPage: hasPage === 1,
        barren,
      } as Yield;
      this.#templates.set(key, held);
      this.#judge(key.slice(0, key.indexOf(' ')), held);
    }
  }

  #countHost(host: string, relevant: boolean): void {
    const held = this.#hosts.get(host) ?? { ...NO_PAGES };
    held.pages += 1;
    if (relevant) held.relevant += 1;
    this.#hosts.delete(host);
    this.#holdHost(host, held);
    if (this.#hosts.size > this.#limits.maxHosts)
      for (const old of oldest(this.#hosts)) {
        this.#hosts.delete(old);
        this.#spent.delete(old);
      }
  }

  #holdHost(host: string, held: HostYield): void {
    const { hostPages, hostPagesPerFind } = this.#limits;
    this.#hosts.set(host, held);
    if (held.pages >= hostPages + hostPagesPerFind * held.relevant) this.#spent.add(host);
    else this.#spent.delete(host);
  }

  #count(host: string, { shape, endless, patience, isDirectory }: Space, brought: Brought): void {
    const key = `${host} ${shape}`;
    const held = this.#templates.get(key) ?? { ...NOTHING_YET, endless, patience };
    held.requests += 1;
    held.hasPage = true;
    if (brought.relevant) held.good += 1;
    // A directory holds templates of all sorts: it can only be a dead end.
    if (!isDirectory) {
      held.pages += 1;
      if (brought.newContent) held.fresh += 1;
      if (brought.relevant) held.relevant += 1;
      held.sinceRelevant = brought.relevant ? 0 : held.sinceRelevant + 1;
      if (brought.newContent && !brought.isList) held.barren = 0;
      if (held.pages >= 2 * this.#limits.judgeAfter * patience) {
        held.pages /= 2;
        held.fresh /= 2;
        held.relevant /= 2;
      }
    }
    this.#hold(host, key, held);
  }

  /** A page led to something relevant: its space is no dead end. */
  #credit(url: string): void {
    const host = hostOf(url);
    for (const { shape } of spacesOf(url.slice(originOf(url).length))) {
      const held = this.#templates.get(`${host} ${shape}`);
      if (held === undefined) continue;
      held.good += 1;
      this.#judge(host, held);
    }
  }

  #hold(host: string, key: string, held: Yield): void {
    this.#judge(host, held);
    this.#touch(key, held);
    if (this.#templates.size > this.#limits.maxTemplates) {
      for (const old of oldest(this.#templates)) this.#forget(old);
    }
  }

  #judge(host: string, held: Yield): void {
    const { judgeAfter, irrelevantAfter, minNewShare, minRelevantShare } = this.#limits;
    let closed: Yield['closed'];
    if (
      held.pages >= judgeAfter * held.patience &&
      held.fresh <= minNewShare * held.pages &&
      held.relevant <= minRelevantShare * held.pages
    ) {
      closed = 'nothing-new';
    } else if (held.endless && held.sinceRelevant > irrelevantAfter * held.patience) {
      closed = 'nothing-relevant';
    } else if (this.#isDeadEnd(held)) {
      closed = 'dead-end';
    }
    this.#noteClosed(host, Number(closed !== undefined) - Number(held.closed !== undefined));
    held.closed = closed;
  }

  #isBarren({ barren }: Yield): boolean {
    return barren >= this.#limits.waitsAfter;
  }

  /** A directory has pages that are not counted here: it is only left for last if it gave none at all, nor led to any. */
  #isDoubted({ requests, pages, fresh, relevant, good, hasPage }: Yield): boolean {
    const { waitsAfter, minNewShare, minRelevantShare } = this.#limits;
    if (requests < waitsAfter) return false;
    if (!hasPage) return good === 0;
    if (pages === 0) return false;
    return fresh <= minNewShare * pages && relevant <= minRelevantShare * pages;
  }

  #isDeadEnd({ requests, good, hasPage }: Yield): boolean {
    const { noPageAfter, deadEndAfter, deadEndShare } = this.#limits;
    if (!hasPage && good === 0) return requests >= noPageAfter;
    if (requests < deadEndAfter || this.#found === 0) return false;
    const highest = (good + 2 * Math.sqrt(good) + 3) / requests;
    return highest < (deadEndShare * this.#found) / this.#requests;
  }

  #noteClosed(host: string, change: number): void {
    if (change === 0) return;
    const closed = (this.#closedOn.get(host) ?? 0) + change;
    if (closed > 0) this.#closedOn.set(host, closed);
    else this.#closedOn.delete(host);
  }

  #touch(key: string, held: Yield): void {
    this.#templates.delete(key);
    this.#templates.set(key, held);
  }

  #forget(key: string): void {
    if (this.#templates.get(key)?.closed !== undefined) this.#noteClosed(key.slice(0, key.indexOf(' ')), -1);
    this.#templates.delete(key);
  }
}

interface HostYield {
  pages: number;
  relevant: number;
}

const NO_PAGES: HostYield = { pages: 0, relevant: 0 };

/** What the pages of a template contributed. Page counts decay: they are halved when they reach twice the window. */
interface Yield {
  pages: number;
  fresh: number;
  relevant: number;
  sinceRelevant: number;
  endless: boolean;
  /** Multiple of the usual number of pages that it is allowed. */
  patience: number;
  closed: Closed | undefined;
  /** All requests, and the relevant pages in the space or found through it; they do not decay. */
  requests: number;
  good: number;
  /** Whether any request gave a page. */
  hasPage: boolean;
  /** How many lists in a row led to nothing outside of the space that the crawl did not know. */
  barren: number;
}

type Closed = 'nothing-new' | 'nothing-relevant' | 'dead-end';

export interface Brought {
  newContent: boolean;
  relevant: boolean;
  /** Nothing but links: `listed` says what they bring. */
  isList?: boolean;
}

/** A part of the Web that is not fetched any more. */
export interface ClosedSpace {
  /** A host, or a host with a template or directory: `example.org/calendar?month=N`. */
  space: string;
  why: Closed;
  requests: number;
  /** Relevant pages in it, or found through it. */
  relevant: number;
}

/** A template whose links wait behind all others. */
interface DoubtedTemplate {
  space: string;
  why: 'nothing-new-so-far' | 'known-lists';
  requests: number;
  /** Requests that brought nothing new. */
  copies: number;
}

/** What is counted together. */
interface Space {
  shape: string;
  endless: boolean;
  patience: number;
  isDirectory?: true;
}

const NOTHING_YET: Yield = {
  pages: 0,
  fresh: 0,
  relevant: 0,
  sinceRelevant: 0,
  endless: false,
  patience: 1,
  closed: undefined,
  requests: 0,
  good: 0,
  hasPage: false,
  barren: 0,
};

const templateOf = (url: string): UrlTemplate => urlTemplate(url.slice(originOf(url).length));

/** The template of a URL, the path of its query, and its first directory. */
function spacesOf(pathAndQuery: string): Space[] {
  const { shape, path, endless } = urlTemplate(pathAndQuery);
  const spaces: Space[] = [{ shape, endless, patience: shape.includes('=H') ? 0.5 : 1 }];
  if (path !== undefined) spaces.push({ shape: path, endless: true, patience: 4 });
  const directory = /^\/[^/?]+\//.exec(pathAndQuery)?.[0];
  if (directory !== undefined && `${directory}*` !== path)
    spaces.push({ shape: `${directory}*`, endless: false, patience: 1, isDirectory: true });
  return spaces;
}

/** A twentieth of the map at a time: finding the first key of a map costs as much as was deleted before it. */
function oldest<V>(map: Map<string, V>): string[] {
  return map
    .keys()
    .take(Math.ceil(map.size / 20))
    .toArray();
}
