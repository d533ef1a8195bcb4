/**
 * Counts the terms of a text as numbers: one look into one map a word, and typed arrays from there on. Terms are
 * numbered as they come; when a hundred thousand words are remembered, everything but the terms that were asked for
 * by name is forgotten and their numbers are given anew.
 */
import { termReader } from '../text/terms.ts';
import { words } from '../text/tokens.ts';

const MAX_WORDS = 100_000;
const STOP = 0;

export class TermCounter {
  readonly #weightOf: (term: string) => number;
  readonly #termsOf: (text: string) => string[];
  readonly #kept = new Map<string, number>();
  #words = new Map<string, number>();
  #terms = new Map<string, number>();
  #weights = new Float64Array(1024);
  #counts = new Uint32Array(1024);
  #touched: number[] = [];
  #last = STOP;

  /** `weightOf` says how much one occurrence of a term weighs; asked once a term. */
  constructor(language: string, weightOf: (term: string) => number) {
    this.#weightOf = weightOf;
    this.#termsOf = termReader({ language });
  }

  /** The numbers of the terms of a phrase, stop words left out; they stay the same. */
  numbersOf(phrase: string): number[] {
    return words(phrase).flatMap((word) => {
      const number = this.#numberOf(word);
      if (number === STOP) return [];
      this.#kept.set(this.#termsOf(word)[0]!, number);
      return [number];
    });
  }

  /** Counts a text; the counts stand until the next text. */
  count(text: string): void {
    for (const number of this.#touched) this.#counts[number] = 0;
    this.#touched.length = 0;
    if (this.#words.size >= MAX_WORDS) this.#forget();
    for (const word of words(text)) {
      const number = this.#words.get(word) ?? this.#numberOf(word);
      if (number === STOP) continue;
      if (this.#counts[number] === 0) this.#touched.push(number);
      this.#counts[number]! += 1;
    }
  }

  countOf(number: number): number {
    return this.#counts[number] ?? 0;
  }

  weightOf(number: number): number {
    return this.#weights[number] ?? 0;
  }

  /** Length of the vector count · weight of the last text. */
  norm(): number {
    let squares = 0;
    for (const number of this.#touched) {
      const value = this.#counts[number]! * this.#weights[number]!;
      squares += value * value;
    }
    return Math.sqrt(squares);
  }

  #numberOf(word: string): number {
    const [term] = this.#termsOf(word);
    let number = term === undefined ? STOP : this.#terms.get(term);
    if (number === undefined) {
      number = ++this.#last;
      this.#terms.set(term!, number);
      this.#makeRoom();
      this.#weights[number] = this.#weightOf(term!);
    }
    this.#words.set(word, number);
    return number;
  }

  #forget(): void {
    this.#words = new Map();
    this.#terms = new Map(this.#kept);
    this.#last = Math.max(STOP, ...this.#kept.values());
  }

  #makeRoom(): void {
    if (this.#last < this.#weights.length) return;
    const weights = new Float64Array(2 * this.#weights.length);
    weights.set(this.#weights);
    const counts = new Uint32Array(2 * this.#counts.length);
    counts.set(this.#counts);
    this.#weights = weights;
    this.#counts = counts;
  }
}
