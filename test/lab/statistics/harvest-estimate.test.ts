/** Values worked out by hand; 1.645 is the 95 % point of the normal distribution. */
import { describe, expect, it } from 'vitest';
import { estimateHarvest } from '../../../src/lab/statistics/harvest-estimate.ts';

/** So sure of slope 1 and of the shift that nothing else counts. */
const sure = (shift: number) => ({ shift, shiftSpread: 1e-6, spreadAbove: 1e-6, slopeSpread: 1e-6 });
const unsure = { shift: -1.5, shiftSpread: 0.9, spreadAbove: 2.5, slopeSpread: 0.35 };
const pages = (logOdds: number, count: number, answer?: boolean) =>
  Array.from({ length: count }, () => ({ logOdds, answer }));

describe('the estimate', () => {
  it('is the mean probability at the shift it is sure of', () => {
    // Log odds 0 and ln 3 after the shift: ½ and ¾. Variance (¼ + 3/16) / 2² = 0.109375.
    const { estimate, low, high } = estimateHarvest(
      [{ logOdds: 1.5 }, { logOdds: 1.5 + Math.log(3) }],
      sure(-1.5),
    );
    expect(estimate).toBeCloseTo(0.625, 6);
    expect(low).toBeCloseTo(0.625 - 1.645 * Math.sqrt(0.109375), 3);
    expect(high).toBe(1);
  });

  it('is what people said if all pages are answered', () => {
    const all = [...pages(3, 7, false), ...pages(-3, 13, true)];
    const { estimate, low, high } = estimateHarvest(all, unsure);
    expect(estimate).toBeCloseTo(0.65, 10);
    expect(low).toBeCloseTo(0.65, 3);
    expect(high).toBeCloseTo(0.65, 3);
  });

  it('moves with the answers and gets surer of itself', () => {
    const without = estimateHarvest(pages(2, 100), unsure);
    const bad = estimateHarvest([...pages(2, 80), ...pages(2, 18, false), ...pages(2, 2, true)], unsure);
    const good = estimateHarvest([...pages(2, 80), ...pages(2, 18, true), ...pages(2, 2, false)], unsure);
    expect(bad.estimate).toBeLessThan(0.25);
    expect(good.estimate).toBeGreaterThan(0.75);
    expect(without.estimate).toBeGreaterThan(0.4);
    expect(without.estimate).toBeLessThan(0.75);
    for (const answered of [bad, good])
      expect(answered.high - answered.low).toBeLessThan((without.high - without.low) / 2);
  });

  it('has an interval around it', () => {
    for (const logOdds of [-4, 0, 2, 6]) {
      const { estimate, low, high } = estimateHarvest(pages(logOdds, 50), unsure);
      expect(low).toBeLessThan(estimate);
      expect(high).toBeGreaterThan(estimate);
    }
  });

  it('leaves more open above the more the shift may be above what is expected', () => {
    const narrow = estimateHarvest(pages(1.5, 400), { ...unsure, spreadAbove: 0.9 });
    const wide = estimateHarvest(pages(1.5, 400), unsure);
    expect(wide).toMatchObject({ estimate: narrow.estimate, low: narrow.low });
    expect(narrow.high).toBeLessThan(0.9);
    expect(wide.high).toBeGreaterThan(0.97);
  });

  it('cannot be had of no pages', () => {
    expect(() => estimateHarvest([], unsure)).toThrow('no pages');
  });
});
