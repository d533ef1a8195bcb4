import type { Judgement } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';

/**
 * Gives every link of a judged page a priority. It never fetches, stores or sleeps: a small object that
 * a test drives with three hand-made visits.
 */
export interface Strategy {
  visit(visit: Visit): Iterable<Ranked>;
  /** A new priority for a link that already waits; called for each after `wantsRescore` said so. */
  rescore?(waiting: Waiting): number;
  wantsRescore?(): boolean;
  /** What was learnt so far, to be stored with the crawl and given back to `restore` on resume. */
  save?(): unknown;
  restore?(saved: unknown): void;
}

export interface Visit {
  page: Page;
  judgement: Judgement;
  /** The waiting link that led to this page. */
  via: Waiting;
}

export interface Ranked {
  link: Link;
  /** Higher is sooner. Any finite number. */
  priority: number;
  /** The score's parts in words. */
  why?: string;
  /** State that travels with the waiting link and comes back as `via.carry`; plain JSON. */
  carry?: unknown;
  /** Set instead of following: the reason why the link is left alone. */
  refuse?: string;
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
