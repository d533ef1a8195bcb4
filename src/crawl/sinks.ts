/**
 * User-defined sinks. Each receives every page that is kept, in landing order, and is called before each commit. After
 * a crash the pages since the last commit come again, perhaps in another order and with other numbers. An asynchronous
 * sink slows the crawl down once a hundred of its pages are pending; one that finishes none of them for a minute is stuck,
 * and they are faults.
 */
import type { Judgement } from '../judge/judge.ts';
import type { VisitedLink } from '../strategy/strategy.ts';
import { type Faults, faultOf } from './faults.ts';
import type { Landed } from './landing/landed.ts';

export interface Sink {
  accept(page: SunkPage): void | Promise<void>;
  /** Called before the crawl commits; the sink should make what it accepted so far durable. */
  commit?(): void;
  close?(): void | Promise<void>;
}

/** A kept page, as passed to a sink. */
export interface SunkPage {
  /** Position in the crawl's feed; increases, and never changes once it is committed. */
  sequence: number;
  url: string;
  host: string;
  depth: number;
  /** `page`, `duplicate` or `near-duplicate`. */
  outcome: string;
  relevant: boolean;
  /** Absent if the judge failed. */
  judgement: Judgement | undefined;
  title: string;
  /** The main text. */
  text: string;
  language: string | undefined;
  kind: string;
  links: readonly VisitedLink[];
  fetchedAt: number;
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** Decompressed. */
  body: Uint8Array;
}

export interface NamedSink {
  name: string;
  sink: Sink;
}

const MOST_UNDER_WAY = 100;
const STUCK_AFTER_S = 60;

interface WatchedSink extends NamedSink {
  /** One for each page that it works on: gives it up. */
  pending: Set<(error: Error) => void>;
  /** For how many seconds it has finished none of them. */
  quietS: number;
}

export class Sinks {
  readonly #sinks: WatchedSink[];
  readonly #faults: Faults;
  readonly #stuckAfterS: number;
  readonly #underWay = new Set<Promise<void>>();
  #watch: NodeJS.Timeout | undefined;

  constructor(sinks: readonly NamedSink[], faults: Faults, { stuckAfterS = STUCK_AFTER_S } = {}) {
    this.#sinks = sinks.map((named) => ({ ...named, pending: new Set(), quietS: 0 }));
    this.#faults = faults;
    this.#stuckAfterS = stuckAfterS;
  }

  accept(landed: Landed): void {
    if (this.#sinks.length === 0) return;
    const page = sunk(landed);
    for (const watched of this.#sinks) {
      const { name, sink } = watched;
      const part = `sink ${name}`;
      const accepted = this.#faults.attempt(part, page.url, () => ({ when: sink.accept(page) }));
      if (accepted === undefined) continue;
      if (!(accepted.when instanceof Promise)) {
        this.#faults.worked(part);
        continue;
      }
      const done = this.#unlessStuck(watched, accepted.when)
        .then(() => this.#faults.worked(part))
        .catch((error: unknown) => this.#faults.note(faultOf(part, error), page.url))
        .finally(() => this.#underWay.delete(done));
      this.#underWay.add(done);
    }
  }

  /** Resolves once few enough pages are pending. */
  async drained(): Promise<void> {
    while (this.#underWay.size > MOST_UNDER_WAY) await Promise.race(this.#underWay);
  }

  commit(): void {
    for (const { name, sink } of this.#sinks)
      this.#faults.attempt(`sink ${name}`, 'at a commit', () => sink.commit?.());
  }

  /** The crawl's last commit comes after it, and calls no sink. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
    this.commit();
    for (const { name, sink } of this.#sinks.splice(0)) {
      try {
        await sink.close?.();
      } catch (error) {
        this.#faults.note(faultOf(`sink ${name}`, error), 'at the end');
      }
    }
  }

  async #unlessStuck(sink: WatchedSink, work: Promise<void>): Promise<void> {
    const { promise: stuck, reject } = Promise.withResolvers<never>();
    sink.pending.add(reject);
    this.#watch ??= setInterval(() => this.#tick(), 1000);
    const finished = work.finally(() => {
      sink.quietS = 0;
    });
    try {
      await Promise.race([finished, stuck]);
    } finally {
      sink.pending.delete(reject);
      if (this.#sinks.every(({ pending }) => pending.size === 0)) {
        clearInterval(this.#watch);
        this.#watch = undefined;
      }
    }
  }

  /** Every second. Counted, not timed: a process that was suspended does not blame its sinks. */
  #tick(): void {
    for (const sink of this.#sinks) {
      if (sink.pending.size === 0) sink.quietS = 0;
      else sink.quietS += 1;
      if (sink.quietS < this.#stuckAfterS) continue;
      for (const giveUp of sink.pending)
        giveUp(new Error(`It has finished no page for ${this.#stuckAfterS} s.`));
    }
  }
}

/** Judgement and links are copies: what a sink does to them must not change how the links are ranked. */
function sunk({ sequence, task, answer, page, text, judgement, outcome, relevant }: Landed): SunkPage {
  return {
    sequence,
    url: task.url,
    host: task.host,
    depth: task.depth,
    outcome,
    relevant,
    judgement: structuredClone(judgement),
    title: page.title,
    text,
    language: page.language,
    kind: page.kind,
    links: page.links.map((link) => ({ ...link })),
    fetchedAt: answer.startedAt,
    status: answer.status,
    headers: answer.headers,
    body: answer.body,
  };
}
