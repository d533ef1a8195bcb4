/** Checks of what comes into a learner, each with a sentence that says what to do about it. */
import { ForageError } from '../errors.ts';
import type { SparseVector } from '../text/vectors.ts';
import type { Example } from './learner.ts';

/** Learners keep one number for each feature, so a hash without a mask must not make them 30 GB large. */
export const maxFeatures = 1 << 24;

/** Learners square values and add the squares up: beyond this, one example would make every later score NaN. */
const maxValue = 1e100;

export interface ExampleCounts {
  relevant: number;
  other: number;
  /** One more than the highest feature. */
  features: number;
}

/** Some of both classes, sound vectors, at least one feature somewhere. */
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

/** Vectors of one class, for learners that want no other. */
export function checkVectors(vectors: readonly SparseVector[], learner: string): number {
  if (vectors.length === 0) {
    throw new ForageError('TRAINING', `${learner} was given no examples; label some pages first.`);
  }
  let features = 0;
  for (const vector of vectors) features = Math.max(features, checkVector(vector));
  checkFeatures(features, learner);
  return features;
}

/** One more than the highest feature; 0 for an empty vector. */
export function checkVector({ indices, values }: SparseVector): number {
  const { length } = indices;
  if (values.length !== length) {
    throw new ForageError('INPUT_INVALID', `A vector has ${length} places but ${values.length} values.`);
  }
  for (let i = 0; i < length; i++) {
    if (!(Math.abs(values[i]!) <= maxValue)) {
      throw new ForageError(
        'INPUT_INVALID',
        `Feature ${indices[i]} is ${values[i]}; give finite numbers, up to ${maxValue}.`,
      );
    }
    if (i > 0 && indices[i]! <= indices[i - 1]!) {
      throw new ForageError('INPUT_INVALID', `Feature ${indices[i]} stands out of order; use vectorOf.`);
    }
  }
  const features = length === 0 ? 0 : indices[length - 1]! + 1;
  if (features > maxFeatures) {
    throw new ForageError(
      'INPUT_INVALID',
      `Feature ${features - 1} is beyond ${maxFeatures}; number or hash features into a smaller range.`,
    );
  }
  return features;
}

/** A score that is no number comes from a vector that holds one. */
export function finiteScore(score: number): number {
  if (Number.isFinite(score)) return score;
  throw new ForageError('INPUT_INVALID', `The vector gives the score ${score}; give finite numbers.`);
}

export function notFitted(learner: string): ForageError {
  return new ForageError('TRAINING', `${learner} has learnt nothing yet; fit it first.`);
}

function checkFeatures(features: number, learner: string): void {
  if (features > 0) return;
  throw new ForageError(
    'TRAINING',
    `${learner} was given examples without a single feature; check that the vocabulary fits the texts.`,
  );
}
