/**
 * The distribution of scores (the Lund thesis): a density over 80 bins from 0 to 1, area 1, with its minima, and the
 * five numbers of a box plot; and the density of margins, the scale in which an SVM's thresholds are given. Whiskers
 * extend to the minimum and maximum. Quartiles are interpolated linearly (R's type 7).
 */
import type { Box, Distribution, MarginDistribution } from '../results.ts';
import { quantile } from '../statistics/interval.ts';
import type { Visited } from '../study.ts';
import { densityMinima } from './density-minima.ts';

const bins = 80;

/** Undefined without scores. Scores are from 0 to 1; a score of 1 is in the last bin. */
export function distribution(scores: readonly number[]): Distribution | undefined {
  if (scores.length === 0) return undefined;
  const density = new Array<number>(bins).fill(0);
  for (const score of scores) {
    density[Math.max(0, Math.min(bins - 1, Math.floor(score * bins)))]! += bins / scores.length;
  }
  const minima = densityMinima(density, scores.length).map((place) => place / bins);
  return { density, minima, box: box(scores) };
}

/** Over the range of the values; undefined if they are all the same. */
export function marginDistribution(visits: readonly Visited[]): MarginDistribution | undefined {
  const margins = visits.flatMap(({ margin, score, example }) =>
    margin === undefined || example || score <= 0 || score >= 1 ? [] : margin,
  );
  const from = margins.reduce((least, margin) => Math.min(least, margin), Number.POSITIVE_INFINITY);
  const to = margins.reduce((most, margin) => Math.max(most, margin), Number.NEGATIVE_INFINITY);
  if (!(to > from)) return undefined;
  const width = (to - from) / bins;
  const density = new Array<number>(bins).fill(0);
  for (const margin of margins)
    density[Math.min(bins - 1, Math.floor((margin - from) / width))]! += 1 / margins.length / width;
  const minima = densityMinima(density, margins.length).map((place) => from + place * width);
  return { from, to, density, minima, pages: margins.length };
}

function box(scores: readonly number[]): Box {
  const sorted = Float64Array.from(scores).sort();
  return {
    min: sorted[0]!,
    q1: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q3: quantile(sorted, 0.75),
    max: sorted.at(-1)!,
    mean: sorted.reduce((sum, score) => sum + score, 0) / sorted.length,
    pages: sorted.length,
  };
}
