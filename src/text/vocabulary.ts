/**
 * Numbers terms in order of first occurrence and counts, for each, its documents and total occurrences. Numbers never
 * change. The vocabulary grows with the pages read, up to `maxTerms`, so that hostile pages cannot exhaust memory;
 * further terms, and terms of more than 200 characters, stay unknown.
 */
import { z } from 'zod';
import { check } from '../check.ts';
import { ForageError } from '../errors.ts';
import { ownString } from './tokens.ts';
import type { SparseVector } from './vectors.ts';

/** What weightings need to know about a collection. */
export interface TermStatistics {
  readonly documents: number;
  /** Number of documents that contain the term; 0 for an unknown number. */
  documentFrequency(term: number): number;
  /** Total occurrences in all documents. */
  collectionFrequency(term: number): number;
  /** Sums of the two over all terms. */
  readonly totalDocumentFrequency: number;
  readonly totalCollectionFrequency: number;
}

export class Vocabulary implements TermStatistics {
  readonly maxTerms: number;
  documents = 0;
  totalDocumentFrequency = 0;
  totalCollectionFrequency = 0;
  private readonly numbers = new Map<string, number>();
  private readonly terms: string[] = [];
  private inDocuments = new Uint32Array(1024);
  private occurrences = new Float64Array(1024);
  /** Counts of the current document; 0 between calls. */
  private counting = new Uint32Array(1024);

  constructor(maxTerms = 1_000_000) {
    this.maxTerms = maxTerms;
  }

  get size(): number {
    return this.terms.length;
  }

  /** The number of a term, or undefined if unknown. */
  number(term: string): number | undefined {
    return this.numbers.get(term);
  }

  term(number: number): string | undefined {
    return this.terms[number];
  }

  /** Adds one document: numbers new terms, raises frequencies and returns its counts. */
  learn(terms: Iterable<string>): SparseVector {
    const counts = this.counts(terms, true);
    this.learnCounts(counts);
    return counts;
  }

  /** Adds one document given as distinct terms and how often each occurs. */
  learnTerms(terms: readonly string[], counts: ArrayLike<number>): SparseVector {
    const document = this.countsOf(terms, counts, true);
    this.learnCounts(document);
    return document;
  }

  /** The counts of known terms among distinct ones that are already counted. `takes`: also numbers new terms. */
  countsOf(terms: readonly string[], counts: ArrayLike<number>, takes = false): SparseVector {
    const found: [number: number, count: number][] = [];
    for (const [i, term] of terms.entries()) {
      const number = takes ? this.take(term) : this.numbers.get(term);
      if (number !== undefined) found.push([number, counts[i]!]);
    }
    found.sort(([a], [b]) => a - b);
    return {
      indices: Uint32Array.from(found, ([number]) => number),
      values: Float64Array.from(found, ([, count]) => count),
    };
  }

  /** Adds one document whose terms are already counted. */
  learnCounts(counts: SparseVector): void {
    this.documents += 1;
    for (let i = 0; i < counts.indices.length; i++) {
      const number = counts.indices[i]!;
      this.inDocuments[number]! += 1;
      this.occurrences[number]! += counts.values[i]!;
      this.totalCollectionFrequency += counts.values[i]!;
    }
    this.totalDocumentFrequency += counts.indices.length;
  }

  /** Counts each known term without raising frequencies. `takes`: also numbers new terms. */
  counts(terms: Iterable<string>, takes = false): SparseVector {
    const seen: number[] = [];
    for (const term of terms) {
      const number = takes ? this.take(term) : this.numbers.get(term);
      if (number === undefined) continue;
      if (this.counting[number] === 0) seen.push(number);
      this.counting[number]! += 1;
    }
    const indices = Uint32Array.from(seen).sort();
    const values = new Float64Array(indices.length);
    for (let i = 0; i < indices.length; i++) {
      values[i] = this.counting[indices[i]!]!;
      this.counting[indices[i]!] = 0;
    }
    return { indices, values };
  }

  /** The number of a term, numbering it if new; undefined if it cannot be added. */
  take(term: string): number | undefined {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.length;
    if (number >= this.maxTerms || term.length > maxTermLength) return undefined;
    const kept = ownString(term);
    this.numbers.set(kept, number);
    this.terms.push(kept);
    if (number >= this.counting.length) this.widen();
    return number;
  }

  documentFrequency(term: number): number {
    return this.inDocuments[term] ?? 0;
  }

  collectionFrequency(term: number): number {
    return this.occurrences[term] ?? 0;
  }

  /** A smaller vocabulary: terms in at least `minDocuments` documents, most frequent first, at most `limit`. */
  pruned(minDocuments: number, limit = this.maxTerms): Vocabulary {
    const kept = [...this.terms.keys()]
      .filter((number) => this.inDocuments[number]! >= minDocuments)
      .sort((a, b) => this.occurrences[b]! - this.occurrences[a]! || a - b)
      .slice(0, limit);
    return Vocabulary.fromJSON({
      documents: this.documents,
      terms: kept.map((number) => [
        this.terms[number]!,
        this.inDocuments[number]!,
        this.occurrences[number]!,
      ]),
    });
  }

  toJSON(): VocabularyRecord {
    return {
      documents: this.documents,
      terms: this.terms.map((term, number) => [term, this.inDocuments[number]!, this.occurrences[number]!]),
    };
  }

  static fromJSON(record: unknown, maxTerms?: number): Vocabulary {
    const read = check(vocabularyRecord, record);
    if (!read.ok) {
      const [fault] = read.faults;
      throw noVocabulary(`${fault?.path.join('.') || 'top'}: ${fault?.text}`);
    }
    const made = new Vocabulary(maxTerms ?? Math.max(1_000_000, read.data.terms.length));
    made.documents = read.data.documents;
    for (const [term, inDocuments, occurrences] of read.data.terms) {
      const place = made.size;
      if (place >= made.maxTerms) break;
      const number = made.take(term);
      if (number !== place) throw noVocabulary(`terms.${place}: is duplicated or too long`);
      made.inDocuments[number]! += inDocuments;
      made.occurrences[number]! += occurrences;
      made.totalDocumentFrequency += inDocuments;
      made.totalCollectionFrequency += occurrences;
    }
    return made;
  }

  private widen(): void {
    const { inDocuments, occurrences, counting } = this;
    this.inDocuments = new Uint32Array(inDocuments.length * 2);
    this.inDocuments.set(inDocuments);
    this.occurrences = new Float64Array(occurrences.length * 2);
    this.occurrences.set(occurrences);
    this.counting = new Uint32Array(counting.length * 2);
    this.counting.set(counting);
  }
}

const maxTermLength = 200;

function noVocabulary(why: string): ForageError {
  return new ForageError('MODEL_INVALID', `This is not a vocabulary (${why}); train the model again.`);
}

const frequency = z.number().int().nonnegative();
const vocabularyRecord = z.object({
  documents: frequency,
  terms: z.array(z.tuple([z.string(), frequency, frequency])),
});

/** Terms in the order of their numbers, each with its document frequency and collection frequency. */
export type VocabularyRecord = z.infer<typeof vocabularyRecord>;
