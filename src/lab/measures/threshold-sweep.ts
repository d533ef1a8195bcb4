/**
 * F1 over all thresholds (the Minas thesis): a page counts as retrieved if the recipe's own score reaches the
 * threshold, as relevant by its label, and as missed if it was never visited. The threshold does not change the order
 * of a crawl, so one crawl serves for all. The best threshold is chosen using the labels: an upper bound, not what a
 * user would get.
 */
import { thresholdPoints } from '../../learn/evaluation/curves.ts';
import { type Confusion, fBeta, precision, recall } from '../../learn/evaluation/measures.ts';
import type { Sweep } from '../results.ts';
import type { Visited } from '../study.ts';
import { foundSoFar } from './found.ts';

/** Relevant pages that a crawl has retrieved by each step, at its best threshold: the sweep's `best`. */
export function retrievedSoFar(visits: readonly Visited[], relevant: number): Uint32Array {
  const judged = visits.filter(({ example }) => !example);
  const border = thresholdSweep(judged, relevant)?.best.threshold ?? Number.POSITIVE_INFINITY;
  return foundSoFar(visits.map((visit) => visit.relevant === true && visit.score >= border));
}

/** At 0, 0.01 … 1, and at the best score. `relevant` is how many could have been found. */
export function thresholdSweep(visits: readonly Visited[], relevant: number): Sweep | undefined {
  if (visits.length === 0 || relevant === 0) return undefined;
  const found = visits.filter((visit) => visit.relevant).length;
  const missed = Math.max(0, relevant - found);
  const points = thresholdPoints(
    visits.map((visit) => visit.relevant === true),
    visits.map(({ score }) => score),
  ).map((point) => ({ ...point, falseNegatives: point.falseNegatives + missed }));
  const none: Confusion = { truePositives: 0, falsePositives: 0, falseNegatives: relevant, trueNegatives: 0 };
  let best = points[0]!;
  for (const point of points) if (fBeta(point) > fBeta(best)) best = point;
  const threshold = Array.from({ length: 101 }, (_, i) => i / 100);
  // Points are in falling order: the last one at or above a threshold covers all pages that reach it.
  let place = 0;
  const at = threshold
    .toReversed()
    .map((border) => {
      while (place < points.length && points[place]!.threshold >= border) place += 1;
      return points[place - 1] ?? none;
    })
    .reverse();
  return {
    threshold,
    precision: at.map(precision),
    recall: at.map(recall),
    f1: at.map((point) => fBeta(point)),
    best: { threshold: best.threshold, f1: fBeta(best), precision: precision(best), recall: recall(best) },
  };
}
