/** Counts of right and wrong answers, and the measures that are made of them. */
import { ForageError } from '../../errors.ts';

export interface Confusion {
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  trueNegatives: number;
}

export interface Measures extends Confusion {
  precision: number;
  recall: number;
  f1: number;
  accuracy: number;
  mcc: number;
}

export function confusion(labels: readonly boolean[], predicted: readonly boolean[]): Confusion {
  checkSameLength(labels, predicted);
  const counts = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 };
  for (let i = 0; i < labels.length; i++) {
    if (predicted[i]) counts[labels[i] ? 'truePositives' : 'falsePositives'] += 1;
    else counts[labels[i] ? 'falseNegatives' : 'trueNegatives'] += 1;
  }
  return counts;
}

/** Predictions are scores; above the threshold counts as positive. */
export function measure(labels: readonly boolean[], scores: readonly number[], threshold = 0): Measures {
  checkScores(scores);
  return measures(
    confusion(
      labels,
      scores.map((score) => score > threshold),
    ),
  );
}

export function measures(counts: Confusion): Measures {
  return {
    ...counts,
    precision: precision(counts),
    recall: recall(counts),
    f1: fBeta(counts),
    accuracy: accuracy(counts),
    mcc: matthews(counts),
  };
}

/** 0 where nothing was found. */
export function precision({ truePositives, falsePositives }: Confusion): number {
  return ratio(truePositives, truePositives + falsePositives);
}

/** 0 where there was nothing to find. */
export function recall({ truePositives, falseNegatives }: Confusion): number {
  return ratio(truePositives, truePositives + falseNegatives);
}

/** (1 + β²)·P·R / (β²·P + R): above 1, β favours recall. 0 where there is no true positive. */
export function fBeta({ truePositives, falsePositives, falseNegatives }: Confusion, beta = 1): number {
  if (!(beta > 0)) throw new ForageError('INPUT_INVALID', `β is ${beta}; give a number above 0.`);
  const square = beta * beta;
  const weighted = (1 + square) * truePositives;
  return ratio(weighted, weighted + square * falseNegatives + falsePositives);
}

export function accuracy({
  truePositives,
  falsePositives,
  falseNegatives,
  trueNegatives,
}: Confusion): number {
  const right = truePositives + trueNegatives;
  return ratio(right, right + falsePositives + falseNegatives);
}

/** Matthews' correlation of labels and predictions, −1 … 1; 0 where either is all one class. */
export function matthews({
  truePositives,
  falsePositives,
  falseNegatives,
  trueNegatives,
}: Confusion): number {
  const product =
    Math.sqrt(truePositives + falsePositives) *
    Math.sqrt(truePositives + falseNegatives) *
    Math.sqrt(trueNegatives + falsePositives) *
    Math.sqrt(trueNegatives + falseNegatives);
  return ratio(truePositives * trueNegatives - falsePositives * falseNegatives, product);
}

export function checkSameLength(labels: readonly unknown[], predicted: readonly unknown[]): void {
  if (labels.length > 0 && labels.length === predicted.length) return;
  throw new ForageError(
    'INPUT_INVALID',
    `${labels.length} labels and ${predicted.length} predictions; give one prediction for each of one or more labels.`,
  );
}

/** NaN is above nothing, so it would count as "no" and nobody would know. */
export function checkScores(scores: readonly number[]): void {
  const bad = scores.findIndex((score) => Number.isNaN(score));
  if (bad >= 0) throw new ForageError('INPUT_INVALID', `Score ${bad} is no number; give numbers.`);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
