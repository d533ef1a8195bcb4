/**
 * Fits a committee (`committee.ts`) to what there is. Three cases:
 *
 * - **Both kinds of examples** (20 or more irrelevant ones): an SVM on them and the keywords over the irrelevant ones as
 *   background; the weight of the keywords is chosen by cross-validation; Platt's curve over held-out sums. Pages of the
 *   crawl change nothing: only given examples do.
 * - **Relevant examples alone**: the words that they share, and the keywords, until pages are crawled. Then an SVM of the
 *   examples and the most certain crawled pages against the least likely ones, with the shared words. Pages between are
 *   left out: a focused crawl is full of relevant pages, and as negatives they ruin the judge.
 * - **Keywords alone**: standardised over the crawled pages. Nothing trains itself: its own agreement would be no guard.
 *
 * A fit that ranks the given relevant examples worse among the crawled pages than given keywords do is refused.
 */
import type { Example } from '../../learn/learner.ts';
import { pack } from '../../learn/learner-record.ts';
import { otsuThreshold } from '../../learn/otsu.ts';
import { fitSigmoid, type Sigmoid, sigmoidAt } from '../../learn/platt.ts';
import type { SparseVector } from '../../text/vectors.ts';
import type { WeightedTerm } from '../../topic/topic.ts';
import { Committee, type CommitteeModel, type LikenessModel, type TextModel } from '../committee.ts';
import { type BackgroundPage, fitKeywordView, keywordScore } from '../keyword-view.ts';
import type { PageEvidence } from '../page-evidence.ts';
import { productOf, TextVectors, textSpace } from '../text-view.ts';
import { featureWeights, SharedWords } from './shared-words.ts';
import { fitSvm, heldOut } from './text-fit.ts';

export interface CommitteeLesson {
  keywords: WeightedTerm[];
  /** The keywords are the words of the title. */
  fromTitle?: boolean | undefined;
  language: string;
  examples: CommitteeModel['examples'];
  /** A sample of the pages crawled so far. */
  crawled: readonly PageEvidence[];
  /** How many were crawled in all. */
  pages: number;
  /** The committee that judged them last. */
  before?: CommitteeModel | undefined;
  seed: number;
}

/** From this many irrelevant examples on they are a background of their own. */
const enoughIrrelevant = 20;
/** Crawled pages before the first fit to them. */
export const firstFit = 25;

export function basisOf(examples: readonly { relevant: boolean }[]): CommitteeModel['basis'] {
  const relevant = examples.filter((example) => example.relevant).length;
  if (relevant === 0) return 'keywords';
  return relevant > 1 && examples.length - relevant >= enoughIrrelevant ? 'both' : 'relevant';
}

export interface FittedCommittee {
  model: CommitteeModel;
  /** How relevant the crawled pages are by the new model, and how good guides. */
  probabilities: number[];
  guides: number[];
}

export function fitAndJudge(lesson: CommitteeLesson): FittedCommittee {
  const model = fitCommittee(lesson);
  const committee = new Committee(model);
  const votes = lesson.crawled.map((evidence) => committee.ofEvidence(evidence));
  return {
    model,
    probabilities: votes.map(({ probability }) => probability),
    guides: votes.map(({ guide }) => guide),
  };
}

export function fitCommittee(lesson: CommitteeLesson): CommitteeModel {
  switch (basisOf(lesson.examples)) {
    case 'both':
      return ofBothKinds(lesson);
    case 'relevant':
      return lesson.crawled.length < firstFit ? ofLikeness(lesson) : ofRelevantAlone(lesson);
    case 'keywords':
      return ofKeywords(lesson);
  }
}

/** Standard deviations above the background from which a page counts, if the crawled pages do not say. */
const usualBorder = 3;
/** Keyword scores end at 8. */
const highestBorder = 7;
/** Cosines part somewhere also where nothing, or everything, is relevant: the border stays between these. */
const lowestCosine = 0.03;
const highestCosine = 0.1;
/** Fewer pages that are relevant by their cosine say nothing about how many there are. */
const fewestCalled = 3;

/** P = 1 / (1 + e^(−slope (s − border))). */
const curveAt = (border: number, slope = 1.2): Sigmoid => ({ a: -slope, b: slope * border });
const fixedCurve = curveAt(usualBorder);
const plainSum = { mean: 0, deviation: 1 };

const common = ({ keywords, fromTitle, language, examples, pages }: CommitteeLesson) => ({
  keywords,
  ...(fromTitle && { fromTitle }),
  language,
  examples,
  pages,
});

function ofKeywords(lesson: CommitteeLesson): CommitteeModel {
  const view = fitKeywordView(lesson.keywords, backgroundOf(lesson));
  const scores = lesson.crawled.map((evidence) => keywordScore(evidence, view));
  return {
    ...common(lesson),
    basis: 'keywords',
    view,
    mix: { keywords: 1, text: 0, ...plainSum },
    curve: curveAt(borderOf(scores, lesson)),
    guide: fixedCurve,
  };
}

/**
 * The score from which a page counts: that which as many crawled pages reach as are relevant by their cosine with the
 * keywords, where the cosines part into two groups. A number of deviations would not do: relevant pages are in the
 * background of a focused crawl, too, so that the more there are, the less each stands out. Labels change which pages
 * come first, not how many count.
 */
function borderOf(scores: readonly number[], { crawled }: CommitteeLesson): number {
  if (crawled.length < firstFit) return usualBorder;
  const cosines = crawled.map(({ cosine }) => cosine);
  const likely = Math.min(highestCosine, Math.max(lowestCosine, otsuThreshold(cosines)));
  const called = cosines.filter((cosine) => cosine >= likely).length;
  if (called < fewestCalled) return usualBorder;
  return Math.min(highestBorder, [...scores].sort((a, b) => b - a)[called - 1]!);
}

/**
 * Crawled pages count as background as far as the last committee thought them irrelevant; a label before the first fit to
 * them is no reason to go by fewer pages.
 */
function backgroundOf({ crawled, before, examples }: CommitteeLesson): BackgroundPage[] {
  const committee = before && new Committee(before);
  const met = (crawled.length < firstFit ? [] : crawled).map((evidence) => {
    const probability = committee?.ofEvidence(evidence).guide ?? 0;
    return { evidence, weight: Math.max(0.001, (1 - probability) ** 2) };
  });
  const given = examples.filter(({ relevant }) => !relevant).map(({ evidence }) => ({ evidence, weight: 1 }));
  return [...given, ...met];
}

/** With fewer, the others of an example share no words, so that nothing says how alike relevant pages are. */
const fewestAlike = 3;

function ofLikeness(lesson: CommitteeLesson): CommitteeModel {
  const { examples, language, keywords } = lesson;
  const relevant = examples.filter((example) => example.relevant).map(({ evidence }) => evidence);
  return {
    ...common(lesson),
    basis: 'relevant',
    view: fitKeywordView(keywords, backgroundOf(lesson)),
    mix: { keywords: 1, text: 0, ...plainSum },
    curve: fixedCurve,
    ...((relevant.length >= fewestAlike || keywords.length === 0) && {
      likeness: likenessOf(relevant, language),
    }),
  };
}

/** By the words that the examples share. The median is of each example by those that the others share. */
function likenessOf(relevant: readonly PageEvidence[], language: string): LikenessModel {
  const space = textSpace(relevant, language, true);
  const vectors = new TextVectors(space);
  const shared = new SharedWords(relevant, [], language);
  const alike = relevant
    .map((evidence, i) => productOf(featureWeights(shared.without(i), space), vectors.ofEvidence(evidence)))
    .sort((a, b) => a - b);
  return {
    space,
    weights: pack(featureWeights(shared.weights(), space)),
    median: Math.max(1e-6, alike[alike.length >> 1]!),
  };
}

function ofBothKinds(lesson: CommitteeLesson): CommitteeModel {
  const { examples, keywords, language, seed } = lesson;
  const irrelevant = examples.filter((example) => !example.relevant);
  const relevant = examples.length - irrelevant.length;
  const view = fitKeywordView(
    keywords,
    irrelevant.map(({ evidence }) => ({ evidence, weight: 1 })),
  );
  const space = textSpace(
    examples.map(({ evidence }) => evidence),
    language,
  );
  const vectors = new TextVectors(space);
  const weighted = examples.map(
    ({ evidence, relevant: isRelevant, isLabelled }): Example => ({
      vector: vectors.ofEvidence(evidence),
      relevant: isRelevant,
      weight: (isRelevant ? irrelevant.length / relevant : 1) * (isLabelled ? labelWeight : 1),
    }),
  );
  const unseen = heldOut(weighted, 5, seed);
  const refused = refusal(lesson, weighted, unseen);
  if (refused !== undefined) return { ...lesson.before!, said: refused };
  const { mean, deviation } = moments(unseen.filter((_, i) => !examples[i]!.relevant));
  const byText = unseen.map((distance) => clip((distance - mean) / deviation));
  const byKeywords = examples.map(({ evidence }) => keywordScore(evidence, view));
  const labels = examples.map((example) => example.relevant);
  const weight = keywords.length === 0 ? 0 : keywordWeight(byText, byKeywords, labels);
  const curve = fitSigmoid(
    byText.map((text, i) => ({ score: text + weight * byKeywords[i]!, relevant: labels[i]! })),
  );
  // Held-out sums that are inverted would turn the order of pages around.
  const guide = curve.a < -0.05 ? curve : fixedCurve;
  return {
    ...common(lesson),
    basis: 'both',
    view,
    text: { space, ...fitSvm(weighted, vectors.size, seed), mean, deviation },
    mix: { keywords: weight, text: 1, ...plainSum },
    curve: { ...guide, b: guide.b + harder },
    guide,
  };
}

/**
 * A focused crawl meets pages near its topic, which are harder to tell apart than examples from anywhere: a page counts
 * from odds of 7 : 3 by the examples. Links are ranked by the odds as fitted, so that the order of pages stays as it is.
 */
const harder = Math.log(0.7 / 0.3);

/** A labelled page is one that the crawl meets, so it counts more than an example. */
const labelWeight = 2;

/** With labelled pages the given examples must not be told apart worse than without them. */
function refusal(
  { examples, before, seed }: CommitteeLesson,
  weighted: readonly Example[],
  unseen: readonly number[],
): string | undefined {
  const given = [...examples.keys()].filter((i) => !examples[i]!.isLabelled);
  if (before?.basis !== 'both' || given.length === examples.length) return undefined;
  const alone = heldOut(
    given.map((i) => weighted[i]!),
    5,
    seed,
  );
  const rankOf = (distances: readonly number[]): number =>
    meanRank(
      distances.filter((_, i) => examples[given[i]!]!.relevant),
      distances.filter((_, i) => !examples[given[i]!]!.relevant),
    );
  const without = rankOf(alone);
  const withLabels = rankOf(given.map((i) => unseen[i]!));
  if (withLabels >= without - tolerated) return undefined;
  return `A fit to ${examples.length - given.length} labels was refused: with it the relevant examples rank above ${percent(withLabels)} of the others, without it above ${percent(without)}.`;
}

const percent = (rank: number): string => `${(100 * rank).toFixed(0)} %`;

/** Weights of the keywords that are tried beside that of the text, which is 1. */
const triedWeights = [0, 0.25, 0.5, 1, 2];
const usualWeight = 0.5;

/**
 * By the log loss of the held-out sums after Platt's curve, both classes weighing the same. Another weight than the usual
 * one must be better by more than the standard error of the difference.
 */
export function keywordWeight(
  text: readonly number[],
  keywords: readonly number[],
  labels: readonly boolean[],
): number {
  const relevant = labels.filter(Boolean).length;
  const share = labels.map((label) => 0.5 / (label ? relevant : labels.length - relevant));
  const lossesOf = (weight: number): number[] => {
    const scored = text.map((own, i) => ({ score: own + weight * keywords[i]!, relevant: labels[i]! }));
    const curve = fitSigmoid(scored);
    return scored.map(({ score, relevant: isRelevant }, i) => {
      const p = Math.min(1 - 1e-6, Math.max(1e-6, sigmoidAt(curve, score)));
      return -share[i]! * Math.log(isRelevant ? p : 1 - p);
    });
  };
  const usual = lossesOf(usualWeight);
  let best = usualWeight;
  let least = 0;
  for (const weight of triedWeights) {
    const gains = lossesOf(weight).map((loss, i) => loss - usual[i]!);
    const sum = gains.reduce((total, gain) => total + gain, 0);
    const error = Math.sqrt(gains.reduce((total, gain) => total + gain * gain, 0));
    if (sum < least && sum < -error) {
      least = sum;
      best = weight;
    }
  }
  return best;
}

/** What the words of a title count beside the text: they are few and often common. */
const titleShare = 0.5;
/** Crawled pages from which on the text counts half as much as given keywords, and then more. */
const halfReach = 100;
/**
 * Links are ranked as if this share of the crawled pages were relevant, the best, however little they stand out; and by a
 * flat curve, so that pages near the border, of which this judge is not sure, differ little.
 */
const goodGuides = 0.2;
const lowestGuide = 0.5;
const guideSlope = 0.8;

function ofRelevantAlone(lesson: CommitteeLesson): CommitteeModel {
  const { crawled, examples, keywords, fromTitle, pages } = lesson;
  const before = lesson.before ?? ofLikeness(lesson);
  const committee = new Committee(before);
  const votes = crawled.map((evidence) => committee.ofEvidence(evidence));
  const guides = votes.map(({ guide }) => guide);
  const background = backgroundOf({ ...lesson, before });
  const view = fitKeywordView(keywords, background);
  const order = [...crawled.keys()].sort((a, b) => guides[b]! - guides[a]! || a - b);
  const certain = Math.min(
    Math.floor(crawled.length / 5),
    votes.filter(({ probability }) => probability > 0.5).length,
  );
  const chosen = order.slice(0, certain);
  const others = order.slice(Math.max(2 * certain, Math.floor(0.4 * crawled.length)));
  const text = textOf(lesson, { chosen, others, guides });
  if (text === undefined) return { ...ofLikeness({ ...lesson, before }), view };

  const weights = background.slice(-crawled.length).map(({ weight }) => weight);
  const byText = text.crawled.map((distance) => clip((distance - text.mean) / text.deviation));
  const byKeywords = crawled.map((evidence) => keywordScore(evidence, view));
  const share = keywords.length === 0 ? 0 : fromTitle ? titleShare : 1;
  const reach = fromTitle ? 1 : pages / (pages + halfReach);
  const sums = byText.map((own, i) => share * byKeywords[i]! + reach * own);
  const { mean, deviation } = moments(sums, weights);
  const scores = sums.map((sum) => (sum - mean) / deviation);
  const best = [...scores].sort((a, b) => b - a)[Math.floor(goodGuides * scores.length)]!;
  const model: CommitteeModel = {
    ...common(lesson),
    basis: 'relevant',
    view,
    text: text.model,
    mix: { keywords: share, text: reach, mean, deviation },
    curve: curveAt(borderOf(scores, lesson)),
    guide: curveAt(Math.min(usualBorder, Math.max(lowestGuide, best)), guideSlope),
  };
  if (share === 0 || fromTitle) return model;
  const given = examples.filter(({ relevant }) => relevant);
  const ofGiven = given.map(
    ({ evidence }, i) =>
      share * keywordScore(evidence, view) + reach * clip((text.given[i]! - text.mean) / text.deviation),
  );
  const withText = meanRank(ofGiven, sums);
  const without = meanRank(
    given.map(({ evidence }) => keywordScore(evidence, view)),
    byKeywords,
  );
  if (withText >= without - tolerated) return model;
  return {
    ...ofKeywords(lesson),
    basis: 'relevant',
    view,
    said: `A fit to ${pages} pages was refused: with it the relevant examples rank above ${percent(withText)} of the crawled pages, by the keywords alone above ${percent(without)}.`,
  };
}

interface Chosen {
  /** Places of crawled pages that are almost certainly relevant, and of those that are probably not. */
  chosen: readonly number[];
  others: readonly number[];
  guides: readonly number[];
}

interface FittedText {
  model: TextModel;
  mean: number;
  deviation: number;
  /** Distances of the crawled and of the given relevant pages from the border, each by a fit that has not seen it. */
  crawled: number[];
  given: number[];
}

/** Undefined if there is nothing to tell apart. */
function textOf(
  { examples, crawled, language, seed }: CommitteeLesson,
  { chosen, others, guides }: Chosen,
): FittedText | undefined {
  const given = examples.filter(({ relevant }) => relevant).map(({ evidence }) => evidence);
  const refused = examples.filter(({ relevant }) => !relevant).map(({ evidence }) => evidence);
  if (others.length + refused.length < 5) return undefined;
  const space = textSpace([...given, ...refused, ...crawled], language, true);
  const vectors = new TextVectors(space);
  const trusted = chosen.reduce((sum, place) => sum + guides[place]!, 0);
  const half = chosen.length === 0 ? 100 : 50;
  const against = 100 / (others.length + 2 * refused.length);
  const own = (evidence: PageEvidence): SparseVector => vectors.ofEvidence(evidence);
  const examplesOf: Example[] = [
    ...given.map((evidence) => ({ vector: own(evidence), relevant: true, weight: half / given.length })),
    ...refused.map((evidence) => ({ vector: own(evidence), relevant: false, weight: 2 * against })),
    ...chosen.map((place) => ({
      vector: own(crawled[place]!),
      relevant: true,
      weight: (50 * guides[place]!) / trusted,
    })),
    ...others.map((place) => ({ vector: own(crawled[place]!), relevant: false, weight: against })),
  ];
  const unseen = heldOut(examplesOf, 3, seed);
  const svm = fitSvm(examplesOf, vectors.size, seed);
  const distances = crawled.map((evidence) => productOf(svm.own, own(evidence)) + svm.intercept);
  const start = given.length + refused.length;
  for (const [i, place] of [...chosen, ...others].entries()) distances[place] = unseen[start + i]!;

  const irrelevance = guides.map((guide) => Math.max(0.001, (1 - guide) ** 2));
  const background = [...refused, ...others.map((place) => crawled[place]!)];
  const shared = new SharedWords(given, background, language);
  const words = featureWeights(shared.weights(), space);
  const byWords = crawled.map((evidence) => productOf(words, own(evidence)));
  // Both count the same: their deviations over the crawled pages are made equal.
  const scale = moments(distances, irrelevance).deviation / moments(byWords, irrelevance).deviation;
  const sums = distances.map((distance, i) => distance + scale * byWords[i]!);
  const { mean, deviation } = moments(sums, irrelevance);
  const weights = pack(svm.own.map((weight, i) => weight + scale * words[i]!));
  return {
    model: { space, weights, intercept: svm.intercept, mean, deviation },
    mean,
    deviation,
    crawled: sums,
    given: given.map((evidence, i) => {
      const byOthers = featureWeights(shared.without(i), space);
      return unseen[i]! + scale * productOf(byOthers, own(evidence));
    }),
  };
}

function moments(
  values: readonly number[],
  weights?: readonly number[],
): { mean: number; deviation: number } {
  const weightOf = (i: number): number => weights?.[i] ?? 1;
  let whole = 0;
  let sum = 0;
  for (const [i, value] of values.entries()) {
    whole += weightOf(i);
    sum += weightOf(i) * value;
  }
  const mean = sum / Math.max(1e-9, whole);
  let squares = 0;
  for (const [i, value] of values.entries()) squares += weightOf(i) * (value - mean) ** 2;
  return { mean, deviation: Math.max(0.05, Math.sqrt(squares / Math.max(1e-9, whole))) };
}

/** The mean share of the others that each is above; equal ones count half. */
function meanRank(own: readonly number[], others: readonly number[]): number {
  let sum = 0;
  for (const value of own) for (const other of others) sum += other < value ? 1 : other === value ? 0.5 : 0;
  return sum / (own.length * others.length);
}

const clip = (score: number): number => Math.min(8, Math.max(-3, score));

const tolerated = 0.02;
