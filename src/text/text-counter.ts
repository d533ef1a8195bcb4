/**
 * Counts the terms of a vocabulary in a text, without creating strings for known words. A counter that learns adds new
 * terms to the vocabulary and raises its frequencies, and must be the only one to change it. Any other counter only
 * counts, and its vocabulary must not grow.
 */
import { forgetfulReader, type TermOptions, type TermReader } from './terms.ts';
import type { SparseVector } from './vectors.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordNumbers } from './word-numbers.ts';

export class TextCounter {
  readonly #vocabulary: Vocabulary;
  readonly #learns: boolean;
  readonly #terms: TermReader;
  readonly #words: WordNumbers;
  /** Counts of the current text; 0 between calls. */
  #counts = new Uint32Array(1024);
  #touched = new Uint32Array(1024);

  constructor(vocabulary: Vocabulary, options: Omit<TermOptions, 'limit'> = {}, learns = false) {
    this.#vocabulary = vocabulary;
    this.#learns = learns;
    this.#terms = forgetfulReader(options);
    this.#words = new WordNumbers((word) => this.#numberOf(word), {
      lettersOnly: options.lettersOnly === true,
      maxWords: MAX_WORDS,
    });
  }

  count(text: string): SparseVector {
    if (this.#words.full) this.#words.forget();
    this.#words.read(text);
    const counts = this.#tally() ?? this.#vocabulary.counts(this.#terms(text), this.#learns);
    if (this.#learns) this.#vocabulary.learnCounts(counts);
    return counts;
  }

  #numberOf(word: string): number {
    const [term, ...more] = this.#terms(word);
    if (more.length > 0) return SEVERAL;
    if (term === undefined) return NONE;
    return (this.#learns ? this.#vocabulary.take(term) : this.#vocabulary.number(term)) ?? NONE;
  }

  /** Undefined for a text with a word that splits into several on its own. */
  #tally(): SparseVector | undefined {
    const { numbers, length } = this.#words;
    this.#makeRoom(Math.min(length, this.#vocabulary.size));
    const counts = this.#counts;
    const touched = this.#touched;
    let distinct = 0;
    let isOdd = false;
    for (let i = 0; i < length; i++) {
      const number = numbers[i]!;
      if (number >= 0) {
        if (counts[number]!++ === 0) touched[distinct++] = number;
      } else if (number === SEVERAL) {
        isOdd = true;
      }
    }
    const indices = touched.slice(0, distinct).sort();
    const values = new Float64Array(distinct);
    for (let i = 0; i < distinct; i++) {
      values[i] = counts[indices[i]!]!;
      counts[indices[i]!] = 0;
    }
    return isOdd ? undefined : { indices, values };
  }

  #makeRoom(distinct: number): void {
    if (this.#counts.length < this.#vocabulary.size)
      this.#counts = new Uint32Array(2 * this.#vocabulary.size);
    if (this.#touched.length < distinct) this.#touched = new Uint32Array(2 * distinct);
  }
}

const MAX_WORDS = 200_000;
/** The word is not in the vocabulary. */
const NONE = -1;
/** Splits into several words on its own (some scripts without spaces): its text is read as strings. */
const SEVERAL = -2;
