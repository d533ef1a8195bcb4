/** A confidence interval for a proportion (Wilson 1927): accurate for few pages and proportions near 0 or 1. */
import { ForageError } from '../../errors.ts';
import type { Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';

export function wilsonInterval(hits: number, trials: number, confidence = 0.95): Interval {
  if (!(trials > 0 && hits >= 0 && hits <= trials && confidence > 0 && confidence < 1)) {
    throw new ForageError(
      'INPUT_INVALID',
      `${hits} of ${trials} at a confidence of ${confidence}; use one or more trials, no more hits than trials, and a confidence between 0 and 1.`,
    );
  }
  const z = normalQuantile((1 + confidence) / 2);
  const share = hits / trials;
  const square = (z * z) / trials;
  const middle = (share + square / 2) / (1 + square);
  const half = (z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials))) / (1 + square);
  return {
    estimate: share,
    low: hits === 0 ? 0 : middle - half,
    high: hits === trials ? 1 : middle + half,
  };
}
