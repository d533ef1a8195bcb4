/**
 * A frontier as simple as can be, to compare the real one with: an array, filters and sorts, no heaps, no
 * indexes, no counters. The merge rules alone are shared, since they have hand-calculated tests of their own.
 */
import type { Added, Lease, LinkState, MergeRule, NewLink, Outcome } from '../../src/frontier/frontier.ts';
import { merge } from '../../src/frontier/merge.ts';

interface ModelLink {
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
  tries: number;
  finds: number;
  mean: number | null;
  state: LinkState;
  reason: string | null;
  page: number | null;
  notBefore: number;
}

interface State {
  links: ModelLink[];
  /** When a host is ready, and what of it a restart leaves. */
  readyAt: Record<string, number>;
  kept: Record<string, number>;
}

export class ModelFrontier {
  clock = 0;
  #state: State = { links: [], readyAt: {}, kept: {} };
  #committed: State = structuredClone(this.#state);
  readonly #rule: MergeRule;
  readonly #bonus: number;

  constructor(rule: MergeRule, bonus: number) {
    this.#rule = rule;
    this.#bonus = bonus;
  }

  add(links: readonly NewLink[]): Added[] {
    return links.map((link) => {
      const known = this.#state.links.find(({ url }) => url === link.url);
      if (known === undefined) {
        const id = this.#state.links.length + 1;
        const { url, host, priority, depth } = link;
        const { anchor = '', from = null, hops = 0, carry = null, why = null } = link;
        const rest = { tries: 0, finds: 1, mean: null, reason: null, page: null, notBefore: 0 };
        const fresh = { id, url, host, priority, depth, anchor, from, hops, carry, why };
        this.#state.links.push({ ...fresh, ...rest, state: 'waiting' });
        return { id, fresh: true };
      }
      const merged = ['waiting', 'deferred'].includes(known.state)
        ? merge(known, link, this.#rule, this.#bonus)
        : undefined;
      if (merged) {
        const { takesOver, ...numbers } = merged;
        Object.assign(known, numbers);
        const { anchor = '', from = null, carry = null, why = null } = link;
        if (takesOver) Object.assign(known, { anchor, from, carry, why });
      }
      return { id: known.id, fresh: false };
    });
  }

  take(n: number, now: number): Lease[] {
    this.clock = Math.max(this.clock, now);
    for (const link of this.#state.links) {
      if (link.state === 'deferred' && link.notBefore <= this.clock) link.state = 'waiting';
    }
    const taken: Lease[] = [];
    while (taken.length < n) {
      const best = this.#state.links
        .filter(
          ({ state, host }) => state === 'waiting' && !this.#busy(host) && this.#ready(host) <= this.clock,
        )
        .sort(bestFirst)[0];
      if (best === undefined) break;
      best.state = 'leased';
      taken.push(plain(best));
    }
    return taken;
  }

  settle(lease: Lease, outcome: Outcome, hostReadyAt: number): void {
    const link = this.#state.links.find(({ id }) => id === lease.id)!;
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
    const { readyAt, kept } = this.#state;
    if (hostReadyAt > this.#ready(link.host)) {
      readyAt[link.host] = hostReadyAt;
      if (hostReadyAt > this.clock + 30_000) kept[link.host] = hostReadyAt;
    }
    const left = this.#state.links.some(
      ({ host, state }) => host === link.host && ['waiting', 'deferred'].includes(state),
    );
    if (!left && this.#ready(link.host) > this.clock) kept[link.host] = this.#ready(link.host);
  }

  nextReadyAt(): number | undefined {
    const times = Object.entries(Object.groupBy(this.#state.links, ({ host }) => host)).flatMap(
      ([host, links]) => {
        if (this.#busy(host)) return [];
        if (links!.some(({ state }) => state === 'waiting')) return [this.#ready(host)];
        const deferred = links!.filter(({ state }) => state === 'deferred');
        if (deferred.length === 0) return [];
        return [Math.max(this.#ready(host), Math.min(...deferred.map(({ notBefore }) => notBefore)))];
      },
    );
    return times.length === 0 ? undefined : Math.max(this.clock, Math.min(...times));
  }

  rescore(priorityOf: (link: Lease) => number): number {
    let changed = 0;
    for (const link of this.#state.links) {
      if (!['waiting', 'deferred'].includes(link.state)) continue;
      const priority = priorityOf(plain(link));
      if (priority === link.priority) continue;
      Object.assign(link, { priority, mean: null });
      changed++;
    }
    return changed;
  }

  waiting(host: string): Lease[] {
    return this.#state.links
      .filter((link) => link.host === host && ['waiting', 'deferred'].includes(link.state))
      .sort(bestFirst)
      .map(plain);
  }

  find(url: string) {
    const link = this.#state.links.find((known) => known.url === url);
    return link && { ...plain(link), state: link.state, reason: link.reason, page: link.page };
  }

  stats() {
    const count = (wanted: LinkState) => this.#state.links.filter(({ state }) => state === wanted).length;
    const waiting = this.#state.links.filter(({ state }) => state === 'waiting');
    return {
      waiting: waiting.length,
      deferred: count('deferred'),
      leased: count('leased'),
      done: count('done'),
      refused: count('refused'),
      hosts: new Set(waiting.map(({ host }) => host)).size,
    };
  }

  commit(): void {
    this.#committed = structuredClone(this.#state);
  }

  /** What a new process finds after this one ended with its last commit. */
  crash(): void {
    this.#state = structuredClone(this.#committed);
    this.#state.readyAt = { ...this.#state.kept };
    for (const link of this.#state.links) if (link.state === 'leased') link.state = 'waiting';
    this.clock = 0;
  }

  #busy(host: string): boolean {
    return this.#state.links.some((link) => link.host === host && link.state === 'leased');
  }

  #ready(host: string): number {
    return this.#state.readyAt[host] ?? 0;
  }
}

function bestFirst(a: ModelLink, b: ModelLink): number {
  return b.priority - a.priority || a.id - b.id;
}

function plain(link: ModelLink): Lease {
  const { id, url, host, priority, depth, anchor, from, hops, carry, why, tries } = link;
  return { id, url, host, priority, depth, anchor, from, hops, carry, why, tries };
}
