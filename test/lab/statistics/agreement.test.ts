import { describe, expect, it } from 'vitest';
import { cohenKappa, fleissKappa } from '../../../src/lab/statistics/kappa.ts';

describe("Cohen's kappa", () => {
  it('is what scikit-learn 1.9.1 cohen_kappa_score gives', () => {
    expect(cohenKappa([2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2])).toBeCloseTo(0.4285714285714286, 14);
    expect(cohenKappa([...'rrnurnnrnrun'], [...'rnnurnrrnnur'])).toBeCloseTo(0.4666666666666667, 14);
  });

  it('is 1 for full agreement, below 0 for full disagreement, and unknown where nobody ever differs in answer', () => {
    expect(cohenKappa(['r', 'n'], ['r', 'n'])).toBe(1);
    // Agreed 0, by chance ½: (0 − ½) / (1 − ½).
    expect(cohenKappa(['r', 'n'], ['n', 'r'])).toBe(-1);
    expect(cohenKappa(['r', 'r'], ['r', 'r'])).toBeNaN();
  });

  it('refuses answers to different numbers of pages', () => {
    expect(() => cohenKappa(['r'], ['r', 'n'])).toThrow(/both have judged/);
    expect(() => cohenKappa([], [])).toThrow(/both have judged/);
  });
});

describe("Fleiss' kappa", () => {
  it('is 0.210 for the published worked example of ten subjects and fourteen raters', () => {
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    // To all digits from statsmodels 0.15.0, fleiss_kappa.
    expect(fleissKappa(counts)).toBeCloseTo(0.20993070442195522, 14);
  });

  it('refuses pages judged by different numbers of judges', () => {
    expect(() =>
      fleissKappa([
        [2, 1],
        [1, 1],
      ]),
    ).toThrow(/same number of judges/);
    expect(() => fleissKappa([])).toThrow(/same number of judges/);
    expect(() => fleissKappa([[1, 0]])).toThrow(/two or more/);
  });
});
