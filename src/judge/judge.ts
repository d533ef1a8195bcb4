import type { Page } from '../page/page.ts';

/** Reads a page, says how relevant it is, whether it counts, and why. */
export interface Judge {
  judge(page: Page): Judgement;
}

/** A judge that can also weigh a few words, such as an anchor. */
export interface TextJudge extends Judge {
  /** 0..1 */
  scoreText(text: string): number;
}

export interface Judgement {
  /** 0..1 */
  score: number;
  relevant: boolean;
  /** Reasons that a person can read: "asthma ×7", "inhaler ×2 in title", "−2 horoscope". */
  why: string[];
}
