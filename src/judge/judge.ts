import type { Page } from '../page/page.ts';

/** Decides how relevant a page is, whether it counts, and why. The same page always gets the same opinion. */
export interface Judge {
  judge(page: Page): Opinion;
  /** How relevant a short text such as an anchor is, 0..1; absent if the judge needs a whole page. */
  scoreText?(text: string): number;
}

/** A judge that can also score short texts. */
export interface TextJudge extends Judge {
  scoreText(text: string): number;
}

/** A judge's answer about a page; `judgementOf` fills in missing fields. */
export interface Opinion {
  /** How relevant the page is, 0..1. */
  score: number;
  /** Whether the page counts as relevant. */
  relevant: boolean;
  /** Human-readable reasons: "asthma ×7", "inhaler ×2 in title", "−2 horoscope". */
  why: string[];
  /** The score from which a page counts; default ½. */
  border?: number;
  /**
   * Distance from the threshold on the judge's own scale: above 0 relevant, below 0 not. Defaults to the difference
   * between the log odds of score and border.
   */
  margin?: number;
  /** How good the page's links should be, 0..1, which can differ from its relevance. Defaults to the score. */
  guide?: number;
  /** Other findings about the page, for the measure of a strategy. */
  findings?: Findings;
}

export interface Judgement extends Opinion {
  border: number;
  margin: number;
  guide: number;
  /** Why the page does not count regardless of its score: `noindex`, or a language other than the topic's. */
  excluded?: string;
  /** There was nothing to judge by: the page is collected, and its score means nothing. */
  unjudged?: true;
}

export type Findings = Readonly<Record<string, number>>;

/** Fills in missing fields. Throws if a field is invalid, since users can write judges. */
export function judgementOf(opinion: Opinion): Judgement {
  const { score, relevant, why, findings = {} } = opinion;
  const { border = 0.5, margin = logOdds(score) - logOdds(border), guide = score } = opinion;
  inRange('score', score);
  inRange('border', border);
  inRange('guide', guide);
  if (!Number.isFinite(margin))
    throw new TypeError(`A judge's margin must be a finite number, not ${margin}.`);
  if (typeof relevant !== 'boolean')
    throw new TypeError(`A judge's relevant must be true or false, not ${relevant}.`);
  if (!Array.isArray(why) || !why.every((reason) => typeof reason === 'string'))
    throw new TypeError("A judge's why must be a list of texts.");
  if (!Object.values(findings).every((finding) => typeof finding === 'number'))
    throw new TypeError("A judge's findings must be numbers.");
  return { ...opinion, border, margin, guide };
}

function inRange(what: string, value: number): void {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw new TypeError(`A judge's ${what} must be from 0 to 1, not ${value}.`);
}

/** Limited to ±20, where doubles can still distinguish the scores. */
function logOdds(share: number): number {
  return Math.max(-20, Math.min(20, Math.log(share / (1 - share))));
}
