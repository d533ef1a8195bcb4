/**
 * The contract of a frontier: the waiting links, best first across all hosts that may be contacted now.
 *
 * Promises: a link is stored once, however many pages contain it; a task that was not settled (crash) is handed out
 * again when a frontier on disk is reopened; equal priorities are first in, first out; a host never has two tasks out
 * at a time unless the gate allows it more, is not handed out before the gate allows it, and none of its links is
 * handed out before the robots.txt that the gate names for it. Two implementations agree down to the last tie:
 * `SqliteFrontier` on disk, `MemoryFrontier` for one process. Times are milliseconds since the epoch, given by the
 * caller, so that a test or a study can use its own clock.
 */
export interface Frontier {
  /**
   * Queues links. Results are in the order of the links; a known link that still waits is merged by the frontier's
   * rule. If a priority is not a finite number, the whole call is refused.
   */
  add(links: readonly NewLink[]): Added[];
  /**
   * At most n of the best links whose hosts may be contacted now, one per host unless the gate allows it more. If a
   * link needs a robots.txt first, that is returned instead, and the link keeps waiting. `now` must not decrease.
   */
  take(n: number, now: number): (Task | RobotsTask)[];
  /**
   * Hands out one link out of turn, for an answer that is there already; the gate is not asked. Undefined if the link
   * is not known, not waiting, or its host has a task out.
   */
  claim(url: string): Task | undefined;
  /** True if links are handed out in batches and none of the last batch may be requested now. */
  wantsRefill(now: number): boolean;
  /**
   * Chooses the next batch: the best links of the hosts that may be contacted now. They are handed out before all
   * others.
   */
  refill(now: number): void;
  /** Ends a task: its host is handed out again when the gate allows it. For a robots.txt the outcome is ignored. */
  settle(task: Task | RobotsTask, outcome: Outcome): void;
  /**
   * When the next host has something to hand out; the last time given to `take` if one has it already; undefined if
   * nothing waits, or only at hosts whose task must be settled first.
   */
  nextReadyAt(): number | undefined;
  /**
   * Gives all waiting and deferred links a new priority, in order of arrival; returns how many changed. Links that are
   * handed out or chosen keep theirs.
   */
  rescore(priorityOf: (waiting: WaitingLink) => number): number;
  /**
   * Gives the waiting or deferred links with these ids one priority: `latest` in any case, `max` only if it is higher.
   * Seeds keep theirs, and so do links that are handed out or chosen. Returns how many changed.
   */
  promote(ids: readonly number[], priority: number, merge: 'latest' | 'max', why?: string): number;
  /**
   * Gives links that wait or are deferred a priority of their own, by URL and host, and a reason where one is given.
   * Unknown links are ignored, and those that are handed out, chosen or settled keep theirs. A carried state replaces
   * what any unsettled link carries. Returns how many priorities changed.
   */
  reprioritise(changes: readonly NewPriority[]): number;
  /** Waiting and deferred links in order of arrival, without chosen ones. */
  byArrival(): Iterable<WaitingLink>;
  /** Links that were refused wait again if their reason is one of these; returns how many. */
  readmit(isOpen: (reason: string, host: string) => boolean): number;
  find(url: string): KnownLink | undefined;
  /** Whether a link of this origin (`https://example.org`) waits or is handed out, without chosen ones. */
  waitsAt(host: string, origin: string): boolean;
  stats(): FrontierStats;
}

/** A frontier of a crawl that comes back: known pages wait again for a while, beside links that are new. */
export interface ReturningFrontier extends Frontier {
  /**
   * Makes links that became a page wait again, each at its own priority, which further finds do not change. Returns how
   * many of them wait: links that wait anyway or are handed out keep what they have.
   */
  reopen(pages: readonly { link: number; priority: number }[]): number;
  /** Ends what `reopen` began: pages that were not handed out since are done again. Returns how many. */
  closeReopened(): number;
  /** Lays aside all waiting and deferred links up to an id; they are waiting links that are not handed out. */
  layAside(upTo: number): number;
  /** Ends what `layAside` began. */
  takeUp(): number;
  /** The id of the newest link. */
  readonly lastId: number;
}

/** What a frontier needs to know about hosts. Their times are decided in one place only (`host/gate.ts`). */
export interface HostTimes {
  /**
   * The earliest time at which the host may be contacted, as far as is known; `now` or earlier if it may be contacted
   * now. While a host waits, its time may move later, never earlier.
   */
  mayAsk(host: string, now: number): number;
  /**
   * How many tasks of the host may be out at a time; 1 by default. It changes only while one of its tasks is out, or
   * with the settings.
   */
  atATime?(host: string): number;
  /**
   * The IP address that keeps the host waiting, by the last answer of `mayAsk`; undefined if anything else does. Hosts
   * that wait for one IP address wait together: when it is free, the best of them is handed out.
   */
  addressAwaited?(host: string): string | undefined;
  /** Whether the host has yet to show that it answers. Such hosts wait apart, because they share a part of the slots. */
  isUnproven?(host: string): boolean;
  /** When another unproven host may be contacted; `now` if there is room. */
  unprovenFrom?(now: number): number;
  /**
   * What a link of this priority is worth among links of other hosts; by default its priority. For a host it changes only
   * while one of its tasks is out.
   */
  worth?(host: string, priority: number): number;
  /** The robots.txt that must be read before this link is requested. */
  robotsFor?(link: WaitingLink): string | undefined;
}

/** What to do with a link: read a page, read a sitemap, store a document. */
export type LinkType = 'page' | 'sitemap' | 'document';

export interface NewLink {
  url: string;
  /** A page by default. Belongs to the find: a better find replaces it. */
  type?: LinkType;
  /** The queue of the link: host, with a non-default port (`example.org`, `example.org:8080`). */
  host: string;
  priority: number;
  depth: number;
  anchor?: string;
  /** Id of the page on which it was found. */
  from?: number;
  /** How many redirects led here. */
  hops?: number;
  /** JSON text stored with the link. */
  carry?: string | undefined;
  why?: string | undefined;
}

export interface Added {
  /** Undefined for a link that left for another part of the crawl. */
  id: number | undefined;
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
  /** Failed attempts so far. */
  tries: number;
}

export interface NewPriority {
  url: string;
  host: string;
  priority: number;
  why?: string | undefined;
  /** What the link carries from now on, as JSON. */
  carry?: string | undefined;
}

/** A link that was handed out and must be settled. */
export interface Task extends WaitingLink {}

/** A robots.txt to be read before the links of its host. It is not a link: it has no id and is not counted. */
export interface RobotsTask {
  type: 'robots';
  url: string;
  host: string;
}

export type Outcome =
  | { kind: 'done'; page?: number }
  /** Never requested again; the reason is stored. */
  | { kind: 'refused'; reason: string }
  /** Waits again, counted as an attempt, not before the given time. */
  | { kind: 'retry'; notBefore: number; reason: string }
  /** The same without having been requested: no attempt. */
  | { kind: 'held'; notBefore: number; reason: string }
  /** Waits again as if it had never been taken. */
  | { kind: 'returned' }
  /** Laid aside, in a frontier that can: it waits, and is not handed out before `takeUp`. */
  | { kind: 'aside' };

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
  /** For the rule `factor`. */
  factor?: number;
  /** How many links are chosen together before newer ones are considered; with 1 all are considered each time. */
  batch?: number;
  /** The time at opening; later times come with `take`. */
  now?: number;
  /** When hosts may be contacted; any time by default. */
  gate?: HostTimes;
}

/** What happens to the priority of a link that is found again. */
export const mergeRules = ['max', 'latest', 'first', 'mean', 'factor', 'votes', 'sum'] as const;
export type MergeRule = (typeof mergeRules)[number];
