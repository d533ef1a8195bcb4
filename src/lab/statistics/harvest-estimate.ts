/**
 * How many of the pages that a judge called relevant are relevant, from the log odds of a second judge trained on the
 * same examples (`judge/gauge.ts`) and from what people answered about some of the pages.
 *
 * The log odds x of a called page are too high, because irrelevant examples are farther from the topic than irrelevant
 * pages of a crawl. So P(relevant) = 1 / (1 + exp(−(slope·x + shift))), where slope and shift are unknown: near 1 and
 * near a constant that was measured on other topics (see `harvestPriors`). The estimate is the mean over a grid of both,
 * weighted by the prior (normal in the slope, Student's t with four degrees of freedom in the shift) and by how well
 * each explains the answers. Answered pages count as answered.
 */
import { ForageError } from '../../errors.ts';
import type { Interval } from '../../learn/evaluation/resampling.ts';
import { normalArea } from './normal.ts';

export interface CalledPage {
  /** Log odds that it is relevant, as the gauge sees it. */
  logOdds: number;
  /** Whether a person found it relevant. */
  answer?: boolean | undefined;
}

export interface HarvestPrior {
  /** The shift to expect, and how far topics differ from it. */
  shift: number;
  shiftSpread: number;
  slopeSpread: number;
}

/** With 5 % below and 5 % above the interval. */
export function estimateHarvest(pages: readonly CalledPage[], prior: HarvestPrior): Interval {
  if (pages.length === 0) throw new ForageError('INPUT_INVALID', 'There are no pages to estimate from.');
  const open = pages.filter(({ answer }) => answer === undefined);
  const answered = pages.filter(({ answer }) => answer !== undefined);
  const yes = answered.filter(({ answer }) => answer).length;
  const points: Point[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  for (const slope of SLOPES) {
    for (const shift of SHIFTS) {
      const away = (shift - prior.shift) / prior.shiftSpread;
      let log = -((slope - 1) ** 2) / (2 * prior.slopeSpread ** 2) - 2.5 * Math.log1p(away ** 2 / 4);
      for (const { logOdds, answer } of answered) {
        const x = slope * logOdds + shift;
        log -= Math.log1p(Math.exp(answer ? -x : x));
      }
      let sum = yes;
      let variance = 0;
      for (const { logOdds } of open) {
        const p = 1 / (1 + Math.exp(-(slope * logOdds + shift)));
        sum += p;
        variance += p * (1 - p);
      }
      points.push({ log, mean: sum / pages.length, sd: Math.sqrt(variance) / pages.length });
      highest = Math.max(highest, log);
    }
  }
  let whole = 0;
  let estimate = 0;
  for (const point of points) {
    point.log = Math.exp(point.log - highest);
    whole += point.log;
    estimate += point.log * point.mean;
  }
  const below = (share: number): number => {
    let area = 0;
    for (const { log, mean, sd } of points)
      area += log * (sd === 0 ? Number(mean <= share) : normalArea((share - mean) / sd));
    return area / whole;
  };
  return { estimate: estimate / whole, low: quantileOf(below, TAIL), high: quantileOf(below, 1 - TAIL) };
}

interface Point {
  /** The log weight, then the weight. */
  log: number;
  mean: number;
  sd: number;
}

const TAIL = 0.05;
const between = (from: number, to: number, points: number): number[] =>
  Array.from({ length: points }, (_, i) => from + (i * (to - from)) / (points - 1));
const SLOPES = between(0.3, 2.2, 20);
const SHIFTS = between(-5.5, 3.5, 37);

/** By bisection of a rising function. */
function quantileOf(below: (share: number) => number, area: number): number {
  let low = 0;
  let high = 1;
  if (below(low) >= area) return low;
  if (below(high) < area) return high;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (below(middle) < area) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
