/** Calculated by hand where possible, otherwise checked against the conditions that only an optimum satisfies. */
import { describe, expect, test } from 'vitest';
import { OneClassSvm } from '../../src/learn/one-class-svm.ts';
import { Random } from '../../src/learn/random.ts';
import { RbfSvm } from '../../src/learn/rbf-svm.ts';
import { vectorOf } from '../../src/text/vectors.ts';

const at = (x: number, y = 0) =>
  vectorOf([
    [0, x],
    [1, y],
  ]);

function cloud(count: number, seed: number) {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const [x, y] = [random.next() * 4 - 2, random.next() * 4 - 2];
    const noisy = random.next() < 0.1;
    return { vector: at(x, y), relevant: x * x + y * y < 1.5 !== noisy };
  });
}

describe('the RBF SVM', () => {
  test('on two points matches the hand calculation', () => {
    // K = exp(−γ·4) = k between them. By symmetry β = ±b and the intercept is 0; b·(1 − k) = 1 unless C is less.
    const k = Math.exp(-4 * 0.25);
    const pair = [
      { vector: at(1), relevant: true },
      { vector: at(-1), relevant: false },
    ];
    const free = new RbfSvm({ c: 100, gamma: 0.25, tolerance: 1e-9 });
    free.fit(pair);
    expect(free.predict(at(1))).toBeCloseTo(1, 6);
    expect(free.predict(at(-1))).toBeCloseTo(-1, 6);
    expect(free.predict(vectorOf([]))).toBeCloseTo(0, 6);
    const bound = new RbfSvm({ c: 0.5, gamma: 0.25, tolerance: 1e-9 });
    bound.fit(pair);
    expect(bound.predict(at(1))).toBeCloseTo(0.5 * (1 - k), 6);
  });

  test('separates what no line can separate', () => {
    const xor = [
      { vector: at(1, 1), relevant: true },
      { vector: at(-1, -1), relevant: true },
      { vector: at(1, -1), relevant: false },
      { vector: at(-1, 1), relevant: false },
    ];
    const svm = new RbfSvm({ c: 10, gamma: 1 });
    svm.fit(xor);
    for (const { vector, relevant } of xor) expect(svm.predict(vector) > 0).toBe(relevant);
  });

  test('satisfies the Karush–Kuhn–Tucker conditions on noisy data', () => {
    // β from the record: outside the margin 0 < y·f, inside it the bound, on it anything between.
    const examples = cloud(150, 5);
    const c = 2;
    const svm = new RbfSvm({ c, gamma: 0.8, tolerance: 1e-6 });
    svm.fit(examples);
    const margins = examples.map(({ vector, relevant }) => (relevant ? 1 : -1) * svm.predict(vector));
    const inside = margins.filter((margin) => margin < 1 - 1e-4).length;
    const on = margins.filter((margin) => Math.abs(margin - 1) <= 1e-4).length;
    expect(svm.supportVectors).toBeGreaterThanOrEqual(inside);
    expect(svm.supportVectors).toBeLessThanOrEqual(inside + on);
    expect(inside).toBeGreaterThan(0);
    expect(on).toBeGreaterThan(0);
  });

  test('gives the same result with a cache of three rows as with all rows', () => {
    const examples = cloud(60, 9);
    const [small, large] = [1e-6, 100].map((cacheMb) => {
      const svm = new RbfSvm({ cacheMb, gamma: 1 });
      svm.fit(examples);
      return svm.predict(at(0.3, 0.2));
    });
    expect(small).toBe(large);
  });

  test('leans to the class whose mistakes cost more', () => {
    const examples = cloud(150, 6);
    const found = [{ relevant: 1, other: 1 }, { relevant: 10, other: 1 }, 'balanced' as const].map(
      (classWeights) => {
        const svm = new RbfSvm({ c: 0.1, gamma: 0.5, classWeights });
        svm.fit(examples);
        return examples.filter(({ vector }) => svm.predict(vector) > 0).length;
      },
    );
    expect(found[1]!).toBeGreaterThan(found[0]!);
    expect(found[2]!).toBeGreaterThanOrEqual(found[0]!);
  });

  test('gives probabilities if requested', () => {
    const svm = new RbfSvm({ gamma: 1, probability: true });
    svm.fit(cloud(150, 4));
    expect(svm.probability(at(0.1, 0.1))).toBeGreaterThan(0.7);
    expect(svm.probability(at(1.9, 1.9))).toBeLessThan(0.3);
  });
});

test('probabilities come from held-out examples: with random labels none is confident, although all are memorised', () => {
  const random = new Random(6);
  const examples = Array.from({ length: 80 }, (_, i) => ({
    vector: at(random.next() * 4, random.next() * 4),
    relevant: i % 2 === 0,
  }));
  const svm = new RbfSvm({ c: 1000, gamma: 100, probability: true });
  svm.fit(examples);
  for (const { vector, relevant } of examples) {
    expect(svm.predict(vector) > 0).toBe(relevant);
    expect(Math.abs(svm.probability(vector) - 0.5)).toBeLessThan(0.35);
  }
});

describe('the one-class SVM', () => {
  const inside = cloud(300, 2)
    .filter(({ vector }) => vector.values.every((value) => Math.abs(value) < 1))
    .map(({ vector }) => ({ vector, relevant: true }));

  test('leaves out at most the share ν and needs at least that share as support (Schölkopf 2001, proposition 3)', () => {
    for (const nu of [0.1, 0.3, 0.6]) {
      const svm = new OneClassSvm({ nu, gamma: 0.5, tolerance: 1e-6 });
      svm.fit(inside);
      const outside = inside.filter(({ vector }) => svm.predict(vector) < -1e-4).length;
      const support = inside.filter(({ vector }) => svm.predict(vector) < 1e-4).length;
      expect(outside / inside.length).toBeLessThanOrEqual(nu);
      expect(support / inside.length).toBeGreaterThanOrEqual(nu);
    }
  });

  test('separates the training data from distant points', () => {
    const svm = new OneClassSvm({ nu: 0.1, gamma: 0.5 });
    svm.fit(inside);
    expect(svm.predict(at(0.1, 0.1))).toBeGreaterThan(0);
    expect(svm.predict(at(5, 5))).toBeLessThan(0);
  });

  test('two equal points with ν = 1 weigh one each', () => {
    // By hand: β = 1 and 1, K = 1 everywhere, so the score there is 2 − ρ with ρ = 2.
    const svm = new OneClassSvm({ nu: 1, gamma: 1 });
    svm.fit([
      { vector: at(1), relevant: true },
      { vector: at(1), relevant: true },
    ]);
    expect(svm.predict(at(1))).toBeCloseTo(0, 9);
    expect(svm.predict(at(0, 1))).toBeCloseTo(2 * Math.exp(-2) - 2, 9);
  });

  test('three points of which none may weigh all are equally far from the border', () => {
    // By grid search over α with sum 2 and at most 1 each, γ = 1: .607, .583, .810 at 0, 1 and 3, all with the same score
    // of .821. At 2 that is .607·e⁻⁴ + (.583 + .810)·e⁻¹ − .821.
    const svm = new OneClassSvm({ nu: 2 / 3, gamma: 1, tolerance: 1e-9 });
    svm.fit([0, 1, 3].map((x) => ({ vector: at(x), relevant: true })));
    for (const x of [0, 1, 3]) expect(svm.predict(at(x))).toBeCloseTo(0, 6);
    expect(svm.predict(at(2))).toBeCloseTo(-0.297, 2);
  });
});
