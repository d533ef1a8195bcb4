/**
 * The kernel exp(−γ·|x − y|²) over sparse vectors: matrix rows with a bounded cache for training, and sums over support
 * vectors for scoring. Both use an inverted index, so zeros cost nothing. A feature that no support vector has moves a
 * vector away from all of them, towards the intercept.
 */
import { z } from 'zod';
import type { SparseVector } from '../text/vectors.ts';
import { checkVector } from './examples.ts';
import { dotProducts, type InvertedIndex, invert } from './inverted-index.ts';
import { type WeightedFeature, weightiestFirst } from './learner.ts';
import { pack, packedNumbers, packedVectors, packVectors } from './learner-record.ts';

/** Rows on demand; the least recently used are evicted when the cache is full. */
export function kernelRows(
  vectors: readonly SparseVector[],
  gamma: number,
  cacheMb: number,
): (i: number) => Float32Array {
  const index = invert(vectors);
  const squares = Float64Array.from(vectors, (vector) => squareOf(vector));
  const products = new Float64Array(vectors.length);
  const kept = new Map<number, Float32Array>();
  const maxRows = Math.max(3, Math.floor((cacheMb * 2 ** 20) / (4 * vectors.length)));
  return (i) => {
    let row = kept.get(i);
    if (row) {
      kept.delete(i);
      kept.set(i, row);
      return row;
    }
    if (kept.size >= maxRows) {
      const [oldest, free] = kept.entries().next().value!;
      kept.delete(oldest);
      row = free;
    } else {
      row = new Float32Array(vectors.length);
    }
    dotProducts(index, vectors[i]!, products);
    const square = squares[i]!;
    for (let t = 0; t < row.length; t++) {
      row[t] = Math.exp(-gamma * Math.max(0, square + squares[t]! - 2 * products[t]!));
    }
    kept.set(i, row);
    return row;
  };
}

/** Σ β·K(x, s) + intercept, over the support vectors s of a trained machine. */
export class KernelScore {
  private readonly vectors: readonly SparseVector[];
  private readonly beta: Float64Array;
  private readonly intercept: number;
  private readonly gamma: number;
  private readonly index: InvertedIndex;
  private readonly squares: Float64Array;
  private readonly products: Float64Array;

  constructor(state: KernelState) {
    this.vectors = state.vectors;
    this.beta = state.beta;
    this.intercept = state.intercept;
    this.gamma = state.gamma;
    this.index = invert(state.vectors);
    this.squares = Float64Array.from(state.vectors, (vector) => squareOf(vector));
    this.products = new Float64Array(state.vectors.length);
  }

  get supportVectors(): number {
    return this.vectors.length;
  }

  of(vector: SparseVector): number {
    const { products, squares, beta, gamma } = this;
    dotProducts(this.index, vector, products);
    const square = squareOf(vector);
    let score = this.intercept;
    for (let s = 0; s < products.length; s++) {
      score += beta[s]! * Math.exp(-gamma * (square + squares[s]! - 2 * products[s]!));
    }
    return score;
  }

  /** How much the score drops when one feature is removed. */
  explain(vector: SparseVector): WeightedFeature[] {
    checkVector(vector);
    const whole = this.of(vector);
    const parts = Array.from(vector.indices, (feature, i) => {
      const without = (_: number, at: number) => at !== i;
      const rest = { indices: vector.indices.filter(without), values: vector.values.filter(without) };
      return { feature, weight: whole - this.of(rest) };
    });
    return weightiestFirst(parts);
  }

  toJSON(): Record<string, unknown> {
    return {
      vectors: packVectors(this.vectors),
      beta: pack(this.beta),
      intercept: this.intercept,
      gamma: this.gamma,
    };
  }
}

export const kernelState = z
  .object({
    vectors: packedVectors,
    beta: packedNumbers,
    intercept: z.number(),
    gamma: z.number().positive(),
  })
  .refine(({ vectors, beta }) => vectors.length === beta.length, 'vectors and coefficients differ in number');

export type KernelState = z.output<typeof kernelState>;

/** Keeps the vectors with a non-zero coefficient. */
export function supportOf(
  vectors: readonly SparseVector[],
  beta: Float64Array,
  rest: Pick<KernelState, 'intercept' | 'gamma'>,
): KernelScore {
  const kept = [...vectors.keys()].filter((i) => beta[i] !== 0);
  return new KernelScore({
    ...rest,
    vectors: kept.map((i) => vectors[i]!),
    beta: Float64Array.from(kept, (i) => beta[i]!),
  });
}

function squareOf({ values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  return sum;
}
