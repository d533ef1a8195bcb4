/**
 * Trains classifiers for three kinds of pages: Layer 1 (on the topic), Layer 2 (off the topic but leading to it, such
 * as a university's home page) and the rest. Chen (CINDI robot, Concordia, 2008), chapter 5: words without the long
 * stop list, Porter stems; Layer 1 by naive Bayes weighted by tf·idf, or by an SVM with an RBF kernel over the weights
 * RDF + γ·RKF of stems found in more than three examples; Layer 2 by a second naive Bayes.
 *
 * The robot uses the SVM at first, and naive Bayes once there are thousands of examples. A linear SVM over (1 + ln
 * tf)·idf is our addition.
 *
 * Where the thesis is silent: the SVM's C and γ (1 and 1 here, with balanced classes), and the negatives of Layer 2
 * (here the examples that are off the topic and do not lead to it). The thesis retrains the SVM every 50,000 pages and
 * updates naive Bayes during the crawl. Judges here must always give the same page the same answer, so both are trained
 * before the crawl only.
 */
import { crossValidate } from '../../learn/evaluation/resampling.ts';
import type { Example, Learner } from '../../learn/learner.ts';
import { LinearSvm } from '../../learn/linear-svm.ts';
import { NaiveBayes } from '../../learn/naive-bayes.ts';
import { RbfSvm } from '../../learn/rbf-svm.ts';
import { Vectoriser, type VectoriserSettings } from '../../learn/vectoriser.ts';

export const layer1Learners = ['naive-bayes', 'svm', 'linear-svm'] as const;
export type Layer1Learner = (typeof layer1Learners)[number];

export interface LayerClassifier {
  vectoriser: Vectoriser;
  learner: Learner;
}

export interface LabelledText {
  text: string;
  relevant: boolean;
}

export interface LayerChoice {
  learner: Layer1Learner;
  language?: string | undefined;
  seed: number;
}

export function learnLayer1(
  texts: readonly LabelledText[],
  { learner, language, seed }: LayerChoice,
): LayerClassifier & { quality: LayerQuality | undefined } {
  const make = (): Learner => learnerOf(learner);
  const vectoriser = Vectoriser.fit(
    texts.map(({ text }) => text),
    vectorsFor(learner, texts.length, language),
  );
  const examples = vectorsOf(texts, vectoriser);
  const fitted = make();
  fitted.fit(examples);
  return { vectoriser, learner: fitted, quality: qualityOf(make, examples, seed) };
}

/**
 * Pages that lead to the topic against pages that do not. If Layer 1 counts words too, its vocabulary is reused, so
 * that a page is read once for both.
 */
export function learnLayer2(
  leading: readonly string[],
  others: readonly string[],
  layer1: LayerClassifier,
): LayerClassifier & { learner: NaiveBayes } {
  const texts = [
    ...leading.map((text) => ({ text, relevant: true })),
    ...others.map((text) => ({ text, relevant: false })),
  ];
  const counting = layer1.vectoriser.settings.weighting === 'count';
  const vectoriser = counting
    ? layer1.vectoriser
    : Vectoriser.fit(
        texts.map(({ text }) => text),
        byCounts(layer1.vectoriser.settings.language),
      );
  const learner = new NaiveBayes({ weighting: 'tf-idf' });
  learner.fit(vectorsOf(texts, vectoriser));
  return { vectoriser, learner };
}

function learnerOf(name: Layer1Learner): Learner {
  if (name === 'naive-bayes') return new NaiveBayes({ weighting: 'tf-idf' });
  if (name === 'linear-svm') return new LinearSvm({ classWeights: 'balanced' });
  return new RbfSvm({ c: 1, gamma: 1, classWeights: 'balanced' });
}

function vectorsFor(
  name: Layer1Learner,
  examples: number,
  language?: string | undefined,
): VectoriserSettings {
  if (name === 'naive-bayes') return byCounts(language);
  if (name === 'linear-svm') return { ...words(language), weighting: 'log-tf-idf', minDocuments: 2 };
  return byFrequencies(examples, language);
}

function vectorsOf(texts: readonly LabelledText[], vectoriser: Vectoriser): Example[] {
  return texts.map(({ text, relevant }) => ({ vector: vectoriser.vector(text), relevant }));
}

/** The 620 stop words and the letters-only rule are for English; other languages use their own. */
function words(language = 'en'): VectoriserSettings {
  return { language, stopWords: 'long', lettersOnly: language === 'en' };
}

function byCounts(language?: string | undefined): VectoriserSettings {
  return { ...words(language), weighting: 'count', unitLength: false, minDocuments: 1 };
}

/** Stems in more than three examples; with few examples, in 10 % of them. */
function byFrequencies(examples: number, language?: string | undefined): VectoriserSettings {
  const minDocuments = Math.min(4, Math.max(1, Math.floor(examples / 10)));
  return { ...words(language), weighting: 'frequencies', unitLength: true, minDocuments };
}

/** From 5-fold cross-validation; undefined if there are too few examples. */
function qualityOf(
  make: () => Learner,
  examples: readonly Example[],
  seed: number,
): LayerQuality | undefined {
  const relevant = examples.filter((example) => example.relevant).length;
  if (Math.min(relevant, examples.length - relevant) < 5) return undefined;
  const { accuracy, precision, recall, f1 } = crossValidate(make, examples, 5, seed);
  return { accuracy, precision, recall, f1 };
}

type LayerQuality = Record<'accuracy' | 'precision' | 'recall' | 'f1', number>;
