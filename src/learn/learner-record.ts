/**
 * Settings and learnt parameters of a learner as JSON. Settings are checked when a learner is created (INPUT_INVALID),
 * learnt parameters when one is restored (MODEL_INVALID). Number arrays are stored as base64 of their little-endian
 * bytes; mostly-zero arrays as index and value pairs.
 */
import { endianness } from 'node:os';
import { z } from 'zod';
import { check, checked } from '../check.ts';
import { ForageError } from '../errors.ts';
import type { SparseVector } from '../text/vectors.ts';
import { checkVector, maxFeatures } from './examples.ts';
import type { LearnerRecord } from './learner.ts';

export function readSettings<T>(schema: z.ZodType<T>, given: unknown, learner: string): T {
  return checked(schema, given, 'INPUT_INVALID', learner);
}

/** The state of a record of this kind; its settings are checked by the learner's constructor. */
export function readState<T>(schema: z.ZodType<T>, record: LearnerRecord): T {
  const read = check(schema, record.state);
  if (read.ok) return read.data;
  const [fault] = read.faults;
  throw damaged(record.kind, `${fault?.path.join('.') || 'state'}: ${fault?.text}`);
}

export function damaged(kind: string, what: string): ForageError {
  return new ForageError('MODEL_INVALID', `This is not a ${kind} model (${what}); train it again.`);
}

/** Numbers that survive JSON bit by bit. */
export const packedNumbers = z.union([
  z.string().transform((text, context) => unpack(text, context)),
  z
    .object({
      length: z
        .number()
        .int()
        .nonnegative()
        .max(2 * maxFeatures),
      places: z.string(),
      values: z.string(),
    })
    .transform((packed, context) => {
      const places = unpack(packed.places, context);
      const values = unpack(packed.values, context);
      const numbers = new Float64Array(packed.length);
      if (places.length !== values.length || places.some((place) => !(place >= 0 && place < packed.length))) {
        context.addIssue('indices and values do not match');
        return z.NEVER;
      }
      for (let i = 0; i < places.length; i++) numbers[places[i]!] = values[i]!;
      return numbers;
    }),
]);

export type Packed = string | { length: number; places: string; values: string };

export function pack(numbers: ArrayLike<number>): Packed {
  const all = Float64Array.from(numbers);
  const places: number[] = [];
  for (let i = 0; i < all.length; i++) if (!Object.is(all[i], 0)) places.push(i);
  if (places.length * 2 > all.length) return base64(all);
  return {
    length: all.length,
    places: base64(Float64Array.from(places)),
    values: base64(Float64Array.from(places, (place) => all[place]!)),
  };
}

/** Many vectors as three arrays. */
export const packedVectors = z
  .object({ lengths: packedNumbers, indices: packedNumbers, values: packedNumbers })
  .transform(({ lengths, indices, values }, context) => {
    const vectors: SparseVector[] = [];
    let from = 0;
    for (const length of lengths) {
      const to = from + length;
      vectors.push({ indices: Uint32Array.from(indices.subarray(from, to)), values: values.slice(from, to) });
      from = to;
    }
    if (from !== indices.length || from !== values.length) context.addIssue('lengths do not match');
    else if (!vectors.every(isSound)) context.addIssue('contains an invalid vector');
    return vectors;
  });

/** An index that is too high would make an inverted index allocate more memory than there is. */
function isSound(vector: SparseVector): boolean {
  try {
    checkVector(vector);
    return true;
  } catch {
    return false;
  }
}

export function packVectors(vectors: readonly SparseVector[]): Record<string, Packed> {
  return {
    lengths: pack(vectors.map(({ indices }) => indices.length)),
    indices: pack(joined(vectors.map(({ indices }) => indices))),
    values: pack(joined(vectors.map(({ values }) => values))),
  };
}

function joined(parts: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function base64(numbers: Float64Array): string {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return (endianness() === 'LE' ? bytes : Buffer.from(bytes).swap64()).toString('base64');
}

function unpack(text: string, context: z.RefinementCtx): Float64Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 8 !== 0) {
    context.addIssue('not an array of numbers');
    return z.NEVER;
  }
  if (endianness() === 'BE') bytes.swap64();
  const numbers = new Float64Array(bytes.length / 8);
  new Uint8Array(numbers.buffer).set(bytes);
  if (!numbers.every(Number.isFinite)) {
    context.addIssue('contains a value that is not finite');
    return z.NEVER;
  }
  return numbers;
}
