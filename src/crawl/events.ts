/**
 * Events of a running crawl, for any number of listeners in the same process. A slow listener misses the oldest events
 * and learns how many, unless it asks the crawl to wait. For a feed without gaps, use `follow`.
 */
import type { PageChange } from '../archive/records.ts';
import type { LabelEffect } from '../strategy/strategy.ts';
import type { Change } from './changes.ts';
import type { Progress } from './statistics.ts';

export type CrawlEvent =
  | { type: 'start'; folder: string; topic: string; recipe: string; resumed: boolean; at: number }
  | {
      type: 'page';
      /** The page's number in order of arrival. */
      n: number;
      url: string;
      title: string;
      /** 0 if it was not judged. */
      score: number;
      /** False if the topic gives nothing to judge by, or the judge failed. */
      judged: boolean;
      relevant: boolean;
      depth: number;
      why: string[];
      duplicateOf?: string;
    }
  | { type: 'refused'; url: string; reason: string }
  /** A known page was asked for again. */
  | {
      type: 'revisit';
      url: string;
      change: Exclude<PageChange, 'new'>;
      title: string;
      relevant: boolean;
      wasRelevant: boolean;
      /** Where it moved to. */
      to?: string;
    }
  /** A round of a re-crawl began. */
  | { type: 'round'; n: number; by: string; known: number; avoided: number; chosen: number; budget?: number }
  | ({ type: 'progress' } & Progress)
  | { type: 'notice'; message: string }
  /** A fault of a judge, strategy, reader, filter or sink; it affects only this page. */
  | { type: 'fault'; part: string; url: string; message: string }
  /** Settings were changed, by key. */
  | { type: 'changed'; changes: Record<string, Change>; by: string }
  | { type: 'seeds'; added: number; by: string }
  /** The frontier was empty, and the next seeds of the pool were drawn. `before`: what the cycle before came to. */
  | {
      type: 'cycle';
      cycle: number;
      drawn: number;
      left: number;
      pool: string;
      before: { pages: number; relevant: number };
    }
  /** People labelled pages; with what a learner changed, if it says so. */
  | ({ type: 'labelled'; pages: number; changed: number; by: string } & LabelEffect)
  | { type: 'paused'; by: string }
  | { type: 'continued'; by: string }
  /** This listener was too slow. */
  | { type: 'missed'; events: number }
  | ({ type: 'stop' } & Stop);

/** Why a crawl ended, with its final progress. */
export interface Stop {
  reason: StopReason;
  /** One sentence for users. */
  detail: string;
  summary: Progress;
}

export type StopReason =
  | 'frontier-empty'
  | 'budget-pages'
  | 'budget-relevant'
  /** It no longer brings enough. */
  | 'budget-yield'
  | 'budget-words'
  | 'budget-bytes'
  | 'budget-time'
  /** A round of a re-crawl has used its requests. */
  | 'budget-round'
  | 'idle'
  | 'interrupted'
  /** A judge, strategy, reader, filter or sink failed too many times in a row. */
  | 'faults'
  | 'failed';

export interface ListenOptions {
  /** The crawl waits for this listener if it is slow; otherwise the oldest events are dropped and counted. */
  wait?: boolean;
}

/** Any number of listeners, each with its own queue. Events without a listener are dropped. */
export class Events {
  readonly #queues = new Set<Queue>();
  readonly #limit: number;
  #ended = false;

  constructor(limit = 1000) {
    this.#limit = limit;
  }

  push(event: CrawlEvent): void {
    for (const queue of this.#queues) {
      queue.events.push(event);
      if (!queue.wait && queue.events.length > 2 * this.#limit) queue.dropOldest(this.#limit);
      queue.wake();
    }
  }

  /** Resolves once every listener with `wait` has caught up. */
  async drained(): Promise<void> {
    for (const queue of this.#queues)
      while (queue.wait && this.#queues.has(queue) && !this.#ended && queue.events.length > this.#limit)
        await new Promise<void>((resolve) => {
          queue.caughtUp = resolve;
        });
  }

  end(): void {
    this.#ended = true;
    for (const queue of this.#queues) {
      queue.wake();
      queue.caughtUp();
    }
  }

  async *listen({ wait = false }: ListenOptions = {}): AsyncGenerator<CrawlEvent> {
    const queue = new Queue(wait);
    this.#queues.add(queue);
    try {
      while (true) {
        const batch = queue.take();
        queue.caughtUp();
        yield* batch;
        if (queue.events.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          queue.wake = resolve;
        });
      }
    } finally {
      this.#queues.delete(queue);
      queue.caughtUp();
    }
  }
}

class Queue {
  events: CrawlEvent[] = [];
  readonly wait: boolean;
  wake: () => void = () => {};
  caughtUp: () => void = () => {};
  #missed = 0;

  constructor(wait: boolean) {
    this.wait = wait;
  }

  take(): CrawlEvent[] {
    const batch = this.events;
    this.events = [];
    if (this.#missed > 0) batch.unshift({ type: 'missed', events: this.#missed });
    this.#missed = 0;
    return batch;
  }

  dropOldest(keep: number): void {
    this.#missed += this.events.length - keep;
    this.events = this.events.slice(-keep);
  }
}
