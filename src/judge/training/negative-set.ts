/**
 * Negative examples from a short general crawl, for a topic that only has positive ones. Sobania (TU Darmstadt, 2015),
 * sections 6.2.1 to 6.2.3: about 98 % of the pages of a general crawl are negative. `none` takes them unfiltered; `k-means`
 * takes the cluster farthest from the topic's pages; `one-class` takes those that a one-class SVM rejects, which the
 * thesis found worse than `none` on two of three topics.
 *
 * k-means tries 5 clusters first, as many as in Table 6.4, then fewer, until the farthest has enough pages, and returns
 * all of that cluster; it starts from spread-out pages (k-means++), the thesis from random ones. If no cluster has
 * enough, pages are taken unfiltered, and `fellBack` says so.
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
  /** Why the pages are unfiltered although a filter was asked for. */
  fellBack?: string;
}

export function negativeSet(
  filter: NegativeFilter,
  positives: readonly string[],
  general: readonly string[],
  { wanted, seed }: { wanted: number; seed: number },
): NegativeSet {
  const unfiltered = () => inRandomOrder(general.length, seed).slice(0, wanted);
  const chosen = {
    none: unfiltered,
    'k-means': () => farthestCluster(positives, general, wanted, seed),
    'one-class': () => unlikeAll(positives, general, wanted, seed),
  }[filter]();
  const pages = (chosen ?? unfiltered()).sort((a, b) => a - b);
  if (chosen !== undefined) return { pages };
  return {
    pages,
    fellBack: `The cluster farthest from the examples never has ${wanted} pages, so ${pages.length} of the ${general.length} pages of the general crawl are taken unfiltered; make it longer, or ask for fewer negatives.`,
  };
}

function farthestCluster(
  positives: readonly string[],
  general: readonly string[],
  wanted: number,
  seed: number,
): number[] | undefined {
  const { own, others } = vectors('frequent-tokens', [250], positives, general);
  for (let k = Math.min(5, others.length); k > 1; k--) {
    const { clusters, members } = kMeans(others, { k, seed });
    const { clusters: centre } = kMeans(own, { k: 1, seed });
    const distances = Array.from({ length: k }, (_, cluster) => clusters.distance(centre.centre(0), cluster));
    const farthest = distances.indexOf(Math.max(...distances));
    const found = [...members.keys()].filter((i) => members[i] === farthest);
    if (found.length >= wanted) return found;
  }
  return undefined;
}

function unlikeAll(
  positives: readonly string[],
  general: readonly string[],
  wanted: number,
  seed: number,
): number[] {
  const { own, others } = vectors('center-tokens', [3, 30], positives, general);
  const machine = new OneClassSvm();
  machine.fit(own.map((vector) => ({ vector, relevant: true })));
  return inRandomOrder(general.length, seed)
    .filter((i) => machine.predict(others[i]!) <= 0)
    .slice(0, wanted);
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
