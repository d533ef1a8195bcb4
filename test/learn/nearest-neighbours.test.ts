import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NearestNeighbours } from '../../src/learn/nearest-neighbours.ts';
import { added, cosine, norm, vectorOf } from '../../src/text/vectors.ts';

const example = (relevant: boolean, ...entries: [number, number][]) => ({
  vector: vectorOf(entries),
  relevant,
});

test('three neighbours vote, and the metric decides who they are', () => {
  // By hand. Asked: (1, 0). Cosines: (10, 1) .995, (3, 1) .949, (2, 1) .894, (1, 1) .707, (0, 1) 0.
  // Euclidean: (1, 1) 1, (0, 1) √2, (2, 1) √2, (3, 1) √5, (10, 1) √82.
  const examples = [
    example(true, [0, 10], [1, 1]),
    example(true, [0, 3], [1, 1]),
    example(false, [0, 2], [1, 1]),
    example(false, [0, 1], [1, 1]),
    example(false, [1, 1]),
  ];
  const asked = vectorOf([[0, 1]]);
  const byAngle = new NearestNeighbours({ k: 3 });
  byAngle.fit(examples);
  expect(byAngle.neighbours(asked).map((near) => near.example)).toEqual([0, 1, 2]);
  expect(byAngle.neighbours(asked)[1]!.distance).toBeCloseTo(1 - 3 / Math.sqrt(10), 12);
  expect(byAngle.predict(asked)).toBeCloseTo(2 / 3 - 1 / 2, 12);
  const byDistance = new NearestNeighbours({ k: 3, metric: 'euclidean' });
  byDistance.fit(examples);
  expect(byDistance.neighbours(asked).map((near) => near.example)).toEqual([3, 2, 4]);
  expect(byDistance.neighbours(asked)[1]!.distance).toBeCloseTo(Math.SQRT2, 12);
  expect(byDistance.predict(asked)).toBe(-0.5);
});

test('by Euclidean distance all examples as near as the last neighbour vote', () => {
  // By hand: the empty vector is at distance 1 from the first three, of which two are relevant.
  const learner = new NearestNeighbours({ metric: 'euclidean' });
  learner.fit([example(false, [0, 1]), example(true, [1, 1]), example(true, [2, 1]), example(false, [3, 2])]);
  expect(learner.predict(vectorOf([]))).toBeCloseTo(2 / 3 - 0.5, 12);
});

test('a tie means no', () => {
  const learner = new NearestNeighbours({ k: 2 });
  learner.fit([example(true, [0, 1]), example(false, [0, 1])]);
  expect(learner.predict(vectorOf([[0, 1]]))).toBe(0);
});

test('a vector unlike every example gets the share over all examples', () => {
  const learner = new NearestNeighbours();
  learner.fit([
    example(true, [0, 1]),
    example(false, [0, 2]),
    example(false, [1, 1]),
    example(false, [2, 1]),
  ]);
  expect(learner.predict(vectorOf([]))).toBe(-0.25);
  expect(learner.predict(vectorOf([[7, 1]]))).toBe(-0.25);
});

test('the index finds the same neighbours as brute force', () => {
  const vector = fc
    .array(fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 6 })
    .map(vectorOf);
  const vectors = fc.array(vector, { minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(
      vectors,
      vector,
      fc.constantFrom('cosine' as const, 'euclidean' as const),
      (all, asked, metric) => {
        const learner = new NearestNeighbours({ k: 3, metric });
        learner.fit(all.map((one, i) => ({ vector: one, relevant: i % 2 === 0 })));
        const distances = all
          .map((one) => (metric === 'cosine' ? 1 - cosine(one, asked) : norm(added(one, asked, -1))))
          .sort((a, b) => a - b);
        learner.neighbours(asked).forEach((near, rank) => {
          expect(near.distance).toBeCloseTo(distances[rank]!, 6);
        });
      },
    ),
  );
});
