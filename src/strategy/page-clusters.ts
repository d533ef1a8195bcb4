/**
 * Clusters of pages by content, for the HMM crawlers of Batsakis (TU Crete, 2007): the relevant pages are cluster 0,
 * and k-means groups the others into K − 1 clusters; or X-means clusters all pages together, where relevant and other
 * pages may share a cluster. A new page gets the majority cluster of its nearest training pages, not that of the
 * nearest centre. The mean of the relevant pages is kept as well and serves as a long query.
 *
 * Vectors, idf and cosines are those of the judge `centroid` (`learn/example-vectors.ts`): all words of a page count in
 * its length. Decided here, where the thesis is silent: k-means uses cosine
 * distance and the best of ten restarts; ties between clusters go to that of the nearest neighbour; a page without any
 * known word belongs to the largest cluster of other pages. X-means sees only words that two training pages share: the
 * others say nothing about what pages have in common, but make all of them look equally different, so that no split
 * would seem worth a cluster.
 *
 * With relevant pages only, as the thesis's chapter 5 proposes, there are two clusters: pages at least as similar to the
 * mean of the relevant pages as nine in ten of these are to that of the others, and all other pages. Nothing is known
 * about the latter, so no pages are made up for them.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import {
  ExampleVectors,
  type IdfSource,
  recordOf,
  type VectorisedTexts,
  vectoriseTexts,
} from '../learn/example-vectors.ts';
import { kMeans } from '../learn/k-means.ts';
import { xMeans } from '../learn/x-means.ts';
import { added, cosine, mapped, mean, type SparseVector } from '../text/vectors.ts';

export interface ClusterSettings {
  clustering: 'k-means' | 'x-means';
  /** k-means: total number of clusters, including that of the relevant pages. */
  clusters: number;
  /** X-means: minimum and maximum number of clusters. */
  minClusters: number;
  maxClusters: number;
  idf: IdfSource;
  language?: string | undefined;
  seed: number;
}

export interface ClusteredText {
  text: string;
  wanted: boolean;
}

/** A text's cosine with each training page, and with the mean of the relevant ones. */
export interface Compared {
  pages: ArrayLike<number>;
  likeness: number;
}

export class PageClusters {
  /** The cluster of each training page, and whether it was relevant. */
  readonly members: readonly number[];
  readonly wanted: readonly boolean[];
  readonly count: number;
  private readonly record: unknown;
  private readonly examples: ExampleVectors;
  private readonly commonest: number;
  private readonly border: number | undefined;

  static train(pages: readonly ClusteredText[], settings: ClusterSettings): PageClusters {
    const relevant = pages.filter(({ wanted }) => wanted).length;
    if (relevant === 0) {
      throw new ForageError(
        'TRAINING',
        'Clusters need relevant pages; add some under "examples:" in the topic file, or mark them in the browsing log.',
      );
    }
    if (relevant === 1 && pages.length === 1) {
      throw new ForageError(
        'TRAINING',
        'One page is not enough to learn from: give at least two relevant pages, or one relevant and some others.',
      );
    }
    const texts = vectoriseTexts(
      pages.map(({ text }) => text),
      { idf: settings.idf, language: settings.language ?? 'en' },
    );
    const wanted = pages.map((page) => page.wanted);
    const record = withCentre(texts, wanted);
    if (relevant === pages.length) {
      return new PageClusters({
        record,
        wanted,
        members: pages.map(() => 0),
        border: borderOf(texts.vectors),
      });
    }
    const members =
      settings.clustering === 'k-means' ? apart(pages, texts.vectors, settings) : together(texts, settings);
    return new PageClusters({ record, members, wanted });
  }

  private constructor({ record, members, wanted, border }: Learnt) {
    this.record = record;
    this.members = members;
    this.wanted = wanted;
    this.border = border;
    this.count = border === undefined ? Math.max(...members) + 1 : 2;
    this.examples = new ExampleVectors(record);
    this.commonest = border === undefined ? commonest(members.filter((_, i) => !wanted[i])) : others;
  }

  compare(text: string): Compared {
    const cosines = this.examples.cosines(text);
    const pages = cosines.length - 1;
    return { pages: cosines.slice(0, pages), likeness: cosines[pages]! };
  }

  /** The majority cluster of the k nearest training pages; with relevant pages only, by the similarity to their mean. */
  clusterOf({ pages, likeness }: Compared, k: number): number {
    if (this.border !== undefined) return likeness >= this.border ? 0 : others;
    const near = Array.from(pages, (likeness, page) => ({ likeness, page }))
      .filter(({ likeness }) => likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || a.page - b.page)
      .slice(0, k);
    return near.length === 0 ? this.commonest : commonest(near.map(({ page }) => this.members[page]!));
  }

  /** Cosine with the mean of the relevant pages. */
  likeness(text: string): number {
    return this.examples.cosines(text)[this.members.length]!;
  }

  /** Each cluster's size and the words that weigh most in its mean. */
  groups(words: number): { pages: number; wanted: number; words: string[] }[] {
    return Array.from({ length: this.count }, (_, cluster) => {
      const own = this.members.flatMap((member, page) => (member === cluster ? [page] : []));
      const centre = mean(own.map((page) => this.examples.vectors[page]!));
      return {
        pages: own.length,
        wanted: own.filter((page) => this.wanted[page]).length,
        words: this.examples.heaviest(centre, words),
      };
    });
  }

  /** How often a held-out training page is assigned to its own cluster. */
  agreement(k: number): number {
    const vectors = this.examples.vectors.slice(0, -1);
    const alone = this.border === undefined ? [] : leftOut(vectors);
    const right = vectors.filter((vector, i) => {
      const pages = vectors.map((other, j) => (i === j ? 0 : cosine(vector, other)));
      return this.clusterOf({ pages, likeness: alone[i] ?? 0 }, k) === this.members[i];
    });
    return right.length / vectors.length;
  }

  toJSON(): unknown {
    const { record, members, wanted, border } = this;
    return { record, members, wanted, border };
  }

  static fromJSON(record: unknown): PageClusters {
    const read = recordSchema.safeParse(record);
    if (!read.success) {
      throw new ForageError('MODEL_INVALID', 'This is not a page clustering; train it again.');
    }
    return new PageClusters(read.data);
  }
}

interface Learnt {
  /** Vectors of the training pages, then their centre. */
  record: unknown;
  members: readonly number[];
  wanted: readonly boolean[];
  /** With relevant pages only: the least similarity of a page of cluster 0 to their mean. */
  border?: number | undefined;
}

/** With relevant pages only: the cluster of all other pages. */
const others = 1;

const recordSchema = z
  .object({
    record: z.unknown(),
    members: z.array(z.number().int().nonnegative()).min(1),
    wanted: z.array(z.boolean()),
    border: z.number().optional(),
  })
  .refine(({ members, wanted }) => members.length === wanted.length);

function withCentre(texts: VectorisedTexts, wanted: readonly boolean[]): unknown {
  const centre = mean(texts.vectors.filter((_, i) => wanted[i]));
  return recordOf(texts, [...texts.vectors, centre]);
}

/** The similarity that nine in ten relevant pages have to the mean of the others. */
function borderOf(vectors: readonly SparseVector[]): number {
  const likenesses = leftOut(vectors).sort((a, b) => a - b);
  return likenesses[Math.floor(likenesses.length / 10)]!;
}

/** Each vector's cosine with the mean of the others. */
function leftOut(vectors: readonly SparseVector[]): number[] {
  const centre = mean(vectors);
  return vectors.map((vector) => cosine(vector, added(centre, vector, -1 / vectors.length)));
}

/** The relevant pages are cluster 0; the others are clustered among themselves. */
function apart(
  pages: readonly ClusteredText[],
  vectors: readonly SparseVector[],
  { clusters, seed }: ClusterSettings,
): number[] {
  const others = vectors.filter((_, i) => !pages[i]!.wanted);
  const k = Math.min(Math.max(1, clusters - 1), others.length);
  const { members } = kMeans(others, { k, metric: 'cosine', starts: 10, seed });
  let other = 0;
  return pages.map(({ wanted }) => (wanted ? 0 : 1 + members[other++]!));
}

function together(
  { vectors, frequencies }: VectorisedTexts,
  { minClusters, maxClusters, seed }: ClusterSettings,
): number[] {
  const shared = vectors.map((vector) =>
    mapped(vector, (value, term) => (frequencies[term]! > 1 ? value : 0)),
  );
  if (shared.every(({ indices }) => indices.length === 0)) return vectors.map(() => 0);
  const { members } = xMeans(shared, { minK: minClusters, maxK: maxClusters, metric: 'cosine', seed });
  // Numbered by their first page, without gaps.
  const numbers = new Map<number, number>();
  return Array.from(members, (member) => {
    if (!numbers.has(member)) numbers.set(member, numbers.size);
    return numbers.get(member)!;
  });
}

/** The most frequent number; the first of equally frequent ones. */
function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best = numbers[0]!;
  for (const [number, count] of counts) if (count > counts.get(best)!) best = number;
  return best;
}
