import { describe, expect, it } from 'vitest';
import { holm } from '../../../src/lab/statistics/holm.ts';
import { permutationTest } from '../../../src/lab/statistics/permutation-test.ts';
import { signTest } from '../../../src/lab/statistics/sign-test.ts';
import { wilcoxonSignedRank } from '../../../src/lab/statistics/wilcoxon.ts';

/** Darwin's maize, crossed less self-fertilised, in eighths of an inch: the example of SciPy's documentation. */
const maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];

describe("Wilcoxon's signed ranks", () => {
  it("gives the p-value of Darwin's maize in SciPy 1.17.1 (exact)", () => {
    const { statistic, p, exact } = wilcoxonSignedRank(maize);
    // Ranks of 15 sum to 120; SciPy reports the smaller sum, 24.
    expect(statistic).toBe(120 - 24);
    expect(p).toBeCloseTo(0.041259765625, 12);
    expect(exact).toBe(true);
  });

  it('is exact with ties and zeros, as all 2¹¹ signs counted by NumPy and SciPy 1.17.1 PermutationMethod are', () => {
    const { statistic, p, used } = wilcoxonSignedRank([1, 1, -2, 3, 3, -3, 4, 0, 5, -1, 2, 2]);
    expect(statistic).toBe(51);
    expect(used).toBe(11);
    expect(p).toBeCloseTo(0.1279296875, 12);
  });

  it('is the normal approximation of SciPy 1.17.1 (asymptotic, corrected) for many differences', () => {
    const many = [
      0.2, 0.5, -0.1, -0.7, -0.3, -0.8, 0.3, 1.5, -0.3, -0.4, 0.7, 0.6, 0.3, -0.7, 0.2, 0.9, -1.1, -0.3, -1.7,
      -1.1, -1.6, -0.0, -1.1, 0.5, 0.4, 0.0, -2.3, -0.3, 0.2, 0.3, -1.3, -0.3, -0.8, -0.6, 1.3, -0.6, 0.2,
      1.1, -0.4, 0.1, 0.3, 0.3, -1.0, 0.3, 1.6, -1.3, 1.1, 0.3, -0.4, 2.2, 1.0, -1.0, 0.3, 0.8, 0.0, 0.9, 0.1,
      0.9, 1.6, -0.5,
    ];
    const { p, exact, used } = wilcoxonSignedRank(many);
    expect(used).toBe(57);
    expect(exact).toBe(false);
    expect(p).toBeCloseTo(0.9333984104619035, 10);
  });

  it('finds nothing where nothing differs', () => {
    expect(wilcoxonSignedRank([0, 0]).p).toBe(1);
    expect(wilcoxonSignedRank([]).p).toBe(1);
  });
});

describe('the sign test', () => {
  it('is the exact probability of 1 against 7, 2 · (1 + 8) / 2⁸', () => {
    expect(signTest([-1, 1, 1, 1, 1, 1, 1, 1]).p).toBeCloseTo(18 / 256, 12);
  });

  it('is the two-sided binomial test of SciPy 1.17.1', () => {
    expect(signTest(maize)).toMatchObject({ wins: 13, losses: 2 });
    expect(signTest(maize).p).toBeCloseTo(0.00738525390625, 12);
    expect(signTest([1, 1, 1, -1, -1, -1, -1, -1, -1, -1, 0]).p).toBeCloseTo(0.34375, 12);
    expect(signTest([1, -1]).p).toBe(1);
    expect(signTest([0, 0]).p).toBe(1);
  });
});

describe('the permutation test', () => {
  it('is, with one repeat a topic, the paired test of SciPy 1.17.1 permutation_test', () => {
    const rows: [number[], number][] = [
      [[1.2, -0.3, 0.8, 2.1, 0.4, -0.1, 0.9], 0.078125],
      [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], 0.03125],
      [[0.3, -0.2, 0.1, 0.5, -0.4], 0.8125],
    ];
    for (const [differences, p] of rows) {
      expect(permutationTest(differences.map((one) => [one]))).toEqual({ p, exact: true });
    }
  });

  it('takes a topic as one piece of evidence, however often it was repeated', () => {
    // Three topics that all agree: 2 of 2³ ways are as extreme.
    const thrice = [
      [0.2, 0.21, 0.19],
      [0.1, 0.1, 0.1],
      [0.3, 0.2, 0.4],
    ];
    expect(permutationTest(thrice).p).toBe(0.25);
  });

  it('draws signs at random beyond sixteen topics, close to the exact binomial answer', () => {
    // Equal differences make it the sign test: 15 of 20, P = 0.04139 (binomial table).
    const differences = Array.from({ length: 20 }, (_, i) => [i < 15 ? 1 : -1]);
    const { p, exact } = permutationTest(differences);
    expect(exact).toBe(false);
    expect(Math.abs(p - 0.04139)).toBeLessThan(0.006);
  });

  it('finds nothing where nothing differs', () => {
    expect(permutationTest([[0], [0, 0]]).p).toBe(1);
  });
});

describe("Holm's correction", () => {
  it('is what statsmodels 0.15.0 multipletests(method="holm") gives', () => {
    const close = (found: number[], wanted: number[]): void => {
      expect(found).toHaveLength(wanted.length);
      for (const [i, one] of wanted.entries()) expect(found[i]).toBeCloseTo(one, 12);
    };
    close(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
    close(holm([0.0001, 0.02, 0.02, 0.5, 0.9, 0.011]), [0.0006, 0.08, 0.08, 1, 1, 0.055]);
  });
});
