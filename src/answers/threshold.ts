/**
 * A threshold proposed from people's answers about pages over the range of scores. A logistic curve of the score (Platt
 * 1999) is fitted to the answers; with it, each threshold has an expected precision, recall and F1 over all judged
 * pages, and the one with the best F1 is proposed. How far the answers leave these figures open comes from drawing the
 * answers again with replacement.
 */
import { quantile } from '../learn/evaluation/resampling.ts';
import { fitSigmoid, type ScoredExample, type Sigmoid, sigmoidAt } from '../learn/platt.ts';
import { Random } from '../learn/random.ts';

export interface ThresholdPoint {
  threshold: number;
  /** Pages with at least this score. */
  called: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface Doubt {
  low: number;
  high: number;
}

export interface Proposal extends ThresholdPoint {
  /** 90 % intervals. */
  precisionDoubt: Doubt;
  recallDoubt: Doubt;
  /** Other thresholds to choose from, lowest first. */
  others: ThresholdPoint[];
}

export type NoProposal = 'few answers' | 'one answer only' | 'scores say nothing';

/** `scores` of all judged pages. */
export function proposeThreshold(
  scores: readonly number[],
  answers: readonly ScoredExample[],
): Proposal | NoProposal {
  if (answers.length < FEWEST_ANSWERS) return 'few answers';
  if (new Set(answers.map(({ relevant }) => relevant)).size < 2) return 'one answer only';
  const curve = fitSigmoid(answers);
  if (!(curve.a < 0)) return 'scores say nothing';
  const best = [...scores].sort((a, b) => b - a);
  const points = pointsOf(best, curve);
  const proposed = points.reduce((one, other) => (other.f1 > one.f1 ? other : one));
  const doubts = resampled(answers).map((drawn) => {
    const again = fitSigmoid(drawn);
    return figuresAt(proposed.called, sums(best, again));
  });
  const doubtOf = (of: (figures: Figures) => number): Doubt => {
    const sorted = doubts.map(of).sort((a, b) => a - b);
    return { low: quantile(sorted, 0.05), high: quantile(sorted, 0.95) };
  };
  return {
    ...proposed,
    precisionDoubt: doubtOf(({ precision }) => precision),
    recallDoubt: doubtOf(({ recall }) => recall),
    others: others(points, proposed),
  };
}

const FEWEST_ANSWERS = 10;
const RESAMPLES = 200;

type Figures = Pick<ThresholdPoint, 'precision' | 'recall' | 'f1'>;

/** One point for each distinct score; the threshold is rounded to as few digits as keep the next page out. */
function pointsOf(best: readonly number[], curve: Sigmoid): ThresholdPoint[] {
  const expected = sums(best, curve);
  const points: ThresholdPoint[] = [];
  for (let i = 0; i < best.length; i++) {
    const next = best[i + 1];
    if (next === best[i]) continue;
    const threshold = next === undefined ? 0 : between(next, best[i]!);
    points.push({ threshold, called: i + 1, ...figuresAt(i + 1, expected) });
  }
  return points;
}

/** Expected numbers of relevant pages among the first 0, 1, 2 … pages. */
function sums(best: readonly number[], curve: Sigmoid): Float64Array {
  const found = new Float64Array(best.length + 1);
  for (let i = 0; i < best.length; i++) found[i + 1] = found[i]! + sigmoidAt(curve, best[i]!);
  return found;
}

function figuresAt(called: number, expected: Float64Array): Figures {
  const found = expected[called]!;
  const all = expected.at(-1)!;
  return { precision: found / called, recall: found / all, f1: (2 * found) / (called + all) };
}

/** A short number above `low` and not above `high`. */
function between(low: number, high: number): number {
  for (let digits = 1; digits < 12; digits++) {
    const rounded = Math.ceil(((low + high) / 2) * 10 ** digits) / 10 ** digits;
    if (rounded > low && rounded <= high) return rounded;
  }
  return high;
}

/** Relevant and irrelevant answers are drawn apart, so that every sample has some of both. */
function resampled(answers: readonly ScoredExample[]): ScoredExample[][] {
  const random = new Random(1);
  const classes = [true, false].map((relevant) => answers.filter((answer) => answer.relevant === relevant));
  return Array.from({ length: RESAMPLES }, () =>
    classes.flatMap((members) => members.map(() => members[random.below(members.length)]!)),
  );
}

/** About the same recall apart: the last point that reaches each. */
function others(points: readonly ThresholdPoint[], { called }: ThresholdPoint): ThresholdPoint[] {
  const chosen = new Set<ThresholdPoint>();
  for (const wanted of [0.95, 0.9, 0.8, 0.7, 0.6, 0.5]) {
    const point = points.find(({ recall }) => recall >= wanted);
    if (point !== undefined && point.called !== called) chosen.add(point);
  }
  return [...chosen];
}
