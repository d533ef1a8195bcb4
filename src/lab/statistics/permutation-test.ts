/**
 * A paired permutation test by groups (Fisher 1935, with whole groups as units): if neither side is better, the sign of
 * a group's mean difference is random. The p-value is the share of all sign assignments whose mean is at least as far
 * from 0 as the observed one. Groups are topics and their members repeats, so that repeats of one topic do not count as
 * independent evidence. Up to 16 groups all assignments are enumerated; beyond that, a fixed number is drawn by seed,
 * including the observed one.
 */
import { Random } from '../../learn/random.ts';

export interface PermutationTest {
  p: number;
  exact: boolean;
}

export function permutationTest(
  groups: readonly (readonly number[])[],
  { samples = 9999, seed = 1 } = {},
): PermutationTest {
  const means = groups.filter(({ length }) => length > 0).map(mean);
  // Groups without a difference change nothing, whatever their sign.
  const differing = Float64Array.from(means.filter((one) => one !== 0));
  const observed = Math.abs(differing.reduce((sum, one) => sum + one, 0));
  const scale = differing.reduce((sum, one) => sum + Math.abs(one), 0);
  // Sums in another order may differ in their last digits.
  const reached = observed - scale * 1e-12;
  const count = differing.length;
  if (count <= exactGroups) {
    let asFar = 0;
    for (let signs = 0; signs < 2 ** count; signs++) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += (signs >> i) & 1 ? differing[i]! : -differing[i]!;
      if (Math.abs(sum) >= reached) asFar += 1;
    }
    return { p: asFar / 2 ** count, exact: true };
  }
  const random = new Random(seed);
  let asFar = 1;
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += random.next() < 0.5 ? differing[i]! : -differing[i]!;
    if (Math.abs(sum) >= reached) asFar += 1;
  }
  return { p: asFar / (samples + 1), exact: false };
}

const exactGroups = 16;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
