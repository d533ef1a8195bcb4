import type { Page } from '../page/page.ts';

/** Reads a page, says how relevant it is, whether it counts, and why. The same page gets the same judgement. */
export interface Judge {
  judge(page: Page): Judgement;
  /** How relevant a few words are, 0..1, such as an anchor; absent where a judge needs a whole page. */
  scoreText?(text: string): number;
}

/** A judge that can also weigh a few words. */
export interface TextJudge extends Judge {
  scoreText(text: string): number;
}

export interface Judgement {
  /** 0..1 */
  score: number;
  relevant: boolean;
  /** Reasons that a person can read: "asthma ×7", "inhaler ×2 in title", "−2 horoscope". */
  why: string[];
  /** What else was measured on the page, for the strategy. */
  signals?: Signals;
}

/**
 * Measured where the page was read, in a thread of its own, and handed to the strategy: a number for the page
 * (`cluster`, `layer`), or an array (most often a number a link, in the order of `page.links`).
 */
export type Signals = Record<string, number | Float64Array | Uint32Array>;
