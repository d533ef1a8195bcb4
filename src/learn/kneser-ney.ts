/** The three discounts of modified Kneser–Ney smoothing, for counts of 1, of 2 and of more (Chen and Goodman 1999). */
export type Discounts = readonly [one: number, two: number, more: number];

const thin: Discounts = [0.5, 1, 1.5];

/** Computed from the number of n-grams that occur once, twice, three and four times. */
export function discountsOf(counts: Float64Array, belongs: (node: number) => boolean): Discounts {
  const having = [0, 0, 0, 0, 0];
  for (let node = 0; node < counts.length; node++) {
    const count = counts[node]!;
    if (count >= 1 && count <= 4 && belongs(node)) having[count]! += 1;
  }
  const [, one, two, three, four] = having as [number, number, number, number, number];
  if (one === 0 || two === 0 || three === 0) return thin;
  const y = one / (one + 2 * two);
  const discounts = [1 - (2 * y * two) / one, 2 - (3 * y * three) / two, 3 - (4 * y * four) / three] as const;
  return discounts.every((discount, i) => discount >= 0 && discount <= i + 1) ? discounts : thin;
}

export function discountOf([one, two, more]: Discounts, count: number): number {
  if (count <= 0) return 0;
  if (count === 1) return one;
  return count === 2 ? two : more;
}
