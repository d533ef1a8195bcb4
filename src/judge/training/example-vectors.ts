/**
 * Similarity of a text to example pages: cosines of vectors tf/max tf · idf, after Batsakis (TU Crete, 2007), Eqs 1 and
 * 2. The idf comes from a background table (the thesis's choice for its Best-First and K-Means crawlers), from ln(N/n)
 * over all examples (its X-Means crawler), or is off. Words that are in no example still count in the length of a text:
 * a page with one word of the topic among a thousand others is not similar to it. Such a word counts as found in one
 * document. The background table is English; other languages use tf only.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { type InvertedIndex, invert } from '../../learn/inverted-index.ts';
import { packedVectors, packVectors } from '../../learn/learner-record.ts';
import { englishBackground } from '../../text/background.ts';
import { termReader } from '../../text/terms.ts';
import { norm, type SparseVector, vectorOf } from '../../text/vectors.ts';
import { idf as idfOf } from '../../text/weights.ts';
import { TermCounter } from '../term-counter.ts';
import { wordForms } from '../word-forms.ts';

export const idfSources = ['background', 'examples', 'none'] as const;
export type IdfSource = (typeof idfSources)[number];

/** Terms and vectors of texts, in the order of the texts. */
export interface VectorisedTexts {
  idf: IdfSource;
  language: string;
  documents: number;
  terms: string[];
  /** Number of texts that contain each term. */
  frequencies: number[];
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
  const weightOf = weigher(all);
  const weights = terms.map(weightOf);
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

  constructor(record: unknown) {
    const read = recordSchema.safeParse(record);
    if (!read.success) {
      throw new ForageError(
        'MODEL_INVALID',
        'What the judge learnt is missing or damaged; start the crawl again to train it.',
      );
    }
    this.#counter = new TermCounter(read.data.language, weigher(read.data));
    // The numbers of a new counter start at 1, so term t of the record has number t + 1.
    for (const term of read.data.terms) this.#counter.numberOfTerm(term);
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
      const weight = counter.countOf(number) * counter.weightOf(number);
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

  /** The terms that the last text shares with a vector, largest contribution first. */
  shared(vector: number, limit = 4): string[] {
    const counter = this.#counter;
    const { starts, vectors, values } = this.#index;
    const parts: { number: number; part: number }[] = [];
    for (const number of counter.counted) {
      if (number >= starts.length) continue;
      for (let at = starts[number - 1]!; at < starts[number]!; at++) {
        if (vectors[at] !== vector) continue;
        parts.push({ number, part: counter.countOf(number) * counter.weightOf(number) * values[at]! });
      }
    }
    parts.sort((a, b) => b.part - a.part || a.number - b.number);
    return parts
      .slice(0, limit)
      .map(({ number }) => `${this.#forms[number - 1]} ×${counter.countOf(number)}`);
  }
}

function weigher({
  idf,
  language,
  documents,
  terms,
  frequencies,
}: Pick<VectorisedTexts, 'idf' | 'language' | 'documents' | 'terms' | 'frequencies'>): (
  term: string,
) => number {
  if (idf === 'background' && language === 'en') return englishBackground().idf;
  if (idf !== 'examples') return () => 1;
  const frequency = new Map(terms.map((term, i) => [term, frequencies[i]!]));
  return (term) => idfOf(documents, frequency.get(term) ?? 1);
}

const recordSchema = z.object({
  idf: z.enum(idfSources),
  language: z.string(),
  documents: z.number(),
  terms: z.array(z.string()),
  frequencies: z.array(z.number()),
  vectors: packedVectors,
  forms: z.array(z.string()),
});
