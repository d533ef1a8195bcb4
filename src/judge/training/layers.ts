/**
 * Learns to tell three kinds of pages apart: Layer 1 (on the topic), Layer 2 (off the topic but leading to it,
 * such as a university's home page) and the rest. Chen (CINDI robot, Concordia, 2008), chapter 5: words without
 * the long stop list, Porter stems; Layer 1 by naive Bayes weighted by tf·idf, or by an SVM with an RBF kernel over
 * the weights RDF + γ·RKF of the stems that more than three examples hold; Layer 2 by a second naive Bayes.
 *
 * The SVM is the robot's choice for its beginning, naive Bayes for when there are thousands of examples. A linear SVM
 * over (1 + ln tf)·idf is there beside the two, ours.
 *
 * What the thesis leaves open: the SVM's C and γ (1 and 1 here, both classes weighing the same), and what Layer 2 is
 * told from (here the examples that are off the topic and do not lead to it). It trains the SVM anew every 50,000
 * pages and lets naive Bayes grow during the crawl; a judge here says the same of the same page at any time, so
 * both learn before the crawl and not during it.
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
 * Pages that lead to the topic against pages that do not. Where Layer 1 counts words too, its words are used again,
 * so that a page is read once for both.
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

/** The 620 stop words are English, and so is the rule of letters only; other languages keep their own. */
function words(language = 'en'): VectoriserSettings {
  return { language, stopWords: 'long', lettersOnly: language === 'en' };
}

function byCounts(language?: string | undefined): VectoriserSettings {
  return { ...words(language), weighting: 'count', unitLength: false, minDocuments: 1 };
}

/** Stems of more than three examples; where there are but few examples, of a tenth of them. */
function byFrequencies(examples: number, language?: string | undefined): VectoriserSettings {
  const minDocuments = Math.min(4, Math.max(1, Math.floor(examples / 10)));
  return { ...words(language), weighting: 'frequencies', unitLength: true, minDocuments };
}

/** Of examples held out in turn, a fifth at a time; undefined where there are too few to hold any out. */
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
