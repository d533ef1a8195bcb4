/** Counts the terms of a text by number, and weighs them. */
import { STOP, type TermForm, TermNumbers } from './term-numbers.ts';

const NOT_KNOWN = -1;

export class TermCounter {
  readonly #weightOf: (term: string) => number;
  readonly #damped: boolean;
  readonly #terms: TermNumbers;
  #generation = 0;
  /** By number; NaN until the term is met. */
  #weights = new Float64Array(1024).fill(Number.NaN);
  #counts = new Uint32Array(1024);
  readonly #touched: number[] = [];
  #norm = NOT_KNOWN;

  /** `weightOf` returns the weight of one occurrence of a term. */
  constructor(
    terms: TermForm | TermNumbers,
    weightOf: (term: string) => number,
    /** The value of a count is 1 + ln count instead of the count. */
    damped = false,
  ) {
    this.#terms = terms instanceof TermNumbers ? terms : new TermNumbers(terms);
    this.#weightOf = weightOf;
    this.#damped = damped;
  }

  /** See `TermNumbers`. */
  numbersOf(phrase: string): number[] {
    return this.#terms.numbersOf(phrase);
  }

  numberOfTerm(term: string): number {
    return this.#terms.numberOfTerm(term);
  }

  /** Counts a text; the counts are valid until the next call. */
  count(text: string): void {
    const touched = this.#touched;
    for (const number of touched) this.#counts[number] = 0;
    touched.length = 0;
    this.#norm = NOT_KNOWN;
    const { numbers, length } = this.#terms.read(text);
    if (this.#terms.generation !== this.#generation) this.#forget();
    if (this.#terms.last >= this.#counts.length) this.#makeRoom();
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
    const found: string[] = [];
    for (const number of this.#touched)
      if (!this.#terms.isKept(number)) found.push(this.#terms.termOf(number));
    return found;
  }

  countOf(number: number): number {
    return this.#counts[number] ?? 0;
  }

  weightOf(number: number): number {
    if (number >= this.#weights.length) this.#makeRoom();
    const known = this.#weights[number]!;
    if (!Number.isNaN(known)) return known;
    const weight = this.#weightOf(this.#terms.termOf(number));
    this.#weights[number] = weight;
    return weight;
  }

  /** The term's part of the last text's vector: count · weight. */
  valueOf(number: number): number {
    const count = this.#counts[number] ?? 0;
    if (count === 0) return 0;
    return (this.#damped ? dampedCount(count) : count) * this.weightOf(number);
  }

  /** Length of the last text's vector, over all its terms. */
  norm(): number {
    if (this.#norm >= 0) return this.#norm;
    let squares = 0;
    for (const number of this.#touched) {
      const value = this.valueOf(number);
      squares += value * value;
    }
    this.#norm = Math.sqrt(squares);
    return this.#norm;
  }

  #forget(): void {
    this.#generation = this.#terms.generation;
    this.#weights.fill(Number.NaN);
  }

  #makeRoom(): void {
    const size = 2 * (this.#terms.last + 1);
    const weights = new Float64Array(size).fill(Number.NaN);
    weights.set(this.#weights);
    const counts = new Uint32Array(size);
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
