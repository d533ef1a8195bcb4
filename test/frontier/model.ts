/**
 * A frontier as simple as can be, to compare the real ones with: an array, filters and sorts, no heaps, no
 * indexes, no counters. The merge rules alone are shared, since they have hand-calculated tests of their own.
 */
import type {
  Added,
  Frontier,
  FrontierOptions,
  HostTimes,
  KnownLink,
  LinkState,
  NewLink,
  NewPriority,
  Outcome,
  RobotsTask,
  Task,
  WaitingLink,
} from '../../src/frontier/frontier.ts';
import { merge, type Standing } from '../../src/frontier/merge.ts';

interface ModelLink extends KnownLink, Standing {
  notBefore: number;
  /** In the batch, or out from there. */
  chosen: boolean;
}

export class ModelFrontier implements Frontier {
  #clock = 0;
  #state: { links: ModelLink[] } = { links: [] };
  #committed = structuredClone(this.#state);
  #robotsOut = new Set<string>();
  readonly #gate: HostTimes;
  readonly #options: Required<Pick<FrontierOptions, 'merge' | 'factor' | 'batch'>>;

  constructor({ gate, ...options }: Required<Omit<FrontierOptions, 'now'>>) {
    this.#gate = gate;
    this.#options = options;
  }

  add(links: readonly NewLink[]): Added[] {
    return links.map((link) => {
      const { url, host, priority, depth, hops = 0 } = link;
      const { type = 'page', anchor = '', from = null, carry = null, why = null } = link;
      const brought = { type, anchor, from, carry, why };
      const known = this.#state.links.find((other) => other.url === url);
      if (known === undefined) {
        const id = this.#state.links.length + 1;
        const standing = {
          priority,
          depth,
          hops,
          finds: 1,
          tries: 0,
          notBefore: 0,
          chosen: false,
        };
        this.#state.links.push({
          id,
          url,
          host,
          ...standing,
          ...brought,
          state: 'waiting',
          reason: null,
          page: null,
        });
        return { id, fresh: true };
      }
      const merged = isOpen(known)
        ? merge(known, link, this.#options.merge, this.#options.factor)
        : undefined;
      if (merged) {
        const { takesOver, ...numbers } = merged;
        Object.assign(known, numbers, takesOver ? brought : {});
      }
      return { id: known.id, fresh: false };
    });
  }

  take(n: number, now: number): (Task | RobotsTask)[] {
    this.#advance(now);
    const taken: (Task | RobotsTask)[] = [];
    while (taken.length < n) {
      const askable = this.#askable();
      const [best] = askable.some(({ chosen }) => chosen)
        ? askable.filter(({ chosen }) => chosen)
        : this.#options.batch > 1
          ? []
          : askable;
      if (best === undefined) break;
      const robots = this.#gate.robotsFor!(plain(best));
      if (robots === undefined) {
        best.state = 'leased';
        taken.push(plain(best));
      } else {
        this.#robotsOut.add(best.host);
        taken.push({ type: 'robots', url: robots, host: best.host });
      }
    }
    return taken;
  }

  claim(url: string): Task | undefined {
    const link = this.#state.links.find((other) => other.url === url);
    const isOut = this.#state.links.some(({ host, state }) => host === link?.host && state === 'leased');
    if (link?.state !== 'waiting' || link.chosen || isOut || this.#robotsOut.has(link.host)) return undefined;
    link.state = 'leased';
    return plain(link);
  }

  wantsRefill(now: number): boolean {
    if (this.#options.batch === 1) return false;
    this.#advance(now);
    return !this.#askable().some(({ chosen }) => chosen);
  }

  refill(now: number): void {
    this.#advance(now);
    const next = this.#askable().filter(({ chosen }) => !chosen);
    for (const link of next.slice(0, this.#options.batch)) link.chosen = true;
  }

  settle(task: Task | RobotsTask, outcome: Outcome): void {
    if (task.type === 'robots') return void this.#robotsOut.delete(task.host);
    const link = this.#state.links.find(({ id }) => id === task.id)!;
    if (outcome.kind !== 'returned') link.chosen = false;
    if (outcome.kind === 'done') {
      link.state = 'done';
      link.page = outcome.page ?? null;
    } else if (outcome.kind === 'refused') {
      link.state = 'refused';
      link.reason = outcome.reason;
    } else if (outcome.kind === 'retry') {
      link.state = 'deferred';
      link.tries++;
      link.notBefore = outcome.notBefore;
      link.reason = outcome.reason;
    } else {
      link.state = 'waiting';
    }
  }

  nextReadyAt(): number | undefined {
    const times = this.#state.links
      .filter(({ state, host }) => ['waiting', 'deferred'].includes(state) && !this.#busy(host))
      .map(({ state, host, notBefore }) => Math.max(this.#ready(host), state === 'deferred' ? notBefore : 0));
    return times.length === 0 ? undefined : Math.max(this.#clock, Math.min(...times));
  }

  rescore(priorityOf: (link: WaitingLink) => number): number {
    return this.#change(this.#open(), (link) => ({ priority: priorityOf(plain(link)) }));
  }

  promote(ids: readonly number[], priority: number, rule: 'latest' | 'max', why?: string): number {
    const promoted = this.#open().filter(
      (link) =>
        ids.includes(link.id) && link.from !== null && (rule === 'latest' || link.priority < priority),
    );
    return this.#change(promoted, () => ({ priority, ...(why === undefined ? {} : { why }) }));
  }

  reprioritise(changes: readonly NewPriority[]): number {
    let changed = 0;
    for (const { url, priority, why, carry } of changes) {
      const known = this.#state.links.find((other) => other.url === url);
      if (known && carry !== undefined && !['done', 'refused'].includes(known.state)) known.carry = carry;
      const [link] = this.#open().filter((open) => open.url === url);
      if (link === undefined || link.priority === priority) continue;
      changed += this.#change([link], () => ({ priority, ...(why === undefined ? {} : { why }) }));
    }
    return changed;
  }

  *byArrival(): Generator<WaitingLink> {
    yield* this.#open().map(plain);
  }

  /** Hosts in the order in which they were first met. */
  readmit(isOpen: (reason: string, host: string) => boolean): number {
    const refused = this.#state.links.filter(
      (link) => link.state === 'refused' && isOpen(link.reason!, link.host),
    );
    for (const link of refused) Object.assign(link, { state: 'waiting', reason: null });
    return refused.length;
  }

  find(url: string): KnownLink | undefined {
    const link = this.#state.links.find((known) => known.url === url);
    return link && { ...plain(link), state: link.state, reason: link.reason, page: link.page };
  }

  waitsAt(host: string, origin: string): boolean {
    const links = this.#state.links.filter(
      ({ state, chosen }) => !chosen && ['waiting', 'leased'].includes(state),
    );
    return links.some((link) => link.host === host && new URL(link.url).origin === origin);
  }

  stats() {
    const count = (wanted: LinkState) => this.#state.links.filter(({ state }) => state === wanted).length;
    const free = this.#open().filter(({ state }) => state === 'waiting');
    return {
      waiting: count('waiting'),
      deferred: count('deferred'),
      leased: count('leased'),
      done: count('done'),
      refused: count('refused'),
      hosts: new Set(free.map(({ host }) => host)).size,
    };
  }

  commit(): void {
    this.#committed = structuredClone(this.#state);
  }

  /** What a new process finds after this one ended with its last commit. */
  crash(): void {
    this.#state = structuredClone(this.#committed);
    this.#robotsOut.clear();
    for (const link of this.#state.links) if (link.state === 'leased') link.state = 'waiting';
    this.#clock = 0;
  }

  #advance(now: number): void {
    this.#clock = Math.max(this.#clock, now);
    for (const link of this.#state.links) {
      if (link.state === 'deferred' && link.notBefore <= this.#clock) link.state = 'waiting';
    }
  }

  #change(links: ModelLink[], to: (link: ModelLink) => { priority: number; why?: string }): number {
    let changed = 0;
    for (const link of links) {
      const change = to(link);
      if (change.priority === link.priority) continue;
      Object.assign(link, change);
      changed++;
    }
    return changed;
  }

  /** What waits at hosts that may be asked now, best first. */
  #askable(): ModelLink[] {
    return this.#state.links
      .filter(
        ({ state, host }) => state === 'waiting' && !this.#busy(host) && this.#ready(host) <= this.#clock,
      )
      .sort(bestFirst);
  }

  #open(): ModelLink[] {
    return this.#state.links.filter(isOpen);
  }

  #busy(host: string): boolean {
    const hasTask = this.#state.links.some((link) => link.host === host && link.state === 'leased');
    return hasTask || this.#robotsOut.has(host);
  }

  #ready(host: string): number {
    return this.#gate.mayAsk(host, this.#clock);
  }
}

/** Whether a find or a new priority still changes the link. */
function isOpen({ state, chosen }: ModelLink): boolean {
  return state === 'deferred' || (state === 'waiting' && !chosen);
}

function bestFirst(a: ModelLink, b: ModelLink): number {
  return b.priority - a.priority || a.id - b.id;
}

function plain(link: ModelLink): WaitingLink {
  const { id, type, url, host, priority, depth, anchor, from, hops, carry, why, tries } = link;
  return { id, type, url, host, priority, depth, anchor, from, hops, carry, why, tries };
}
