/**
 * A threshold proposed from people's answers about pages over the range of scores. The probability that a page is
 * relevant is taken to be a logistic curve of its score, with unknown border and steepness. A grid of both is weighted by
 * how well each explains the answers, every steepness and every border being as likely before. Averaged over the grid, each
 * threshold has a precision, recall and F1 over all judged pages; the one with the best F1 is proposed.
 */
import { shareBelow } from '../lab/statistics/harvest-estimate.ts';
import { normalArea } from '../lab/statistics/normal.ts';
import { fitSigmoid, type ScoredExample } from '../learn/platt.ts';

export interface ThresholdPoint {
  threshold: number;
  /** Pages with at least this score. */
  called: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface Doubt {
  low: number;
  high: number;
}

export interface Proposal extends ThresholdPoint {
  /** 90 % intervals. */
  precisionDoubt: Doubt;
  recallDoubt: Doubt;
  /** Other thresholds to choose from, lowest first. */
  others: ThresholdPoint[];
}

export type NoProposal = 'few answers' | 'one answer only' | 'scores say nothing';

/** `scores` of all judged pages. */
export function proposeThreshold(
  scores: readonly number[],
  answers: readonly ScoredExample[],
): Proposal | NoProposal {
  if (answers.length < FEWEST_ANSWERS) return 'few answers';
  if (new Set(answers.map(({ relevant }) => relevant)).size < 2) return 'one answer only';
  if (!(fitSigmoid(answers).a < 0)) return 'scores say nothing';
  const best = Float64Array.from(scores).sort().reverse();
  const places = candidates(best);
  const curves = weightedCurves(best, places, answers);
  const points = places.map((called, i): ThresholdPoint => {
    let [precision, recall, f1] = [0, 0, 0];
    for (const { weight, found } of curves) {
      const all = found.at(-1)!;
      precision += (weight * found[i]!) / called;
      recall += (weight * found[i]!) / all;
      f1 += (weight * 2 * found[i]!) / (called + all);
    }
    return { threshold: thresholdAfter(best, called), called, precision, recall, f1 };
  });
  const proposed = points.reduce((one, other) => (other.f1 > one.f1 ? other : one));
  const at = points.indexOf(proposed);
  return {
    ...proposed,
    precisionDoubt: doubtOf(curves, ({ found, variance }) => ({
      mean: found[at]! / proposed.called,
      sd: Math.sqrt(variance[at]!) / proposed.called,
    })),
    recallDoubt: doubtOf(curves, ({ found, variance }) => {
      const [inside, all] = [found[at]!, found.at(-1)!];
      const [ofInside, ofRest] = [variance[at]!, variance.at(-1)! - variance[at]!];
      const square = ((all - inside) ** 2 * ofInside + inside ** 2 * ofRest) / all ** 4;
      return { mean: inside / all, sd: Math.sqrt(Math.max(0, square)) };
    }),
    others: others(points, proposed),
  };
}

const FEWEST_ANSWERS = 10;
const MOST_CANDIDATES = 500;

/** Numbers of called pages, one for each distinct score, thinned out if there are many; the last is all pages. */
function candidates(best: Float64Array): number[] {
  const all: number[] = [];
  for (let i = 0; i < best.length; i++) if (best[i + 1] !== best[i]) all.push(i + 1);
  const step = Math.ceil(all.length / MOST_CANDIDATES);
  return all.filter((_, i) => (all.length - 1 - i) % step === 0);
}

interface Curve {
  weight: number;
  /** Relevant pages to expect among those called, for each candidate, and the variance of their number. */
  found: Float64Array;
  variance: Float64Array;
}

function weightedCurves(
  best: Float64Array,
  places: readonly number[],
  answers: readonly ScoredExample[],
): Curve[] {
  const [high, low] = [best[0]!, best.at(-1)!];
  const unit = high - low || 1;
  const curves: (Pick<Curve, 'found' | 'variance'> & { log: number })[] = [];
  for (const steepness of STEEPNESSES) {
    for (const border of BORDERS) {
      const x = (score: number): number => steepness * ((score - low) / unit - border);
      let log = 0;
      for (const { score, relevant } of answers) log -= Math.log1p(Math.exp(relevant ? -x(score) : x(score)));
      if (log < -2 * answers.length) continue;
      const found = new Float64Array(places.length);
      const variance = new Float64Array(places.length);
      let [sum, spread] = [0, 0];
      for (let i = 0, page = 0; i < places.length; i++) {
        for (; page < places[i]!; page++) {
          const p = 1 / (1 + Math.exp(-x(best[page]!)));
          sum += p;
          spread += p * (1 - p);
        }
        found[i] = sum;
        variance[i] = spread;
      }
      curves.push({ log, found, variance });
    }
  }
  const highest = Math.max(...curves.map(({ log }) => log));
  const whole = curves.reduce((sum, { log }) => sum + Math.exp(log - highest), 0);
  return curves.map(({ log, ...curve }) => ({ weight: Math.exp(log - highest) / whole, ...curve }));
}

/** In units of the range of scores; the border may lie outside it. */
const STEEPNESSES = Array.from({ length: 20 }, (_, i) => 2 * 1.3 ** i);
const BORDERS = Array.from({ length: 49 }, (_, i) => -0.2 + i / 30);

/** The pages of this crawl differ from what each curve expects, so each stands for a normal distribution. */
function doubtOf(curves: readonly Curve[], of: (curve: Curve) => { mean: number; sd: number }): Doubt {
  const parts = curves
    .map((curve) => ({ weight: curve.weight, ...of(curve) }))
    .filter(({ weight }) => weight > 1e-6);
  const below = (share: number): number =>
    parts.reduce(
      (area, { weight, mean, sd }) =>
        area + weight * (sd === 0 ? Number(mean <= share) : normalArea((share - mean) / sd)),
      0,
    );
  return { low: shareBelow(below, 0.05), high: shareBelow(below, 0.95) };
}

/** As few digits as keep the next page out. */
function thresholdAfter(best: Float64Array, called: number): number {
  const high = best[called - 1]!;
  const low = best[called];
  if (low === undefined) return 0;
  for (let digits = 1; digits < 12; digits++) {
    const rounded = Math.ceil(((low + high) / 2) * 10 ** digits) / 10 ** digits;
    if (rounded > low && rounded <= high) return rounded;
  }
  return high;
}

/** About the same recall apart: the first point that reaches each. */
function others(points: readonly ThresholdPoint[], { called }: ThresholdPoint): ThresholdPoint[] {
  const chosen = new Set<ThresholdPoint>();
  for (const wanted of [0.95, 0.9, 0.8, 0.7, 0.6, 0.5]) {
    const point = points.find(({ recall }) => recall >= wanted);
    if (point !== undefined && point.called !== called) chosen.add(point);
  }
  return [...chosen];
}
