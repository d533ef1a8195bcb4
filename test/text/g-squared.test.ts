import { expect, it } from 'vitest';
import { gSquared } from '../../src/text/g-squared.ts';

it('G² matches a calculation by hand', () => {
  // 10 trials without success among 40 with 20 successes. Observed 0, 10 | 20, 10, expected 5, 5 | 15, 15:
  // 2·(10·ln 2 + 20·ln(20/15) + 10·ln(10/15)) = 17.2609.
  const all = { trials: 40, successes: 20 };
  expect(gSquared({ trials: 10, successes: 0 }, all)).toBeCloseTo(17.2609, 3);
  expect(gSquared({ trials: 10, successes: 5 }, all)).toBeCloseTo(0, 10);
});
