/**
 * Sparse vectors: strictly rising indices, each with a finite non-zero value. All functions preserve this invariant;
 * `vectorOf` builds such a vector from any entries or throws.
 */
import { ForageError } from '../errors.ts';

export interface SparseVector {
  readonly indices: Uint32Array;
  readonly values: Float64Array;
}

export const emptyVector: SparseVector = { indices: new Uint32Array(0), values: new Float64Array(0) };

/** Entries in any order; values of the same index are summed, zeros dropped. */
export function vectorOf(entries: Iterable<readonly [index: number, value: number]>): SparseVector {
  const sums = new Map<number, number>();
  for (const [index, value] of entries) {
    if (!Number.isInteger(index) || index < 0 || index > 0xffff_fffe) {
      throw new ForageError(
        'INPUT_INVALID',
        `${index} is not a vector index; use whole numbers of at least 0.`,
      );
    }
    sums.set(index, (sums.get(index) ?? 0) + value);
  }
  for (const [index, value] of sums) {
    if (!Number.isFinite(value)) {
      throw new ForageError('INPUT_INVALID', `The weight at ${index} is ${value}; use finite numbers.`);
    }
    if (value === 0) sums.delete(index);
  }
  const indices = Uint32Array.from(sums.keys()).sort();
  return { indices, values: Float64Array.from(indices, (index) => sums.get(index)!) };
}

/** 0 for an absent index. */
export function valueAt({ indices, values }: SparseVector, index: number): number {
  let low = 0;
  let high = indices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (indices[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return indices[low] === index ? values[low]! : 0;
}

export function dot(a: SparseVector, b: SparseVector): number {
  const ai = a.indices;
  const bi = b.indices;
  let sum = 0;
  let i = 0;
  let j = 0;
  while (i < ai.length && j < bi.length) {
    const difference = ai[i]! - bi[j]!;
    if (difference === 0) sum += a.values[i++]! * b.values[j++]!;
    else if (difference < 0) i += 1;
    else j += 1;
  }
  return sum;
}

export function norm({ values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  const plain = Math.sqrt(sum);
  return safe(sum) || values.length === 0 ? plain : scaledNorm(values);
}

/** −1 … 1; 0 if either vector is empty. */
export function cosine(a: SparseVector, b: SparseVector): number {
  if (a.indices.length === 0 || b.indices.length === 0) return 0;
  const na = norm(a);
  const nb = norm(b);
  const product = na * nb;
  const plain = safe(product) ? dot(a, b) / product : dot(unit(a), unit(b));
  return Math.max(-1, Math.min(1, plain));
}

/** Every value times a finite factor; results of 0 are dropped, infinite ones refused. */
export function scaled(vector: SparseVector, factor: number): SparseVector {
  return mapped(vector, (value) => value * factor);
}

/** Scaled to length 1; the empty vector stays empty. */
export function unit(vector: SparseVector): SparseVector {
  const length = norm(vector);
  if (length === 0) return vector;
  if (safe(length)) return mapped(vector, (value) => value / length);
  const largest = largestOf(vector.values);
  return unit(mapped(vector, (value) => value / largest));
}

/** a + factor · b. */
export function added(a: SparseVector, b: SparseVector, factor = 1): SparseVector {
  const indices = new Uint32Array(a.indices.length + b.indices.length);
  const values = new Float64Array(indices.length);
  let i = 0;
  let j = 0;
  let length = 0;
  while (i < a.indices.length || j < b.indices.length) {
    const ai = i < a.indices.length ? a.indices[i]! : Number.POSITIVE_INFINITY;
    const bi = j < b.indices.length ? b.indices[j]! : Number.POSITIVE_INFINITY;
    indices[length] = Math.min(ai, bi);
    values[length] = (ai <= bi ? a.values[i++]! : 0) + (bi <= ai ? factor * b.values[j++]! : 0);
    length += 1;
  }
  return compact(indices.subarray(0, length), values.subarray(0, length));
}

/** The mean of several vectors; empty for none. */
export function mean(vectors: readonly SparseVector[]): SparseVector {
  const sums = new Map<number, number>();
  for (const { indices, values } of vectors) {
    for (let i = 0; i < indices.length; i++) sums.set(indices[i]!, (sums.get(indices[i]!) ?? 0) + values[i]!);
  }
  return scaled(vectorOf(sums), 1 / Math.max(1, vectors.length));
}

/** Maps each value; used by weightings. */
export function mapped(vector: SparseVector, by: (value: number, index: number) => number): SparseVector {
  const { indices } = vector;
  const values = new Float64Array(indices.length);
  for (let i = 0; i < values.length; i++) values[i] = by(vector.values[i]!, indices[i]!);
  return compact(indices, values);
}

function compact(indices: Uint32Array, values: Float64Array): SparseVector {
  let kept = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new ForageError(
        'INPUT_INVALID',
        `The weight at ${indices[i]} is ${values[i]}; use finite numbers.`,
      );
    }
    if (values[i] !== 0) kept += 1;
  }
  if (kept === values.length) return { indices, values };
  const full = (_: number, i: number) => values[i] !== 0;
  return { indices: indices.filter(full), values: values.filter((value) => value !== 0) };
}

/** Neither overflowed nor subnormal. */
function safe(sum: number): boolean {
  return sum > 1e-200 && sum < 1e200;
}

function scaledNorm(values: Float64Array): number {
  const largest = largestOf(values);
  let sum = 0;
  for (const value of values) sum += (value / largest) ** 2;
  return largest * Math.sqrt(sum);
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}
