import type { Page } from '../page/page.ts';

/** Reads a page, says how relevant it is, whether it counts, and why. The same page gets the same opinion. */
export interface Judge {
  judge(page: Page): Opinion;
  /** How relevant a few words are, 0..1, such as an anchor; absent where a judge needs a whole page. */
  scoreText?(text: string): number;
}

/** A judge that can also weigh a few words. */
export interface TextJudge extends Judge {
  scoreText(text: string): number;
}

/** What a judge says of a page; what it leaves out is filled in by `judgementOf`. */
export interface Opinion {
  /** How relevant the page is, 0..1. */
  score: number;
  /** Whether the page counts as a find. */
  relevant: boolean;
  /** Reasons that a person can read: "asthma ×7", "inhaler ×2 in title", "−2 horoscope". */
  why: string[];
  /** The score from which on a page counts. ½ where it is left out. */
  border?: number;
  /**
   * How far the page is from the border on the judge's own scale: above 0 relevant, below 0 not. The distance
   * between the log odds of score and border where it is left out.
   */
  margin?: number;
  /** How good the page's links should be, 0..1: worth following is not the same as relevant. The score where left out. */
  guide?: number;
  /** What else was found on the page; the measure of a strategy may read it. */
  findings?: Findings;
}

export interface Judgement extends Opinion {
  border: number;
  margin: number;
  guide: number;
  /** Why the page does not count whatever its score: `noindex`, or a language that is not the topic's. */
  excluded?: string;
}

export type Findings = Readonly<Record<string, number>>;

/** Fills in what a judge left out. Throws where a number is none: judges may be written by users. */
export function judgementOf(opinion: Opinion): Judgement {
  const { score, border = 0.5, margin = logOdds(score) - logOdds(border), guide = score } = opinion;
  inRange('score', score);
  inRange('guide', guide);
  if (!Number.isFinite(margin))
    throw new TypeError(`A judge's margin must be a finite number, not ${margin}.`);
  return { ...opinion, border, margin, guide };
}

function inRange(what: string, value: number): void {
  if (!(value >= 0 && value <= 1))
    throw new TypeError(`A judge's ${what} must be from 0 to 1, not ${value}.`);
}

/** Within ±20, where a double still tells the scores apart. */
function logOdds(share: number): number {
  return Math.max(-20, Math.min(20, Math.log(share / (1 - share))));
}
