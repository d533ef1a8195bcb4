/**
 * Trains the judge of `learnt.ts` on labelled texts and measures it on unseen ones. In five stratified folds every text
 * is scored by a learner trained on the other four; these held-out scores give both the quality and the curve (Platt's
 * sigmoid). Vocabulary and idf come from all texts, without labels. If there is nothing to hold out (fewer than two
 * texts of a class), or the held-out scores are inverted, the curve is logistic with the mean absolute score as its
 * unit.
 */
import { stratifiedFolds } from '../../learn/evaluation/folds.ts';
import type { Example, Learner } from '../../learn/learner.ts';
import { createLearner } from '../../learn/learners.ts';
import { fitSigmoid, type ScoredExample, type Sigmoid, sigmoidAt } from '../../learn/platt.ts';
import { Vectoriser, type VectoriserSettings } from '../../learn/vectoriser.ts';
import type { TermOptions } from '../../text/terms.ts';
import type { SparseVector } from '../../text/vectors.ts';
import { type LearntModel, wordsIn } from '../learnt.ts';
import { wordForms } from '../word-forms.ts';
import { type Quality, qualityOf } from './quality.ts';

export interface LearntSettings {
  learner: string;
  /** The learner's settings. */
  settings: Record<string, unknown>;
  vectors: VectoriserSettings;
  perWord: boolean;
  /** `logistic`: 1 / (1 + e^−score), where ½ is the learner's own threshold. */
  curve: 'platt' | 'logistic';
  threshold: number;
  seed: number;
}

export interface LabelledText {
  text: string;
  relevant: boolean;
}

export function trainLearnt(
  texts: readonly LabelledText[],
  settings: LearntSettings,
): { model: LearntModel; quality: Quality | undefined } {
  const vectoriser = Vectoriser.fit(
    texts.map(({ text }) => text),
    settings.vectors,
  );
  const examples = texts.map(({ text, relevant }): MeasuredExample => {
    const counts = vectoriser.counts(text);
    const scale = settings.perWord ? wordsIn(counts) : 1;
    return { vector: vectoriser.weighed(counts), relevant, scale };
  });
  const make = (): Learner => createLearner(settings.learner, settings.settings);
  const heldOut = heldOutScores(make, examples, settings.seed);
  const learner = make();
  learner.fit(examples);
  const sigmoid = settings.curve === 'logistic' ? ownBorder : curveOf(heldOut, learner, examples);
  const model = {
    learner: learner.toJSON(),
    vectoriser: vectoriser.toJSON(),
    forms: wordForms(
      texts.map(({ text }) => text),
      vectoriser.settings as TermOptions,
      Array.from({ length: vectoriser.vocabulary.size }, (_, feature) => vectoriser.term(feature)),
    ),
    perWord: settings.perWord,
    sigmoid,
  };
  const quality =
    heldOut &&
    qualityOf(
      heldOut.map(({ relevant }) => relevant),
      heldOut.map(({ score }) => sigmoidAt(sigmoid, score)),
      settings.threshold,
    );
  return { model: JSON.parse(JSON.stringify(model)) as LearntModel, quality };
}

interface MeasuredExample extends Example {
  vector: SparseVector;
  scale: number;
}

const ownBorder: Sigmoid = { a: -1, b: 0 };

function heldOutScores(
  make: () => Learner,
  examples: readonly MeasuredExample[],
  seed: number,
): ScoredExample[] | undefined {
  const labels = examples.map(({ relevant }) => relevant);
  const relevant = labels.filter(Boolean).length;
  const folds = Math.min(5, relevant, labels.length - relevant);
  if (folds < 2) return undefined;
  return stratifiedFolds(labels, folds, seed).flatMap(({ train, test }) => {
    const learner = make();
    learner.fit(train.map((i) => examples[i]!));
    return test.map((i) => scored(learner, examples[i]!));
  });
}

const scored = (learner: Learner, { vector, relevant, scale }: MeasuredExample): ScoredExample => ({
  score: learner.predict(vector) / scale,
  relevant,
});

function curveOf(
  heldOut: readonly ScoredExample[] | undefined,
  learner: Learner,
  examples: readonly MeasuredExample[],
): Sigmoid {
  const fitted = heldOut && fitSigmoid(heldOut);
  if (fitted && fitted.a < 0) return fitted;
  let sum = 0;
  for (const example of examples) sum += Math.abs(scored(learner, example).score);
  return { a: sum > 0 ? -examples.length / sum : -1, b: 0 };
}
