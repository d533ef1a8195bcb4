/**
 * How many of the pages that a judge called relevant are relevant, from the log odds of a second judge trained on the
 * same examples (`judge/gauge.ts`) and from what people answered about some of the pages.
 *
 * The log odds x of a called page are too high, because irrelevant examples are farther from the topic than irrelevant
 * pages of a crawl. So P(relevant) = 1 / (1 + exp(−(slope·x + shift))), where slope and shift are unknown: near 1 and
 * near a constant that was measured on other topics (`priorFor` in `answers/precision.ts`). The estimate is the mean over
 * a grid of both, weighted by the prior (normal in the slope, Student's t with four degrees of freedom in the shift) and
 * by how well each explains the answers. Answered pages count as answered.
 *
 * Webs differ more than topics do: where next to nothing is close to the topic, the log odds are too low instead. So the
 * upper end of the interval is by a prior that is wider above the expected shift.
 */
import { ForageError } from '../../errors.ts';
import type { Interval } from './interval.ts';
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
  /** How far above it the shift may be on another kind of web. */
  spreadAbove: number;
  slopeSpread: number;
}

/** With 5 % below the interval and 5 % above it. */
export function estimateHarvest(pages: readonly CalledPage[], prior: HarvestPrior): Interval {
  if (pages.length === 0) throw new ForageError('INPUT_INVALID', 'There are no pages to estimate from.');
  const open = pages.filter(({ answer }) => answer === undefined);
  const answered = pages.filter(({ answer }) => answer !== undefined);
  const yes = answered.filter(({ answer }) => answer).length;
  const points: Point[] = [];
  for (const slope of SLOPES) {
    for (const shift of SHIFTS) {
      const away = shift - prior.shift;
      let log = -((slope - 1) ** 2) / (2 * prior.slopeSpread ** 2);
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
      const weight = log + studentT(away / prior.shiftSpread);
      const wide = log + studentT(away / (away < 0 ? prior.shiftSpread : prior.spreadAbove));
      points.push({ weight, wide, mean: sum / pages.length, sd: Math.sqrt(variance) / pages.length });
    }
  }
  const weights = normalised(points.map(({ weight }) => weight));
  const wide = normalised(points.map((point) => point.wide));
  const estimate = points.reduce((sum, { mean }, i) => sum + weights[i]! * mean, 0);
  const below =
    (by: readonly number[]) =>
    (share: number): number => {
      let area = 0;
      for (const [i, { mean, sd }] of points.entries())
        area += by[i]! * (sd === 0 ? Number(mean <= share) : normalArea((share - mean) / sd));
      return area;
    };
  return { estimate, low: shareBelow(below(weights), TAIL), high: shareBelow(below(wide), 1 - TAIL) };
}

/** The log density with four degrees of freedom, up to a constant. */
const studentT = (away: number): number => -2.5 * Math.log1p(away ** 2 / 4);

/** Weights that add up to 1, from their logarithms. */
function normalised(logs: readonly number[]): number[] {
  const highest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - highest));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / whole);
}

interface Point {
  /** Log weights: for the estimate and the lower end of the interval, and for the upper end. */
  weight: number;
  wide: number;
  mean: number;
  sd: number;
}

const TAIL = 0.05;
const between = (from: number, to: number, points: number): number[] =>
  Array.from({ length: points }, (_, i) => from + (i * (to - from)) / (points - 1));
const SLOPES = between(0.3, 2.2, 20);
const SHIFTS = between(-5.5, 8.5, 57);

/** The share between 0 and 1 at which a rising function reaches an area, by bisection. */
export function shareBelow(below: (share: number) => number, area: number): number {
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
