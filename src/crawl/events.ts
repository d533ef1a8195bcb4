/**
 * What a crawl tells while it runs, and the queue that carries it to whoever listens. Nothing is dropped: a
 * listener that falls behind slows the crawl down; without a listener nothing is kept.
 */
import type { Progress } from './statistics.ts';

export type CrawlEvent =
  | { type: 'start'; folder: string; topic: string; recipe: string; resumed: boolean; at: number }
  | {
      type: 'page';
      /** Number of the page in order of arrival. */
      n: number;
      url: string;
      title: string;
      score: number;
      relevant: boolean;
      depth: number;
      why: string[];
      duplicateOf?: string;
    }
  | { type: 'refused'; url: string; reason: string }
  | ({ type: 'progress' } & Progress)
  | { type: 'notice'; message: string }
  | ({ type: 'stop' } & Stop);

/** Why a crawl ended, with where it stands. */
export interface Stop {
  reason: StopReason;
  /** One sentence for a person. */
  detail: string;
  summary: Progress;
}

export type StopReason =
  | 'frontier-empty'
  | 'budget-pages'
  | 'budget-relevant'
  | 'budget-bytes'
  | 'budget-time'
  | 'idle'
  | 'interrupted'
  | 'failed';

export class EventQueue implements AsyncIterable<CrawlEvent> {
  #events: CrawlEvent[] = [];
  #listening = false;
  #ended = false;
  #wakeReader: (() => void) | undefined;
  #wakeWriter: (() => void) | undefined;
  readonly #limit: number;

  constructor(limit = 1000) {
    this.#limit = limit;
  }

  push(event: CrawlEvent): void {
    if (!this.#listening) return;
    this.#events.push(event);
    this.#wakeReader?.();
  }

  /** Resolves once the listener has caught up; at once when nobody listens. */
  async drained(): Promise<void> {
    while (this.#listening && !this.#ended && this.#events.length > this.#limit) {
      await new Promise<void>((wake) => {
        this.#wakeWriter = wake;
      });
    }
  }

  end(): void {
    this.#ended = true;
    this.#wakeReader?.();
    this.#wakeWriter?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<CrawlEvent> {
    this.#listening = true;
    try {
      while (true) {
        const batch = this.#events;
        this.#events = [];
        this.#wakeWriter?.();
        yield* batch;
        if (this.#events.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((wake) => {
          this.#wakeReader = wake;
        });
      }
    } finally {
      this.#listening = false;
      this.#events = [];
      this.#wakeWriter?.();
    }
  }
}
