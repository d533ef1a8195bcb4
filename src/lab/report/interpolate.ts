/** The value of a curve between its points, by linear interpolation; NaN outside. */
export function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const last = xs.length - 1;
  if (last < 0 || !(x >= xs[0]!) || x > xs[last]! * (1 + 1e-9)) return Number.NaN;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle]! <= x) low = middle;
    else high = middle;
  }
  const width = xs[high]! - xs[low]!;
  if (width === 0) return ys[high]!;
  const part = Math.min(1, (x - xs[low]!) / width);
  return ys[low]! + (ys[high]! - ys[low]!) * part;
}
