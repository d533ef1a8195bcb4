/** Linear SVMs on the words of pages, and what they say of pages that they were not fitted to. */
import { stratifiedFolds } from '../../learn/evaluation/folds.ts';
import type { Example } from '../../learn/learner.ts';
import { pack } from '../../learn/learner-record.ts';
import { LinearSvm } from '../../learn/linear-svm.ts';

const svm = (seed: number): LinearSvm => new LinearSvm({ seed, tolerance: 1e-2, maxPasses: 200 });

export interface FittedSvm {
  /** One for each feature; and packed. */
  own: Float64Array;
  weights: unknown;
  intercept: number;
}

export function fitSvm(examples: readonly Example[], features: number, seed: number): FittedSvm {
  const learner = svm(seed);
  learner.fit(examples);
  const { weights, intercept } = learner.linear();
  const own = new Float64Array(features);
  own.set(weights.subarray(0, features));
  return { own, weights: pack(own), intercept };
}

/** The distance of each example from the border of an SVM that was fitted without it. */
export function heldOut(examples: readonly Example[], folds: number, seed: number): number[] {
  const labels = examples.map(({ relevant }) => relevant);
  const fewest = Math.min(labels.filter(Boolean).length, labels.filter((label) => !label).length);
  const distances = new Array<number>(examples.length).fill(0);
  if (fewest < 2) {
    const whole = svm(seed);
    whole.fit(examples);
    return examples.map(({ vector }) => whole.predict(vector));
  }
  for (const { train, test } of stratifiedFolds(labels, Math.min(folds, fewest), seed)) {
    const learner = svm(seed);
    learner.fit(train.map((i) => examples[i]!));
    for (const i of test) distances[i] = learner.predict(examples[i]!.vector);
  }
  return distances;
}
