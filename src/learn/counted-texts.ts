/**
 * Texts whose words are counted once, for models that are fitted on many parts of them: cross-validation with the
 * vocabulary chosen inside each fold. Vectors are those of a `Vectoriser` fitted on the part, up to the numbers of the
 * features.
 */
import { TextCounter } from '../text/text-counter.ts';
import { type SparseVector, unit } from '../text/vectors.ts';
import { type TermStatistics, Vocabulary } from '../text/vocabulary.ts';
import { weigher } from '../text/weights.ts';
import { Vectoriser, type VectoriserSettings, vectoriserSettings } from './vectoriser.ts';

export class CountedTexts {
  readonly #settings: ReturnType<typeof vectoriserSettings>;
  readonly #vocabulary = new Vocabulary();
  readonly #counts: SparseVector[];

  /** Texts, or texts counted before: terms and how often each occurs. */
  constructor(texts: readonly string[] | readonly CountedTerms[], settings: VectoriserSettings = {}) {
    this.#settings = vectoriserSettings(settings);
    const counter = new TextCounter(this.#vocabulary, this.#settings, true);
    this.#counts = texts.map((text) =>
      typeof text === 'string' ? counter.count(text) : this.#vocabulary.learnTerms(text.terms, text.counts),
    );
  }

  /** The same as `Vectoriser.fit` on all texts. */
  vectoriser(): Vectoriser {
    const { minDocuments, maxTerms } = this.#settings;
    return Vectoriser.of(this.#vocabulary.pruned(minDocuments, maxTerms), this.#settings);
  }

  /** The vector of each text, with vocabulary and frequencies from the texts at these places alone. */
  fittedOn(places: readonly number[]): (place: number) => FittedText {
    const part = new PartStatistics(this.#vocabulary.size);
    for (const place of places) part.learn(this.#counts[place]!);
    const { minDocuments, maxTerms, weighting, unitLength } = this.#settings;
    const isKept = part.kept(minDocuments, maxTerms);
    const weigh = weigher(weighting, part);
    return (place) => {
      const counts = only(this.#counts[place]!, isKept);
      const weights = weigh(counts);
      return { counts, vector: unitLength ? unit(weights) : weights };
    };
  }
}

export interface CountedTerms {
  terms: readonly string[];
  counts: ArrayLike<number>;
}

export interface FittedText {
  counts: SparseVector;
  vector: SparseVector;
}

class PartStatistics implements TermStatistics {
  documents = 0;
  totalDocumentFrequency = 0;
  totalCollectionFrequency = 0;
  readonly #inDocuments: Uint32Array;
  readonly #occurrences: Float64Array;

  constructor(terms: number) {
    this.#inDocuments = new Uint32Array(terms);
    this.#occurrences = new Float64Array(terms);
  }

  learn({ indices, values }: SparseVector): void {
    this.documents += 1;
    for (let i = 0; i < indices.length; i++) {
      this.#inDocuments[indices[i]!]! += 1;
      this.#occurrences[indices[i]!]! += values[i]!;
    }
  }

  documentFrequency(term: number): number {
    return this.#inDocuments[term] ?? 0;
  }

  collectionFrequency(term: number): number {
    return this.#occurrences[term] ?? 0;
  }

  /** As `Vocabulary.pruned` chooses; the totals are then those of the kept terms. */
  kept(minDocuments: number, maxTerms: number): Uint8Array {
    let numbers = [...this.#inDocuments.keys()].filter((term) => this.#inDocuments[term]! >= minDocuments);
    if (numbers.length > maxTerms)
      numbers = numbers
        .sort((a, b) => this.#occurrences[b]! - this.#occurrences[a]! || a - b)
        .slice(0, maxTerms);
    const isKept = new Uint8Array(this.#inDocuments.length);
    for (const term of numbers) {
      isKept[term] = 1;
      this.totalDocumentFrequency += this.#inDocuments[term]!;
      this.totalCollectionFrequency += this.#occurrences[term]!;
    }
    return isKept;
  }
}

function only({ indices, values }: SparseVector, isKept: Uint8Array): SparseVector {
  const places: number[] = [];
  for (let i = 0; i < indices.length; i++) if (isKept[indices[i]!] === 1) places.push(i);
  return {
    indices: Uint32Array.from(places, (i) => indices[i]!),
    values: Float64Array.from(places, (i) => values[i]!),
  };
}
