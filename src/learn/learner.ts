/**
 * The contract of every learner. It trains on examples that belong to a class or not, and scores new vectors: above 0
 * the vector belongs, below 0 it does not. The distance from 0 is the confidence on the learner's own scale (margin,
 * log odds, share of votes). A feature that no training example had does not change the score, except for learners that
 * measure distances (RBF): there it makes the vector differ from all examples.
 */
import type { SparseVector } from '../text/vectors.ts';

export interface Example {
  readonly vector: SparseVector;
  readonly relevant: boolean;
  /** How much a mistake on it costs, relative to the others; only the linear SVM takes it into account. Default 1. */
  readonly weight?: number;
}

export interface Learner {
  /** The name used by `createLearner` and in model files. */
  readonly kind: string;
  /** Replaces anything learnt before. */
  fit(examples: readonly Example[]): void;
  /** Above 0: belongs to the class. */
  predict(vector: SparseVector): number;
  /** 0..1; only on learners (and settings) with meaningful probabilities. */
  probability?(vector: SparseVector): number;
  /** Learns one more example; only on learners that do not need the earlier ones for it. */
  update?(example: Example): void;
  /** What each feature of the vector adds to the score, largest first. */
  explain(vector: SparseVector): WeightedFeature[];
  toJSON(): LearnerRecord;
}

export interface WeightedFeature {
  feature: number;
  weight: number;
}

/** A learner as plain JSON; `restoreLearner` turns it back into a learner. */
export interface LearnerRecord {
  kind: string;
  settings: Record<string, unknown>;
  state: Record<string, unknown>;
}

/** Sorted by absolute weight, largest first; ties by feature index. */
export function weightiestFirst(features: WeightedFeature[]): WeightedFeature[] {
  return features
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.feature - b.feature);
}
