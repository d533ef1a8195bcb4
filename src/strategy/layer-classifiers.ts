/**
 * One classifier per layer of a context graph: a layer's pages against all others, over tf·idf-weighted words. Used by
 * the strategy in `context-layers.ts`; runs where pages are read.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { Learner, LearnerRecord } from '../learn/learner.ts';
import { createLearner, restoreLearner } from '../learn/learners.ts';
import { Vectoriser } from '../learn/vectoriser.ts';
import type { SparseVector } from '../text/vectors.ts';

export interface LayerSettings {
  classifier: 'svm' | 'naive-bayes';
  language: string;
  seed: number;
}

/** Plain JSON. */
export interface LayerModel {
  vectoriser: unknown;
  learners: LearnerRecord[];
}

/** The texts of each layer, innermost first; at least two layers with a text each. */
export function trainLayers(layers: readonly (readonly string[])[], settings: LayerSettings): LayerModel {
  const { vectoriser, learners } = fitted(layers, settings);
  return JSON.parse(
    JSON.stringify({ vectoriser, learners: learners.map((learner) => learner.toJSON()) }),
  ) as LayerModel;
}

/** Each layer's score for a text: above 0 it belongs. */
export function layerScores(model: unknown): (text: string) => Float64Array {
  const read = modelSchema.safeParse(model);
  if (!read.success) {
    throw new ForageError(
      'MODEL_INVALID',
      'The layers of the context graph are missing or damaged; start the crawl again to train them.',
    );
  }
  return scorer(Vectoriser.fromJSON(read.data.vectoriser), read.data.learners.map(restoreLearner));
}

/**
 * How often an unseen page is assigned to its own layer, and to its own or a neighbouring one; every fifth page of a
 * layer is held out. Undefined if a layer has too few pages.
 */
export function layerQuality(
  layers: readonly (readonly string[])[],
  settings: LayerSettings,
): { accuracy: number; withinOne: number; pages: number } | undefined {
  if (layers.some((texts) => texts.length < 5)) return undefined;
  const { vectoriser, learners } = fitted(
    layers.map((texts) => texts.filter((_, i) => i % 5 !== 4)),
    settings,
  );
  const scores = scorer(vectoriser, learners);
  let pages = 0;
  let own = 0;
  let near = 0;
  for (const [layer, texts] of layers.entries()) {
    for (let i = 4; i < texts.length; i += 5) {
      const given = scores(texts[i]!);
      const said = given.indexOf(Math.max(...given));
      pages += 1;
      if (said === layer) own += 1;
      if (Math.abs(said - layer) <= 1) near += 1;
    }
  }
  return { accuracy: own / pages, withinOne: near / pages, pages };
}

function fitted(
  layers: readonly (readonly string[])[],
  { classifier, language, seed }: LayerSettings,
): { vectoriser: Vectoriser; learners: Learner[] } {
  const isSvm = classifier === 'svm';
  const vectoriser = Vectoriser.fit(layers.flat(), {
    language,
    // Naive Bayes applies its own tf · idf to raw counts.
    weighting: isSvm ? 'log-tf-idf' : 'count',
    unitLength: isSvm,
  });
  const vectors = layers.map((texts) => texts.map((text) => vectoriser.vector(text)));
  const learners = vectors.map((_, layer) => {
    const learner = isSvm
      ? createLearner('linear-svm', { classWeights: 'balanced', seed })
      : createLearner('naive-bayes', { weighting: 'tf-idf' });
    learner.fit(vectors.flatMap((of, other) => of.map((vector) => ({ vector, relevant: other === layer }))));
    return learner;
  });
  return { vectoriser, learners };
}

function scorer(vectoriser: Vectoriser, learners: readonly Learner[]): (text: string) => Float64Array {
  return (text) => {
    const vector = vectoriser.vector(text);
    return Float64Array.from(learners, (learner) => perWord(learner, vector));
  };
}

/** The log odds of naive Bayes grow with page length; per word, pages of any length are comparable. */
function perWord(learner: Learner, vector: SparseVector): number {
  const score = learner.predict(vector);
  if (learner.kind !== 'naive-bayes') return score;
  let words = 0;
  for (const count of vector.values) words += count;
  return score / Math.max(1, words);
}

const modelSchema = z.object({ vectoriser: z.unknown(), learners: z.array(z.unknown()).min(1) });
