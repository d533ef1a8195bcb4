/**
 * A learner's score of a vector and the features that contribute most, fast enough for every page. If the score is a
 * sum over features (linear models, naive Bayes), each feature's weight is looked up once and a page costs one pass
 * over its features. Kernel machines weigh a feature by removing it, so only the few features with the largest values
 * are tried.
 */
import type { Learner, WeightedFeature } from '../learn/learner.ts';
import { emptyVector, type SparseVector } from '../text/vectors.ts';

export interface Evidence {
  score(vector: SparseVector): number;
  /** Largest first. */
  heaviest(vector: SparseVector): WeightedFeature[];
  /** The score of a vector without features, if the score is a sum of this and the weights of the features. */
  base?: number;
}

/** `features`: the number of features. */
export function evidenceOf(learner: Learner, features: number): Evidence {
  if (sums.has(learner.kind)) return ofSum(learner, features);
  const heaviest = kernels.has(learner.kind)
    ? (vector: SparseVector) => byLeavingOut(learner, vector)
    : (vector: SparseVector) => learner.explain(vector).slice(0, most);
  return { score: (vector) => learner.predict(vector), heaviest };
}

const sums = new Set(['linear-svm', 'naive-bayes', 'online-logistic']);
const kernels = new Set(['rbf-svm', 'one-class-svm']);
const most = 5;
const mostLeftOut = 3;

function ofSum(learner: Learner, features: number): Evidence {
  const base = learner.predict(emptyVector);
  const weights = new Float64Array(features);
  const ones = {
    indices: Uint32Array.from({ length: features }, (_, feature) => feature),
    values: new Float64Array(features).fill(1),
  };
  for (const { feature, weight } of learner.explain(ones)) weights[feature] = weight;
  return {
    base,
    score({ indices, values }) {
      let score = base;
      for (let i = 0; i < indices.length; i++) score += weights[indices[i]!]! * values[i]!;
      return score;
    },
    heaviest({ indices, values }) {
      const found: WeightedFeature[] = [];
      let least = 0;
      for (let i = 0; i < indices.length; i++) {
        const feature = indices[i]!;
        const weight = weights[feature]! * values[i]!;
        const size = Math.abs(weight);
        if (size <= least) continue;
        let at = found.length;
        while (at > 0 && Math.abs(found[at - 1]!.weight) < size) at -= 1;
        found.splice(at, 0, { feature, weight });
        if (found.length > most) found.pop();
        if (found.length === most) least = Math.abs(found[most - 1]!.weight);
      }
      return found;
    },
  };
}

function byLeavingOut(learner: Learner, vector: SparseVector): WeightedFeature[] {
  const whole = learner.predict(vector);
  return [...vector.indices.keys()]
    .sort((a, b) => vector.values[b]! - vector.values[a]!)
    .slice(0, mostLeftOut)
    .map((place) => {
      const others = (_: number, at: number) => at !== place;
      const rest = { indices: vector.indices.filter(others), values: vector.values.filter(others) };
      return { feature: vector.indices[place]!, weight: whole - learner.predict(rest) };
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}
