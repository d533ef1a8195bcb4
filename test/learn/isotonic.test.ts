import { expect, test } from 'vitest';
import { isotonicSteps } from '../../src/learn/isotonic.ts';

test('violators are pooled as in the textbook example', () => {
  // Barlow et al. (1972) style, by hand: 1, 3, 2, 4 → 1, 2.5, 2.5, 4; 4, 3, 2, 1 → their mean.
  const steps = (...values: number[]) =>
    isotonicSteps(values.map((value, score) => ({ score, value }))).map(({ from, value }) => [from, value]);
  expect(steps(1, 3, 2, 4)).toEqual([
    [0, 1],
    [1, 2.5],
    [3, 4],
  ]);
  expect(steps(4, 3, 2, 1)).toEqual([[0, 2.5]]);
});

test('equal scores are one step, with the mean of their values', () => {
  const points = [0, 0, 1, 1].map((value, i) => ({ score: i < 3 ? 5 : 6, value }));
  expect(isotonicSteps(points)).toEqual([
    { from: 5, value: 1 / 3, points: 3 },
    { from: 6, value: 1, points: 1 },
  ]);
});
