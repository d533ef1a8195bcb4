/**
 * Term weights by name. Counts of one page go in, weights come out; the collection's frequencies come from a
 * Vocabulary (or anything with TermStatistics) and are read when a page is weighed, so they may still grow.
 *
 * | name         | weight of a term                            | after |
 * |--------------|---------------------------------------------|-------|
 * | binary       | 1                                           | Lund: presence |
 * | count        | tf                                          | |
 * | max-tf       | tf / highest tf of the page                 | |
 * | log-tf       | 1 + ln tf                                   | |
 * | tf-idf       | tf / highest tf · ln(N/n)                   | Crete, equation 1 |
 * | log-tf-idf   | (1 + ln tf) · (1 + ln((1 + N) / (1 + n)))   | smooth idf, as scikit-learn |
 * | tf-log2-idf  | tf · log2(N/n)                              | CINDI, scheme c |
 * | frequencies  | n + γ · (occurrences in the collection)     | CINDI, scheme d |
 *
 * In `frequencies` γ is the sum of all document frequencies over that of all collection frequencies, fixed when
 * the weigher is made; the page only says which terms are there.
 */
import { ForageError } from '../errors.ts';
import { mapped, type SparseVector } from './vectors.ts';
import type { TermStatistics } from './vocabulary.ts';

export const weightings = [
  'binary',
  'count',
  'max-tf',
  'log-tf',
  'tf-idf',
  'log-tf-idf',
  'tf-log2-idf',
  'frequencies',
] as const;

export type Weighting = (typeof weightings)[number];

export type Weigher = (counts: SparseVector) => SparseVector;

/** The last four need collection statistics. */
export function weigher(name: Weighting, statistics?: TermStatistics): Weigher {
  const alone = ofPageAlone(name);
  if (alone) return alone;
  if (!(weightings as readonly string[]).includes(name)) {
    throw new ForageError(
      'INPUT_INVALID',
      `No weighting is called "${name}"; choose from ${weightings.join(', ')}.`,
    );
  }
  if (!statistics) {
    throw new ForageError('INPUT_INVALID', `The weighting "${name}" needs the frequencies of a vocabulary.`);
  }
  return ofCollection(name, statistics);
}

/** ln(N/n), never below 0; a term in no document counts as in one, and without documents the result is 0. */
export function idf(documents: number, documentFrequency: number): number {
  return documents <= 0 ? 0 : Math.max(0, Math.log(documents / Math.max(1, documentFrequency)));
}

/** 1 + ln((1 + N) / (1 + n)): finite and above 0 for every term. */
export function smoothIdf(documents: number, documentFrequency: number): number {
  return 1 + Math.log((1 + documents) / (1 + Math.min(documentFrequency, documents)));
}

function ofPageAlone(name: Weighting): Weigher | undefined {
  switch (name) {
    case 'binary':
      return (counts) => mapped(counts, () => 1);
    case 'count':
      return (counts) => mapped(counts, (tf) => tf);
    case 'max-tf':
      return (counts) => {
        const highest = highestOf(counts);
        return mapped(counts, (tf) => tf / highest);
      };
    case 'log-tf':
      return (counts) => mapped(counts, logTf);
    default:
      return undefined;
  }
}

function ofCollection(name: Weighting, statistics: TermStatistics): Weigher {
  const idfOf = (term: number) => idf(statistics.documents, statistics.documentFrequency(term));
  switch (name) {
    case 'tf-idf':
      return (counts) => {
        const highest = highestOf(counts);
        return mapped(counts, (tf, term) => (tf / highest) * idfOf(term));
      };
    case 'log-tf-idf':
      return (counts) =>
        mapped(
          counts,
          (tf, term) => logTf(tf) * smoothIdf(statistics.documents, statistics.documentFrequency(term)),
        );
    case 'tf-log2-idf':
      return (counts) => mapped(counts, (tf, term) => tf * (idfOf(term) / Math.LN2));
    default: {
      const gamma = statistics.totalDocumentFrequency / statistics.totalCollectionFrequency;
      if (!Number.isFinite(gamma)) {
        throw new ForageError(
          'INPUT_INVALID',
          `The weighting "${name}" fixes γ on creation; pass a vocabulary that contains documents.`,
        );
      }
      return (counts) =>
        mapped(
          counts,
          (_, term) => statistics.documentFrequency(term) + gamma * statistics.collectionFrequency(term),
        );
    }
  }
}

function highestOf({ values }: SparseVector): number {
  let highest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > highest) highest = values[i]!;
  return highest;
}

/** Counts below 1 (an already weighted page) give at least 0. */
function logTf(tf: number): number {
  return tf > 0 ? Math.max(0, 1 + Math.log(tf)) : 0;
}
