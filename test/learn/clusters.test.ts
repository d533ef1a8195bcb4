import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kMeans } from '../../src/learn/k-means.ts';
import { Random } from '../../src/learn/random.ts';
import { bic, xMeans } from '../../src/learn/x-means.ts';
import { vectorOf } from '../../src/text/vectors.ts';

const at = (x: number, y: number) =>
  vectorOf([
    [0, x],
    [1, y],
  ]);

/** Spherical clouds whose centres are ten times their width apart. */
function clouds(centres: [number, number][], each: number, seed: number) {
  const random = new Random(seed);
  const noise = () => random.next() + random.next() + random.next() - 1.5;
  return centres.flatMap(([x, y]) => Array.from({ length: each }, () => at(x + noise(), y + noise())));
}

describe('k-means', () => {
  test('finds the hand-computed centres of six points', () => {
    // (1,1) (1,2) (2,1) have the centre (4/3, 4/3), (9,9) (9,8) (8,9) the centre (26/3, 26/3);
    // each point's squared distances: 2·(1/9 + 4/9) + 2/9 = 4/3 a cluster.
    const points = [at(1, 1), at(1, 2), at(2, 1), at(9, 9), at(9, 8), at(8, 9)];
    const { clusters, members, distortion } = kMeans(points, { k: 2 });
    expect(distortion).toBeCloseTo(8 / 3, 12);
    expect(new Set(members.slice(0, 3)).size).toBe(1);
    expect(members[0]).not.toBe(members[5]);
    const low = clusters.centre(members[0]!);
    expect([...low.values]).toEqual([expect.closeTo(4 / 3, 12), expect.closeTo(4 / 3, 12)]);
    expect(clusters.distance(at(0, 0), members[0]!)).toBeCloseTo(Math.hypot(4 / 3, 4 / 3), 12);
  });

  test('cosine groups vectors by direction, regardless of length', () => {
    const points = [at(1, 0.1), at(100, 5), at(0.1, 1), at(3, 90)];
    const { members, clusters } = kMeans(points, { k: 2, metric: 'cosine', starts: 5 });
    expect(members[0]).toBe(members[1]);
    expect(members[2]).toBe(members[3]);
    expect(members[0]).not.toBe(members[2]);
    const { values } = clusters.centre(0);
    expect(Math.hypot(...values)).toBeCloseTo(1, 12);
  });

  test('no vector is nearer to another centre than to its own', () => {
    const point = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
    const points = fc
      .array(point, { minLength: 4, maxLength: 30 })
      .map((all) => [at(1, 1), ...all.map(([x, y]) => at(x, y))]);
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 4 }), (all, k) => {
        const { clusters, members } = kMeans(all, { k });
        all.forEach((vector, i) => {
          const own = clusters.distance(vector, members[i]!);
          for (let c = 0; c < k; c++) expect(own).toBeLessThanOrEqual(clusters.distance(vector, c) + 1e-9);
        });
      }),
    );
  });

  test('is deterministic for a given seed', () => {
    const points = clouds(
      [
        [0, 0],
        [9, 9],
        [0, 9],
      ],
      20,
      3,
    );
    const [one, two] = [kMeans(points, { k: 3, seed: 5 }), kMeans(points, { k: 3, seed: 5 })];
    expect(one.members).toEqual(two.members);
  });

  test('fewer vectors than clusters, no vectors, and NaN are refused', () => {
    expect(() => kMeans([at(1, 1)], { k: 2 })).toThrow(expect.objectContaining({ code: 'TRAINING' }));
    expect(() => kMeans([], { k: 1 })).toThrow(expect.objectContaining({ code: 'TRAINING' }));
    const bad = { indices: Uint32Array.of(0), values: Float64Array.of(Number.NaN) };
    expect(() => kMeans([bad], { k: 1 })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    expect(() => kMeans([at(1, 1)], { k: 0 })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    const { clusters } = kMeans([at(1, 1)], { k: 1 });
    for (const asked of [
      () => clusters.distance(bad, 0),
      () => clusters.distance(at(1, 1), 1),
      () => clusters.centre(-1),
    ]) {
      expect(asked).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    }
  });
});

describe('X-means', () => {
  test('finds five clusters in five clouds, and one in one', () => {
    const five = clouds(
      [
        [0, 0],
        [12, 12],
        [0, 12],
        [12, 0],
        [6, 30],
      ],
      60,
      1,
    );
    expect(xMeans(five, { minK: 1 }).clusters.count).toBe(5);
    expect(xMeans(clouds([[5, 5]], 200, 2), { minK: 1 }).clusters.count).toBe(1);
  });

  test('never exceeds maxK', () => {
    const five = clouds(
      [
        [0, 0],
        [12, 12],
        [0, 12],
        [12, 0],
        [6, 30],
      ],
      40,
      1,
    );
    expect(xMeans(five, { minK: 1, maxK: 3 }).clusters.count).toBeLessThanOrEqual(3);
  });

  test('refuses an empty set, NaN, and maxK below minK', () => {
    expect(() => xMeans([])).toThrow(expect.objectContaining({ code: 'TRAINING' }));
    const bad = { indices: Uint32Array.of(0), values: Float64Array.of(Number.NaN) };
    expect(() => xMeans([bad])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    expect(() => xMeans([at(1, 1), at(2, 2)], { minK: 2, maxK: 1 })).toThrow(/maxK: is below minK/);
  });

  test('is deterministic for a given seed', () => {
    const points = clouds(
      [
        [0, 0],
        [9, 9],
        [0, 9],
      ],
      20,
      3,
    );
    const [one, two] = [xMeans(points, { seed: 5 }), xMeans(points, { seed: 5 })];
    expect(one.members).toEqual(two.members);
    expect(one.clusters.count).toBe(3);
  });

  test('the criterion for two pairs of points matches a hand calculation', () => {
    // Points 0, 2, 10, 12 on a line. One cluster: centre 6, Σ = 36 + 16 + 16 + 36 = 104, σ² = 104/3,
    // ln L = −2·ln(2πσ²) − 3/2, p = 2. Two: Σ = 4, σ² = 4/2, ln L = 4·ln ½ − 2·ln(2πσ²) − 1, p = 4.
    const points = [0, 2, 10, 12].map((x) => vectorOf([[0, x + 1]]));
    const one = -2 * Math.log((2 * Math.PI * 104) / 3) - 1.5 - (2 / 2) * Math.log(4);
    const two = 4 * Math.log(0.5) - 2 * Math.log(2 * Math.PI * 2) - 1 - (4 / 2) * Math.log(4);
    expect(bic(kMeans(points, { k: 1 }), 4, 1)).toBeCloseTo(one, 9);
    expect(bic(kMeans(points, { k: 2, starts: 5 }), 4, 1)).toBeCloseTo(two, 9);
  });
});
