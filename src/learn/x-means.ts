/**
 * X-means (Pelleg and Moore 2000): k-means that finds the number of clusters. Starting from `minK`, every cluster is
 * tentatively split in two; the split stays if the Bayesian information criterion of two spherical Gaussians beats that
 * of one. The variance is per dimension, as the paper's likelihood requires (its printed estimate omits the number of
 * dimensions). A split that leaves a vector by itself is not made: it describes an outlier, not a cluster. Dimensions are
 * the features that occur in the given vectors; leave out those that only one vector has, since each centre is penalised
 * for all of them.
 */
import { z } from 'zod';
import { type SparseVector, unit } from '../text/vectors.ts';
import { checkVectors } from './examples.ts';
import { type Clustering, dense, kMeans, lloyd, spreadCentres } from './k-means.ts';
import { readSettings } from './learner-record.ts';
import { Random } from './random.ts';

const settingsSchema = z
  .strictObject({
    minK: z.number().int().positive().default(2),
    maxK: z.number().int().positive().default(20),
    metric: z.enum(['cosine', 'euclidean']).default('euclidean'),
    starts: z.number().int().positive().default(3),
    seed: z.number().int().nonnegative().default(1),
  })
  .refine(({ minK, maxK }) => minK <= maxK, { path: ['maxK'], message: 'is below minK' });

export type XMeansSettings = z.input<typeof settingsSchema>;

export function xMeans(vectors: readonly SparseVector[], settings: XMeansSettings = {}): Clustering {
  const { minK, maxK, metric, starts, seed } = readSettings(settingsSchema, settings, 'X-means');
  const features = checkVectors(vectors, 'X-means');
  const points = metric === 'cosine' ? vectors.map(unit) : vectors;
  const dimensions = occurring(points, features);
  const random = new Random(seed);
  let best = kMeans(vectors, { k: Math.min(minK, vectors.length), metric, starts, seed });
  for (;;) {
    const centres: Float64Array[] = [];
    let splits = 0;
    for (let cluster = 0; cluster < best.clusters.count; cluster++) {
      const own = points.filter((_, i) => best.members[i] === cluster);
      const centre = dense(best.clusters.centre(cluster), features);
      const room = best.clusters.count + splits < maxK;
      const halves = room && own.length > 3 ? split(own) : undefined;
      if (halves) {
        centres.push(...halves);
        splits += 1;
      } else {
        centres.push(centre);
      }
    }
    if (splits === 0) return best;
    best = lloyd(points, centres, metric);
  }

  /** The two centres, if two describe the points better than one. */
  function split(own: readonly SparseVector[]): Float64Array[] | undefined {
    const one = lloyd(own, spreadCentres(own, 1, features, random), metric);
    let two: Clustering | undefined;
    for (let start = 0; start < starts; start++) {
      const made = lloyd(own, spreadCentres(own, 2, features, random), metric);
      if (!two || made.distortion < two.distortion) two = made;
    }
    const single = [0, 1].some((half) => two!.members.filter((member) => member === half).length < 2);
    if (single) return undefined;
    const better = bic(two!, own.length, dimensions) > bic(one, own.length, dimensions);
    return better ? [0, 1].map((cluster) => dense(two!.clusters.centre(cluster), features)) : undefined;
  }
}

/** ln L − p/2·ln R for R points in K spherical Gaussians of one variance, p = (K − 1) + K·M + 1 free parameters. */
export function bic(
  { clusters, members, distortion }: Clustering,
  points: number,
  dimensions: number,
): number {
  const k = clusters.count;
  const sizes = new Array<number>(k).fill(0);
  for (const cluster of members) sizes[cluster]! += 1;
  if (points <= k) return Number.NEGATIVE_INFINITY;
  const variance = Math.max(distortion / (dimensions * (points - k)), 1e-300);
  const mixing = sizes.reduce((sum, size) => sum + (size > 0 ? size * Math.log(size / points) : 0), 0);
  const likelihood =
    mixing - ((points * dimensions) / 2) * Math.log(2 * Math.PI * variance) - (dimensions * (points - k)) / 2;
  const free = k - 1 + k * dimensions + 1;
  return likelihood - (free / 2) * Math.log(points);
}

/** Number of features that at least one vector has. */
function occurring(points: readonly SparseVector[], features: number): number {
  const seen = new Uint8Array(features);
  for (const { indices } of points) for (const feature of indices) seen[feature] = 1;
  return seen.reduce((sum, one) => sum + one, 0);
}
