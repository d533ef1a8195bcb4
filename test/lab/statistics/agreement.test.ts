import { describe, expect, it } from 'vitest';
import { cohenKappa, fleissKappa } from '../../../src/lab/statistics/kappa.ts';
import { krippendorffAlpha } from '../../../src/lab/statistics/krippendorff.ts';

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

describe("Krippendorff's alpha", () => {
  // The examples of K. Krippendorff, “Computing Krippendorff's Alpha-Reliability”, 2011: a line per observer, a column per
  // unit, * where the observer has no value. He gives three digits; the others are from the Python package krippendorff.
  it.each([
    {
      example: 'A, two observers, binary',
      observers: ['0100000010', '1110010000'],
      published: 0.095,
      digits: 0.09523809523809534,
    },
    {
      example: 'B, two observers, five categories',
      observers: ['aabbdcccedda', 'babbbccceddd'],
      published: 0.692,
      digits: 0.6919642857142858,
    },
    {
      example: 'C, four observers, missing values',
      observers: ['123321412***', '1233224125*3', '*3332342251*', '12332441251*'],
      published: 0.743,
      digits: 0.743421052631579,
    },
  ])('is what its author gives for his example $example', ({ observers, published, digits }) => {
    const alpha = krippendorffAlpha(countsOf(observers));
    expect(alpha).toBeCloseTo(published, 3);
    expect(alpha).toBeCloseTo(digits, 14);
  });

  it('is 1 for full agreement, below 0 for full disagreement, and unknown where nobody ever differs in answer', () => {
    expect(krippendorffAlpha(countsOf(['rn*', 'rnn', '*nn']))).toBe(1);
    // Two pages, four answers, two of each: 1 − 3 · 4 / 8 (all four pairs on a page differ, of 16 pairs 8).
    expect(krippendorffAlpha(countsOf(['rn', 'nr']))).toBe(-0.5);
    expect(krippendorffAlpha(countsOf(['rr', 'rr']))).toBeNaN();
    expect(krippendorffAlpha(countsOf(['rn*', '**n']))).toBeNaN();
    expect(krippendorffAlpha([])).toBeNaN();
  });
});

function countsOf(observers: readonly string[]): number[][] {
  const categories = [...new Set(observers.join('').replaceAll('*', ''))];
  return Array.from(observers[0]!, (_, unit) =>
    categories.map((category) => observers.filter((values) => values[unit] === category).length),
  );
}
