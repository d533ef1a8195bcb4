/**
 * Average rank (Menczer, Pant, Ruiz and Srinivasan, 2001; the Minas thesis, section 2.2): all pages that any run of a
 * topic visited are ranked by the measuring judge, best first, and a run is as good as the mean rank of its pages.
 * Equal scores share the mean of their ranks.
 */
import type { RunVisits, Visited } from '../study.ts';

/** By digest; empty if the judge measured nothing. */
export function pooledRanks(runs: readonly RunVisits[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { visits } of runs)
    for (const { digest, measured } of visits) if (measured !== undefined) scores.set(digest, measured.score);
  const sorted = [...scores].sort(([, a], [, b]) => b - a);
  const ranks = new Map<string, number>();
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]![1] === sorted[from]![1]) to += 1;
    for (let i = from; i < to; i++) ranks.set(sorted[i]![0], (from + 1 + to) / 2);
    from = to;
  }
  return ranks;
}

export function averageRank(
  visits: readonly Visited[],
  ranks: ReadonlyMap<string, number>,
): number | undefined {
  const own = visits.flatMap(({ digest, measured }) => (measured === undefined ? [] : ranks.get(digest)!));
  return own.length === 0 ? undefined : own.reduce((sum, rank) => sum + rank, 0) / own.length;
}
