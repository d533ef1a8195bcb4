/** Otsu's threshold; the expected values are calculated by hand. */
import { describe, expect, it } from 'vitest';
import { otsuThreshold } from '../../src/learn/otsu.ts';

describe("Otsu's threshold", () => {
  it('is the least value of the upper group', () => {
    expect(otsuThreshold([11, 2, 10, 1, 12])).toBe(10);
  });

  it('takes the border with the largest variance between the groups, not the widest gap in the middle', () => {
    // n₁ n₂ (μ₂ − μ₁)²: 0, 0 | 4, 10 has 2 · 2 · 7² = 196; 0, 0, 4 | 10 has 3 · 1 · (26/3)² ≈ 225.
    expect(otsuThreshold([0, 0, 4, 10])).toBe(10);
    // 0, 0 | 5, 10 has 2 · 2 · 7.5² = 225; 0, 0, 5 | 10 has 3 · 1 · (25/3)² ≈ 208.
    expect(otsuThreshold([0, 0, 5, 10])).toBe(5);
  });

  it('keeps equal values in one group, and has none to part if all are equal', () => {
    expect(otsuThreshold([1, 0, 0, 1, 1, 1])).toBe(1);
    expect(otsuThreshold([0.2, 0.2, 0.2])).toBe(Number.POSITIVE_INFINITY);
    expect(otsuThreshold([])).toBe(Number.POSITIVE_INFINITY);
  });
});
