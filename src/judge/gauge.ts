/**
 * A gauge: how likely a page that a judge called relevant is relevant, as log odds. It is a linear SVM over the words
 * of the topic's examples, with a curve (Platt 1999) fitted to scores of examples it was not trained on. It stands
 * beside the judge and decides nothing: two judges that err differently tell more than one about itself.
 *
 * The log odds are those of the examples, where one page in six or so is relevant and the others are far from the
 * topic. A crawl meets pages close to the topic, so its pages are less often relevant than these odds say;
 * `lab/statistics/harvest-estimate.ts` corrects for it.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { CountedTexts } from '../learn/counted-texts.ts';
import { heldOut } from '../learn/evaluation/held-out.ts';
import type { LearnerRecord } from '../learn/learner.ts';
import { restoreLearner } from '../learn/learners.ts';
import { LinearSvm } from '../learn/linear-svm.ts';
import { fitSigmoid, type Sigmoid, sigmoidSchema } from '../learn/platt.ts';
import { Vectoriser } from '../learn/vectoriser.ts';
import type { SparseVector } from '../text/vectors.ts';

/** Plain JSON. */
export interface GaugeModel {
  vectoriser: unknown;
  learner: LearnerRecord;
  curve: Sigmoid;
}

export interface GaugeText {
  text: string;
  relevant: boolean;
}

const FOLDS = 5;
const REPEATS = 3;

/** Undefined if the examples are too few, or too alike, to separate the classes at all. */
export async function trainGauge(
  texts: readonly GaugeText[],
  { language, seed }: { language: string; seed: number },
): Promise<GaugeModel | undefined> {
  const labels = texts.map(({ relevant }) => relevant);
  const counted = new CountedTexts(
    texts.map(({ text }) => text),
    { language, weighting: 'log-tf-idf', minDocuments: 2 },
  );
  const machine = (places: readonly number[], vectorOf: (place: number) => SparseVector): LinearSvm => {
    const learner = new LinearSvm({ classWeights: 'balanced' });
    learner.fit(places.map((place) => ({ vector: vectorOf(place), relevant: labels[place]! })));
    return learner;
  };
  const scores = await heldOut(labels, { folds: FOLDS, repeats: REPEATS, seed }, (train) => {
    const fitted = counted.fittedOn(train);
    const learner = machine(train, (place) => fitted(place).vector);
    return (place) => learner.predict(fitted(place).vector);
  });
  if (scores === undefined) return undefined;
  const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length;
  const curve = fitSigmoid(labels.map((relevant, i) => ({ score: mean(scores[i]!), relevant })));
  if (!(curve.a < 0)) return undefined;
  const vectoriser = counted.vectoriser();
  const learner = machine([...texts.keys()], (place) => vectoriser.vector(texts[place]!.text));
  return JSON.parse(JSON.stringify({ vectoriser, learner, curve })) as GaugeModel;
}

/** The log odds that a text is relevant, were it drawn like the examples. */
export function gauge(model: unknown): (text: string) => number {
  const read = modelSchema.safeParse(model);
  if (!read.success)
    throw new ForageError('MODEL_INVALID', 'The stored gauge is damaged; start the crawl again to train it.');
  const vectoriser = Vectoriser.fromJSON(read.data.vectoriser);
  const learner = restoreLearner(read.data.learner);
  const { a, b } = read.data.curve;
  return (text) => -(a * learner.predict(vectoriser.vector(text)) + b);
}

const modelSchema = z.object({ vectoriser: z.unknown(), learner: z.unknown(), curve: sigmoidSchema });
