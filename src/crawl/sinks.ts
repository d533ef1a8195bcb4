/**
 * User-defined sinks. Each receives every page that is kept, in landing order, and is called before each commit. After
 * a crash a sink may receive pages since the last commit again; `sequence` identifies them. An asynchronous sink slows
 * the crawl down once a hundred of its pages are pending.
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
  /** Position in the crawl's feed; increases and never changes. */
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

export class Sinks {
  readonly #sinks: readonly NamedSink[];
  readonly #faults: Faults;
  readonly #underWay = new Set<Promise<void>>();

  constructor(sinks: readonly NamedSink[], faults: Faults) {
    this.#sinks = sinks;
    this.#faults = faults;
  }

  accept(landed: Landed): void {
    if (this.#sinks.length === 0) return;
    const page = sunk(landed);
    for (const { name, sink } of this.#sinks) {
      const part = `sink ${name}`;
      const accepting = this.#faults.contain(part, page.url, () => sink.accept(page));
      if (!(accepting instanceof Promise)) continue;
      const done = accepting
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
      this.#faults.contain(`sink ${name}`, 'at a commit', () => sink.commit?.());
  }

  async close(): Promise<void> {
    await Promise.all(this.#underWay);
    for (const { name, sink } of this.#sinks) {
      try {
        await sink.close?.();
      } catch (error) {
        this.#faults.note(faultOf(`sink ${name}`, error), 'at the end');
      }
    }
  }
}

function sunk({ sequence, task, answer, page, text, judgement, outcome, relevant }: Landed): SunkPage {
  return {
    sequence,
    url: task.url,
    host: task.host,
    depth: task.depth,
    outcome,
    relevant,
    judgement,
    title: page.title,
    text,
    language: page.language,
    kind: page.kind,
    links: page.links,
    fetchedAt: answer.startedAt,
    status: answer.status,
    headers: answer.headers,
    body: answer.body,
  };
}
