import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashedFeatures } from '../../src/learn/hashed-features.ts';
import { OnlineLogistic } from '../../src/learn/online-logistic.ts';
import { Random } from '../../src/learn/random.ts';
import { valueAt, vectorOf } from '../../src/text/vectors.ts';

test('two updates give the weights of McMahan (2013), algorithm 1, calculated by hand', () => {
  // α = 1, β = 1, λ1 = λ2 = 0, one feature of value 2. First update, y = 1: p = ½, slope −½, g = −1, n = 1,
  // σ = 1, z = −1, w = 1 / (1 + 1) = ½. Bias: g = −½, n = ¼, z = −½, w = ½ / (1 + ½) = ⅓.
  const learner = new OnlineLogistic({ alpha: 1, beta: 1, l1: 0, l2: 0, calibrate: false });
  learner.update({ vector: vectorOf([[0, 2]]), relevant: true });
  expect(learner.predict(vectorOf([]))).toBeCloseTo(1 / 3, 12);
  expect(learner.predict(vectorOf([[0, 1]]))).toBeCloseTo(1 / 3 + 1 / 2, 12);
  // Second, y = 0 at the same vector: p = σ(4/3), g = 2p, n = 1 + g², z = −1 + g − (√n − 1)·½.
  learner.update({ vector: vectorOf([[0, 2]]), relevant: false });
  const p = 1 / (1 + Math.exp(-4 / 3));
  const n = 1 + (2 * p) ** 2;
  const z = -1 + 2 * p - (Math.sqrt(n) - 1) / 2;
  const weight = learner.predict(vectorOf([[0, 1]])) - learner.predict(vectorOf([]));
  expect(weight).toBeCloseTo(-z / (1 + Math.sqrt(n)), 12);
});

test('a feature seen once has no weight if λ1 requires more', () => {
  const learner = new OnlineLogistic({ l1: 1, calibrate: false });
  learner.update({ vector: vectorOf([[3, 1]]), relevant: true });
  expect(learner.explain(vectorOf([[3, 1]]))).toEqual([]);
});

test('probabilities are calibrated: of all examples scored near p, a share near p is relevant', () => {
  // Outcomes are drawn from a logistic model with known weights.
  const random = new Random(11);
  const truth = Array.from({ length: 20 }, () => random.next() * 4 - 2);
  const draw = () => {
    const vector = vectorOf(Array.from({ length: 5 }, () => [random.below(20), 1] as const));
    const score = vector.indices.reduce((sum, f, i) => sum + truth[f]! * vector.values[i]!, 0);
    return { vector, relevant: random.next() < 1 / (1 + Math.exp(-score)) };
  };
  const learner = new OnlineLogistic();
  for (let i = 0; i < 20_000; i++) learner.update(draw());
  const bins = Array.from({ length: 5 }, () => ({ said: 0, came: 0, count: 0 }));
  for (let i = 0; i < 20_000; i++) {
    const { vector, relevant } = draw();
    const p = learner.probability(vector);
    const bin = bins[Math.min(4, Math.floor(p * 5))]!;
    bin.said += p;
    bin.came += Number(relevant);
    bin.count += 1;
  }
  for (const { said, came, count } of bins) {
    expect(count).toBeGreaterThan(500);
    expect(Math.abs(said - came) / count).toBeLessThan(0.04);
  }
});

test('one class seen online already gives a score, and the other changes it', () => {
  const learner = new OnlineLogistic();
  learner.update({ vector: vectorOf([[0, 1]]), relevant: true });
  const before = learner.predict(vectorOf([[0, 1]]));
  learner.update({ vector: vectorOf([[0, 1]]), relevant: false });
  expect(learner.predict(vectorOf([[0, 1]]))).toBeLessThan(before);
});

test('hashed words depend on their field, not on case or position', () => {
  const features = new HashedFeatures(18);
  const one = features.words('anchor', 'Asthma inhaler, ASTHMA').vector();
  const two = features.words('anchor', 'inhaler–asthma asthma').vector();
  const other = features.words('url', 'inhaler asthma asthma').vector();
  expect(one).toEqual(two);
  expect([...one.values].sort()).toEqual([1, 2]);
  expect([...other.indices]).not.toEqual([...one.indices]);
});

test('hashed vectors are valid for any text and keep every count', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 400 }), (texts) => {
      const features = new HashedFeatures(10);
      for (const text of texts) features.words('body', text);
      const { indices, values } = features.value('length', 2.5).vector();
      for (let i = 1; i < indices.length; i++) expect(indices[i]!).toBeGreaterThan(indices[i - 1]!);
      expect(Math.max(...indices)).toBeLessThan(1024);
      expect(values.reduce((sum, value) => sum + value, 0) % 1).toBe(0.5);
    }),
  );
});

test('a number is a feature, and NaN is refused', () => {
  const features = new HashedFeatures(18);
  const place = features.value('depth', 1).vector().indices[0]!;
  expect(valueAt(features.value('depth', 3).words('depth', 'x').vector(), place)).toBe(3);
  expect(() => features.value('depth', Number.NaN)).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID' }),
  );
  expect(() => new HashedFeatures(40)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
});
