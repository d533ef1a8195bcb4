/**
 * k-means over sparse vectors: k-means++ seeding (Arthur and Vassilvitskii 2007), Lloyd's iterations, squared Euclidean
 * distance or, on unit vectors, cosine (spherical k-means, Dhillon and Modha 2001). An empty cluster takes over the
 * vector farthest from its centre. Deterministic for a given seed.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { type SparseVector, unit, vectorOf } from '../text/vectors.ts';
import { checkVectors, finiteScore } from './examples.ts';
import { readSettings } from './learner-record.ts';
import { Random } from './random.ts';

export type Metric = 'cosine' | 'euclidean';

const settingsSchema = z.strictObject({
  k: z.number().int().positive(),
  metric: z.enum(['cosine', 'euclidean']).default('euclidean'),
  maxRounds: z.number().int().positive().default(100),
  /** Number of restarts; the best result is kept. */
  starts: z.number().int().positive().default(1),
  seed: z.number().int().nonnegative().default(1),
});

export type KMeansSettings = z.input<typeof settingsSchema>;

export interface Clustering {
  clusters: Clusters;
  /** Cluster index of each vector. */
  members: Uint32Array;
  /** Sum of squared distances to the centres (cosine: twice 1 − cosine). */
  distortion: number;
  rounds: number;
}

export function kMeans(vectors: readonly SparseVector[], settings: KMeansSettings): Clustering {
  const { k, metric, maxRounds, starts, seed } = readSettings(settingsSchema, settings, 'k-means');
  const features = checkVectors(vectors, 'k-means');
  if (k > vectors.length) {
    throw new ForageError('TRAINING', `${k} clusters need at least as many vectors, not ${vectors.length}.`);
  }
  const points = metric === 'cosine' ? vectors.map(unit) : vectors;
  const random = new Random(seed);
  let best: Clustering | undefined;
  for (let start = 0; start < starts; start++) {
    const made = lloyd(points, spreadCentres(points, k, features, random), metric, maxRounds);
    if (!best || made.distortion < best.distortion) best = made;
  }
  return best!;
}

/** Lloyd's iterations from the given centres, until no vector changes its cluster. */
export function lloyd(
  points: readonly SparseVector[],
  centres: Float64Array[],
  metric: Metric,
  maxRounds = 100,
): Clustering {
  const squares = points.map(squareOf);
  const members = new Uint32Array(points.length).fill(0xffff_ffff);
  const distances = new Float64Array(points.length);
  let rounds = 0;
  for (let changed = true; changed && rounds < maxRounds; rounds++) {
    changed = false;
    const centreSquares = centres.map(denseSquare);
    for (let i = 0; i < points.length; i++) {
      const { cluster, distance } = nearest(points[i]!, squares[i]!, centres, centreSquares);
      if (members[i] !== cluster) changed = true;
      members[i] = cluster;
      distances[i] = distance;
    }
    if (changed) moveCentres(points, members, distances, centres, metric);
  }
  const distortion = distances.reduce((sum, distance) => sum + distance, 0);
  return { clusters: new Clusters(centres, metric), members, distortion, rounds };
}

/** Cluster centres, and how far a vector is from each. */
class Clusters {
  readonly metric: Metric;
  private readonly centres: Float64Array[];
  private readonly squares: number[];

  constructor(centres: Float64Array[], metric: Metric) {
    this.centres = centres;
    this.metric = metric;
    this.squares = centres.map(denseSquare);
  }

  get count(): number {
    return this.centres.length;
  }

  /** Euclidean distance of a vector (a unit vector if the metric is cosine) to one centre. */
  distance(vector: SparseVector, cluster: number): number {
    const point = this.metric === 'cosine' ? unit(vector) : vector;
    const square = finiteScore(squareOf(point));
    return Math.sqrt(distanceTo(point, square, this.centreOf(cluster), this.squares[cluster]!));
  }

  centre(cluster: number): SparseVector {
    return vectorOf(this.centreOf(cluster).entries());
  }

  private centreOf(cluster: number): Float64Array {
    const centre = this.centres[cluster];
    if (centre) return centre;
    throw new ForageError(
      'INPUT_INVALID',
      `There is no cluster ${cluster}; clusters are numbered 0 to ${this.count - 1}.`,
    );
  }
}

/** k-means++: each next centre is drawn with a probability proportional to its squared distance from those chosen. */
export function spreadCentres(
  points: readonly SparseVector[],
  k: number,
  features: number,
  random: Random,
): Float64Array[] {
  const centres = [dense(points[random.below(points.length)]!, features)];
  const squares = points.map(squareOf);
  const distances = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY);
  while (centres.length < k) {
    const newest = centres[centres.length - 1]!;
    const square = denseSquare(newest);
    let sum = 0;
    for (let i = 0; i < points.length; i++) {
      distances[i] = Math.min(distances[i]!, distanceTo(points[i]!, squares[i]!, newest, square));
      sum += distances[i]!;
    }
    let left = random.next() * sum;
    let chosen = points.length - 1;
    for (let i = 0; i < points.length; i++) {
      left -= distances[i]!;
      if (left < 0) {
        chosen = i;
        break;
      }
    }
    centres.push(dense(points[chosen]!, features));
  }
  return centres;
}

function moveCentres(
  points: readonly SparseVector[],
  members: Uint32Array,
  distances: Float64Array,
  centres: Float64Array[],
  metric: Metric,
): void {
  const sizes = new Float64Array(centres.length);
  for (const centre of centres) centre.fill(0);
  for (let i = 0; i < points.length; i++) {
    const { indices, values } = points[i]!;
    const centre = centres[members[i]!]!;
    sizes[members[i]!]! += 1;
    for (let f = 0; f < indices.length; f++) centre[indices[f]!]! += values[f]!;
  }
  centres.forEach((centre, cluster) => {
    if (sizes[cluster] === 0) {
      const farthest = distances.reduce((best, distance, i) => (distance > distances[best]! ? i : best), 0);
      distances[farthest] = 0;
      centre.set(dense(points[farthest]!, centre.length));
      return;
    }
    const scale = metric === 'cosine' ? Math.sqrt(denseSquare(centre)) || 1 : sizes[cluster]!;
    for (let f = 0; f < centre.length; f++) centre[f]! /= scale;
  });
}

function nearest(
  point: SparseVector,
  square: number,
  centres: readonly Float64Array[],
  centreSquares: readonly number[],
): { cluster: number; distance: number } {
  let cluster = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (let c = 0; c < centres.length; c++) {
    const here = distanceTo(point, square, centres[c]!, centreSquares[c]!);
    if (here < distance) {
      distance = here;
      cluster = c;
    }
  }
  return { cluster, distance };
}

function distanceTo(
  { indices, values }: SparseVector,
  square: number,
  centre: Float64Array,
  centreSquare: number,
) {
  let product = 0;
  for (let i = 0; i < indices.length && indices[i]! < centre.length; i++) {
    product += centre[indices[i]!]! * values[i]!;
  }
  return Math.max(0, square + centreSquare - 2 * product);
}

export function dense({ indices, values }: SparseVector, features: number): Float64Array {
  const row = new Float64Array(features);
  for (let i = 0; i < indices.length; i++) row[indices[i]!] = values[i]!;
  return row;
}

function denseSquare(row: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += row[i]! * row[i]!;
  return sum;
}

function squareOf({ values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  return sum;
}
