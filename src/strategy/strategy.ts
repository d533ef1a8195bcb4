import type { Judgement, Signals } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';

/**
 * Gives every link of a judged page a priority. It never fetches, stores or sleeps: a small object that
 * a test drives with three hand-made visits. What is to be measured on the text of a page or around a link is
 * measured where the page is read, and comes as a signal.
 */
export interface Strategy {
  visit(visit: Visit): Iterable<Ranked | Promotion>;
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

export interface Visit {
  page: VisitedPage;
  judgement: Judgement;
  /** What was measured on the page beside the judgement, by name. */
  signals: Signals;
  /** The waiting link that led to this page. */
  via: Waiting;
  /** Links to this page on pages fetched so far, the first found first; at most a thousand. */
  inlinks(): Iterable<Inlink>;
  /** What the crawl has got so far from the page's host, this page included. */
  host(): Tally;
}

/** A page as it comes to the loop: its text and what stands around its links stays where it was read. */
export type VisitedPage = Omit<Page, 'text' | 'links'> & { links: readonly VisitedLink[] };
export type VisitedLink = Omit<Link, 'before' | 'after' | 'tagPath'>;

export interface Inlink {
  /** Id and address of the page that holds it. */
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
