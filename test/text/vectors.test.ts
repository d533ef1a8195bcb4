import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import {
  added,
  cosine,
  dot,
  emptyVector,
  mean,
  norm,
  type SparseVector,
  scaled,
  unit,
  valueAt,
  vectorOf,
} from '../../src/text/vectors.ts';

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((x) => (Math.abs(x) < 1e-6 ? 0 : x));
const entries = fc.array(fc.tuple(fc.nat({ max: 40 }), value), { maxLength: 60 });
const vector = entries.map(vectorOf);
/** Includes the smallest numbers there are, and numbers whose squares overflow. */
const extreme = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 40 }), fc.double({ min: -1e300, max: 1e300, noNaN: true })), {
    selector: ([index]) => index,
  })
  .map(vectorOf);

/** The same numbers in a plain array: every property below is checked against plain arithmetic. */
function dense(sparse: SparseVector): number[] {
  const all = new Array<number>(41).fill(0);
  for (let i = 0; i < sparse.indices.length; i++) all[sparse.indices[i]!] = sparse.values[i]!;
  return all;
}

function expectSound(sparse: SparseVector): void {
  expect(sparse.indices.length).toBe(sparse.values.length);
  for (let i = 0; i < sparse.indices.length; i++) {
    if (i > 0) expect(sparse.indices[i]!).toBeGreaterThan(sparse.indices[i - 1]!);
    expect(Number.isFinite(sparse.values[i])).toBe(true);
    expect(sparse.values[i]).not.toBe(0);
  }
}

describe('making a vector', () => {
  test('indices rise strictly, equal indices are summed and zeros dropped', () => {
    const made = vectorOf([
      [5, 1],
      [2, 3],
      [5, 2],
      [7, 0],
      [9, 1],
      [9, -1],
    ]);
    expect([...made.indices]).toEqual([2, 5]);
    expect([...made.values]).toEqual([3, 3]);
  });

  test('any entries give a valid vector with the same sums as plain arithmetic', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const made = vectorOf(given);
        expectSound(made);
        const sums = new Array<number>(41).fill(0);
        for (const [index, amount] of given) sums[index]! += amount;
        expect(dense(made).map((x) => x + 0)).toEqual(sums.map((x) => x + 0));
        for (let index = 0; index < 41; index++) expect(valueAt(made, index)).toBe(dense(made)[index]);
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('a weight of %s is refused', (weight) => {
    expect(() => vectorOf([[1, weight]])).toThrow(ForageError);
    expect(() => scaled(vectorOf([[1, 1]]), weight)).toThrow(ForageError);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 32])('an index of %s is refused', (index) => {
    expect(() => vectorOf([[index, 1]])).toThrow(/whole numbers/);
  });
});

describe('cosine', () => {
  test('matches the textbook formula', () => {
    // (1, 2, 0)·(2, 0, 5) = 2; lengths √5 and √29; 2 / √145 = 0.166091
    const a = vectorOf([
      [0, 1],
      [1, 2],
    ]);
    const b = vectorOf([
      [0, 2],
      [2, 5],
    ]);
    expect(cosine(a, b)).toBeCloseTo(0.166091, 6);
  });

  test('is symmetric, between −1 and 1, and does not depend on the length of either', () => {
    fc.assert(
      fc.property(vector, vector, fc.double({ min: 0.001, max: 1000, noNaN: true }), (a, b, factor) => {
        const c = cosine(a, b);
        expect(c).toBe(cosine(b, a));
        expect(Math.abs(c)).toBeLessThanOrEqual(1);
        expect(cosine(scaled(a, factor), b)).toBeCloseTo(c, 9);
      }),
    );
  });

  test('of a vector with itself is 1, with the empty one 0', () => {
    fc.assert(
      fc.property(fc.oneof(vector, extreme), (a) => {
        expect(cosine(a, a)).toBeCloseTo(a.indices.length === 0 ? 0 : 1, 12);
        expect(cosine(a, emptyVector)).toBe(0);
      }),
    );
  });

  test('survives weights whose squares overflow', () => {
    const huge = vectorOf([
      [0, 3e200],
      [1, 4e200],
    ]);
    const tiny = vectorOf([
      [0, 3e-200],
      [1, 4e-200],
    ]);
    expect(norm(huge) / 1e200).toBeCloseTo(5, 12);
    expect(norm(tiny) * 1e200).toBeCloseTo(5, 12);
    expect(cosine(huge, tiny)).toBeCloseTo(1, 12);
    expect(cosine(huge, huge)).toBeCloseTo(1, 12);
  });
});

describe('arithmetic', () => {
  test('dot, sum and mean agree with plain arrays and stay valid', () => {
    fc.assert(
      fc.property(vector, vector, value, (a, b, factor) => {
        const da = dense(a);
        const db = dense(b);
        const expected = da.reduce((sum, x, i) => sum + x * db[i]!, 0);
        expect(Math.abs(dot(a, b) - expected)).toBeLessThanOrEqual(1e-3 + Math.abs(expected) * 1e-9);
        const sum = added(a, b, factor);
        expectSound(sum);
        expect(dense(sum).map((x) => x + 0)).toEqual(da.map((x, i) => x + factor * db[i]! + 0));
        expectSound(mean([a, b]));
        const middle = dense(mean([a, b]));
        for (let i = 0; i < 41; i++) expect(middle[i]! + 0).toBeCloseTo((da[i]! + db[i]!) / 2, 6);
      }),
    );
  });

  test('a unit vector has length 1 and the empty one stays empty', () => {
    fc.assert(
      fc.property(vector, (a) => {
        expectSound(unit(a));
        expect(norm(unit(a))).toBeCloseTo(a.indices.length === 0 ? 0 : 1, 9);
      }),
    );
    expect(mean([])).toEqual(emptyVector);
  });
});
