/**
 * Endless URL spaces: calendars, sort orders, circular paths. They are detected in two ways.
 *
 * By shape, before anything is fetched (url/shape.ts). By yield: pages of one host that share a template
 * (url/template.ts) are counted together. A template closes
 *   - after 50 pages of which at most one in ten was new and at most one in fifty relevant (the counts decay, so
 *     that a space that was productive once and has run dry closes, too);
 *   - if it is dated or has a query: after 200 pages in a row without a relevant one, however new they look,
 *     since an endless calendar makes a new page for every day;
 *   - for all queries of one path together after four times as many pages, since sort orders and filters
 *     multiply into templates of which none is large.
 * A template whose pages are new or relevant stays open, however many there are; one whose queries have ids, which may
 * be those of sessions, gets half of these pages. A closed template reopens if pages that were already in flight prove
 * it productive.
 *
 * A host as a whole gets 2,000 pages, and 50 more for each relevant one: it closes if fewer than one in fifty is.
 *
 * Promises: at most `maxTemplates` templates and `maxHosts` hosts are held; the least recently used are dropped first.
 */
import { SHAPE_LIMITS, type ShapeLimits, shapeTrap } from '../url/shape.ts';
import { urlTemplate } from '../url/template.ts';
import { hostOf, originOf } from '../url/url.ts';

export interface TrapLimits extends ShapeLimits {
  /** Pages of a template before its yield is judged. */
  judgeAfter: number;
  /** How many pages in a row an endless template may have without a relevant one. */
  irrelevantAfter: number;
  /** A template with this share of new pages among its pages, or less, has nothing new to offer. */
  minNewShare: number;
  minRelevantShare: number;
  maxTemplates: number;
  /** Pages of a host, and how many more each relevant one allows. */
  hostPages: number;
  hostPagesPerFind: number;
  maxHosts: number;
}

export const TRAP_LIMITS: TrapLimits = {
  ...SHAPE_LIMITS,
  judgeAfter: 50,
  irrelevantAfter: 200,
  minNewShare: 0.1,
  minRelevantShare: 0.02,
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

  constructor(limits: Partial<TrapLimits> = {}) {
    this.#limits = { ...TRAP_LIMITS, ...limits };
  }

  /** Why a canonical URL should be skipped: `trap: repeating-path`; undefined if it may be fetched. */
  check(url: string): string | undefined {
    const pathAndQuery = url.slice(originOf(url).length);
    const shape = shapeTrap(pathAndQuery, this.#limits);
    if (shape !== undefined) return `trap: ${shape}`;
    const host = hostOf(url);
    if (this.#spent.has(host)) return 'trap: nothing-relevant host';
    if (!this.#closedOn.has(host)) return undefined;
    const template = urlTemplate(pathAndQuery);
    for (const shape of shapesOf(template.shape, template.path)) {
      const key = `${host} ${shape}`;
      const found = this.#templates.get(key);
      if (found?.closed === undefined) continue;
      this.#touch(key, found);
      return `trap: ${found.closed} ${shape}`;
    }
    return undefined;
  }

  /** What a fetched page contributed. A near-duplicate is not new content. */
  observe(url: string, brought: { newContent: boolean; relevant: boolean }): void {
    const host = hostOf(url);
    const { shape, path, endless } = urlTemplate(url.slice(originOf(url).length));
    this.#countHost(host, brought.relevant);
    this.#count(host, shape, endless, shape.includes('=H') ? 0.5 : 1, brought);
    if (path !== undefined) this.#count(host, path, true, 4, brought);
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
    ]);
    const hosts = [...this.#hosts].map(([host, { pages, relevant }]) => [host, pages, relevant]);
    return { templates, hosts };
  }

  /** Restores what `save` returned; anything else is ignored. */
  restore(saved: unknown): void {
    this.#templates.clear();
    this.#closedOn.clear();
    this.#hosts.clear();
    this.#spent.clear();
    const { templates, hosts } = (saved ?? {}) as { templates?: unknown; hosts?: unknown };
    for (const row of Array.isArray(hosts) ? hosts : []) {
      const [host, pages, relevant] = Array.isArray(row) ? row : [];
      if (typeof host === 'string' && Number.isFinite(pages) && Number.isFinite(relevant))
        this.#holdHost(host, { pages, relevant });
    }
    for (const row of Array.isArray(templates) ? templates : []) {
      if (!Array.isArray(row) || typeof row[0] !== 'string' || !row.slice(1).every(Number.isFinite)) continue;
      if (row.length !== 7) continue;
      const [key, pages, fresh, relevant, sinceRelevant, endless, patience] = row as [string, ...number[]];
      const held = {
        ...NOTHING_YET,
        pages,
        fresh,
        relevant,
        sinceRelevant,
        endless: endless === 1,
        patience,
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

  #count(
    host: string,
    shape: string,
    endless: boolean,
    patience: number,
    brought: { newContent: boolean; relevant: boolean },
  ): void {
    const key = `${host} ${shape}`;
    const held = this.#templates.get(key) ?? { ...NOTHING_YET, endless, patience };
    held.pages += 1;
    if (brought.newContent) held.fresh += 1;
    if (brought.relevant) held.relevant += 1;
    held.sinceRelevant = brought.relevant ? 0 : held.sinceRelevant + 1;
    if (held.pages >= 2 * this.#limits.judgeAfter * patience) {
      held.pages /= 2;
      held.fresh /= 2;
      held.relevant /= 2;
    }
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
    }
    this.#noteClosed(host, Number(closed !== undefined) - Number(held.closed !== undefined));
    held.closed = closed;
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
  closed: 'nothing-new' | 'nothing-relevant' | undefined;
}

const NOTHING_YET: Yield = {
  pages: 0,
  fresh: 0,
  relevant: 0,
  sinceRelevant: 0,
  endless: false,
  patience: 1,
  closed: undefined,
};

function shapesOf(shape: string, path: string | undefined): string[] {
  return path === undefined ? [shape] : [shape, path];
}

/** A twentieth of the map at a time: finding the first key of a map costs as much as was deleted before it. */
function oldest<V>(map: Map<string, V>): string[] {
  return map
    .keys()
    .take(Math.ceil(map.size / 20))
    .toArray();
}
