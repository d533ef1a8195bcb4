/**
 * k nearest neighbours (WEKA's IBk), by cosine or Euclidean distance. Vectors stay sparse: an inverted index gives the
 * dot products of a vector with all training examples in one pass over the postings of its features. The score is the
 * share of relevant neighbours minus one half, so a tie means no. By Euclidean distance, examples as near as the last
 * neighbour count too, as in WEKA: between vectors of zeros and ones they are the rule. By cosine, ties keep the order
 * of training, and a vector unlike every example gets the share over all examples.
 */
import { z } from 'zod';
import type { SparseVector } from '../text/vectors.ts';
import { checkExamples, finiteScore, notFitted } from './examples.ts';
import { dotProducts, type InvertedIndex, invert } from './inverted-index.ts';
import {
  type Example,
  type Learner,
  type LearnerRecord,
  type WeightedFeature,
  weightiestFirst,
} from './learner.ts';
import {
  damaged,
  pack,
  packedNumbers,
  packedVectors,
  packVectors,
  readSettings,
  readState,
} from './learner-record.ts';

const settingsSchema = z.strictObject({
  k: z.number().int().positive().default(1),
  metric: z.enum(['cosine', 'euclidean']).default('cosine'),
});

export type NearestNeighboursSettings = z.input<typeof settingsSchema>;

export interface Neighbour {
  /** Index of the training example. */
  example: number;
  relevant: boolean;
  /** 1 − cosine, or the Euclidean distance. */
  distance: number;
}

export class NearestNeighbours implements Learner {
  readonly kind = 'nearest-neighbours';
  private readonly settings: z.output<typeof settingsSchema>;
  private index: InvertedIndex | undefined;
  private vectors: readonly SparseVector[] = [];
  private labels: readonly boolean[] = [];
  private squares = new Float64Array(0);
  private products = new Float64Array(0);
  private prior = 0;

  constructor(settings: NearestNeighboursSettings = {}) {
    this.settings = readSettings(settingsSchema, settings, 'Nearest neighbours');
  }

  fit(examples: readonly Example[]): void {
    checkExamples(examples, 'Nearest neighbours');
    this.learn(
      examples.map(({ vector }) => vector),
      examples.map(({ relevant }) => relevant),
    );
  }

  /** The nearest training examples, sorted by distance. */
  neighbours(vector: SparseVector, k = this.settings.k): Neighbour[] {
    if (!this.index) throw notFitted('Nearest neighbours');
    const { products, squares } = this;
    dotProducts(this.index, vector, products);
    const square = squareOf(vector);
    finiteScore(square);
    const cosine = this.settings.metric === 'cosine';
    for (let i = 0; i < products.length; i++) {
      const product = products[i]!;
      if (!cosine) products[i] = Math.max(0, square + squares[i]! - 2 * product);
      else products[i] = product === 0 ? 1 : 1 - product / Math.sqrt(square * squares[i]!);
    }
    return smallest(products, Math.min(k, products.length)).map((example) => ({
      example,
      relevant: this.labels[example]!,
      distance: cosine ? products[example]! : Math.sqrt(products[example]!),
    }));
  }

  predict(vector: SparseVector): number {
    const near = this.neighbours(vector);
    // Unlike every example, it is equally near to all of them.
    if (this.settings.metric === 'cosine' && near[0]!.distance === 1) return this.prior - 0.5;
    if (this.settings.metric === 'cosine')
      return near.filter(({ relevant }) => relevant).length / near.length - 0.5;
    const farthest = this.products[near.at(-1)!.example]!;
    const within = this.labels.filter((_, i) => this.products[i]! <= farthest);
    return within.filter(Boolean).length / within.length - 0.5;
  }

  /** Each feature's share of the similarity (dot product) to the neighbours: relevant ones minus others. */
  explain(vector: SparseVector): WeightedFeature[] {
    const near = this.neighbours(vector);
    const values = new Map(Array.from(vector.indices, (feature, i) => [feature, vector.values[i]!]));
    const weights = new Map<number, number>();
    for (const { example, relevant } of near) {
      const other = this.vectors[example]!;
      other.indices.forEach((feature, i) => {
        const value = values.get(feature);
        if (value === undefined) return;
        const part = ((relevant ? 1 : -1) * value * other.values[i]!) / near.length;
        weights.set(feature, (weights.get(feature) ?? 0) + part);
      });
    }
    return weightiestFirst([...weights].map(([feature, weight]) => ({ feature, weight })));
  }

  toJSON(): LearnerRecord {
    if (!this.index) throw notFitted('Nearest neighbours');
    return {
      kind: this.kind,
      settings: this.settings,
      state: { vectors: packVectors(this.vectors), labels: pack(this.labels.map(Number)) },
    };
  }

  static fromJSON(record: LearnerRecord): NearestNeighbours {
    const made = new NearestNeighbours(record.settings);
    const { vectors, labels } = readState(stateSchema, record);
    if (vectors.length === 0) throw damaged(record.kind, 'no vectors');
    if (labels.length !== vectors.length) throw damaged(record.kind, 'vectors and labels differ in number');
    made.learn(
      vectors,
      Array.from(labels, (label) => label === 1),
    );
    return made;
  }

  private learn(vectors: readonly SparseVector[], labels: readonly boolean[]): void {
    this.vectors = vectors;
    this.labels = labels;
    this.prior = labels.filter(Boolean).length / labels.length;
    this.index = invert(vectors);
    this.squares = Float64Array.from(vectors, squareOf);
    this.products = new Float64Array(vectors.length);
  }
}

const stateSchema = z.object({ vectors: packedVectors, labels: packedNumbers });

function squareOf({ values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  return sum;
}

/** Indices of the k smallest numbers, in rising order, by insertion: k is small. */
function smallest(numbers: Float64Array, k: number): number[] {
  const places: number[] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (places.length === k && number >= worst) continue;
    let at = places.length;
    while (at > 0 && numbers[places[at - 1]!]! > number) at -= 1;
    places.splice(at, 0, i);
    if (places.length > k) places.pop();
    worst = numbers[places[places.length - 1]!]!;
  }
  return places;
}
