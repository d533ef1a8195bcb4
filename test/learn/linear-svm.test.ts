/** Calculated by hand: one feature, examples at +1 and −1, no bias; the optimum follows from the derivative. */
import { describe, expect, test } from 'vitest';
import { LinearSvm, type LinearSvmSettings } from '../../src/learn/linear-svm.ts';
import { Random } from '../../src/learn/random.ts';
import { vectorOf } from '../../src/text/vectors.ts';

const pair = [
  { vector: vectorOf([[0, 1]]), relevant: true },
  { vector: vectorOf([[0, -1]]), relevant: false },
];

function weightOf(settings: LinearSvmSettings): number {
  const svm = new LinearSvm({ bias: 0, tolerance: 1e-9, ...settings });
  svm.fit(pair);
  return svm.predict(vectorOf([[0, 1]]));
}

describe('the optimum of a problem solved by hand', () => {
  test.each([
    // ½w² + 2C(1 − w)² has its minimum at w = 4C / (1 + 4C).
    { c: 1, loss: 'squared-hinge', weight: 4 / 5 },
    { c: 0.25, loss: 'squared-hinge', weight: 1 / 2 },
    // ½w² + 2C·max(0, 1 − w): w = min(1, 2C).
    { c: 0.25, loss: 'hinge', weight: 1 / 2 },
    { c: 10, loss: 'hinge', weight: 1 },
  ] as const)('C = $c with $loss', ({ c, loss, weight }) => {
    expect(weightOf({ c, loss })).toBeCloseTo(weight, 6);
  });

  test('class weights scale C for their class', () => {
    // ½w² + (C₁ + C₂)(1 − w)² with C₁ = 3, C₂ = 1: w = 2·4 / (1 + 2·4).
    expect(weightOf({ classWeights: { relevant: 3, other: 1 } })).toBeCloseTo(8 / 9, 6);
  });

  test('balanced weights change nothing if classes are equal in size', () => {
    expect(weightOf({ classWeights: 'balanced' })).toBeCloseTo(4 / 5, 6);
  });

  test('the intercept is a feature of value 1', () => {
    // Two examples without features but one each: by symmetry only the feature decides, and both weights are equal.
    const svm = new LinearSvm({ tolerance: 1e-9 });
    svm.fit([
      { vector: vectorOf([[0, 1]]), relevant: true },
      { vector: vectorOf([[1, 1]]), relevant: false },
    ]);
    // Minimise w² + 2·C(1 − w)² for w₀ = −w₁ = w: w = 2C / (1 + 2C), intercept 0.
    expect(svm.predict(vectorOf([[0, 1]]))).toBeCloseTo(2 / 3, 6);
    expect(svm.predict(vectorOf([]))).toBeCloseTo(0, 6);
  });
});

test('the weights satisfy the optimality conditions on random data', () => {
  // At the optimum of ½|w|² + C Σ max(0, 1 − y·w·x)² the gradient w − 2C Σ max(0, 1 − y·w·x)·y·x vanishes.
  const random = new Random(7);
  const examples = Array.from({ length: 80 }, () => {
    const vector = vectorOf(
      Array.from({ length: 6 }, () => [random.below(20), random.next() - 0.3] as const),
    );
    return { vector, relevant: random.next() < 0.4 };
  });
  const svm = new LinearSvm({ c: 0.7, tolerance: 1e-10, maxPasses: 100_000 });
  svm.fit(examples);
  const intercept = svm.predict(vectorOf([]));
  const gradient = Array.from({ length: 20 }, (_, f) => svm.predict(vectorOf([[f, 1]])) - intercept);
  let ofIntercept = intercept;
  for (const { vector, relevant } of examples) {
    const y = relevant ? 1 : -1;
    const slack = Math.max(0, 1 - y * svm.predict(vector));
    vector.indices.forEach((f, i) => {
      gradient[f]! -= 2 * 0.7 * slack * y * vector.values[i]!;
    });
    ofIntercept -= 2 * 0.7 * slack * y;
  }
  for (const part of [...gradient, ofIntercept]) expect(Math.abs(part)).toBeLessThan(1e-6);
});

test('explanations and the intercept sum to the score', () => {
  const svm = new LinearSvm();
  svm.fit(pair);
  const asked = vectorOf([[0, 0.5]]);
  expect(svm.explain(asked)[0]!.weight + svm.predict(vectorOf([]))).toBeCloseTo(svm.predict(asked), 12);
});

test('probabilities require their setting, and rise with the score', () => {
  const random = new Random(3);
  const examples = Array.from({ length: 60 }, (_, i) => ({
    vector: vectorOf([[0, (i % 2 ? 1 : -1) + 2 * (random.next() - 0.5)]]),
    relevant: i % 2 === 1,
  }));
  const without = new LinearSvm();
  without.fit(examples);
  expect(() => without.probability(vectorOf([[0, 1]]))).toThrow(
    expect.objectContaining({ code: 'TRAINING' }),
  );
  const svm = new LinearSvm({ probability: true });
  svm.fit(examples);
  const [low, middle, high] = [-1, 0, 1].map((x) => svm.probability(vectorOf(x === 0 ? [] : [[0, x]])));
  expect(low).toBeLessThan(0.2);
  expect(middle).toBeGreaterThan(0.3);
  expect(middle).toBeLessThan(0.7);
  expect(high).toBeGreaterThan(0.8);
});
