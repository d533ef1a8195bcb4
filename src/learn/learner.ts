/**
 * What every learner of this room can do. It learns from examples that belong to a class or not, and gives a new
 * vector a score: above 0 it belongs, below it does not, and the distance from 0 says how sure the learner is in
 * its own measure (margin, log odds, share of votes). A feature that no training example had says nothing about
 * the class and leaves the score as it is without it; only machines that measure distances (RBF) take it as one
 * more way in which a vector differs from all they know.
 */
import type { SparseVector } from '../text/vectors.ts';

export interface Example {
  readonly vector: SparseVector;
  readonly relevant: boolean;
}

export interface Learner {
  /** The name under which `createLearner` makes one and a model file keeps it. */
  readonly kind: string;
  /** Forgets what was learnt before. */
  fit(examples: readonly Example[]): void;
  /** Above 0: belongs. */
  predict(vector: SparseVector): number;
  /** 0..1; only learners (and settings) whose probabilities mean something have it. */
  probability?(vector: SparseVector): number;
  /** Learns one more example; only learners that can do so without the old ones have it. */
  update?(example: Example): void;
  /** What each feature of the vector adds to the score, weightiest first. */
  explain(vector: SparseVector): WeightedFeature[];
  toJSON(): LearnerRecord;
}

export interface WeightedFeature {
  feature: number;
  weight: number;
}

/** A learner as plain JSON; `restoreLearner` makes it a learner again. */
export interface LearnerRecord {
  kind: string;
  settings: Record<string, unknown>;
  state: Record<string, unknown>;
}

/** Weightiest first, by absolute weight; equal weights in the order of features. */
export function weightiestFirst(features: WeightedFeature[]): WeightedFeature[] {
  return features
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.feature - b.feature);
}
