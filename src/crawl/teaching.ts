/**
 * When a running crawl learns from labels: at once if the last time is a while ago or somebody waits for the effect,
 * otherwise from all that have come meanwhile. Learning is a commit of the crawl and a look at all waiting links,
 * which a crawl that goes on must not do for every label.
 */
import type { LabelEffect } from '../strategy/strategy.ts';

/** From the end of one lesson to the next; a lesson that takes long is given less often. */
const PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 2500;
const PAUSE_FACTOR = 3;

export class Teaching {
  readonly #teach: () => Promise<LabelEffect>;
  #latest: Promise<unknown> = Promise.resolve();
  /** Not begun yet. */
  #next: { effect: Promise<LabelEffect>; begin(): void } | undefined;
  #notBefore = 0;

  constructor(teach: () => Promise<LabelEffect>) {
    this.#teach = teach;
  }

  /** The effect of a lesson that has all labels kept until now. */
  due({ isAwaited }: { isAwaited: boolean }): Promise<LabelEffect> {
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
    try {
      return await this.#teach();
    } finally {
      const now = performance.now();
      const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, PAUSE_FACTOR * (now - begun)));
      this.#notBefore = now + pauseMs;
    }
  }
}
