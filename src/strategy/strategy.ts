import type { Judgement } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';

/**
 * Gives every link of a judged page a priority. It never fetches, stores or sleeps: a small object that a test
 * drives with three hand-made visits. It sees no text. What it wants to know of a page's words is measured where the
 * page is read, by the measure of its kind, and comes as `signals` of the type `S`: on every page, whether the page
 * counts or not.
 */
// biome-ignore lint/suspicious/noExplicitAny: strategies of all signals stand in one place; each gets what its own kind measured
export interface Strategy<S extends object = any> {
  visit(visit: Visit<S>): Iterable<Ranked | Promotion>;
  /**
   * Ranks the entries of a sitemap, which have no words around them. Without it they wait at the priority of the
   * sitemap itself.
   */
  listed?(listing: Listing): Iterable<Ranked>;
  /** Asked when a link is about to be fetched; a reason leaves it alone for good. */
  admits?(waiting: Waiting): string | undefined;
  /** Called before the next links are chosen, where the frontier hands them out in batches: a time to learn. */
  refill?(): void;
  /** A new priority for a link that already waits; called for each after `wantsRescore` said so. */
  rescore?(waiting: Waiting): number;
  wantsRescore?(): boolean;
  /**
   * What was learnt so far, to be stored with the crawl and given back to `restore` on resume: plain data and
   * typed arrays. `undefined` says that nothing changed since it was last asked.
   */
  save?(): unknown;
  restore?(saved: unknown): void;
  /** The strategy promotes siblings or reads in-links: the crawl keeps an index of them. */
  readonly usesInlinks?: boolean;
}

/** The signals of a strategy that measures nothing. */
export type NoSignals = Record<never, never>;

export interface Visit<S extends object = NoSignals> {
  page: VisitedPage;
  judgement: Judgement;
  /** What the strategy's own kind measured on the page. */
  signals: S;
  /** The waiting link that led to this page. */
  via: Waiting;
  /** Links to this page on pages fetched so far, the first found first; at most a thousand. */
  inlinks(): Iterable<Inlink>;
  /** What the crawl has got so far from the page's host, this page included. */
  host(): Tally;
}

/** The entries of a sitemap. */
export interface Listing {
  links: readonly VisitedLink[];
  /** How good they should be, 0..1: the score of the page that made the sitemap worth reading, times its host's harvest rate. */
  expected: number;
  /** The waiting link of the sitemap. */
  via: Waiting;
}

/** A page as it comes to the loop: its texts, and what stands around its links, stay where it was read. */
export type VisitedPage = Omit<Page, 'text' | 'mainText' | 'links'> & { links: readonly VisitedLink[] };
export type VisitedLink = Omit<Link, 'before' | 'after' | 'tagPath'>;

export interface Inlink {
  /** Id and URL of the page that holds it. */
  from: number;
  fromUrl: string;
  anchor: string;
}

export interface Tally {
  pages: number;
  relevant: number;
}

export interface Ranked {
  link: VisitedLink;
  /** Higher is sooner. Any finite number. */
  priority: number;
  /** The score's parts in words. */
  why?: string;
  /** State that travels with the waiting link and comes back as `via.carry`; plain JSON. */
  carry?: unknown;
  /** Set instead of following: the reason why the link is left alone. */
  refuse?: string;
}

/** A new priority for every waiting link of the pages that link to the one just visited: its siblings. */
export interface Promotion {
  siblings: number;
  /** `latest` overwrites what they had, `max` only raises. */
  merge: 'latest' | 'max';
  why?: string;
}

/** A link that waits, as a strategy sees it. */
export interface Waiting {
  id: number;
  url: string;
  anchor: string;
  priority: number;
  /** Links from the nearest seed along the path that found it first. */
  depth: number;
  /** The page that found it, absent for seeds. */
  from?: number;
  carry?: unknown;
}
