/**
 * For each feature, the vectors that have it and their values. Gives the dot products of one vector with many in one
 * pass.
 */
import type { SparseVector } from '../text/vectors.ts';

export interface InvertedIndex {
  readonly count: number;
  /** Postings of feature f are at starts[f] to starts[f + 1]. */
  readonly starts: Uint32Array;
  readonly vectors: Uint32Array;
  readonly values: Float64Array;
}

export function invert(vectors: readonly SparseVector[]): InvertedIndex {
  let features = 0;
  for (const { indices } of vectors) {
    if (indices.length > 0) features = Math.max(features, indices[indices.length - 1]! + 1);
  }
  const starts = new Uint32Array(features + 1);
  for (const { indices } of vectors) for (let i = 0; i < indices.length; i++) starts[indices[i]! + 1]! += 1;
  for (let f = 0; f < features; f++) starts[f + 1]! += starts[f]!;
  const next = starts.slice();
  const places = new Uint32Array(starts[features]!);
  const values = new Float64Array(places.length);
  for (let v = 0; v < vectors.length; v++) {
    const vector = vectors[v]!;
    for (let i = 0; i < vector.indices.length; i++) {
      const at = next[vector.indices[i]!]!++;
      places[at] = v;
      values[at] = vector.values[i]!;
    }
  }
  return { count: vectors.length, starts, vectors: places, values };
}

/** Writes the dot product with every vector of the index. */
export function dotProducts(index: InvertedIndex, vector: SparseVector, products: Float64Array): void {
  products.fill(0);
  const features = index.starts.length - 1;
  const { starts, vectors, values } = index;
  for (let i = 0; i < vector.indices.length; i++) {
    const feature = vector.indices[i]!;
    if (feature >= features) break;
    const value = vector.values[i]!;
    const to = starts[feature + 1]!;
    for (let at = starts[feature]!; at < to; at++) products[vectors[at]!]! += value * values[at]!;
  }
}
