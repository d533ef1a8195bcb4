/**
 * Measures over all thresholds: the area under the ROC curve, and the threshold with the best F. Equal scores are
 * treated together, so the order of the examples does not matter.
 */
import { ForageError } from '../../errors.ts';
import { type Confusion, checkSameLength, checkScores, fBeta, precision, recall } from './measures.ts';

export interface ThresholdPoint extends Confusion {
  /** Scores at or above it count as positive. */
  threshold: number;
}

/** One point per distinct score, highest first. */
export function thresholdPoints(labels: readonly boolean[], scores: readonly number[]): ThresholdPoint[] {
  checkSameLength(labels, scores);
  checkScores(scores);
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
  const positives = labels.filter(Boolean).length;
  const points: ThresholdPoint[] = [];
  let truePositives = 0;
  for (let n = 0; n < order.length; n++) {
    const threshold = scores[order[n]!]!;
    if (labels[order[n]!]) truePositives += 1;
    if (n + 1 < order.length && scores[order[n + 1]!] === threshold) continue;
    const falsePositives = n + 1 - truePositives;
    points.push({
      threshold,
      truePositives,
      falsePositives,
      falseNegatives: positives - truePositives,
      trueNegatives: labels.length - positives - falsePositives,
    });
  }
  return points;
}

/** Probability that a relevant example scores above another (ties count half): the area under the ROC curve. */
export function rocArea(labels: readonly boolean[], scores: readonly number[]): number {
  const { positives, negatives } = bothClasses(labels);
  let area = 0;
  let before = { truePositives: 0, falsePositives: 0 };
  for (const point of thresholdPoints(labels, scores)) {
    const width = point.falsePositives - before.falsePositives;
    area += (width * (point.truePositives + before.truePositives)) / 2;
    before = point;
  }
  return area / (positives * negatives);
}

export interface BestThreshold {
  /** Halfway to the next lower score, so that "above the threshold" generalises to new data. */
  threshold: number;
  f: number;
  precision: number;
  recall: number;
}

/** The threshold with the highest F; ties go to the highest threshold. */
export function bestThreshold(
  labels: readonly boolean[],
  scores: readonly number[],
  beta = 1,
): BestThreshold {
  bothClasses(labels);
  const points = thresholdPoints(labels, scores);
  let best = 0;
  for (let i = 1; i < points.length; i++) if (fBeta(points[i]!, beta) > fBeta(points[best]!, beta)) best = i;
  const point = points[best]!;
  const lower = points[best + 1]?.threshold;
  return {
    threshold: lower === undefined ? point.threshold - 1e-9 : (point.threshold + lower) / 2,
    f: fBeta(point, beta),
    precision: precision(point),
    recall: recall(point),
  };
}

function bothClasses(labels: readonly boolean[]): { positives: number; negatives: number } {
  const positives = labels.filter(Boolean).length;
  const negatives = labels.length - positives;
  if (positives > 0 && negatives > 0) return { positives, negatives };
  throw new ForageError(
    'INPUT_INVALID',
    `${positives} relevant and ${negatives} other labels; this measure needs some of both.`,
  );
}
