/**
 * The frontier in memory: the same promises and the same order, down to the last tie, as the one on disk, for the
 * lifetime of the process. For studies and tests, where nothing is reopened.
 *
 * Every link is one object, found by its URL and by its id. Each host has two heaps over its links: waiting ones, best
 * first, and deferred ones, soonest first. `HostQueues` orders the hosts by the first links of these heaps.
 */
import { Batch } from './batch.ts';
import type {
  Added,
  Frontier,
  FrontierOptions,
  FrontierStats,
  KnownLink,
  LinkState,
  NewLink,
  NewPriority,
  Outcome,
  RobotsTask,
  Task,
  WaitingLink,
} from './frontier.ts';
import { HostQueues } from './host-queues.ts';
import { checkOptions, checkPriority, checkTime, notOut } from './input.ts';
import { merge, type Standing } from './merge.ts';
import { SlotHeap } from './slot-heap.ts';

export class MemoryFrontier implements Frontier {
  /** In order of arrival: the first one has id 1. */
  readonly #links: Link[] = [];
  readonly #byUrl = new Map<string, Link>();
  readonly #hosts: HostQueues;
  /** By slot. Slots are never released here, so they are in order of arrival, too. */
  readonly #queues: HostLinks[] = [];
  /** Slots of hosts whose robots.txt is handed out. */
  readonly #robotsOut = new Set<number>();
  readonly #batch = new Batch();
  readonly #options: Required<FrontierOptions>;
  readonly #counts: Record<LinkState, number> = { waiting: 0, deferred: 0, leased: 0, done: 0, refused: 0 };

  constructor(options: FrontierOptions = {}) {
    this.#options = checkOptions(options);
    this.#hosts = new HostQueues(this.#options.now, this.#options.gate);
  }

  add(links: readonly NewLink[]): Added[] {
    for (const link of links) checkPriority(link.priority, link.url);
    return links.map((link) => this.#addOne(link));
  }

  take(n: number, now: number): (Task | RobotsTask)[] {
    this.#advance(now);
    const hosts = this.#hosts;
    const { batch, gate } = this.#options;
    const taken: (Task | RobotsTask)[] = [];
    while (taken.length < n) {
      const chosen = this.#batch.best(this.#mayAsk);
      if (chosen === undefined && batch > 1) break;
      const link = chosen === undefined ? this.#best() : this.#links[chosen.id - 1]!;
      if (link === undefined) break;
      const task = waitingLink(link);
      const robots = gate.robotsFor?.(task);
      hosts.begin(link.slot, { alone: robots !== undefined });
      if (robots !== undefined) {
        this.#robotsOut.add(link.slot);
        hosts.place(link.slot);
        taken.push({ type: 'robots', url: robots, host: link.host });
      } else {
        if (chosen !== undefined) this.#batch.delete(chosen);
        this.#move(link, 'leased');
        taken.push(task);
      }
    }
    return taken;
  }

  claim(url: string): Task | undefined {
    const id = this.find(url)?.id;
    const link = id === undefined ? undefined : this.#links[id - 1];
    if (link?.state !== 'waiting' || link.chosen || this.#hosts.out[link.slot] !== 0) return undefined;
    const task = waitingLink(link);
    this.#hosts.begin(link.slot);
    this.#move(link, 'leased');
    return task;
  }

  wantsRefill(now: number): boolean {
    if (this.#options.batch <= 1) return false;
    this.#advance(now);
    return this.#batch.best(this.#mayAsk) === undefined;
  }

  refill(now: number): void {
    this.#advance(now);
    for (let n = 0; n < this.#options.batch; n++) {
      const link = this.#best();
      if (link === undefined) return;
      link.chosen = true;
      this.#addToBatch(link);
      this.#move(link, 'waiting');
    }
  }

  settle(task: Task | RobotsTask, outcome: Outcome): void {
    if (task.type === 'robots') return this.#settleRobots(task);
    const link = this.#links[task.id - 1];
    if (link?.state !== 'leased') throw notOut(task.url);
    if (outcome.kind === 'aside') throw new Error('Only a frontier on disk lays links aside.');
    if ('notBefore' in outcome) checkTime(outcome.notBefore);
    this.#hosts.end(link.slot);
    if (outcome.kind === 'returned') {
      if (link.chosen) this.#addToBatch(link);
      return this.#move(link, 'waiting');
    }
    link.chosen = false;
    if (outcome.kind === 'done') {
      link.page = outcome.page ?? null;
      return this.#move(link, 'done');
    }
    link.reason = outcome.reason;
    if (outcome.kind === 'refused') return this.#move(link, 'refused');
    if (outcome.kind === 'retry') link.tries++;
    link.notBefore = outcome.notBefore;
    this.#move(link, 'deferred');
  }

  nextReadyAt(): number | undefined {
    const hosts = this.#hosts;
    let soonest = hosts.nextReadyAt() ?? Infinity;
    for (const slot of this.#batch.hosts()) {
      if (!hosts.isFull(slot)) soonest = Math.min(soonest, hosts.readyAt(slot));
    }
    return soonest === Infinity ? undefined : soonest;
  }

  rescore(priorityOf: (waiting: WaitingLink) => number): number {
    let changed = 0;
    for (const link of this.#links) {
      if (!isOpen(link)) continue;
      const priority = checkPriority(priorityOf(waitingLink(link)), link.url);
      if (priority === link.priority) continue;
      this.#reprioritise(link, priority);
      changed++;
    }
    return changed;
  }

  promote(ids: readonly number[], priority: number, merge: 'latest' | 'max', why?: string): number {
    checkPriority(priority, 'a promotion');
    let changed = 0;
    for (const id of ids) {
      const link = this.#links[id - 1];
      if (link === undefined || !isOpen(link) || link.from === null) continue;
      if (merge === 'max' ? link.priority >= priority : link.priority === priority) continue;
      if (why !== undefined) link.why = why;
      this.#reprioritise(link, priority);
      changed++;
    }
    return changed;
  }

  reprioritise(changes: readonly NewPriority[]): number {
    let changed = 0;
    for (const { url, priority, why, carry } of changes) {
      checkPriority(priority, url);
      const link = this.#byUrl.get(url);
      if (link === undefined || link.state === 'done' || link.state === 'refused') continue;
      if (carry !== undefined) link.carry = carry;
      if (!isOpen(link) || link.priority === priority) continue;
      if (why !== undefined) link.why = why;
      this.#reprioritise(link, priority);
      changed++;
    }
    return changed;
  }

  *byArrival(): Generator<WaitingLink> {
    for (const link of this.#links) if (isOpen(link)) yield waitingLink(link);
  }

  readmit(isOpen: (reason: string, host: string) => boolean): number {
    const refused = this.#links.filter(
      ({ state, reason, host }) => state === 'refused' && isOpen(reason!, host),
    );
    for (const link of refused) {
      link.reason = null;
      this.#move(link, 'waiting');
    }
    return refused.length;
  }

  find(url: string): KnownLink | undefined {
    const link = this.#byUrl.get(url);
    return link && { ...waitingLink(link), state: link.state, reason: link.reason, page: link.page };
  }

  waitsAt(host: string, origin: string): boolean {
    const { links = [] } = this.#queues[this.#hosts.slotOfName(host)] ?? {};
    const isOf = ({ url, state, chosen }: Link): boolean =>
      !chosen && (state === 'waiting' || state === 'leased') && url.startsWith(`${origin}/`);
    return links.some(isOf);
  }

  stats(): FrontierStats {
    return { ...this.#counts, hosts: this.#hosts.withWaiting };
  }

  #addOne(found: NewLink): Added {
    const known = this.#byUrl.get(found.url);
    if (known !== undefined) {
      if (isOpen(known)) this.#merge(known, found);
      return { id: known.id, fresh: false };
    }
    const { url, host, priority, depth, hops = 0 } = found;
    const slot = this.#slotOf(host);
    const { links } = this.#queues[slot]!;
    const link: Link = {
      id: this.#links.length + 1,
      url,
      host,
      priority,
      depth,
      hops,
      ...broughtBy(found),
      tries: 0,
      state: 'waiting',
      reason: null,
      page: null,
      finds: 1,
      notBefore: 0,
      chosen: false,
      slot,
      place: links.length,
    };
    links.push(link);
    this.#links.push(link);
    this.#byUrl.set(url, link);
    this.#counts.waiting++;
    this.#place(link);
    return { id: link.id, fresh: true };
  }

  #merge(known: Link, found: NewLink): void {
    const merged = merge(known, found, this.#options.merge, this.#options.factor);
    if (merged === undefined) return;
    const { takesOver, ...standing } = merged;
    Object.assign(known, standing, takesOver ? broughtBy(found) : undefined);
    this.#place(known);
  }

  #reprioritise(link: Link, priority: number): void {
    link.priority = priority;
    this.#place(link);
  }

  #move(link: Link, state: LinkState): void {
    this.#counts[link.state]--;
    this.#counts[state]++;
    link.state = state;
    this.#place(link);
  }

  /** Moves a link and its host to where their numbers require. */
  #place({ state, chosen, slot, place }: Link): void {
    const hosts = this.#hosts;
    const { links, waiting, deferred } = this.#queues[slot]!;
    if (state === 'waiting' && !chosen) waiting.set(place);
    else waiting.delete(place);
    if (state === 'deferred') deferred.set(place);
    else deferred.delete(place);

    const head = waiting.size > 0 ? links[waiting.first()] : undefined;
    hosts.setHead(slot, head?.id ?? 0, head?.priority ?? 0);
    hosts.addWaiting(slot, waiting.size - hosts.waiting[slot]!);
    hosts.deferred[slot] = deferred.size;
    hosts.deferredUntil[slot] = deferred.size > 0 ? links[deferred.first()]!.notBefore : Infinity;
    hosts.place(slot);
  }

  #advance(now: number): void {
    const hosts = this.#hosts;
    hosts.clock = Math.max(hosts.clock, checkTime(now));
    for (let slot = hosts.due(); slot >= 0; slot = hosts.due()) {
      const { links, deferred } = this.#queues[slot]!;
      this.#move(links[deferred.first()]!, 'waiting');
    }
    hosts.releaseHeld();
  }

  /** The best link of the hosts that may be contacted now. */
  #best(): Link | undefined {
    const slot = this.#hosts.best();
    return slot < 0 ? undefined : this.#links[this.#hosts.headId[slot]! - 1];
  }

  #addToBatch({ id, slot, priority }: Link): void {
    this.#batch.add({ id, hostId: slot, priority });
  }

  #settleRobots({ url, host }: RobotsTask): void {
    const slot = this.#hosts.slotOfName(host);
    if (!this.#robotsOut.delete(slot)) throw notOut(url);
    this.#hosts.end(slot);
    this.#hosts.place(slot);
  }

  /** Whether a host of the batch may be contacted now. */
  readonly #mayAsk = (slot: number): boolean => this.#hosts.mayAsk(slot);

  #slotOf(host: string): number {
    const known = this.#hosts.slotOfName(host);
    if (known >= 0) return known;
    const links: Link[] = [];
    this.#queues.push({
      links,
      waiting: new SlotHeap((a, b) => goesBefore(links[a]!, links[b]!)),
      deferred: new SlotHeap((a, b) => links[a]!.notBefore < links[b]!.notBefore),
    });
    return this.#hosts.open(this.#queues.length - 1, host);
  }
}

interface Link extends KnownLink, Standing {
  /** When a deferred link waits again. */
  notBefore: number;
  /** In the batch, or handed out from it: its place there is fixed. */
  chosen: boolean;
  slot: number;
  /** Index among the links of its host, used by the heaps. */
  place: number;
}

interface HostLinks {
  /** All links ever found, in order of arrival. */
  links: Link[];
  waiting: SlotHeap;
  deferred: SlotHeap;
}

/** Whether a find or a new priority still changes the link. */
function isOpen({ state, chosen }: Link): boolean {
  return (state === 'waiting' && !chosen) || state === 'deferred';
}

function goesBefore(a: Link, b: Link): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.id < b.id);
}

/** The fields that belong to a find, and are replaced by a better one. */
function broughtBy(found: NewLink): Pick<Link, 'type' | 'anchor' | 'from' | 'carry' | 'why'> {
  const { type = 'page', anchor = '', from = null, carry = null, why = null } = found;
  return { type, anchor, from, carry, why };
}

/** A copy, so that the caller cannot change the frontier. */
function waitingLink(link: Link): WaitingLink {
  const { id, type, url, host, priority, depth, anchor, from, hops, carry, why, tries } = link;
  return { id, type, url, host, priority, depth, anchor, from, hops, carry, why, tries };
}
