/**
 * How many of the pages that a crawl called relevant are relevant, with its doubt and what it is based on; or why that
 * cannot be said. docs/figures.md explains the method and how far it was off on topics with known answers.
 */
import type { JudgedPage, Label } from '../archive/records.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { areEnough, type Calibration, gaugedText } from '../crawl/training/calibration.ts';
import { gauge } from '../judge/gauge.ts';
import { type CalledPage, estimateHarvest, type HarvestPrior } from '../lab/statistics/harvest-estimate.ts';
import { wilsonInterval } from '../lab/statistics/wilson.ts';
import { calledPages, latestLabels } from './called-pages.ts';

export type Precision = PrecisionEstimate | NoPrecision;

interface Called {
  /** Pages called relevant, without the topic's examples. */
  called: number;
  /** Examples of the topic that were met and called relevant: they were known before. */
  examples: number;
  /** How many answers about them the figure rests on. */
  checked: number;
}

export interface PrecisionEstimate extends Called {
  /** The share that is relevant, and a 90 % interval. */
  share: number;
  low: number;
  high: number;
  /** What it rests on: the examples alone, the examples and people's answers, or a random sample of answers. */
  basis: 'examples' | 'examples and answers' | 'answers';
}

export interface NoPrecision extends Called {
  /** Why there is no figure. */
  unknown:
    | 'nothing called'
    | 'few called'
    | 'no examples'
    | 'called since'
    | 'unread examples'
    | 'few examples'
    | 'alike examples'
    | 'no texts';
  /** With "called since": how many answers are missing before those that there are make a random sample again. */
  missing?: number;
}

export const precisionOf = (crawl: OpenCrawl): Precision =>
  precisionFrom(gaugedPages(crawl), latestLabels(crawl));

/** The same with given labels, by page id. */
export function precisionFrom(gauged: GaugedPages, labels: ReadonlyMap<number, Label>): Precision {
  const { pages, calibration } = gauged;
  const drawn = pages.map(({ id }) => drawnAnswerOf(labels.get(id)));
  const called = pages.length;
  const checked = drawn.filter((answer) => answer !== undefined).length;
  const counts = { called, checked, examples: gauged.examples };
  if (called === 0) return { ...counts, unknown: 'nothing called' };

  const sample = uniformSample(pages, labels);
  if (sample.length >= FEWEST_ALONE || (sample.length > 0 && sample.length === called))
    return { ...counts, ...bySample(sample, called), basis: 'answers' };
  const unknown = called < FEWEST_CALLED ? 'few called' : unknownBecause(gauged);
  if (unknown === undefined) {
    const scored = scoredPages(gauged, drawn);
    if (scored.length === 0) return { ...counts, unknown: 'no texts' };
    const { estimate: share, low, high } = estimateHarvest(scored, priorFor(calibration!));
    return { ...counts, share, low, high, basis: checked > 0 ? 'examples and answers' : 'examples' };
  }
  if (sample.length >= FEWEST_ANSWERS) return { ...counts, ...bySample(sample, called), basis: 'answers' };
  const missing = missingAnswers(pages, labels);
  return missing === undefined ? { ...counts, unknown } : { ...counts, unknown: 'called since', missing };
}

/** The pages called relevant, in random order, and what the gauge says of them. */
export interface GaugedPages {
  pages: readonly JudgedPage[];
  /** How many more called pages are examples of the topic. */
  examples: number;
  calibration: Calibration | undefined;
  /** The topic has examples of both classes; a recipe that learns nothing from them leaves them unread. */
  hasExamples?: boolean;
  /** Of the page at a place; undefined without its text. */
  logOdds(place: number): number | undefined;
}

export function gaugedPages(crawl: OpenCrawl): GaugedPages {
  const { pages, examples, calibration } = calledPages(crawl);
  const { relevant, irrelevant } = crawl.folder.topic.examples;
  const known: (number | undefined)[] = [];
  let ask: ((text: string) => number) | undefined;
  return {
    pages,
    examples,
    calibration,
    hasExamples: relevant.length > 0 && irrelevant.length > 0,
    logOdds(place) {
      if (place in known) return known[place];
      const text = crawl.read.textOf(pages[place]!.id);
      ask ??= gauge(calibration!.gauge);
      known[place] = text && ask(gaugedText({ title: text.title, mainText: text.text }));
      return known[place];
    },
  };
}

/** From this many random answers on, no assumption about the judge is needed. */
const FEWEST_ALONE = 30;
/** With fewer the interval would span most of the range. */
const FEWEST_ANSWERS = 10;
const FEWEST_CALLED = 10;
/** More pages would not change the estimate by a point. */
const MOST_GAUGED = 1000;

const answerOf = (label: Label | undefined): boolean | undefined =>
  label === undefined || label.label === 'unsure' ? undefined : label.label === 'relevant';

/** People tend to label pages because they are wrong: only pages drawn at random say something about the others. */
const drawnAnswerOf = (label: Label | undefined): boolean | undefined =>
  label?.drawn === 'chosen' ? undefined : answerOf(label);

/** The answers about the first pages in random order, up to the first page that nobody was asked about. */
function uniformSample(pages: readonly JudgedPage[], labels: ReadonlyMap<number, Label>): boolean[] {
  const sample: boolean[] = [];
  for (const { id } of pages) {
    const label = labels.get(id);
    if (label === undefined) break;
    const answer = answerOf(label);
    if (answer !== undefined) sample.push(answer);
  }
  return sample;
}

/**
 * Pages that were called relevant since the others were checked fall between those in the random order: how many of them
 * come before the sample is large enough. Undefined if too few were checked.
 */
function missingAnswers(
  pages: readonly JudgedPage[],
  labels: ReadonlyMap<number, Label>,
): number | undefined {
  let missing = 0;
  let answered = 0;
  for (const { id } of pages) {
    const label = labels.get(id);
    if (label === undefined) missing++;
    else if (label.drawn === 'called' && answerOf(label) !== undefined && ++answered >= FEWEST_ANSWERS)
      return missing;
  }
  return undefined;
}

/** Wilson's interval; drawn from few pages, the same number of answers says more about them. */
function bySample(
  sample: readonly boolean[],
  called: number,
): Pick<PrecisionEstimate, 'checked' | 'share' | 'low' | 'high'> {
  const n = sample.length;
  const share = sample.filter(Boolean).length / n;
  if (n >= called) return { checked: n, share, low: share, high: share };
  const worth = (n * (called - 1)) / (called - n);
  const { low, high } = wilsonInterval(share * worth, worth, 0.9);
  return { checked: n, share, low, high };
}

function unknownBecause({ calibration, hasExamples }: GaugedPages): NoPrecision['unknown'] | undefined {
  if (calibration === undefined && hasExamples) return 'unread examples';
  if (calibration === undefined || calibration.relevant === 0 || calibration.irrelevant === 0)
    return 'no examples';
  if (!areEnough(calibration)) return 'few examples';
  return calibration.gauge === undefined ? 'alike examples' : undefined;
}

/** Some of the pages at random, and every page with an answer. */
function scoredPages(
  { pages, logOdds }: GaugedPages,
  answers: readonly (boolean | undefined)[],
): CalledPage[] {
  const scored: CalledPage[] = [];
  for (let place = 0; place < pages.length; place++) {
    const answer = answers[place];
    const odds = place < MOST_GAUGED || answer !== undefined ? logOdds(place) : undefined;
    if (odds !== undefined) scored.push({ logOdds: odds, answer });
  }
  return scored;
}

/**
 * Fitted to the 14 topics of bench/honest-figures.ts. The log odds are too high by more where the judge learnt from the
 * same examples as the gauge, since both err on the same pages; and the more relevant examples there are for each
 * irrelevant one, the less of what a crawl meets is among the irrelevant ones. On the demonstration web, where pages
 * close to a subject are rare, the log odds are too low by one to five: so much more is left open above.
 */
export function priorFor({
  relevant,
  irrelevant,
  learns,
}: Pick<Calibration, 'relevant' | 'irrelevant' | 'learns'>): HarvestPrior {
  const shift = (learns ? LEARNT_SHIFT : OTHER_SHIFT) - 0.5 * Math.log((5 * relevant) / irrelevant);
  return { shift, shiftSpread: 0.9, spreadAbove: 2.5, slopeSpread: 0.35 };
}

const LEARNT_SHIFT = -1.5;
const OTHER_SHIFT = -0.75;
