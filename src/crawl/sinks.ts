/**
 * User-defined sinks. Each receives every page that is kept, in landing order, and is called before each commit. After
 * a crash the pages since the last commit come again, perhaps in another order and with other numbers. An asynchronous
 * sink slows the crawl down once a hundred of its pages are pending.
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

export class Sinks {
  readonly #sinks: NamedSink[];
  readonly #faults: Faults;
  readonly #underWay = new Set<Promise<void>>();

  constructor(sinks: readonly NamedSink[], faults: Faults) {
    this.#sinks = [...sinks];
    this.#faults = faults;
  }

  accept(landed: Landed): void {
    if (this.#sinks.length === 0) return;
    const page = sunk(landed);
    for (const { name, sink } of this.#sinks) {
      const part = `sink ${name}`;
      const accepted = this.#faults.attempt(part, page.url, () => ({ when: sink.accept(page) }));
      if (accepted === undefined) continue;
      if (!(accepted.when instanceof Promise)) {
        this.#faults.worked(part);
        continue;
      }
      const done = accepted.when
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
