import type { Judgement } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';

/**
 * Gives every link of a judged page a priority. It never fetches, stores or sleeps, so a test can drive it with a few
 * hand-made visits. It sees no text. Whatever it needs from a page's words is computed where the page is read, by the
 * `measure` of its kind, and arrives as `signals` of type `S`: on every page, whether the page counts or not.
 */
// biome-ignore lint/suspicious/noExplicitAny: strategies of all signals stand in one place; each gets what its own kind measured
export interface Strategy<S extends object = any> {
  visit(visit: Visit<S>): Iterable<Ranked | Promotion>;
  /**
   * Ranks the entries of a sitemap, which have no anchor or context. Without it they get the priority of the sitemap
   * itself.
   */
  listed?(listing: Listing): Iterable<Ranked>;
  /**
   * In one part of a larger crawl: a link that another part found, before it waits. It carries what the strategy there
   * gave it. Returns what it is worth here; undefined: as it says.
   */
  arrived?(link: Omit<Waiting, 'id'>): Arrived | undefined;
  /** Called when a link is about to be fetched; returning a reason skips it permanently. */
  admits?(waiting: Waiting): string | undefined;
  /** What a link that was handed out carries now; the target of a redirect goes on with it. Without it, what the frontier has. */
  carried?(url: string): unknown;
  /** The judge has learnt: how good guides pages visited before are now, by URL; at least of a sample of them. */
  rejudged?(guides: ReadonlyMap<string, number>): void;
  /** Called before the next links are chosen, if the frontier hands them out in batches: a time to learn. */
  refill?(): void;
  /**
   * Waiting links that have a new priority. Called after each page, where few should be ranked, since the crawl waits
   * for them; and if `isBehind`, also when the crawl has nothing else to do, unless it fetches one page at a time.
   */
  reranked?(isIdle: boolean): readonly Reranked[];
  isBehind?(): boolean;
  /** Called before each commit: waiting links whose carried state has changed since the frontier last heard of it. */
  unsaved?(): readonly Reranked[];
  /** A new priority for a waiting link; called for each after `wantsRescore` returned true. */
  rescore?(waiting: Waiting): number;
  wantsRescore?(): boolean;
  /**
   * A person's answer about a page that was visited, in the order of the answers; also those given while the crawl was
   * stopped. `signals` are absent if the page cannot be read again. Waiting links are ranked again if `wantsRescore`
   * says so.
   */
  label?(page: LabelledPage, answer: Answer, signals: S | undefined): LabelEffect | undefined;
  /**
   * What was learnt so far, stored with the crawl and passed to `restore` on resume: plain data and typed arrays.
   * `undefined` means that nothing changed since the last call.
   */
  save?(): unknown;
  /** `waiting`: all waiting links, in order of arrival. */
  restore?(saved: unknown, waiting?: Iterable<Waiting>): void;
  /** The crawl ends: for one that shares its knowledge. */
  close?(): void;
  /** The strategy promotes siblings or reads in-links, so the crawl keeps an index of them. */
  readonly usesInlinks?: boolean;
}

/**
 * What the strategies of several parts of one crawl learn together. Those in one process share it; with those on other
 * machines it exchanges what it learnt from.
 */
export interface Knowledge {
  /** What was learnt from here since the last call, as plain JSON. */
  lessons(): readonly unknown[];
  /** One lesson of another process, which may be anything; what does not fit is passed over. */
  learnFrom(lesson: unknown): void;
  /** Plain data and typed arrays. */
  save(): unknown;
  restore(saved: unknown): void;
}

/** One part of a larger crawl, as its strategy sees it. */
export interface Place {
  knowledge: Knowledge;
  /** The number of this part, and how many there are. */
  part: number;
  parts: number;
  /** Whether links to this URL wait here. */
  owns(url: string): boolean;
}

/** The signals of a strategy without a measure. */
export type NoSignals = Record<never, never>;

export interface Visit<S extends object = NoSignals> {
  page: VisitedPage;
  judgement: Judgement;
  /** What the strategy's kind measured on the page. */
  signals: S;
  /** The waiting link that led to this page. */
  via: Waiting;
  /** Links to this page on pages fetched so far, in the order found; at most a thousand. */
  inlinks(): Iterable<Inlink>;
  /** Totals for the page's host so far, including this page. */
  host(): Tally;
}

/** The entries of a sitemap. */
export interface Listing {
  links: readonly VisitedLink[];
  /** How good they should be, 0..1: the score of the page that triggered the sitemap, times its host's harvest rate. */
  expected: number;
  /** The waiting link of the sitemap. */
  via: Waiting;
}

/** A page as the loop sees it: its texts, and the words around its links, stay where it was read. */
export type VisitedPage = Omit<Page, 'text' | 'mainText' | 'links'> & { links: readonly VisitedLink[] };
export type VisitedLink = Omit<Link, 'before' | 'after' | 'tagPath' | 'occurrences'>;

export interface Inlink {
  /** Id and URL of the page that contains it. */
  from: number;
  fromUrl: string;
  anchor: string;
}

/** A page that a person labelled. */
export interface LabelledPage {
  id: number;
  url: string;
  title: string;
  /** The frontier's id of the link that led to it. */
  link: number;
  /** What the judge made of it. */
  score: number | undefined;
  called: boolean;
}

/** `unsure` also takes back an earlier yes or no. */
export type Answer = 'yes' | 'no' | 'unsure';

/** What a label changed, as far as the learner knows it at once. */
export interface LabelEffect {
  /** Waiting links whose priority changed. */
  linksMoved?: number;
  /** Stored pages that would be called relevant if judged again and are not, or the other way round. */
  pagesChanged?: number;
}

export interface Tally {
  pages: number;
  relevant: number;
}

export interface Ranked {
  link: VisitedLink;
  /** Higher means sooner. Any finite number. */
  priority: number;
  /** The parts of the score, in words. */
  why?: string;
  /** State stored with the waiting link and returned as `via.carry`; plain JSON. */
  carry?: unknown;
  /** If set, the link is not followed, for this reason. */
  refuse?: string;
}

/** What a link from another part is worth. */
export type Arrived = Pick<Ranked, 'priority' | 'why' | 'carry'>;

/** A new priority for a link that waits, by its URL; one that no longer waits is left alone. */
export interface Reranked {
  url: string;
  host: string;
  priority: number;
  why?: string | undefined;
  /** Replaces what it carries. */
  carry?: unknown;
}

/** A new priority for the siblings: waiting links of the pages that link to the one just visited. */
export interface Promotion {
  siblings: number;
  /** Of the latest pages that link to it, or of the page that found it. */
  of: 'all' | 'finder';
  /** `latest` overwrites their priority, `max` only raises it. */
  merge: 'latest' | 'max';
  why?: string;
}

/** A waiting link, as a strategy sees it. */
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
