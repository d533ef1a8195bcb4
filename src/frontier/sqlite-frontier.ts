/**
 * The frontier of one machine, in the crawl's own database.
 *
 * On disk: every link with its state. In memory: a few numbers for each host that has something to hand out, so a
 * hundred thousand hosts take some megabytes and ten million links take none. That a link is handed out is recorded in
 * memory only. Nothing here begins or ends a transaction: changes since the last commit are lost with the process, and
 * the frontier opened next has the state of that commit with all its tasks waiting again. After a rollback the object
 * must be replaced by a new one.
 */
import type { CrawlDatabase } from '../archive/database.ts';
import { Batch, type Chosen } from './batch.ts';
import type {
  Added,
  FrontierOptions,
  FrontierStats,
  HostTimes,
  KnownLink,
  MergeRule,
  NewLink,
  NewPriority,
  Outcome,
  ReturningFrontier,
  RobotsTask,
  Task,
  WaitingLink,
} from './frontier.ts';
import { HostQueues } from './host-queues.ts';
import { checkOptions, checkPriority, checkTime, notOut } from './input.ts';
import { hostOf, type Known, type LinkKey, LinkTable } from './link-table.ts';
import { merge } from './merge.ts';
import { type Bar, RecentLinks } from './recent-links.ts';

export interface SqliteFrontierOptions extends FrontierOptions {
  /** The queue in which `find` looks for a URL; must return what was given as `host` when it was added. */
  hostOf?: (url: string) => string | undefined;
}

export class SqliteFrontier implements ReturningFrontier {
  readonly #links: LinkTable;
  #hosts: HostQueues;
  readonly #gate: HostTimes;
  /** Links that are handed out, by id. */
  readonly #out = new Map<number, Out>();
  /** Slots of hosts whose robots.txt is handed out, by host name. */
  readonly #robotsOut = new Map<string, number>();
  #batch = new Batch();
  readonly #batchSize: number;
  readonly #recent = new RecentLinks();
  readonly #rule: MergeRule;
  readonly #factor: number;
  readonly #hostOf: (url: string) => string | undefined;
  readonly #enlarge: () => void;
  #lastId: number;
  #waiting = 0;
  #deferred = 0;
  #refused: number;
  #aside = 0;

  constructor(db: CrawlDatabase, options: SqliteFrontierOptions = {}) {
    const { merge, factor, batch, now, gate } = checkOptions(options);
    this.#rule = merge;
    this.#factor = factor;
    this.#batchSize = batch;
    this.#hostOf = options.hostOf ?? hostOf;
    this.#gate = gate;
    this.#hosts = new HostQueues(now, gate);
    this.#links = new LinkTable(db.sql, (id) => this.#hosts.nameOfId(id));
    this.#lastId = this.#links.lastId();
    this.#enlarge = () => db.enlarge();
    if (this.#lastId >= MANY_LINKS) this.#enlarge();
    this.#refused = this.#links.refusedCount();
    this.#openHosts();
  }

  get lastId(): number {
    return this.#lastId;
  }

  add(links: readonly NewLink[]): Added[] {
    for (const link of links) checkPriority(link.priority, link.url);
    return links.map((link) => this.#addOne(link));
  }

  take(n: number, now: number): (Task | RobotsTask)[] {
    this.#advance(now);
    const hosts = this.#hosts;
    const taken: (Task | RobotsTask)[] = [];
    while (taken.length < n) {
      const chosen = this.#batch.best(this.#mayAsk);
      if (chosen === undefined && this.#batchSize > 1) break;
      const slot = chosen === undefined ? hosts.best() : this.#slotOf(chosen.hostId);
      if (slot < 0) break;
      const id = chosen?.id ?? hosts.headId[slot]!;
      const link = this.#links.link(id);
      const robots = this.#gate.robotsFor?.(link);
      hosts.begin(slot, { alone: robots !== undefined });
      if (robots !== undefined) {
        this.#robotsOut.set(link.host, slot);
        taken.push({ type: 'robots', url: robots, host: link.host });
      } else {
        this.#out.set(id, { id, hostId: hosts.id[slot]!, hash: this.#links.hash(link.url), slot, chosen });
        taken.push(link);
        if (chosen !== undefined) {
          this.#batch.delete(chosen);
        } else {
          hosts.addWaiting(slot, -1);
          this.#waiting--;
        }
      }
      if (hosts.isFull(slot)) hosts.place(slot);
      else this.#refresh(slot);
    }
    return taken;
  }

  /** What the link that `take` would hand out next is worth among those of other frontiers; undefined if there is none. */
  best(now: number): number | undefined {
    this.#advance(now);
    const chosen = this.#batch.best(this.#mayAsk);
    if (chosen !== undefined || this.#batchSize > 1) return chosen?.priority;
    const slot = this.#hosts.best();
    return slot < 0 ? undefined : this.#hosts.worthOf(slot);
  }

  /** The same for the best links of other hosts, about the best of them, in no order. */
  worths(most: number, now: number): number[] {
    this.#advance(now);
    return this.#hosts.worths(most);
  }

  claim(url: string): Task | undefined {
    const found = this.find(url);
    if (found?.state !== 'waiting' || this.#batch.has(found.id)) return undefined;
    const { state: _, reason: __, page: ___, ...link } = found;
    const hosts = this.#hosts;
    const slot = hosts.slotOfName(link.host);
    if (hosts.out[slot] !== 0) return undefined;
    const { id } = link;
    hosts.begin(slot);
    this.#out.set(id, { id, hostId: hosts.id[slot]!, hash: this.#links.hash(url), slot, chosen: undefined });
    hosts.addWaiting(slot, -1);
    this.#waiting--;
    hosts.place(slot);
    return link;
  }

  wantsRefill(now: number): boolean {
    if (this.#batchSize <= 1) return false;
    this.#advance(now);
    return this.#batch.best(this.#mayAsk) === undefined;
  }

  refill(now: number): void {
    this.#advance(now);
    const hosts = this.#hosts;
    for (let n = 0; n < this.#batchSize; n++) {
      const slot = hosts.best();
      if (slot < 0) return;
      const id = hosts.headId[slot]!;
      const hostId = hosts.id[slot]!;
      this.#links.choose(hostId, id);
      this.#batch.add({ id, hostId, priority: hosts.headPriority[slot]! });
      hosts.addWaiting(slot, -1);
      this.#waiting--;
      this.#refresh(slot);
    }
  }

  settle(task: Task | RobotsTask, outcome: Outcome): void {
    if (task.type === 'robots') return this.#settleRobots(task);
    const { id } = task;
    const out = this.#out.get(id);
    if (out === undefined) throw notOut(task.url);
    if ('notBefore' in outcome) checkTime(outcome.notBefore);
    const hosts = this.#hosts;
    const { slot, chosen } = out;
    this.#out.delete(id);
    hosts.end(slot);
    switch (outcome.kind) {
      case 'done':
        this.#links.done(out, outcome.page ?? null);
        break;
      case 'refused':
        this.#links.refuse(out, outcome.reason);
        this.#refused++;
        break;
      case 'retry':
      case 'held':
        this.#links.defer(out, outcome.notBefore, outcome.reason, outcome.kind === 'retry');
        hosts.deferred[slot]!++;
        hosts.deferredUntil[slot] = Math.min(hosts.deferredUntil[slot]!, outcome.notBefore);
        this.#deferred++;
        break;
      case 'aside':
        this.#links.setAside(out);
        this.#aside++;
        break;
      case 'returned':
        if (chosen !== undefined) {
          this.#batch.add(chosen);
          break;
        }
        hosts.addWaiting(slot, 1);
        this.#waiting++;
        break;
    }
    this.#refresh(slot);
  }

  nextReadyAt(): number | undefined {
    const hosts = this.#hosts;
    let soonest = hosts.nextReadyAt() ?? Number.POSITIVE_INFINITY;
    for (const hostId of this.#batch.hosts()) {
      const slot = this.#slotOf(hostId);
      if (!hosts.isFull(slot)) soonest = Math.min(soonest, hosts.readyAt(slot));
    }
    return soonest === Number.POSITIVE_INFINITY ? undefined : soonest;
  }

  rescore(priorityOf: (waiting: WaitingLink) => number): number {
    this.#recent.clear();
    const hosts = this.#hosts;
    const touched = new Set<number>();
    let changed = 0;
    try {
      for (const link of this.#links.byArrival()) {
        if (this.#out.has(link.id)) continue;
        const { id, url, host, priority: before } = link;
        const priority = checkPriority(priorityOf(link), url);
        if (priority === before) continue;
        const slot = hosts.slotOfName(host);
        this.#links.rescore({ hostId: hosts.id[slot]!, hash: this.#links.hash(url), id }, priority);
        touched.add(slot);
        changed++;
      }
    } finally {
      for (const slot of touched) this.#refresh(slot);
    }
    return changed;
  }

  promote(ids: readonly number[], priority: number, merge: 'latest' | 'max', why?: string): number {
    checkPriority(priority, 'a promotion');
    const waiting = this.#out.size === 0 ? ids : ids.filter((id) => !this.#out.has(id));
    if (waiting.length === 0) return 0;
    const changed = this.#links.promote(waiting, priority, merge === 'max', why);
    const hosts = new Set<number>();
    for (const [hostId, hash] of changed) {
      hosts.add(hostId);
      // A lowered priority is easier to beat than the remembered one.
      if (merge === 'latest') this.#recent.forget(hash);
    }
    for (const hostId of hosts) this.#refresh(this.#hosts.slotOfId(hostId));
    return changed.length;
  }

  reprioritise(changes: readonly NewPriority[]): number {
    const hosts = this.#hosts;
    const touched = new Set<number>();
    let changed = 0;
    for (const { url, host, priority, why, carry } of changes) {
      checkPriority(priority, url);
      const slot = hosts.slotOfName(host);
      // A host whose links are all chosen may be on disk only.
      const hostId = slot < 0 ? this.#links.hostId(host) : hosts.id[slot]!;
      if (hostId === undefined) continue;
      const hash = this.#links.hash(url);
      const known = this.#links.standing(hostId, hash, this.#links.otherHash());
      if (known === undefined || known.fixed) continue;
      if (known.state !== 'waiting' && known.state !== 'deferred') continue;
      if (carry !== undefined) this.#links.carry(known.id, carry);
      if (known.chosen || this.#out.has(known.id) || known.priority === priority) continue;
      this.#links.rescore(known, priority);
      if (why !== undefined) this.#links.explain(known.id, why);
      if (this.#rule !== 'first') this.#recent.forget(hash);
      touched.add(slot);
      changed++;
    }
    for (const slot of touched) this.#refresh(slot);
    return changed;
  }

  *byArrival(): Generator<WaitingLink> {
    for (const link of this.#links.byArrival()) if (!this.#out.has(link.id)) yield link;
  }

  reopen(pages: readonly { link: number; priority: number }[]): number {
    let reopened = 0;
    for (const { link, priority } of pages) {
      checkPriority(priority, `link ${link}`);
      const hostId = this.#out.has(link) ? undefined : this.#links.reopen(link, priority);
      if (hostId === undefined) continue;
      const slot = this.#slotOf(hostId);
      this.#hosts.addWaiting(slot, 1);
      this.#waiting++;
      reopened++;
      this.#consider(slot, link, priority);
    }
    return reopened;
  }

  closeReopened(): number {
    const closed = this.#links.closeReopened();
    this.#openHosts();
    return closed;
  }

  layAside(upTo: number): number {
    const laid = this.#links.layAside(upTo);
    this.#openHosts();
    return laid;
  }

  takeUp(): number {
    const taken = this.#links.takeUp();
    this.#openHosts();
    return taken;
  }

  readmit(isOpen: (reason: string, host: string) => boolean): number {
    const refused = this.#links.refused(isOpen);
    for (const key of refused) this.#links.readmit(key);
    for (const { hostId } of refused) this.#hosts.addWaiting(this.#slotOf(hostId), 1);
    for (const hostId of new Set(refused.map((key) => key.hostId))) this.#refresh(this.#slotOf(hostId));
    this.#waiting += refused.length;
    this.#refused -= refused.length;
    this.#recent.clear();
    return refused.length;
  }

  find(url: string): KnownLink | undefined {
    const name = this.#hostOf(url);
    const hostId = name === undefined ? undefined : this.#links.hostId(name);
    const link = hostId === undefined ? undefined : this.#links.find(hostId, url);
    if (link && this.#out.has(link.id)) link.state = 'leased';
    return link;
  }

  waitsAt(host: string, origin: string): boolean {
    const hostId = this.#links.hostId(host);
    return hostId !== undefined && this.#links.waitsAt(hostId, `${origin}/`);
  }

  stats(): FrontierStats {
    const leased = this.#out.size;
    const waiting = this.#waiting + this.#batch.size;
    const deferred = this.#deferred;
    const refused = this.#refused;
    const done = this.#lastId - waiting - deferred - refused - leased - this.#aside;
    return { waiting, deferred, leased, done, refused, hosts: this.#hosts.withWaiting };
  }

  #advance(now: number): void {
    this.#hosts.clock = Math.max(this.#hosts.clock, checkTime(now));
    this.#releaseDeferred();
    this.#hosts.releaseHeld();
  }

  #settleRobots({ url, host }: RobotsTask): void {
    const slot = this.#robotsOut.get(host);
    if (slot === undefined) throw notOut(url);
    this.#robotsOut.delete(host);
    this.#hosts.end(slot);
    this.#refresh(slot);
  }

  /** Whether a host of the batch may be contacted now. */
  readonly #mayAsk = (hostId: number): boolean => this.#hosts.mayAsk(this.#slotOf(hostId));

  /** The slot of a host that may have nothing in memory yet, such as one whose links are all in the batch. */
  #slotOf(hostId: number): number {
    const slot = this.#hosts.slotOfId(hostId);
    return slot >= 0 ? slot : this.#hosts.open(hostId, this.#links.hostName(hostId));
  }

  #addOne(link: NewLink): Added {
    const hosts = this.#hosts;
    const links = this.#links;
    const hash = links.hash(link.url);
    const otherHash = links.otherHash();
    const recent = this.#recent.unchangedBy(hash, otherHash, link.priority, link.depth, link.hops ?? 0);
    if (recent !== undefined) return { id: recent, fresh: false };
    let slot = hosts.slotOfName(link.host);
    // A host without anything to hand out is on disk only.
    let hostId = slot < 0 ? links.hostId(link.host) : hosts.id[slot]!;
    if (hostId === undefined) {
      hostId = links.addHost(link.host);
    } else {
      const known = links.standing(hostId, hash, otherHash);
      if (known !== undefined) {
        this.#recent.remember(hash, otherHash, known.id, this.#merge(known, slot, link));
        return { id: known.id, fresh: false };
      }
    }
    const id = this.#lastId + 1;
    links.insert({ hostId, hash, id }, otherHash, link);
    this.#lastId = id;
    if (id === MANY_LINKS) this.#enlarge();
    if (slot < 0) slot = hosts.open(hostId, link.host);
    hosts.addWaiting(slot, 1);
    this.#waiting++;
    this.#consider(slot, id, link.priority);
    return { id, fresh: true };
  }

  /** Returns what a later find has to beat. */
  #merge(known: Known, slot: number, link: NewLink): Bar {
    if (known.state === 'done' || known.state === 'refused' || known.fixed) return UNBEATABLE;
    const bar = (standing: Bar): Bar => {
      if (this.#rule === 'first') return { ...standing, priority: Number.POSITIVE_INFINITY };
      // Under the other rules every find counts.
      return this.#rule === 'max' ? standing : EVERY_FIND_COUNTS;
    };
    if (this.#out.has(known.id) || known.chosen) return bar(known);
    const merged = merge(known, link, this.#rule, this.#factor);
    if (merged === undefined) return bar(known);
    this.#links.merge(known, merged, link);
    if (known.state !== 'deferred' && merged.priority !== known.priority) {
      if (this.#hosts.headId[slot] === known.id && merged.priority < known.priority) this.#refresh(slot);
      else this.#consider(slot, known.id, merged.priority);
    }
    return bar(merged);
  }

  /** Makes a waiting link the head of its host if it comes first there. */
  #consider(slot: number, id: number, priority: number): void {
    const hosts = this.#hosts;
    // If the host has its tasks out, its head is looked up when one is settled.
    if (hosts.isFull(slot) || !hosts.leads(slot, priority, id)) return;
    hosts.setHead(slot, id, priority);
    hosts.place(slot);
  }

  /** Looks up the head of a host again and moves the host to its place, or drops it from memory. */
  #refresh(slot: number): void {
    const hosts = this.#hosts;
    const hostId = hosts.id[slot]!;
    if (!hosts.isFull(slot)) {
      const head = hosts.waiting[slot]! > 0 ? this.#headOf(hostId, hosts.out[slot]!) : undefined;
      hosts.setHead(slot, head?.[0] ?? 0, head?.[1] ?? 0);
    }
    hosts.place(slot);
    if (hosts.isEmpty(slot)) hosts.close(slot);
  }

  /** That a link is out is not in the tables: the best that is not. */
  #headOf(hostId: number, out: number): [id: number, priority: number] | undefined {
    if (out === 0) return this.#links.head(hostId);
    return this.#links.heads(hostId, out + 1).find(([id]) => !this.#out.has(id));
  }

  #releaseDeferred(): void {
    const hosts = this.#hosts;
    for (let slot = hosts.due(); slot >= 0; slot = hosts.due()) {
      const hostId = hosts.id[slot]!;
      const released = this.#links.release(hostId, hosts.clock);
      hosts.deferred[slot]! -= released;
      hosts.addWaiting(slot, released);
      this.#deferred -= released;
      this.#waiting += released;
      hosts.deferredUntil[slot] = this.#links.nextDeferred(hostId);
      this.#refresh(slot);
    }
  }

  /** From the tables, while nothing is handed out. */
  #openHosts(): void {
    if (this.#out.size > 0) throw new Error('Tasks are handed out: settle them first.');
    const hosts = new HostQueues(this.#hosts.clock, this.#gate);
    this.#hosts = hosts;
    this.#batch = new Batch();
    this.#recent.clear();
    this.#waiting = 0;
    this.#deferred = 0;
    this.#aside = this.#links.asideCount();
    for (const [hostId, links, name] of this.#links.waitingHosts()) {
      hosts.addWaiting(hosts.open(hostId, name), links);
      this.#waiting += links;
    }
    for (const [hostId, links, until] of this.#links.deferredHosts()) {
      const slot = this.#slotOf(hostId);
      hosts.deferred[slot] = links;
      hosts.deferredUntil[slot] = until;
      this.#deferred += links;
    }
    for (const hostId of hosts.ids()) this.#refresh(hosts.slotOfId(hostId));
    for (const link of this.#links.chosen()) this.#batch.add(link);
  }
}

/** A link that was handed out. */
interface Out extends LinkKey {
  slot: number;
  /** Its place in the batch that it came from, to which it returns. */
  chosen: Chosen | undefined;
}

/** From this size on, the indexes exceed the database's default cache. */
const MANY_LINKS = 1_000_000;

const UNBEATABLE: Bar = { priority: Infinity, depth: -Infinity, hops: -Infinity };
const EVERY_FIND_COUNTS: Bar = { priority: -Infinity, depth: Infinity, hops: Infinity };
