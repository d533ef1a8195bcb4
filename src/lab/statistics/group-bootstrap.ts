/**
 * A percentile bootstrap (Efron 1979) for means over topics and repeats: topics are drawn with replacement, and within
 * each drawn topic its repeats, so that the interval covers variation between topics and between draws of examples. The
 * estimate is the mean of the topic means: a topic with more repeats weighs no more.
 *
 * With few topics it is too narrow, like all percentile intervals; with one topic it covers the repeats only, and with
 * one run low, high and estimate are equal.
 */

import { Random } from '../../learn/random.ts';
import { type Interval, quantile } from './interval.ts';

export function groupBootstrap(
  groups: readonly (readonly number[])[],
  { samples = 2000, confidence = 0.95, seed = 1 } = {},
): Interval {
  const given = groups.filter(({ length }) => length > 0);
  if (given.length === 0) return { estimate: Number.NaN, low: Number.NaN, high: Number.NaN };
  const estimate = given.reduce((sum, group) => sum + meanOf(group), 0) / given.length;
  if (given.length === 1 && given[0]!.length === 1) return { estimate, low: estimate, high: estimate };
  const random = new Random(seed);
  const figures = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0;
    for (let i = 0; i < given.length; i++) {
      const group = given[random.below(given.length)]!;
      let drawn = 0;
      for (let j = 0; j < group.length; j++) drawn += group[random.below(group.length)]!;
      sum += drawn / group.length;
    }
    figures[sample] = sum / given.length;
  }
  figures.sort();
  const tail = (1 - confidence) / 2;
  return { estimate, low: quantile(figures, tail), high: quantile(figures, 1 - tail) };
}

function meanOf(numbers: readonly number[]): number {
  let sum = 0;
  for (const one of numbers) sum += one;
  return sum / numbers.length;
}
