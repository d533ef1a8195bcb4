/** Input checks for learners; every error says how to fix the input. */
import { ForageError } from '../errors.ts';
import type { SparseVector } from '../text/vectors.ts';
import type { Example } from './learner.ts';

/** Learners allocate one number per feature, so an unmasked hash must not make them allocate 30 GB. */
export const maxFeatures = 1 << 24;

/** Learners sum squared values: beyond this limit, one example would turn every later score into NaN. */
const maxValue = 1e100;

export interface ExampleCounts {
  relevant: number;
  other: number;
  /** Highest feature index plus 1. */
  features: number;
}

/** Requires both classes, valid vectors and at least one feature. */
export function checkExamples(examples: readonly Example[], learner: string): ExampleCounts {
  const counts = { relevant: 0, other: 0, features: 0 };
  if (examples.length === 0) {
    throw new ForageError('TRAINING', `${learner} was given no examples; label some pages first.`);
  }
  for (const { vector, relevant } of examples) {
    counts[relevant ? 'relevant' : 'other'] += 1;
    counts.features = Math.max(counts.features, checkVector(vector));
  }
  if (counts.relevant === 0 || counts.other === 0) {
    throw new ForageError(
      'TRAINING',
      `${learner} was given ${counts.relevant} relevant and ${counts.other} other examples; it needs some of both.`,
    );
  }
  checkFeatures(counts.features, learner);
  return counts;
}

/** The same checks for vectors of a single class. */
export function checkVectors(vectors: readonly SparseVector[], learner: string): number {
  if (vectors.length === 0) {
    throw new ForageError('TRAINING', `${learner} was given no examples; label some pages first.`);
  }
  let features = 0;
  for (const vector of vectors) features = Math.max(features, checkVector(vector));
  checkFeatures(features, learner);
  return features;
}

/** Highest feature index plus 1; 0 for an empty vector. */
export function checkVector({ indices, values }: SparseVector): number {
  const { length } = indices;
  if (values.length !== length) {
    throw new ForageError('INPUT_INVALID', `A vector has ${length} indices but ${values.length} values.`);
  }
  for (let i = 0; i < length; i++) {
    if (!(Math.abs(values[i]!) <= maxValue)) {
      throw new ForageError(
        'INPUT_INVALID',
        `Feature ${indices[i]} is ${values[i]}; use finite numbers up to ${maxValue}.`,
      );
    }
    if (i > 0 && indices[i]! <= indices[i - 1]!) {
      throw new ForageError(
        'INPUT_INVALID',
        `Feature ${indices[i]} is out of order; build vectors with vectorOf.`,
      );
    }
  }
  const features = length === 0 ? 0 : indices[length - 1]! + 1;
  if (features > maxFeatures) {
    throw new ForageError(
      'INPUT_INVALID',
      `Feature ${features - 1} is beyond ${maxFeatures}; map features to a smaller range.`,
    );
  }
  return features;
}

/** Only a vector that contains a non-finite value gives a non-finite score. */
export function finiteScore(score: number): number {
  if (Number.isFinite(score)) return score;
  throw new ForageError('INPUT_INVALID', `The vector's score is ${score}; use finite values.`);
}

export function notFitted(learner: string): ForageError {
  return new ForageError('TRAINING', `${learner} has not been trained yet; call fit first.`);
}

function checkFeatures(features: number, learner: string): void {
  if (features > 0) return;
  throw new ForageError(
    'TRAINING',
    `${learner} was given examples without any feature; check that the vocabulary fits the texts.`,
  );
}
