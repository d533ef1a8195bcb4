/** Reliability of a measure: bootstrap intervals, and McNemar's test between two learners. */
import { ForageError } from '../../errors.ts';
import { Random } from '../random.ts';
import { checkSameLength } from './measures.ts';

export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/**
 * Percentile bootstrap (Efron 1979): the measure over samples of the same size, drawn with replacement. A sample that
 * lacks a class is drawn again, unless the data lack it: areas under curves are undefined there.
 */
export function bootstrapInterval(
  labels: readonly boolean[],
  scores: readonly number[],
  of: (labels: readonly boolean[], scores: readonly number[]) => number,
  { samples = 1000, confidence = 0.95, seed = 1 } = {},
): Interval {
  checkSameLength(labels, scores);
  if (!(confidence > 0 && confidence < 1) || !Number.isInteger(samples) || samples < 2) {
    throw new ForageError('INPUT_INVALID', 'Confidence must be between 0 and 1, with at least 2 samples.');
  }
  const random = new Random(seed);
  const classes = new Set(labels).size;
  const figures = Array.from({ length: samples }, () => {
    let drawn: number[];
    let drawnLabels: boolean[];
    do {
      drawn = Array.from(labels, () => random.below(labels.length));
      drawnLabels = drawn.map((i) => labels[i]!);
    } while (new Set(drawnLabels).size < classes);
    return of(
      drawnLabels,
      drawn.map((i) => scores[i]!),
    );
  }).sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return { estimate: of(labels, scores), low: quantile(figures, tail), high: quantile(figures, 1 - tail) };
}

export interface McNemar {
  /** Examples that only the first, or only the second, classified correctly. */
  onlyFirst: number;
  onlySecond: number;
  /** (|b − c| − 1)² / (b + c), Edwards' continuity correction; 0 if they never differ. */
  statistic: number;
  /** Exact two-sided binomial p-value. */
  pValue: number;
}

/** McNemar (1947): do two learners differ on the same examples by more than chance? */
export function mcNemar(
  labels: readonly boolean[],
  first: readonly boolean[],
  second: readonly boolean[],
): McNemar {
  checkSameLength(labels, first);
  checkSameLength(labels, second);
  let onlyFirst = 0;
  let onlySecond = 0;
  for (let i = 0; i < labels.length; i++) {
    if (first[i] === second[i]) continue;
    if (first[i] === labels[i]) onlyFirst += 1;
    else onlySecond += 1;
  }
  const differing = onlyFirst + onlySecond;
  const statistic = differing === 0 ? 0 : Math.max(0, Math.abs(onlyFirst - onlySecond) - 1) ** 2 / differing;
  const tail = binomialTail(differing, Math.min(onlyFirst, onlySecond));
  return { onlyFirst, onlySecond, statistic, pValue: Math.min(1, 2 * tail) };
}

/** Quantile of sorted numbers by linear interpolation (R's type 7). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

/** P(X ≤ k) for n fair coins, summed in logarithms so that thousands of coins do not underflow. */
export function binomialTail(n: number, k: number): number {
  let sum = 0;
  let logTerm = -n * Math.LN2;
  for (let i = 0; i <= k; i++) {
    sum += Math.exp(logTerm);
    logTerm += Math.log((n - i) / (i + 1));
  }
  return sum;
}
