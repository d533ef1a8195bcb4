/**
 * When a running crawl learns from labels: at once if the last time is a while ago or somebody waits for the effect,
 * otherwise from all that have come meanwhile. Learning is a commit of the crawl and a look at all waiting links,
 * which a crawl that goes on must not do for every label.
 */
import type { LabelEffect } from '../strategy/strategy.ts';
import type { LabelsSaved } from './save-labels.ts';

/** From the end of one lesson to the next; a lesson that takes long is given less often. */
const PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 2500;
const PAUSE_FACTOR = 3;

/** Labels that the next lesson is about. */
export interface Untaught {
  pages: number;
  /** Pages that count now and did not, or the other way round. */
  changed: number;
  by: Set<string>;
}

export class Teaching {
  readonly #teach: (labels: Untaught) => Promise<LabelEffect>;
  #untaught: Untaught | undefined;
  #latest: Promise<unknown> = Promise.resolve();
  /** Not begun yet. */
  #next: { effect: Promise<LabelEffect>; begin(): void } | undefined;
  #notBefore = 0;

  constructor(teach: (labels: Untaught) => Promise<LabelEffect>) {
    this.#teach = teach;
  }

  /** Resolves with the effect of the lesson that has these labels and all kept before them. */
  due(saved: readonly LabelsSaved[], { isAwaited }: { isAwaited: boolean }): Promise<LabelEffect> {
    for (const { said, changed } of saved) {
      this.#untaught ??= { pages: 0, changed: 0, by: new Set() };
      this.#untaught.pages += said.labels.length;
      this.#untaught.changed += changed;
      this.#untaught.by.add(said.by);
    }
    if (this.#untaught === undefined) return Promise.resolve({});
    this.#next ??= this.#plan();
    if (isAwaited) this.#next.begin();
    return this.#next.effect;
  }

  /** Gives the lesson that is due now, and resolves once it is over. */
  async end(): Promise<void> {
    this.#next?.begin();
    await this.#latest;
  }

  #plan(): { effect: Promise<LabelEffect>; begin(): void } {
    const { promise: isTime, resolve: begin } = Promise.withResolvers<void>();
    const timer = setTimeout(begin, Math.max(0, this.#notBefore - performance.now()));
    const effect = Promise.all([isTime, this.#latest]).then(() => {
      clearTimeout(timer);
      this.#next = undefined;
      return this.#give();
    });
    this.#latest = effect.catch(() => {});
    return { effect, begin };
  }

  async #give(): Promise<LabelEffect> {
    const begun = performance.now();
    const labels = this.#untaught!;
    this.#untaught = undefined;
    try {
      return await this.#teach(labels);
    } finally {
      const now = performance.now();
      const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, PAUSE_FACTOR * (now - begun)));
      this.#notBefore = now + pauseMs;
    }
  }
}
