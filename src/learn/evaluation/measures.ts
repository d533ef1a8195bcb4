/** Confusion counts, and the measures derived from them. */
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

/** Predictions are scores; a score above the threshold counts as positive. */
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

/** 0 if nothing was found. */
export function precision({ truePositives, falsePositives }: Confusion): number {
  return ratio(truePositives, truePositives + falsePositives);
}

/** 0 if there was nothing to find. */
export function recall({ truePositives, falseNegatives }: Confusion): number {
  return ratio(truePositives, truePositives + falseNegatives);
}

/** (1 + β²)·P·R / (β²·P + R): β above 1 favours recall. 0 without a true positive. */
export function fBeta({ truePositives, falsePositives, falseNegatives }: Confusion, beta = 1): number {
  if (!(beta > 0)) throw new ForageError('INPUT_INVALID', `β is ${beta}; use a number above 0.`);
  const square = beta * beta;
  const weighted = (1 + square) * truePositives;
  return ratio(weighted, weighted + square * falseNegatives + falsePositives);
}

function accuracy({ truePositives, falsePositives, falseNegatives, trueNegatives }: Confusion): number {
  const right = truePositives + trueNegatives;
  return ratio(right, right + falsePositives + falseNegatives);
}

/** Matthews correlation of labels and predictions, −1 … 1; 0 if either has only one class. */
function matthews({ truePositives, falsePositives, falseNegatives, trueNegatives }: Confusion): number {
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
    `${labels.length} labels and ${predicted.length} predictions; each label needs one prediction.`,
  );
}

/** Comparisons with NaN are false, so NaN would silently count as negative. */
export function checkScores(scores: readonly number[]): void {
  const bad = scores.findIndex((score) => Number.isNaN(score));
  if (bad >= 0) throw new ForageError('INPUT_INVALID', `Score ${bad} is not a number.`);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
