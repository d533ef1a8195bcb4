/** Fitness of a chromosome: trains on one part of the samples, measures F-beta on another. */
import { ForageError } from '../../errors.ts';
import { fBeta, type Measures, measure } from '../evaluation/measures.ts';
import type { Sample } from '../features/document.ts';
import { FeatureSpace, RankedTerms } from '../features/feature-space.ts';
import type { Example, Learner } from '../learner.ts';
import { createLearner } from '../learners.ts';
import type { Chromosome } from './chromosome.ts';

export interface LabelledSample {
  sample: Sample;
  relevant: boolean;
}

export interface Trained {
  learner: Learner;
  space: FeatureSpace;
}

export function trained(
  { genes, learner: kind }: Chromosome,
  train: readonly LabelledSample[],
  ranked = new RankedTerms(train.map(({ sample }) => sample)),
): Trained {
  const space = FeatureSpace.fit(genes, ranked.samples, ranked);
  const learner = createLearner(kind);
  learner.fit(train.map(({ sample, relevant }): Example => ({ vector: space.vector(sample), relevant })));
  return { learner, space };
}

export function tested({ learner, space }: Trained, samples: readonly LabelledSample[]): Measures {
  return measure(
    samples.map(({ relevant }) => relevant),
    samples.map(({ sample }) => learner.predict(space.vector(sample))),
  );
}

/** F-beta on the validation samples; 0 for features that do not occur in the training samples. */
export function fitnessOn(
  train: readonly LabelledSample[],
  validation: readonly LabelledSample[],
  beta: number,
): (chromosome: Chromosome) => number {
  const ranked = new RankedTerms(train.map(({ sample }) => sample));
  return (chromosome) => {
    try {
      return fBeta(tested(trained(chromosome, train, ranked), validation), beta);
    } catch (error) {
      if (error instanceof ForageError && error.code === 'TRAINING') return 0;
      throw error;
    }
  };
}
