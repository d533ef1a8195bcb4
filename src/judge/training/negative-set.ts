/**
 * Negative examples from a short general crawl, for a topic that only has positive ones. Sobania (TU Darmstadt, 2015),
 * sections 6.2.1 to 6.2.3: about 98 % of the pages of a general crawl are negative. `none` takes them unfiltered; `k-means`
 * takes the cluster farthest from the topic's pages; `one-class` takes those that a one-class SVM rejects, which the
 * thesis found worse than `none` on two of three topics.
 *
 * k-means tries 5 clusters first, as many as in Table 6.4, then fewer, until the farthest has enough pages, and returns
 * all of that cluster; it starts from spread-out pages (k-means++), the thesis from random ones. If no cluster has
 * enough, several are taken, farthest first, as the thesis proposes for future work (section 7.2), but never the
 * nearest. What differs from what was asked for is said in `fellBack`.
 */
import { ReadText, type Sample } from '../../learn/features/document.ts';
import { FeatureSpace } from '../../learn/features/feature-space.ts';
import { kMeans } from '../../learn/k-means.ts';
import { OneClassSvm } from '../../learn/one-class-svm.ts';
import { Random } from '../../learn/random.ts';
import type { SparseVector } from '../../text/vectors.ts';

export const negativeFilters = ['none', 'k-means', 'one-class'] as const;
export type NegativeFilter = (typeof negativeFilters)[number];

export interface NegativeSet {
  /** Indices in `general` of the pages taken, rising. */
  pages: number[];
  /** Why these are not quite the pages that were asked for. */
  fellBack?: string;
}

export function negativeSet(
  filter: NegativeFilter,
  positives: readonly string[],
  general: readonly string[],
  { wanted, seed }: { wanted: number; seed: number },
): NegativeSet {
  const sorted = ({ pages, fellBack }: NegativeSet): NegativeSet => ({
    pages: pages.sort((a, b) => a - b),
    ...(fellBack === undefined ? {} : { fellBack }),
  });
  switch (filter) {
    case 'none':
      return sorted({ pages: inRandomOrder(general.length, seed).slice(0, wanted) });
    case 'k-means':
      return sorted(farthestClusters(positives, general, wanted, seed));
    case 'one-class':
      return sorted(unlikeAll(positives, general, wanted, seed));
  }
}

/** As many as in Table 6.4. */
const CLUSTERS = 5;

function farthestClusters(
  positives: readonly string[],
  general: readonly string[],
  wanted: number,
  seed: number,
): NegativeSet {
  const { own, others } = vectors('frequent-tokens', [250], positives, general);
  const most = Math.min(CLUSTERS, others.length);
  for (let k = most; k > 1; k--) {
    const [farthest] = clustersByDistance(own, others, k, seed);
    if (farthest!.length >= wanted) return { pages: farthest! };
  }
  const clusters = clustersByDistance(own, others, most, seed).slice(0, -1);
  const taken: number[][] = [];
  for (const cluster of clusters) {
    if (taken.flat().length >= wanted) break;
    taken.push(cluster);
  }
  const pages = taken.flat();
  if (pages.length >= wanted)
    return {
      pages,
      fellBack: `The cluster farthest from the examples never has ${wanted} pages, so the ${taken.length} farthest of ${most} are taken, ${pages.length} pages.`,
    };
  return {
    pages: inRandomOrder(general.length, seed).slice(0, wanted),
    fellBack: `All clusters but the nearest have ${pages.length} pages together, fewer than ${wanted}, so pages of the general crawl are taken unfiltered; make it longer, or ask for fewer negatives.`,
  };
}

/** The pages of each cluster, that farthest from the examples first. */
function clustersByDistance(
  own: readonly SparseVector[],
  others: readonly SparseVector[],
  k: number,
  seed: number,
): number[][] {
  const { clusters, members } = kMeans(others, { k, seed });
  const { clusters: centre } = kMeans(own, { k: 1, seed });
  return Array.from({ length: k }, (_, cluster) => ({
    distance: clusters.distance(centre.centre(0), cluster),
    pages: [...members.keys()].filter((i) => members[i] === cluster),
  }))
    .sort((a, b) => b.distance - a.distance)
    .map(({ pages }) => pages);
}

function unlikeAll(
  positives: readonly string[],
  general: readonly string[],
  wanted: number,
  seed: number,
): NegativeSet {
  const { own, others } = vectors('center-tokens', [3, 30], positives, general);
  const machine = new OneClassSvm();
  machine.fit(own.map((vector) => ({ vector, relevant: true })));
  const rejected = inRandomOrder(general.length, seed).filter((i) => machine.predict(others[i]!) <= 0);
  if (rejected.length >= wanted) return { pages: rejected.slice(0, wanted) };
  return {
    pages: rejected,
    fellBack: `The one-class SVM rejects ${rejected.length} of the ${general.length} pages of the general crawl, fewer than the ${wanted} that were asked for.`,
  };
}

/** Features are chosen from the positives only. */
function vectors(
  set: string,
  parameters: number[],
  positives: readonly string[],
  general: readonly string[],
): { own: SparseVector[]; others: SparseVector[] } {
  const read = positives.map((text): Sample => new ReadText(text));
  const space = FeatureSpace.fit([{ set, parameters }], read);
  return {
    own: read.map((sample) => space.vector(sample)),
    others: general.map((text) => space.vector(new ReadText(text))),
  };
}

function inRandomOrder(length: number, seed: number): number[] {
  return new Random(seed).shuffle([...Array(length).keys()]);
}
