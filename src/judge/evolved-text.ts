/**
 * A chromosome (feature sets and a learner) as a judge of pages. With `frequent-tokens;100|rbf-svm`, the 100 most
 * frequent words and an RBF SVM, it is the fixed binary classifier of Sobania (TU Darmstadt, 2015), section 5.3.2; with a
 * chromosome found by evolution, the evolved one (section 6.3).
 *
 * The thesis had as many positives as negatives. If a topic has fewer of one class, they are repeated in training. The
 * score is Platt's sigmoid over held-out scores; without one, ½ is the learner's own threshold.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { stratifiedFolds } from '../learn/evaluation/folds.ts';
import type { Chromosome } from '../learn/evolution/chromosome.ts';
import { type LabelledSample, type Trained, trained } from '../learn/evolution/fitness.ts';
import { ReadText } from '../learn/features/document.ts';
import { FeatureSpace } from '../learn/features/feature-space.ts';
import { restoreLearner } from '../learn/learners.ts';
import { fitSigmoid, type ScoredExample, type Sigmoid, sigmoidAt, sigmoidSchema } from '../learn/platt.ts';
import type { Page } from '../page/page.ts';
import type { Judge, Opinion } from './judge.ts';
import type { LabelledText } from './training/learnt.ts';

export interface EvolvedTextSettings {
  threshold: number;
  /** How many characters of a text are read. */
  maxCharacters: number;
}

/** Plain JSON. */
export interface EvolvedTextModel {
  space: unknown;
  learner: unknown;
  sigmoid: Sigmoid;
}

export function evolvedText(model: unknown, { threshold, maxCharacters }: EvolvedTextSettings): Judge {
  const { space, learner, sigmoid } = restored(model);
  // The effect of one feature on a distance to many examples requires visiting all of them.
  const explains = !['rbf-svm', 'nearest-neighbours'].includes(learner.kind);
  return {
    judge(page): Opinion {
      const vector = space.vector(new ReadText(mainTextOf(page).slice(0, maxCharacters)));
      const margin = learner.predict(vector);
      const score = sigmoidAt(sigmoid, margin);
      const parts = explains ? learner.explain(vector).slice(0, 4) : [];
      const why = [
        `${learner.kind} ${margin.toFixed(2)} on ${vector.indices.length} of ${space.size} features`,
        ...parts.map(({ feature, weight }) => `${weight < 0 ? '−' : '+'} ${space.name(feature)}`),
      ];
      return { score, relevant: score >= threshold, border: threshold, why };
    },
  };
}

/** The thesis reads the main text without boilerplate; so does a crawl's full-text index. */
export const mainTextOf = ({ title, mainText }: Pick<Page, 'title' | 'mainText'>): string =>
  `${title}\n${mainText}`;

export function trainEvolvedText(
  chromosome: Chromosome,
  texts: readonly LabelledText[],
  { maxCharacters, seed }: { maxCharacters: number; seed: number },
): EvolvedTextModel {
  const samples = texts.map(
    ({ text, relevant }): LabelledSample => ({
      sample: new ReadText(text.slice(0, maxCharacters)),
      relevant,
    }),
  );
  const { space, learner } = trained(chromosome, samples);
  const heldOut = heldOutScores(chromosome, samples, seed);
  const fitted = heldOut && fitSigmoid(heldOut);
  const sigmoid = fitted && fitted.a < 0 ? fitted : { a: -1, b: 0 };
  return JSON.parse(JSON.stringify({ space, learner, sigmoid })) as EvolvedTextModel;
}

function heldOutScores(
  chromosome: Chromosome,
  samples: readonly LabelledSample[],
  seed: number,
): ScoredExample[] | undefined {
  const labels = samples.map(({ relevant }) => relevant);
  const relevant = labels.filter(Boolean).length;
  const folds = Math.min(5, relevant, labels.length - relevant);
  if (folds < 2) return undefined;
  return stratifiedFolds(labels, folds, seed).flatMap(({ train, test }) => {
    const made = trained(
      chromosome,
      train.map((i) => samples[i]!),
    );
    return test.map((i) => scored(made, samples[i]!));
  });
}

const scored = ({ learner, space }: Trained, { sample, relevant }: LabelledSample): ScoredExample => ({
  score: learner.predict(space.vector(sample)),
  relevant,
});

function restored(model: unknown) {
  const read = modelSchema.safeParse(model);
  if (!read.success) {
    throw new ForageError(
      'MODEL_INVALID',
      'What the judge learnt is missing or damaged; start the crawl again to train it.',
    );
  }
  const { space, learner, sigmoid } = read.data;
  return { space: FeatureSpace.fromJSON(space), learner: restoreLearner(learner), sigmoid };
}

const modelSchema = z.object({ space: z.unknown(), learner: z.unknown(), sigmoid: sigmoidSchema });
