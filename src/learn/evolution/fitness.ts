/** Fitness of a chromosome: trains on one part of the samples, measures on another. */
import { ForageError } from '../../errors.ts';
import { type Measures, measure } from '../evaluation/measures.ts';
import { ReadText, type Sample } from '../features/document.ts';
import { FeatureSpace, RankedTerms } from '../features/feature-space.ts';
import type { Example, Learner } from '../learner.ts';
import { createLearner } from '../learners.ts';
import type { Chromosome } from './chromosome.ts';
import { costMs } from './cost.ts';

export interface LabelledSample {
  sample: Sample;
  relevant: boolean;
}

export interface Trained {
  learner: Learner;
  space: FeatureSpace;
}

/**
 * The thesis had as many positives as negatives. Here the learner sees the smaller class repeated until both are about
 * the same size; terms are counted before, in the samples themselves.
 */
export function trained(
  { genes, learner: kind }: Chromosome,
  train: readonly LabelledSample[],
  ranked = new RankedTerms(train.map(({ sample }) => sample)),
): Trained {
  const space = FeatureSpace.fit(genes, ranked.samples, ranked);
  const learner = createLearner(kind, settings[kind]);
  learner.fit(
    evened(train.map(({ sample, relevant }): Example => ({ vector: space.vector(sample), relevant }))),
  );
  return { learner, space };
}

function evened(examples: readonly Example[]): Example[] {
  const relevant = examples.filter((example) => example.relevant);
  const other = examples.filter((example) => !example.relevant);
  const [few, many] = relevant.length < other.length ? [relevant, other] : [other, relevant];
  if (few.length === 0) return [...examples];
  const times = Math.round(many.length / few.length);
  return [...examples, ...Array.from({ length: times - 1 }, () => few).flat()];
}

/** Where our default differs from that of WEKA, which the thesis uses: IBk measures Euclidean distances. */
const settings: Record<string, Record<string, unknown>> = { 'nearest-neighbours': { metric: 'euclidean' } };

export function tested({ learner, space }: Trained, samples: readonly LabelledSample[]): Measures {
  return measure(
    samples.map(({ relevant }) => relevant),
    samples.map(({ sample }) => learner.predict(space.vector(sample))),
  );
}

/** What became of one chromosome; all measures are 0 if one of its sets has no term in the training samples. */
export interface Evaluation extends Measures {
  costMs: number;
}

export function evaluationOn(
  train: readonly LabelledSample[],
  validation: readonly LabelledSample[],
): (chromosome: Chromosome) => Evaluation {
  const ranked = new RankedTerms(train.map(({ sample }) => sample));
  const size = { examples: train.length, links: !(train[0]!.sample instanceof ReadText) };
  return (chromosome) => {
    const cost = costMs(chromosome, size);
    try {
      const made = trained(chromosome, train, ranked);
      return { ...(made.space.hasEmptySet ? nothing : tested(made, validation)), costMs: cost };
    } catch (error) {
      if (error instanceof ForageError && error.code === 'TRAINING') return { ...nothing, costMs: cost };
      throw error;
    }
  };
}

const nothing: Measures = {
  truePositives: 0,
  falsePositives: 0,
  falseNegatives: 0,
  trueNegatives: 0,
  precision: 0,
  recall: 0,
  f1: 0,
  accuracy: 0,
  mcc: 0,
};
