/**
 * Trains a judge on the documents and the negatives, and measures it where it will work: on general pages that it was
 * not trained on, unfiltered, at the rate at which the Web has them.
 *
 * These pages have no labels. What can be counted: how many of the documents the judge recognises when it has not seen
 * them (recall), and which share of the pages it calls relevant. The threshold with the highest recall² / share is that
 * with the highest product of precision and recall, whatever share of the pages is about the topic: Lee and Liu,
 * "Learning with Positive and Unlabeled Examples Using Weighted Logistic Regression" (ICML 2003). With few pages the
 * share is uncertain, so its upper bound is taken.
 *
 * How many of the called pages are relevant is estimated as at the end of a crawl (`answers/precision.ts`): from a gauge
 * of the same examples, with the error that such gauges had on topics with known answers.
 */
import { priorFor } from '../answers/precision.ts';
import { areEnough } from '../crawl/training/calibration.ts';
import { gauge, trainGauge } from '../judge/gauge.ts';
import { judgementOf } from '../judge/judge.ts';
import { estimateHarvest } from '../lab/statistics/harvest-estimate.ts';
import type { Interval } from '../lab/statistics/interval.ts';
import { wilsonInterval } from '../lab/statistics/wilson.ts';
import type { Page } from '../page/page.ts';
import type { ExamplePage, Lesson } from '../recipe/lesson.ts';
import { judgePart } from '../recipe/parts.ts';
import type { Spec } from '../recipe/recipe.ts';
import { validateJudge } from '../recipe/validate.ts';
import type { Topic } from '../topic/topic.ts';

export interface TrialOptions {
  topic: Topic;
  examples: readonly ExamplePage[];
  /** Unlabelled pages on which the threshold is chosen; none of them is an example. */
  pages: readonly Page[];
  seed: number;
}

export interface Trial {
  model: unknown;
  /** Of each page. */
  scores: number[];
  /** Of each relevant example, by a judge that was not trained on it. */
  known: number[];
  threshold: Threshold;
}

export interface Threshold {
  threshold: number;
  /** The share of unseen relevant examples at or above it. */
  recall: number;
  /** recall² / the upper bound of the share of pages at or above it. */
  criterion: number;
}

export async function tryJudge(spec: Spec, { topic, examples, pages, seed }: TrialOptions): Promise<Trial> {
  const part = judgePart(spec, topic);
  const lesson = lessonOf(topic, examples, seed);
  const model = await part.train(lesson);
  const opinions = await validateJudge(part, lesson);
  const known = (opinions ?? []).filter(({ relevant }) => relevant).map(({ score }) => score);
  const judge = part.make(topic, model);
  const scores = pages.map((page) => judgementOf(judge.judge(page)).score);
  return { model, scores, known, threshold: chooseThreshold(known, scores) };
}

function lessonOf(topic: Topic, examples: readonly ExamplePage[], seed: number): Lesson {
  return {
    topic,
    examples,
    seed,
    openGraph: () => Promise.reject(new Error('There is no graph of links.')),
    warn() {},
    quality() {},
  };
}

/** Thresholds that lose more of the documents than this are not considered. */
const LEAST_RECALL = 0.8;
/** One side of it. */
const CONFIDENCE = 0.9;

export function chooseThreshold(known: readonly number[], unlabelled: readonly number[]): Threshold {
  let best: Threshold = { threshold: 0.5, recall: 0, criterion: 0 };
  for (const score of new Set(known)) {
    const recall = known.filter((one) => one >= score).length / known.length;
    if (recall < LEAST_RECALL) continue;
    const called = unlabelled.filter((one) => one >= score).length;
    const share = unlabelled.length === 0 ? 1 : wilsonInterval(called, unlabelled.length, CONFIDENCE).high;
    const criterion = recall ** 2 / share;
    if (criterion > best.criterion) best = { threshold: below(score, unlabelled), recall, criterion };
  }
  return best;
}

/**
 * Whether it is better than calling every page relevant, which recognises every document and so has a criterion of 1.
 * With few documents recall is uncertain, so its lower bound is taken.
 */
export function tellsApart({ recall, criterion }: Threshold, documents: number): boolean {
  const { low } = wilsonInterval(Math.round(recall * documents), documents, CONFIDENCE);
  return criterion * (low / recall) ** 2 > 1;
}

/** Between the lowest accepted document and the best page under it, as far as that goes, with few digits. */
function below(score: number, unlabelled: readonly number[]): number {
  const next = Math.max(0, ...unlabelled.filter((one) => one < score));
  const middle = (score + next) / 2;
  for (let digits = 2; digits < 12; digits++) {
    const rounded = Math.floor(middle * 10 ** digits) / 10 ** digits;
    if (rounded > next && rounded <= score) return rounded;
  }
  return score;
}

/** Below this number of called pages nothing is said about them. */
const FEWEST_CALLED = 10;

/** How many of the called texts are relevant; undefined if they or the examples are too few. */
export async function precisionAmong(
  called: readonly string[],
  examples: readonly { text: string; relevant: boolean }[],
  { language, seed }: { language: string; seed: number },
): Promise<Interval | undefined> {
  const relevant = examples.filter((one) => one.relevant).length;
  const counts = { relevant, irrelevant: examples.length - relevant };
  if (called.length < FEWEST_CALLED || !areEnough(counts)) return undefined;
  const model = await trainGauge(examples, { language, seed });
  if (model === undefined) return undefined;
  const ask = gauge(model);
  const prior = priorFor({ ...counts, learns: true });
  return estimateHarvest(
    called.map((text) => ({ logOdds: ask(text) })),
    prior,
  );
}
