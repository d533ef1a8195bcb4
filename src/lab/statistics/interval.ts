/** An estimate with its limits, and quantiles. */
export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** Quantile of sorted numbers by linear interpolation (R's type 7). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}
