/**
 * The contract of a frontier: the links that wait, best first across all hosts that may be asked now.
 *
 * Promises: a link is known once, whatever the number of pages that hold it; a lease that was not settled
 * (crash) is handed out again after the frontier is opened anew; among equal priorities the first to come
 * is the first to go; no host is handed out twice at a time, nor before it is ready.
 * Times are milliseconds since the epoch, given by the caller, so that a test or a study has its own clock.
 */
export interface Frontier {
  /**
   * Makes links wait. Answers in the order asked; a known link that still waits is merged by the rule of the
   * frontier. A priority that is no finite number is refused, and all that came with it.
   */
  add(links: readonly NewLink[]): Added[];
  /** At most n of the best links whose hosts may be asked now, each host at most once. Time never runs back. */
  take(n: number, now: number): Lease[];
  /** True where links are handed out in batches and none of the last one may be asked for now. */
  wantsRefill(now: number): boolean;
  /** Chooses the next batch: the best links of the hosts that may be asked now. They go before all others. */
  refill(now: number): void;
  /** Ends a lease; the host may be asked again at `hostReadyAt`. */
  settle(lease: Lease, outcome: Outcome, hostReadyAt: number): void;
  /**
   * When the next host has something to hand out, the last time told to `take` if it has it already; undefined
   * when nothing waits, or only at hosts whose lease is out and must be settled first.
   */
  nextReadyAt(): number | undefined;
  /** Gives everything that waits or is deferred a new priority, in order of arrival; answers how many changed. */
  rescore(priorityOf: (waiting: WaitingLink) => number): number;
  /**
   * Gives the links of these ids that wait or are deferred one priority: `latest` whatever they had, `max` only
   * where it is higher. Seeds keep theirs, as does what is out or chosen. Answers how many changed.
   */
  promote(ids: readonly number[], priority: number, merge: 'latest' | 'max', why?: string): number;
  /** What waits or is deferred, best first within each host: for inspection. */
  waiting(filter?: { host?: string; ids?: readonly number[] }): Iterable<WaitingLink>;
  find(url: string): KnownLink | undefined;
  stats(): FrontierStats;
}

export interface NewLink {
  url: string;
  /** The queue that the link belongs to: scheme-less host with port if unusual (`example.org`, `example.org:8080`). */
  host: string;
  priority: number;
  depth: number;
  anchor?: string;
  /** Id of the page it was found on. */
  from?: number;
  /** How many redirects led here. */
  hops?: number;
  /** JSON text that travels with the link. */
  carry?: string | undefined;
  why?: string | undefined;
}

export interface Added {
  id: number;
  fresh: boolean;
}

export interface WaitingLink {
  id: number;
  url: string;
  host: string;
  priority: number;
  depth: number;
  anchor: string;
  from: number | null;
  hops: number;
  carry: string | null;
  why: string | null;
  /** How many times it was tried without success. */
  tries: number;
}

export interface Lease extends WaitingLink {}

export type Outcome =
  | { kind: 'done'; page?: number }
  /** Never asked again; the reason is kept. */
  | { kind: 'refused'; reason: string }
  /** Waits again, counted as a try, not before the given time. */
  | { kind: 'retry'; notBefore: number; reason: string }
  /** Waits again as if it had never been taken. */
  | { kind: 'returned' };

export type LinkState = 'waiting' | 'leased' | 'done' | 'refused' | 'deferred';

export interface KnownLink extends WaitingLink {
  state: LinkState;
  reason: string | null;
  page: number | null;
}

export interface FrontierStats {
  waiting: number;
  deferred: number;
  leased: number;
  done: number;
  refused: number;
  /** Hosts with at least one waiting link. */
  hosts: number;
}

/** What happens to the priority of a link that is found again. */
export const mergeRules = ['max', 'latest', 'mean', 'bonus', 'sum'] as const;
export type MergeRule = (typeof mergeRules)[number];
