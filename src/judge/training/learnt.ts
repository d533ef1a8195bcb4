/**
 * Trains the judge of `learnt.ts` on labelled texts. In five stratified folds every text is scored by a learner that
 * was trained on the other four, with their vocabulary and idf; a curve (Platt's sigmoid) is fitted to these scores. If
 * there is nothing to hold out (fewer than two texts of a class), or the held-out scores are inverted, the curve is
 * logistic with the mean absolute score as its unit.
 */
import { CountedTexts, type FittedText } from '../../learn/counted-texts.ts';
import { heldOut } from '../../learn/evaluation/held-out.ts';
import type { Learner } from '../../learn/learner.ts';
import { createLearner } from '../../learn/learners.ts';
import { fitSigmoid, type ScoredExample, type Sigmoid } from '../../learn/platt.ts';
import type { VectoriserSettings } from '../../learn/vectoriser.ts';
import type { TermOptions } from '../../text/terms.ts';
import { wordForms } from '../../text/word-forms.ts';
import { type LearntModel, wordsIn } from '../learnt.ts';

export interface LearntSettings {
  learner: string;
  /** The learner's settings. */
  settings: Record<string, unknown>;
  vectors: VectoriserSettings;
  perWord: boolean;
  /** `logistic`: 1 / (1 + e^−score), where ½ is the learner's own threshold. */
  curve: 'platt' | 'logistic';
  seed: number;
}

export interface LabelledText {
  text: string;
  relevant: boolean;
}

export async function trainLearnt(
  texts: readonly LabelledText[],
  settings: LearntSettings,
): Promise<LearntModel> {
  const { vectors, perWord, seed, curve } = settings;
  const labels = texts.map(({ relevant }) => relevant);
  const all = texts.map(({ text }) => text);
  const counted = new CountedTexts(all, vectors);
  const trained = (places: readonly number[], read: (place: number) => FittedText): Learner => {
    const learner = createLearner(settings.learner, settings.settings);
    learner.fit(places.map((place) => ({ vector: read(place).vector, relevant: labels[place]! })));
    return learner;
  };
  const scorer = (learner: Learner, read: (place: number) => FittedText) => (place: number) => {
    const { vector, counts } = read(place);
    return learner.predict(vector) / (perWord ? wordsIn(counts) : 1);
  };
  const vectoriser = counted.vectoriser();
  const read = (place: number): FittedText => {
    const counts = vectoriser.counts(all[place]!);
    return { counts, vector: vectoriser.weighed(counts) };
  };
  const places = [...texts.keys()];
  const learner = trained(places, read);
  const unseen = await heldOut(labels, { seed }, (train) => {
    const readPart = counted.fittedOn(train);
    return scorer(trained(train, readPart), readPart);
  });
  const heldOutScores = unseen?.map(([score], i) => ({ score: score!, relevant: labels[i]! }));
  const seen = (): number[] => places.map(scorer(learner, read));
  const model = {
    learner: learner.toJSON(),
    vectoriser: vectoriser.toJSON(),
    forms: wordForms(
      all,
      vectoriser.settings as TermOptions,
      Array.from({ length: vectoriser.vocabulary.size }, (_, feature) => vectoriser.term(feature)),
    ),
    perWord,
    sigmoid: curve === 'logistic' ? ownBorder : curveOf(heldOutScores, seen),
  };
  return JSON.parse(JSON.stringify(model)) as LearntModel;
}

const ownBorder: Sigmoid = { a: -1, b: 0 };

function curveOf(unseen: readonly ScoredExample[] | undefined, seen: () => number[]): Sigmoid {
  const fitted = unseen && fitSigmoid(unseen);
  if (fitted && fitted.a < 0) return fitted;
  const scores = seen();
  const sum = scores.reduce((total, score) => total + Math.abs(score), 0);
  return { a: sum > 0 ? -scores.length / sum : -1, b: 0 };
}
