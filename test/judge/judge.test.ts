import { describe, expect, it } from 'vitest';
import { judgementOf } from '../../src/judge/judge.ts';

const plain = { relevant: true, why: [] };

describe('a field that a judge omits', () => {
  it('is filled in: the margin from the log odds of the score, 0 at the border', () => {
    expect(judgementOf({ ...plain, score: 1 / (1 + Math.exp(-1.3)) }).margin).toBeCloseTo(1.3, 12);
    // ln(0.9 / 0.1) − ln(0.75 / 0.25) = ln 9 − ln 3
    expect(judgementOf({ ...plain, score: 0.9, border: 0.75 }).margin).toBeCloseTo(Math.log(3), 12);
    expect(judgementOf({ ...plain, score: 0.3, border: 0.3 }).margin).toBe(0);
    expect([0, 1].map((score) => judgementOf({ ...plain, score }).margin)).toEqual([-20, 20]);
  });

  it('is filled in: the guide from the score, the border with ½', () => {
    expect(judgementOf({ ...plain, score: 0.7 })).toMatchObject({ guide: 0.7, border: 0.5 });
  });

  it('is not overwritten if given', () => {
    const given = { ...plain, score: 0.9, margin: 0.25, guide: 0.1, border: 0.2 };
    expect(judgementOf(given)).toEqual(given);
  });
});

it.each([
  { score: Number.NaN },
  { score: -0.1 },
  { score: 1.1 },
  { score: 0.5, guide: 2 },
  { score: 0.5, margin: Number.POSITIVE_INFINITY },
])('an opinion with %o is refused', (opinion) => {
  expect(() => judgementOf({ ...plain, ...opinion })).toThrow(/must be/);
});
