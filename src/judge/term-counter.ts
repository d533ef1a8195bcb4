/**
 * Counts the terms of a text as numbers. A word that was met before costs a hash over its characters and one look
 * into a table of 64-bit hashes: no string is made, nothing is allocated. (Two words of the same 64 bits would count
 * as one; among a hundred thousand words that has a chance of one in three thousand million.) When so many are
 * remembered, everything but the terms asked for by name is forgotten, and their numbers are given anew.
 */
import { termReader } from '../text/terms.ts';
import { eachWord, lowerCase } from '../text/tokens.ts';

const MAX_WORDS = 100_000;
const SLOTS = 1 << 18;
const STOP = 0;
const UNKNOWN = -1;

export class TermCounter {
  readonly #weightOf: (term: string) => number;
  readonly #termsOf: (text: string) => string[];
  readonly #kept = new Map<string, number>();
  #terms = new Map<string, number>();
  readonly #low = new Int32Array(SLOTS);
  readonly #high = new Int32Array(SLOTS);
  readonly #numbers = new Int32Array(SLOTS).fill(UNKNOWN);
  #remembered = 0;
  #weights = new Float64Array(1024);
  #counts = new Uint32Array(1024);
  readonly #touched: number[] = [];
  #last = STOP;

  /** `weightOf` says how much one occurrence of a term weighs; asked once a term. */
  constructor(language: string, weightOf: (term: string) => number) {
    this.#weightOf = weightOf;
    this.#termsOf = termReader({ language });
  }

  /** The numbers of the terms of a phrase, stop words left out; they stay the same. */
  numbersOf(phrase: string): number[] {
    return this.#termsOf(phrase).map((term) => {
      const number = this.#numberOf(term);
      this.#kept.set(term, number);
      return number;
    });
  }

  /** Counts a text; the counts stand until the next text. */
  count(text: string): void {
    for (const number of this.#touched) this.#counts[number] = 0;
    this.#touched.length = 0;
    if (this.#remembered >= MAX_WORDS) this.#forget();
    const lower = lowerCase(text);
    eachWord(lower, (start, end) => {
      const number = this.#lookUp(lower, start, end);
      if (number === STOP) return;
      if (this.#counts[number] === 0) this.#touched.push(number);
      this.#counts[number]! += 1;
    });
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

  /** The number of the word between two places: two multiplicative hashes, then linear probing. */
  #lookUp(text: string, start: number, end: number): number {
    let low = 0x811c9dc5 | 0;
    let high = 0x2545f491 | 0;
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul((high << 5) ^ (high >>> 27) ^ code, 0x5bd1e995);
    }
    let slot = (low ^ (high >>> 15)) & (SLOTS - 1);
    while (this.#numbers[slot] !== UNKNOWN) {
      if (this.#low[slot] === low && this.#high[slot] === high) return this.#numbers[slot]!;
      slot = (slot + 1) & (SLOTS - 1);
    }
    const [term] = this.#termsOf(text.slice(start, end));
    const number = term === undefined ? STOP : this.#numberOf(term);
    // A text of more words than the table has room for goes on without remembering them.
    if (this.#remembered < SLOTS / 2) {
      this.#remembered += 1;
      this.#low[slot] = low;
      this.#high[slot] = high;
      this.#numbers[slot] = number;
    }
    return number;
  }

  #numberOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = ++this.#last;
    this.#terms.set(term, number);
    if (number === this.#weights.length) this.#makeRoom();
    this.#weights[number] = this.#weightOf(term);
    return number;
  }

  #forget(): void {
    this.#numbers.fill(UNKNOWN);
    this.#remembered = 0;
    this.#terms = new Map(this.#kept);
    this.#last = Math.max(STOP, ...this.#kept.values());
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
