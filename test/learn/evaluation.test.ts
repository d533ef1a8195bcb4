/** Reference values: calculated by hand, or printed in scikit-learn's documentation of the function named. */
import { describe, expect, test } from 'vitest';
import { bestThreshold, rocArea } from '../../src/learn/evaluation/curves.ts';
import { groupedParts, stratifiedFolds, stratifiedParts } from '../../src/learn/evaluation/folds.ts';
import { confusion, fBeta, measure, measures } from '../../src/learn/evaluation/measures.ts';

const truths = (bits: string) => Array.from(bits, (bit) => bit === '1');

describe('measures', () => {
  test('match a hand-computed confusion table', () => {
    // 6 found, 2 wrongly found, 3 missed, 9 rightly left: P = 6/8, R = 6/9, F1 = 12/17, accuracy 15/20,
    // MCC = (6·9 − 2·3) / √(8·9·11·12).
    const counts = { truePositives: 6, falsePositives: 2, falseNegatives: 3, trueNegatives: 9 };
    const all = measures(counts);
    expect(all.precision).toBe(0.75);
    expect(all.recall).toBeCloseTo(2 / 3, 12);
    expect(all.f1).toBeCloseTo(12 / 17, 12);
    expect(all.accuracy).toBe(0.75);
    expect(all.mcc).toBeCloseTo(48 / Math.sqrt(8 * 9 * 11 * 12), 12);
  });

  test('are those of Sobania (TU Darmstadt 2015), figure 6.3, from its counts', () => {
    // 1,000 positive and 1,000 negative documents: precision .997, recall .942, F1 .969. By hand, F2 = 5PR / (4P + R).
    const counts = { truePositives: 942, falsePositives: 3, falseNegatives: 58, trueNegatives: 997 };
    const { precision, recall, f1 } = measures(counts);
    expect([precision, recall, f1].map((figure) => figure.toFixed(3))).toEqual(['0.997', '0.942', '0.969']);
    expect(fBeta(counts, 2)).toBeCloseTo((5 * (942 / 945) * 0.942) / (4 * (942 / 945) + 0.942), 12);
  });

  test('F with β = 2 favours recall, with β = ½ precision', () => {
    const counts = { truePositives: 6, falsePositives: 2, falseNegatives: 3, trueNegatives: 9 };
    const by = (beta: number) => ((1 + beta ** 2) * 0.75 * (2 / 3)) / (beta ** 2 * 0.75 + 2 / 3);
    expect(fBeta(counts, 2)).toBeCloseTo(by(2), 12);
    expect(fBeta(counts, 0.5)).toBeCloseTo(by(0.5), 12);
    expect(fBeta(counts, 2)).toBeLessThan(fBeta(counts, 0.5));
  });

  test('Matthews correlation matches the documentation of matthews_corrcoef', () => {
    expect(measures(confusion(truths('1110'), truths('1011'))).mcc).toBeCloseTo(-1 / 3, 12);
  });

  test('a score at the threshold does not count as found', () => {
    expect(measure(truths('11'), [0, 1]).recall).toBe(0.5);
  });

  test('empty and mismatched input is refused', () => {
    expect(() => measure([], [])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    expect(() => measure([true], [1, 2])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    expect(() => measure([true, false], [1, Number.NaN])).toThrow(/Score 1 is not a number/);
    expect(() => fBeta(confusion([true], [true]), Number.NaN)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});

describe('curves', () => {
  test('the area under the ROC curve matches the documentation of roc_auc_score', () => {
    expect(rocArea(truths('0011'), [0.1, 0.4, 0.35, 0.8])).toBeCloseTo(0.75, 12);
  });

  test('equal scores count half, whatever their order', () => {
    expect(rocArea(truths('0101'), [1, 1, 1, 1])).toBe(0.5);
    expect(rocArea(truths('1010'), [1, 1, 1, 1])).toBe(0.5);
  });

  test('the best threshold lies between the scores it separates', () => {
    // By hand: from the top 0.9 1, 0.8 1, 0.7 0, 0.6 1, 0.2 0, 0.1 0. F1: .5, .8, 2/3, 6/7, .75, 2/3.
    const best = bestThreshold(truths('110100'), [0.9, 0.8, 0.7, 0.6, 0.2, 0.1]);
    expect(best.threshold).toBeCloseTo(0.4, 12);
    expect(best.f).toBeCloseTo(6 / 7, 12);
    expect(best.precision).toBeCloseTo(3 / 4, 12);
    expect(best.recall).toBe(1);
  });

  test('one class only, or a score that is not a number, is refused', () => {
    expect(() => rocArea([true], [1])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    expect(() => rocArea(truths('10'), [1, Number.NaN])).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});

describe('folds', () => {
  const labels = Array.from({ length: 53 }, (_, i) => i % 5 === 0);

  test('test every example once and keep the share of each class', () => {
    const folds = stratifiedFolds(labels, 5, 3);
    expect(folds.flatMap(({ test }) => test).sort((a, b) => a - b)).toEqual([...labels.keys()]);
    for (const { train, test } of folds) {
      expect(train.length + test.length).toBe(53);
      const relevant = test.filter((i) => labels[i]).length;
      expect(relevant).toBeGreaterThanOrEqual(2);
      expect(relevant).toBeLessThanOrEqual(3);
    }
  });

  test('are the same for one seed and differ for another', () => {
    expect(stratifiedFolds(labels, 5, 3)).toEqual(stratifiedFolds(labels, 5, 3));
    expect(stratifiedFolds(labels, 5, 3)).not.toEqual(stratifiedFolds(labels, 5, 4));
  });

  test('parts by shares do not overlap and leave nothing out', () => {
    const parts = stratifiedParts(labels, [0.6, 0.2, 0.2]);
    expect(parts.flat().sort((a, b) => a - b)).toEqual([...labels.keys()]);
    expect(parts[0]!.length).toBe(Math.round(11 * 0.6) + Math.round(42 * 0.6));
  });

  test('groups are never divided, and both classes get about their shares', () => {
    // 40 pages of 1 to 7 links; every third link is relevant.
    const groups = Array.from({ length: 40 }, (_, page) => Array(1 + (page % 7)).fill(`page ${page}`)).flat();
    const own = groups.map((_, i) => i % 3 === 0);
    const parts = groupedParts(own, groups, [0.67, 0.33], 3);
    expect(parts.flat().sort((a, b) => a - b)).toEqual([...own.keys()]);
    const pages = parts.map((part) => new Set(part.map((i) => groups[i])));
    expect([...pages[0]!].filter((page) => pages[1]!.has(page))).toEqual([]);
    const relevant = own.filter(Boolean).length;
    expect(Math.abs(parts[1]!.filter((i) => own[i]).length - 0.33 * relevant)).toBeLessThan(2);
    expect(Math.abs(parts[1]!.length - 0.33 * own.length)).toBeLessThan(4);
  });

  test('an impossible number of folds is refused', () => {
    expect(() => stratifiedFolds([true, false], 3)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
    expect(() => stratifiedParts(labels, [0.5, 0.2])).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});
