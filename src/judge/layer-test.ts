/**
 * The layer classifiers, optimised for many pages. Naive Bayes is linear in a page's counts: each word's contribution
 * is computed once, so that a page costs one multiplication per word instead of logarithms.
 */
import type { Learner, WeightedFeature } from '../learn/learner.ts';
import { LinearSvm } from '../learn/linear-svm.ts';
import { NaiveBayes } from '../learn/naive-bayes.ts';
import { emptyVector, type SparseVector } from '../text/vectors.ts';

export interface LayerTest {
  /** A margin above 0 means the page belongs; the score is a confidence, ½ at margin 0. */
  of(vector: SparseVector): { margin: number; score: number };
  /** The strongest words for or against; absent if too expensive to compute (RBF SVM). */
  weightiest?(vector: SparseVector, count: number): WeightedFeature[];
}

export function layerTest(learner: Learner): LayerTest {
  if (learner instanceof NaiveBayes) return bayesTest(learner);
  return {
    of(vector) {
      const margin = learner.predict(vector);
      return { margin, score: logistic(margin) };
    },
    ...(learner instanceof LinearSvm && {
      weightiest: (vector: SparseVector, count: number) => learner.explain(vector).slice(0, count),
    }),
  };
}

export type ClassSums = (vector: SparseVector) => { relevant: number; other: number };

/** Equals `classScores` of the learner. */
export function classSums(learner: NaiveBayes): ClassSums {
  const base = learner.classScores(emptyVector);
  const one = ofOneWord((vector) => learner.classScores(vector).relevant - base.relevant);
  const other = ofOneWord((vector) => learner.classScores(vector).other - base.other);
  return (vector) => ({
    relevant: base.relevant + sumOf(vector, one),
    other: base.other + sumOf(vector, other),
  });
}

function bayesTest(learner: NaiveBayes): LayerTest {
  const base = learner.predict(emptyVector);
  const weights = ofOneWord((vector) => learner.predict(vector) - base);
  return {
    of(vector) {
      const margin = base + sumOf(vector, weights);
      // The log odds of naive Bayes grow with the length of the page; the mean per word does not.
      let words = 0;
      for (let i = 0; i < vector.values.length; i++) words += vector.values[i]!;
      return { margin, score: logistic(margin / Math.max(1, words)) };
    },
    weightiest({ indices, values }, count) {
      const best: WeightedFeature[] = [];
      for (let i = 0; i < indices.length; i++) {
        const weight = weights(indices[i]!) * values[i]!;
        if (weight === 0) continue;
        let place = best.length;
        while (place > 0 && Math.abs(best[place - 1]!.weight) < Math.abs(weight)) place -= 1;
        if (place >= count) continue;
        best.splice(place, 0, { feature: indices[i]!, weight });
        if (best.length > count) best.pop();
      }
      return best;
    },
  };
}

function sumOf({ indices, values }: SparseVector, weights: (feature: number) => number): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i++) sum += weights(indices[i]!) * values[i]!;
  return sum;
}

/** Computed once per word and cached. */
function ofOneWord(scoreOf: (vector: SparseVector) => number): (feature: number) => number {
  let known = new Float64Array(1024).fill(Number.NaN);
  return (feature) => {
    if (feature >= known.length) {
      const wider = new Float64Array(Math.max(2 * known.length, feature + 1)).fill(Number.NaN);
      wider.set(known);
      known = wider;
    }
    const weight = known[feature]!;
    if (!Number.isNaN(weight)) return weight;
    const vector = { indices: Uint32Array.of(feature), values: Float64Array.of(1) };
    known[feature] = scoreOf(vector);
    return known[feature]!;
  };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
