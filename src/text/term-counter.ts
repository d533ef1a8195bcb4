/**
 * Counts the terms of a text by number: words become terms (stop words removed, the rest stemmed), terms become
 * numbers. Numbers and single letters only count if they were requested by name ("vitamin c", "formula 1"). When the
 * word limit is reached, everything except the terms requested by name is forgotten and their numbers are assigned
 * again.
 */
import type { Stemming } from './stem.ts';
import { forgetfulReader, isNumberOrLetter, termOfWord } from './terms.ts';
import { WordNumbers } from './word-numbers.ts';

const STOP = 0;
const NOT_KNOWN = -1;

export class TermCounter {
  readonly #weightOf: (term: string) => number;
  readonly #damped: boolean;
  readonly #termsOf: (text: string) => string[];
  readonly #words: WordNumbers;
  readonly #kept = new Map<string, number>();
  #terms = new Map<string, number>();
  /** The terms by their numbers. */
  readonly #names: string[] = [''];
  #weights = new Float64Array(1024);
  #counts = new Uint32Array(1024);
  readonly #touched: number[] = [];
  #last = STOP;
  #norm = NOT_KNOWN;

  /** `weightOf` returns the weight of one occurrence of a term; called once per term. */
  constructor(
    form: { language: string; stem?: Stemming },
    weightOf: (term: string) => number,
    /** The value of a count is 1 + ln count instead of the count. */
    damped = false,
  ) {
    this.#weightOf = weightOf;
    this.#damped = damped;
    this.#termsOf = forgetfulReader({ ...form, numbers: true });
    const termOf = termOfWord(form);
    this.#words = new WordNumbers((word) => {
      const term = termOf(word);
      const counts = term !== undefined && (!isNumberOrLetter(term) || this.#kept.has(term));
      return counts ? this.#numberOf(term) : STOP;
    });
  }

  /** The numbers of a phrase's terms, without stop words; they never change. Request them before the first text. */
  numbersOf(phrase: string): number[] {
    return this.#termsOf(phrase).map((term) => this.numberOfTerm(term));
  }

  /** The number of an already stemmed term; it never changes. The first number of a new counter is 1. */
  numberOfTerm(term: string): number {
    const number = this.#numberOf(term);
    this.#kept.set(term, number);
    return number;
  }

  /** Counts a text; the counts are valid until the next call. */
  count(text: string): void {
    const touched = this.#touched;
    for (const number of touched) this.#counts[number] = 0;
    touched.length = 0;
    this.#norm = NOT_KNOWN;
    if (this.#words.full) this.#forget();
    this.#words.read(text);
    const { numbers, length } = this.#words;
    const counts = this.#counts;
    // Stop words count as already seen, so that they are not collected.
    counts[STOP] = 1;
    for (let i = 0; i < length; i++) {
      const number = numbers[i]!;
      if (counts[number]!++ === 0) touched.push(number);
    }
    counts[STOP] = 0;
  }

  /** The distinct terms of the last text; valid until the next text. */
  get counted(): readonly number[] {
    return this.#touched;
  }

  /** The same as words, without those requested by name. */
  distinctTerms(): string[] {
    const names = this.#names;
    const found: string[] = [];
    for (const number of this.#touched) if (!this.#kept.has(names[number]!)) found.push(names[number]!);
    return found;
  }

  countOf(number: number): number {
    return this.#counts[number] ?? 0;
  }

  weightOf(number: number): number {
    return this.#weights[number] ?? 0;
  }

  /** The term's part of the last text's vector: count · weight. */
  valueOf(number: number): number {
    const count = this.#counts[number] ?? 0;
    if (count === 0) return 0;
    return (this.#damped ? dampedCount(count) : count) * this.#weights[number]!;
  }

  /** Length of the last text's vector, over all its terms. */
  norm(): number {
    if (this.#norm >= 0) return this.#norm;
    let squares = 0;
    const counts = this.#counts;
    const weights = this.#weights;
    for (const number of this.#touched) {
      const count = counts[number]!;
      const value = (this.#damped ? dampedCount(count) : count) * weights[number]!;
      squares += value * value;
    }
    this.#norm = Math.sqrt(squares);
    return this.#norm;
  }

  #numberOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = ++this.#last;
    this.#terms.set(term, number);
    this.#names[number] = term;
    if (number === this.#weights.length) this.#makeRoom();
    this.#weights[number] = this.#weightOf(term);
    return number;
  }

  #forget(): void {
    this.#words.forget();
    this.#terms = new Map(this.#kept);
    this.#last = STOP;
    for (const number of this.#kept.values()) if (number > this.#last) this.#last = number;
  }

  #makeRoom(): void {
    const weights = new Float64Array(2 * this.#weights.length);
    weights.set(this.#weights);
    const counts = new Uint32Array(2 * this.#counts.length);
    counts.set(this.#counts);
    this.#weights = weights;
    this.#counts = counts;
  }
}

const dampedCounts = Float64Array.from({ length: 256 }, (_, count) =>
  count === 0 ? 0 : 1 + Math.log(count),
);

function dampedCount(count: number): number {
  return count < dampedCounts.length ? dampedCounts[count]! : 1 + Math.log(count);
}
