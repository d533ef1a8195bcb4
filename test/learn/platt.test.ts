import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitSigmoid, type ScoredExample, sigmoidAt } from '../../src/learn/platt.ts';

/** Lin, Lin and Weng (2007), equations 3 and 5: targets (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2). */
function gradient(scored: ScoredExample[], a: number, b: number): [number, number] {
  const positives = scored.filter(({ relevant }) => relevant).length;
  const negatives = scored.length - positives;
  let byA = 0;
  let byB = 0;
  for (const { score, relevant } of scored) {
    const target = relevant ? (positives + 1) / (positives + 2) : 1 / (negatives + 2);
    const p = 1 / (1 + Math.exp(a * score + b));
    byA += score * (target - p);
    byB += target - p;
  }
  return [byA, byB];
}

test('the fitted sigmoid is where the gradient of the likelihood vanishes', () => {
  const scoredExamples = fc.array(
    fc.record({ score: fc.double({ min: -5, max: 5, noNaN: true }), relevant: fc.boolean() }),
    { minLength: 4, maxLength: 60 },
  );
  fc.assert(
    fc.property(scoredExamples, (scored) => {
      const { a, b } = fitSigmoid(scored);
      const [byA, byB] = gradient(scored, a, b);
      expect(Math.abs(byA)).toBeLessThan(1e-3);
      expect(Math.abs(byB)).toBeLessThan(1e-3);
    }),
  );
});

test('separable classes still get probabilities short of 0 and 1', () => {
  const scored = [-3, -2, -1, 1, 2, 3].map((score) => ({ score, relevant: score > 0 }));
  const sigmoid = fitSigmoid(scored);
  expect(sigmoid.b).toBeCloseTo(0, 6);
  expect(sigmoidAt(sigmoid, 3)).toBeGreaterThan(0.7);
  expect(sigmoidAt(sigmoid, 3)).toBeLessThan(0.999);
});

test('an extreme score gives a probability, not NaN', () => {
  expect(sigmoidAt({ a: -1, b: 0 }, 1e6)).toBe(1);
  expect(sigmoidAt({ a: -1, b: 0 }, -1e6)).toBe(0);
});
