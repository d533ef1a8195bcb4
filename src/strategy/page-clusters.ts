/**
 * Clusters of pages by content, for the HMM crawlers of Batsakis (TU Crete, 2007): the relevant pages are cluster 0,
 * and k-means groups the others into K − 1 clusters; or X-means clusters all pages together, where relevant and other
 * pages may share a cluster. A new page gets the majority cluster of its nearest training pages, not that of the
 * nearest centre. The mean of the relevant pages is kept as well and serves as a long query.
 *
 * Vectors are tf/max tf · idf (Eq. 1), compared by cosine. The idf comes from the background table (k-means, as in the
 * thesis) or from the training pages (X-means, likewise). Decided here, where the thesis is silent: k-means uses cosine
 * distance and the best of ten restarts; ties between clusters go to that of the nearest neighbour; a page without any
 * known word belongs to the largest cluster of other pages. As in the thesis, dimensions are not reduced.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { dense, kMeans } from '../learn/k-means.ts';
import { packedVectors, packVectors } from '../learn/learner-record.ts';
import { NearestNeighbours } from '../learn/nearest-neighbours.ts';
import { Vectoriser } from '../learn/vectoriser.ts';
import { xMeans } from '../learn/x-means.ts';
import { englishBackground } from '../text/background.ts';
import { mapped, mean, norm, type SparseVector, unit } from '../text/vectors.ts';
import { idf } from '../text/weights.ts';

export interface ClusterSettings {
  clustering: 'k-means' | 'x-means';
  /** k-means: total number of clusters, including that of the relevant pages. */
  clusters: number;
  /** X-means: maximum number of clusters. */
  maxClusters: number;
  idf: 'background' | 'examples';
  language?: string | undefined;
  seed: number;
}

export interface ClusteredText {
  text: string;
  wanted: boolean;
}

export class PageClusters {
  /** The cluster of each training page, and whether it was relevant. */
  readonly members: readonly number[];
  readonly wanted: readonly boolean[];
  readonly count: number;
  private readonly vectoriser: Vectoriser;
  private readonly rareness: Float64Array;
  private readonly vectors: readonly SparseVector[];
  /** The mean of the relevant pages, of length 1. */
  private readonly target: Float64Array;
  private readonly neighbours = new NearestNeighbours({ metric: 'cosine' });
  private readonly commonest: number;

  static train(pages: readonly ClusteredText[], settings: ClusterSettings): PageClusters {
    if (!pages.some(({ wanted }) => wanted) || pages.every(({ wanted }) => wanted)) {
      throw new ForageError(
        'TRAINING',
        'Clusters need relevant pages and others; add some under "examples:" in the topic file, or record a browsing log with both.',
      );
    }
    const vectoriser = Vectoriser.fit(
      pages.map(({ text }) => text),
      { minDocuments: 1, weighting: 'max-tf', unitLength: false, language: settings.language ?? 'en' },
    );
    const rareness = rarenessOf(vectoriser, settings);
    const vectors = pages.map(({ text }) => weigh(vectoriser, rareness, text));
    const members =
      settings.clustering === 'k-means' ? apart(pages, vectors, settings) : together(vectors, settings);
    return new PageClusters({
      vectoriser,
      rareness,
      vectors,
      members,
      wanted: pages.map(({ wanted }) => wanted),
    });
  }

  private constructor({ vectoriser, rareness, vectors, members, wanted }: Learnt) {
    this.vectoriser = vectoriser;
    this.rareness = rareness;
    this.vectors = vectors;
    this.members = members;
    this.wanted = wanted;
    this.count = Math.max(...members) + 1;
    this.target = dense(unit(mean(vectors.filter((_, i) => wanted[i]))), vectoriser.vocabulary.size);
    this.neighbours.fit(vectors.map((vector, i) => ({ vector, relevant: wanted[i]! })));
    this.commonest = commonest(members.filter((_, i) => !wanted[i]));
  }

  vector(text: string): SparseVector {
    return weigh(this.vectoriser, this.rareness, text);
  }

  /** The majority cluster of the k nearest training pages; `without` excludes one of them. */
  clusterOf(vector: SparseVector, k: number, without = -1): number {
    const near = this.neighbours
      .neighbours(vector, without < 0 ? k : k + 1)
      .filter(({ example, distance }) => example !== without && distance < 1)
      .slice(0, k);
    return near.length === 0 ? this.commonest : commonest(near.map(({ example }) => this.members[example]!));
  }

  /** Cosine with the mean of the relevant pages. */
  likeness(vector: SparseVector): number {
    const { indices, values } = vector;
    let product = 0;
    for (let i = 0; i < indices.length; i++) product += values[i]! * this.target[indices[i]!]!;
    return product <= 0 ? 0 : Math.min(1, product / norm(vector));
  }

  /** How often a held-out training page is assigned to its own cluster. */
  agreement(k: number): number {
    const right = this.vectors.filter((vector, i) => this.clusterOf(vector, k, i) === this.members[i]);
    return right.length / this.vectors.length;
  }

  toJSON(): unknown {
    const { vectoriser, vectors, members, wanted } = this;
    return {
      vectoriser: vectoriser.toJSON(),
      idf: [...this.rareness],
      vectors: packVectors(vectors),
      members,
      wanted,
    };
  }

  static fromJSON(record: unknown): PageClusters {
    const read = recordSchema.safeParse(record);
    if (!read.success) {
      throw new ForageError('MODEL_INVALID', 'This is not a page clustering; train it again.');
    }
    const { vectoriser, idf: rareness, ...rest } = read.data;
    return new PageClusters({
      ...rest,
      vectoriser: Vectoriser.fromJSON(vectoriser),
      rareness: Float64Array.from(rareness),
    });
  }
}

interface Learnt {
  vectoriser: Vectoriser;
  rareness: Float64Array;
  vectors: readonly SparseVector[];
  members: readonly number[];
  wanted: readonly boolean[];
}

const recordSchema = z
  .object({
    vectoriser: z.unknown(),
    idf: z.array(z.number()),
    vectors: packedVectors,
    members: z.array(z.number().int().nonnegative()).min(1),
    wanted: z.array(z.boolean()),
  })
  .refine(
    ({ vectors, members, wanted }) => vectors.length === members.length && members.length === wanted.length,
  );

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

function together(vectors: readonly SparseVector[], { maxClusters, seed }: ClusterSettings): number[] {
  const { members } = xMeans(vectors, { maxK: maxClusters, metric: 'cosine', seed });
  // Numbered by their first page, without gaps.
  const numbers = new Map<number, number>();
  return Array.from(members, (member) => {
    if (!numbers.has(member)) numbers.set(member, numbers.size);
    return numbers.get(member)!;
  });
}

function weigh(vectoriser: Vectoriser, rareness: Float64Array, text: string): SparseVector {
  return mapped(vectoriser.vector(text), (tf, feature) => tf * rareness[feature]!);
}

function rarenessOf(
  { vocabulary }: Vectoriser,
  { idf: source, language = 'en' }: ClusterSettings,
): Float64Array {
  const background = source === 'background' && language === 'en' ? englishBackground() : undefined;
  return Float64Array.from({ length: vocabulary.size }, (_, feature) =>
    background
      ? background.idf(vocabulary.term(feature)!)
      : idf(vocabulary.documents, vocabulary.documentFrequency(feature)),
  );
}

/** The most frequent number; the first of equally frequent ones. */
function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best = numbers[0]!;
  for (const [number, count] of counts) if (count > counts.get(best)!) best = number;
  return best;
}
