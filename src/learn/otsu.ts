/**
 * Where numbers part into a lower and an upper group: the border with the largest variance between the two (Otsu, "A
 * threshold selection method from gray-level histograms", 1979), over the values themselves instead of a histogram.
 */

/** The least value of the upper group; infinity if all values are equal. */
export function otsuThreshold(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const whole = sorted.reduce((sum, value) => sum + value, 0);
  let below = 0;
  let most = 0;
  let threshold = Number.POSITIVE_INFINITY;
  for (let i = 1; i < sorted.length; i++) {
    below += sorted[i - 1]!;
    if (sorted[i] === sorted[i - 1]) continue;
    const rest = sorted.length - i;
    const variance = i * rest * ((whole - below) / rest - below / i) ** 2;
    if (variance <= most) continue;
    most = variance;
    threshold = sorted[i]!;
  }
  return threshold;
}
