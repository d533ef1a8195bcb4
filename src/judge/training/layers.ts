/**
 * Trains classifiers for three kinds of pages: Layer 1 (on the topic), Layer 2 (off the topic but leading to it, such
 * as a university's home page) and the rest. Chen (CINDI robot, Concordia, 2008), sections 4.3.1 to 4.3.4: words
 * without the long stop list, Porter stems; Layer 1 by naive Bayes weighted by tf·idf, or by an SVM with an RBF kernel
 * over stems found in more than three examples; Layer 2 by a second naive Bayes with its own vocabulary.
 *
 * The thesis compares four values for the SVM's features (section 4.3.3.1, Table 10): a, occurrences in the page; b,
 * presence; c, tf·log2(N/n); d, RDF + γ·RKF. It takes d. RDF and RKF are counted per class there, and the thesis does
 * not say how a page gets one value from two; here the classes are summed.
 *
 * A linear SVM over (1 + ln tf)·idf is our addition. Where the thesis is silent: the SVM's C and γ (1 and 1 here, with
 * balanced classes), and the negatives of Layer 2 (here pages off the topic that do not lead to it).
 */
import { CountedTexts } from '../../learn/counted-texts.ts';
import { stratifiedFolds } from '../../learn/evaluation/folds.ts';
import { measure } from '../../learn/evaluation/measures.ts';
import type { Learner } from '../../learn/learner.ts';
import { LinearSvm } from '../../learn/linear-svm.ts';
import { NaiveBayes } from '../../learn/naive-bayes.ts';
import { RbfSvm } from '../../learn/rbf-svm.ts';
import type { Vectoriser, VectoriserSettings } from '../../learn/vectoriser.ts';
import type { SparseVector } from '../../text/vectors.ts';
import { type Bag, type LabelledBag, layerWords, termsOf } from './bags.ts';

/** The thesis's two, and ours. */
export const layer1Learners = ['svm', 'naive-bayes', 'linear-svm'] as const;
export type Layer1Learner = (typeof layer1Learners)[number];

/** Names of the thesis's four schemes. */
export const svmValues = ['a', 'b', 'c', 'd'] as const;
export type SvmValues = (typeof svmValues)[number];

/** Naive Bayes with weighted words (section 4.3.3.2), or the classic one (Table 11). */
export const bayesWeights = ['tf-idf', 'counts'] as const;
export type BayesWeights = (typeof bayesWeights)[number];

const weightingOf = { a: 'count', b: 'binary', c: 'tf-log2-idf', d: 'frequencies' } as const;

export interface LayerClassifier {
  vectoriser: Vectoriser;
  learner: Learner;
}

export interface LayerChoice {
  learner: Layer1Learner;
  /** Of the SVM's features; default d. */
  values?: SvmValues;
  /** Of words in naive Bayes; default tf-idf. */
  bayes?: BayesWeights;
  language?: string | undefined;
}

/** How a layer is learnt: from which vectors, by which learner. */
export interface LayerDesign<L extends Learner = Learner> {
  vectors: (examples: number) => VectoriserSettings;
  learner: () => L;
}

export function layer1Design(choice: LayerChoice): LayerDesign {
  return { vectors: (examples) => vectorsFor(choice, examples), learner: () => learnerOf(choice) };
}

/** Pages that lead to the topic against pages that do not. */
export function layer2Design(language?: string | undefined): LayerDesign<NaiveBayes> {
  return {
    vectors: () => byCounts(language),
    learner: () => new NaiveBayes({ weighting: 'tf-idf' }),
  };
}

export function learnLayer<L extends Learner>(
  bags: readonly LabelledBag[],
  design: LayerDesign<L>,
): { vectoriser: Vectoriser; learner: L } {
  const counted = countedBags(bags, design);
  const vectoriser = counted.vectoriser();
  const learner = design.learner();
  learner.fit(bags.map(({ bag, relevant }) => ({ vector: vectorOf(bag, vectoriser), relevant })));
  return { vectoriser, learner };
}

/** From 5-fold cross-validation, with the vocabulary of each fold; undefined if there are too few examples. */
export function crossValidated(
  bags: readonly LabelledBag[],
  design: LayerDesign,
  seed: number,
): LayerQuality | undefined {
  const labels = bags.map(({ relevant }) => relevant);
  const relevant = labels.filter(Boolean).length;
  if (Math.min(relevant, labels.length - relevant) < folds) return undefined;
  const counted = countedBags(bags, design);
  const scores = new Array<number>(bags.length).fill(0);
  for (const { train, test } of stratifiedFolds(labels, folds, seed)) {
    const fitted = counted.fittedOn(train);
    const learner = design.learner();
    learner.fit(train.map((place) => ({ vector: fitted(place).vector, relevant: labels[place]! })));
    for (const place of test) scores[place] = learner.predict(fitted(place).vector);
  }
  return qualityOf(labels, scores);
}

/** On pages that the classifier was not trained on. */
export function qualityOn(bags: readonly LabelledBag[], classifier: LayerClassifier): LayerQuality {
  const { vectoriser, learner } = classifier;
  return qualityOf(
    bags.map(({ relevant }) => relevant),
    bags.map(({ bag }) => learner.predict(vectorOf(bag, vectoriser))),
  );
}

export type LayerQuality = Record<'accuracy' | 'precision' | 'recall' | 'f1', number>;

function qualityOf(labels: readonly boolean[], scores: readonly number[]): LayerQuality {
  const { accuracy, precision, recall, f1 } = measure(labels, scores);
  return { accuracy, precision, recall, f1 };
}

function countedBags(bags: readonly LabelledBag[], design: LayerDesign): CountedTexts {
  const counted = bags.map(({ bag }) => ({ terms: termsOf(bag), counts: bag.counts }));
  return new CountedTexts(counted, design.vectors(bags.length));
}

/** As the judge reads the page. */
function vectorOf(bag: Bag, vectoriser: Vectoriser): SparseVector {
  return vectoriser.weighed(vectoriser.vocabulary.countsOf(termsOf(bag), bag.counts));
}

function learnerOf({ learner, bayes = 'tf-idf' }: LayerChoice): Learner {
  if (learner === 'naive-bayes') return new NaiveBayes({ weighting: bayes });
  if (learner === 'linear-svm') return new LinearSvm({ classWeights: 'balanced' });
  return new RbfSvm({ c: 1, gamma: 1, classWeights: 'balanced' });
}

function vectorsFor({ learner, values = 'd', language }: LayerChoice, examples: number): VectoriserSettings {
  if (learner === 'naive-bayes') return byCounts(language);
  if (learner === 'linear-svm') return { ...layerWords(language), weighting: 'log-tf-idf', minDocuments: 2 };
  // Stems in more than three examples; with few examples, in 10 % of them.
  const minDocuments = Math.min(4, Math.max(1, Math.floor(examples / 10)));
  return { ...layerWords(language), weighting: weightingOf[values], unitLength: true, minDocuments };
}

function byCounts(language?: string | undefined): VectoriserSettings {
  return { ...layerWords(language), weighting: 'count', unitLength: false, minDocuments: 1 };
}

const folds = 5;
