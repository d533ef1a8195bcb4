/**
 * What two crawls share, by content and not by address (the Lund thesis): 2·|A ∩ B| / (|A| + |B|). For crawls of as
 * many pages, as Lund's were, this is the shared fraction of either; for others it lies between the two fractions and
 * is the same from both sides.
 */
import type { Visited } from '../study.ts';

/** Undefined where both are empty. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number | undefined {
  const both = a.size + b.size;
  if (both === 0) return undefined;
  let shared = 0;
  for (const digest of a) if (b.has(digest)) shared += 1;
  return (2 * shared) / both;
}

export function digestsOf(
  visits: readonly Visited[],
  steps: number,
  counts: (visit: Visited) => boolean = () => true,
): Set<string> {
  return new Set(visits.slice(0, steps).flatMap((visit) => (counts(visit) ? [visit.digest] : [])));
}
