/**
 * The contract of a frontier: the links that wait, best first across all hosts that may be asked now.
 *
 * Promises: a link is known once, whatever the number of pages that hold it; a task that was not settled
 * (crash) is handed out again when a frontier on disk is opened the next time; among equal priorities the first
 * in is the first out; no host is handed out twice at a time, nor before the gate says that it may be asked, nor
 * a link of it before the robots.txt that the gate names for it.
 * Two frontiers keep them to the last tie: `SqliteFrontier` on disk, `MemoryFrontier` for one process.
 * Times are milliseconds since the epoch, given by the caller, so that a test or a study has its own clock.
 */
export interface Frontier {
  /**
   * Makes links wait. Answers in the order asked; a known link that still waits is merged by the rule of the
   * frontier. A priority that is not a finite number is refused, and all that came with it.
   */
  add(links: readonly NewLink[]): Added[];
  /**
   * At most n of the best links whose hosts may be asked now, each host at most once; in place of a link the
   * robots.txt that must be read before it, while the link waits on. Time never runs back.
   */
  take(n: number, now: number): (Task | RobotsTask)[];
  /** True where links are handed out in batches and none of the last one may be asked for now. */
  wantsRefill(now: number): boolean;
  /** Chooses the next batch: the best links of the hosts that may be asked now. They go before all others. */
  refill(now: number): void;
  /** Ends a task: its host is handed out again when the gate says so. Of a robots.txt the outcome does not matter. */
  settle(task: Task | RobotsTask, outcome: Outcome): void;
  /**
   * When the next host has something to hand out, the last time given to `take` if it has it already; undefined
   * when nothing waits, or only at hosts whose task is out and must be settled first.
   */
  nextReadyAt(): number | undefined;
  /**
   * Gives everything that waits or is deferred a new priority, in order of arrival; answers how many changed.
   * What is out or chosen keeps its own.
   */
  rescore(priorityOf: (waiting: WaitingLink) => number): number;
  /**
   * Gives the links of these ids that wait or are deferred one priority: `latest` whatever they had, `max` only
   * where it is higher. Seeds keep theirs, as does what is out or chosen. Answers how many changed.
   */
  promote(ids: readonly number[], priority: number, merge: 'latest' | 'max', why?: string): number;
  /** What waits or is deferred, best first within each host, without what is chosen: for inspection. */
  waiting(filter?: { host?: string; ids?: readonly number[] }): Iterable<WaitingLink>;
  find(url: string): KnownLink | undefined;
  stats(): FrontierStats;
}

/** What a frontier asks of hosts. The one place where their times are decided is elsewhere (`host/gate.ts`). */
export interface HostTimes {
  /**
   * The earliest time at which the host may be asked, as far as is known: `now` or before where it may be asked now.
   * A time may move later while a host waits, never earlier.
   */
  mayAsk(host: string, now: number): number;
  /** The robots.txt that must be read before this link is asked for. */
  robotsFor?(link: WaitingLink): string | undefined;
}

/** What is to be done with a link: read a page, read a sitemap, keep a document. */
export type LinkType = 'page' | 'sitemap' | 'document';
export type TaskType = LinkType | 'robots';

export interface NewLink {
  url: string;
  /** A page unless it says otherwise. Belongs to the find: a better one brings its own. */
  type?: LinkType;
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
  type: LinkType;
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

/** A link that was handed out and must be settled. */
export interface Task extends WaitingLink {}

/** A robots.txt to be read before the links of its host. Not a link: it has no id, and no count knows it. */
export interface RobotsTask {
  type: 'robots';
  url: string;
  host: string;
}

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
  /** Hosts with at least one waiting link that is not chosen. */
  hosts: number;
}

export interface FrontierOptions {
  merge?: MergeRule;
  /** For the rule `bonus`: the part by which the mean is raised. */
  bonus?: number;
  /** How many links are chosen together before newer ones are looked at; 1 looks at all each time. */
  batch?: number;
  /** The time at opening; later times come with `take`. */
  now?: number;
  /** When hosts may be asked; at any time unless given. */
  gate?: HostTimes;
}

/** What happens to the priority of a link that is found again. */
export const mergeRules = ['max', 'latest', 'mean', 'bonus', 'sum'] as const;
export type MergeRule = (typeof mergeRules)[number];
