/**
 * Wilcoxon's signed-rank test (1945): are paired differences symmetric around 0? Two-sided. Zero differences are
 * dropped and ties share their mean rank, as in Wilcoxon. Up to 50 differences the p-value is exact for the given
 * ranks, ties included: all 2ⁿ sign assignments are counted. Beyond that, the normal approximation with tie and
 * continuity corrections (R's default).
 */
import { upperTail } from './normal.ts';

export interface Wilcoxon {
  /** Sum of the ranks of differences above 0. */
  statistic: number;
  p: number;
  exact: boolean;
  /** Differences that are not 0. */
  used: number;
}

export function wilcoxonSignedRank(differences: readonly number[], exactUpTo = 50): Wilcoxon {
  const nonZero = differences.filter((one) => one !== 0);
  const ranks = meanRanks(nonZero.map(Math.abs));
  const statistic = ranks.reduce((sum, rank, i) => sum + (nonZero[i]! > 0 ? rank : 0), 0);
  const used = nonZero.length;
  if (used === 0) return { statistic: 0, p: 1, exact: true, used };
  const exact = used <= exactUpTo;
  const p = exact ? exactP(ranks, statistic) : approximateP(ranks, statistic);
  return { statistic, p, exact, used };
}

/** Ranks from 1; equal values share the mean of theirs. */
function meanRanks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

function exactP(ranks: readonly number[], statistic: number): number {
  // Mean ranks are multiples of ½, so twice a rank is an integer.
  const doubled = ranks.map((rank) => Math.round(2 * rank));
  const most = doubled.reduce((sum, rank) => sum + rank, 0);
  const share = new Float64Array(most + 1);
  share[0] = 1;
  let reach = 0;
  for (const rank of doubled) {
    reach += rank;
    for (let sum = reach; sum >= 0; sum--) {
      share[sum] = (share[sum]! + (sum >= rank ? share[sum - rank]! : 0)) / 2;
    }
  }
  const at = Math.round(2 * statistic);
  const nearer = Math.min(at, most - at);
  let tail = 0;
  for (let sum = 0; sum <= nearer; sum++) tail += share[sum]!;
  return Math.min(1, 2 * tail);
}

function approximateP(ranks: readonly number[], statistic: number): number {
  const n = ranks.length;
  const tied = new Map<number, number>();
  for (const rank of ranks) tied.set(rank, (tied.get(rank) ?? 0) + 1);
  let variance = (n * (n + 1) * (2 * n + 1)) / 24;
  for (const times of tied.values()) variance -= (times ** 3 - times) / 48;
  const away = Math.max(0, Math.abs(statistic - (n * (n + 1)) / 4) - 0.5);
  return Math.min(1, 2 * upperTail(away / Math.sqrt(variance)));
}
