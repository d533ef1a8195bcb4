/**
 * Slightly more negatives than positives, as in the training sets of Sobania (TU Darmstadt, 2015, section 6.4: 1.02 to
 * 1.19 per positive), so that an uncertain learner says no. The negatives are sampled at even intervals, including the
 * last.
 */
export function balanced<T>(positives: readonly T[], negatives: readonly T[], ratio: number): [T[], T[]] {
  return [[...positives], evenly(negatives, Math.ceil(positives.length * ratio))];
}

export function evenly<T>(all: readonly T[], count: number): T[] {
  if (count >= all.length) return [...all];
  return Array.from({ length: count }, (_, i) => all[Math.floor(((i + 1) * all.length) / count) - 1]!);
}
