/**
 * How much more a page is about the keywords than the pages around it: two measures of their occurrences (a length
 * normalised sum of logarithms, and BM25), each standardised over background pages, added and standardised again. The
 * unit is one standard deviation of the background. Ours; BM25 is Robertson and Walker's (1994).
 *
 * The background is a sample of pages that are probably not relevant, each with a weight; before there is any, rough
 * constants stand in for it.
 */
import type { WeightedTerm } from '../topic/topic.ts';
import type { KeywordEvidence } from './page-evidence.ts';

/** Plain JSON. */
export interface KeywordViewModel {
  /** Weight of each keyword: its own times its rarity in the background. */
  weights: number[];
  meanWords: number;
  logs: Scale;
  bm25: Scale;
  both: Scale;
  /** Pages that it was standardised over. */
  pages: number;
}

interface Scale {
  mean: number;
  deviation: number;
}

export interface BackgroundPage {
  evidence: KeywordEvidence;
  /** How much it counts as background, 0..1. */
  weight: number;
}

/** Standard deviations above the background, −3 … 8. */
export function keywordScore(evidence: KeywordEvidence, model: KeywordViewModel): number {
  const { logs, bm25, both } = model;
  const sum = scaled(logsOf(evidence, model), logs) + scaled(bm25Of(evidence, model), bm25);
  return clip(scaled(sum, both));
}

/** What each keyword adds to the score, in standard deviations. */
export function keywordParts(evidence: KeywordEvidence, model: KeywordViewModel): number[] {
  const { logs, bm25, both } = model;
  return evidence.counts.map((_, i) => {
    const counts = evidence.counts.map((count, k) => (k === i ? count : 0));
    const alone = { ...evidence, counts };
    return (logsOf(alone, model) / logs.deviation + bm25Of(alone, model) / bm25.deviation) / both.deviation;
  });
}

export function fitKeywordView(
  keywords: readonly WeightedTerm[],
  background: readonly BackgroundPage[],
): KeywordViewModel {
  const ownWeights = relativeWeights(keywords);
  const whole = background.reduce((sum, { weight }) => sum + weight, 0);
  if (background.length < fewest || whole < fewest / 4) return { ...withoutBackground, weights: ownWeights };
  const weights = ownWeights.map((own, i) => {
    let containing = 0;
    for (const { evidence, weight } of background) if (evidence.counts[i]! > 0) containing += weight;
    const rarity = Math.log((whole + 1) / (containing + 0.5));
    return own * Math.min(5, Math.max(0.1, rarity));
  });
  const meanWords = meanOf(background, ({ words }) => words, whole);
  const model = {
    ...withoutBackground,
    weights,
    meanWords: Math.max(1, meanWords),
    pages: background.length,
  };
  model.logs = scaleOf(background, (evidence) => logsOf(evidence, model), whole);
  model.bm25 = scaleOf(background, (evidence) => bm25Of(evidence, model), whole);
  const sum = (evidence: KeywordEvidence): number =>
    scaled(logsOf(evidence, model), model.logs) + scaled(bm25Of(evidence, model), model.bm25);
  model.both = scaleOf(background, sum, whole);
  return model;
}

/** The mean weight of the keywords that count for a page is 1. */
function relativeWeights(keywords: readonly WeightedTerm[]): number[] {
  const above = keywords.filter(({ weight }) => weight > 0);
  const mean = above.reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, above.length);
  return keywords.map(({ weight }) => weight / (mean || 1));
}

function logsOf({ counts, roots }: KeywordEvidence, { weights }: KeywordViewModel): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) if (counts[i]! > 0) sum += weights[i]! * Math.log1p(counts[i]!);
  return sum / Math.sqrt(roots + 10);
}

/** k1 = 1.2, b = 0.75. */
function bm25Of({ counts, words }: KeywordEvidence, { weights, meanWords }: KeywordViewModel): number {
  const length = 1.2 * (0.25 + (0.75 * words) / meanWords);
  let sum = 0;
  for (let i = 0; i < counts.length; i++)
    if (counts[i]! > 0) sum += (weights[i]! * 2.2 * counts[i]!) / (counts[i]! + length);
  return sum;
}

const scaled = (value: number, { mean, deviation }: Scale): number => (value - mean) / deviation;
const clip = (score: number): number => Math.min(8, Math.max(-3, score));

function meanOf(
  background: readonly BackgroundPage[],
  of: (evidence: KeywordEvidence) => number,
  whole: number,
): number {
  return background.reduce((sum, { evidence, weight }) => sum + weight * of(evidence), 0) / whole;
}

function scaleOf(
  background: readonly BackgroundPage[],
  of: (evidence: KeywordEvidence) => number,
  whole: number,
): Scale {
  const mean = meanOf(background, of, whole);
  const variance = meanOf(background, (evidence) => (of(evidence) - mean) ** 2, whole);
  return { mean, deviation: Math.max(leastDeviation, Math.sqrt(variance)) };
}

/** Keywords that no background page has would otherwise make every page with one infinitely relevant. */
const leastDeviation = 0.05;
const fewest = 10;

const withoutBackground: Omit<KeywordViewModel, 'weights'> = {
  meanWords: 400,
  logs: { mean: 0.1, deviation: 0.15 },
  bm25: { mean: 1, deviation: 1.5 },
  both: { mean: 0, deviation: 2 },
  pages: 0,
};
