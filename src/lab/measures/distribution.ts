/**
 * The distribution of scores (the Lund thesis): a density over 80 bins from 0 to 1, area 1, and the five numbers of a
 * box plot. Whiskers extend to the minimum and maximum. Quartiles are interpolated linearly (R's type 7).
 */
import { quantile } from '../../learn/evaluation/resampling.ts';
import type { Box, Distribution } from '../results.ts';

export const bins = 80;

/** Undefined without scores. Scores are from 0 to 1; a score of 1 is in the last bin. */
export function distribution(scores: readonly number[]): Distribution | undefined {
  if (scores.length === 0) return undefined;
  const density = new Array<number>(bins).fill(0);
  for (const score of scores) {
    density[Math.max(0, Math.min(bins - 1, Math.floor(score * bins)))]! += bins / scores.length;
  }
  return { density, box: box(scores) };
}

export function box(scores: readonly number[]): Box {
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
