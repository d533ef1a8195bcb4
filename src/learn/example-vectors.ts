/**
 * Similarity of a text to example pages: cosines of vectors tf/max tf · idf, after Batsakis (TU Crete, 2007), Eqs 1 and
 * 2. The thesis has its idf from a web search engine, and from ln(N/n) over the examples for its X-Means crawler. Here
 * it comes from pages where there are some (the examples, an earlier crawl, a table) and from the background
 * (`text/rarity.ts`), from the examples only, or is off. Words that are in no example still count in the length of a
 * text: a page with one word of the topic among a thousand others is not similar to it.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { type Frequencies, rarity } from '../text/rarity.ts';
import { TermCounter } from '../text/term-counter.ts';
import { termReader } from '../text/terms.ts';
import { norm, type SparseVector, vectorOf } from '../text/vectors.ts';
import { idf as idfOf } from '../text/weights.ts';
import { wordForms } from '../text/word-forms.ts';
import { type InvertedIndex, invert } from './inverted-index.ts';
import { packedVectors, packVectors } from './learner-record.ts';

/**
 * `mixed`: examples and background; `examples`: ln(N/n) over the examples; frequencies: counted elsewhere, mixed with
 * the background.
 */
export const idfSources = ['mixed', 'background', 'examples', 'none'] as const;
export type IdfSource = (typeof idfSources)[number] | Frequencies;

/** Terms and vectors of texts, in the order of the texts. */
export interface VectorisedTexts extends Frequencies {
  idf: IdfSource;
  language: string;
  vectors: SparseVector[];
  /** Each term in readable form. */
  forms: string[];
}

export function vectoriseTexts(
  texts: readonly string[],
  { idf, language }: { idf: IdfSource; language: string },
): VectorisedTexts {
  if (idf === 'examples' && texts.length < 2) {
    throw new ForageError(
      'TRAINING',
      'An idf from examples needs at least two examples; add more, or set idf: background.',
    );
  }
  const read = termReader({ language });
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  const counted = texts.map((text) => {
    const counts = new Map<number, number>();
    for (const term of read(text)) {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    for (const number of counts.keys()) frequencies[number] = (frequencies[number] ?? 0) + 1;
    return counts;
  });
  const terms = [...numbers.keys()];
  const all = { idf, language, documents: texts.length, terms, frequencies };
  const weights = terms.map(weigher(all));
  const vectors = counted.map((counts) => {
    let highest = 1;
    for (const count of counts.values()) highest = Math.max(highest, count);
    return vectorOf([...counts].map(([number, count]) => [number, (count / highest) * weights[number]!]));
  });
  return { ...all, vectors, forms: wordForms(texts, { language }, terms) };
}

/** As JSON, with only the vectors to compare with. */
export const recordOf = (texts: VectorisedTexts, vectors: readonly SparseVector[]): unknown => ({
  ...texts,
  vectors: packVectors(vectors),
});

/** Compares texts with the vectors of a record. */
export class ExampleVectors {
  readonly #counter: TermCounter;
  readonly #index: InvertedIndex;
  readonly #norms: Float64Array;
  readonly #forms: readonly string[];
  readonly #cosines: Float64Array;
  readonly vectors: readonly SparseVector[];

  constructor(record: unknown) {
    const read = recordSchema.safeParse(record);
    if (!read.success) {
      throw new ForageError(
        'MODEL_INVALID',
        'What the judge learnt is missing or damaged; start the crawl again to train it.',
      );
    }
    this.#counter = new TermCounter({ language: read.data.language }, weigher(read.data));
    // The numbers of a new counter start at 1, so term t of the record has number t + 1.
    for (const term of read.data.terms) this.#counter.numberOfTerm(term);
    this.vectors = read.data.vectors;
    this.#index = invert(read.data.vectors);
    this.#norms = Float64Array.from(read.data.vectors, norm);
    this.#forms = read.data.forms;
    this.#cosines = new Float64Array(read.data.vectors.length);
  }

  /** The cosine with each vector; valid until the next text. max tf cancels out. */
  cosines(text: string): Float64Array {
    const counter = this.#counter;
    const cosines = this.#cosines.fill(0);
    const { starts, vectors, values } = this.#index;
    counter.count(text);
    for (const number of counter.counted) {
      if (number >= starts.length) continue;
      const weight = counter.valueOf(number);
      for (let at = starts[number - 1]!; at < starts[number]!; at++)
        cosines[vectors[at]!]! += weight * values[at]!;
    }
    const length = counter.norm();
    for (let i = 0; i < cosines.length; i++) {
      const product = length * this.#norms[i]!;
      cosines[i] = product === 0 ? 0 : Math.min(1, cosines[i]! / product);
    }
    return cosines;
  }

  /** The terms that the last text shares with a vector, each with its part of the cosine. */
  shared(vector: number): SharedTerm[] {
    const counter = this.#counter;
    const { starts, vectors, values } = this.#index;
    const lengths = counter.norm() * this.#norms[vector]!;
    const parts: SharedTerm[] = [];
    for (const number of counter.counted) {
      if (number >= starts.length) continue;
      for (let at = starts[number - 1]!; at < starts[number]!; at++) {
        if (vectors[at] !== vector) continue;
        parts.push({ value: (counter.valueOf(number) * values[at]!) / lengths, number });
      }
    }
    return parts;
  }

  /** The terms that weigh most in a vector, in readable form. */
  heaviest({ indices, values }: SparseVector, count: number): string[] {
    return Array.from(indices, (term, i) => ({ term, value: values[i]! }))
      .sort((a, b) => b.value - a.value || a.term - b.term)
      .slice(0, count)
      .map(({ term }) => this.#forms[term]!);
  }

  /** A term of the last text and how often it has it. */
  inWords({ number }: SharedTerm): string {
    return `${this.#forms[number - 1]} ×${this.#counter.countOf(number)}`;
  }
}

/** A term of a text and a vector, as part of their cosine. */
export interface SharedTerm {
  value: number;
  number: number;
}

function weigher(texts: Omit<VectorisedTexts, 'vectors' | 'forms'>): (term: string) => number {
  const { idf, language, documents, terms, frequencies } = texts;
  if (idf === 'none') return () => 1;
  if (idf === 'examples') {
    const frequency = new Map(terms.map((term, i) => [term, frequencies[i]!]));
    return (term) => idfOf(documents, frequency.get(term) ?? 1);
  }
  const counted = idf === 'mixed' ? texts : idf === 'background' ? undefined : idf;
  return rarity({ language, stem: 'full', counted });
}

const frequencies = {
  documents: z.number(),
  terms: z.array(z.string()),
  frequencies: z.array(z.number()),
};

const recordSchema = z.object({
  idf: z.union([z.enum(idfSources), z.object(frequencies)]),
  language: z.string(),
  ...frequencies,
  vectors: packedVectors,
  forms: z.array(z.string()),
});
