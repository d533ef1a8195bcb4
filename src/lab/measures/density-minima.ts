/**
 * The minima of a density, where scores fall apart into groups: candidates for a threshold (the Lund thesis, figures 9.7
 * and 9.18). The density is smoothed first, the more the fewer pages it is made of (Silverman 1986, equation 3.31); a
 * minimum counts if it is clearly below the peaks on both of its sides.
 */

/** At most this share of the lower peak beside it. */
const DEPTH = 0.8;
/** Its variance is one bin, so that n rounds have a standard deviation of √n bins. */
const KERNEL = [1, 4, 6, 4, 1];

/** Places between 0 and the number of bins, in order; the middle of the bins that are equally low. */
export function densityMinima(density: readonly number[], pages: number): number[] {
  let smooth = [...density];
  const rounds = Math.max(1, Math.round((0.9 * deviation(density) * pages ** -0.2) ** 2));
  for (let round = 0; round < rounds; round++) smooth = smoothed(smooth);
  return minimaIn(smooth, 0, smooth.length);
}

/** In bins. */
function deviation(density: readonly number[]): number {
  const sum = density.reduce((all, value) => all + value, 0);
  const mean = density.reduce((all, value, i) => all + value * i, 0) / sum;
  return Math.sqrt(density.reduce((all, value, i) => all + value * (i - mean) ** 2, 0) / sum);
}

/** The deepest, then those on both sides of it. */
function minimaIn(smooth: readonly number[], from: number, to: number): number[] {
  let best = { depth: DEPTH, first: -1, last: -1 };
  for (let first = from + 1; first < to - 1; first++) {
    let last = first;
    while (last + 1 < to - 1 && smooth[last + 1] === smooth[first]) last += 1;
    const peak = Math.min(highest(smooth, from, first), highest(smooth, last + 1, to));
    const depth = peak > 0 ? smooth[first]! / peak : 1;
    if (depth < best.depth) best = { depth, first, last };
    first = last;
  }
  if (best.first < 0) return [];
  const place = (best.first + best.last + 1) / 2;
  return [...minimaIn(smooth, from, best.first), place, ...minimaIn(smooth, best.last + 1, to)];
}

function highest(numbers: readonly number[], from: number, to: number): number {
  let most = 0;
  for (let i = from; i < to; i++) most = Math.max(most, numbers[i]!);
  return most;
}

function smoothed(numbers: readonly number[]): number[] {
  const half = (KERNEL.length - 1) / 2;
  return numbers.map((_, i) => {
    let sum = 0;
    let weights = 0;
    for (const [k, weight] of KERNEL.entries()) {
      const value = numbers[i + k - half];
      if (value === undefined) continue;
      sum += weight * value;
      weights += weight;
    }
    return sum / weights;
  });
}
