/**
 * Counts the terms of a text as numbers. A word that was met before costs a hash over its characters and one look
 * into a table of 64-bit hashes: no string is made, nothing is allocated. (Two words of the same 64 bits would count
 * as one; among a hundred thousand words that has a chance of one in three thousand million.) When so many are
 * remembered, everything but the terms asked for by name is forgotten, and their numbers are given anew.
 */
import { termReader } from '../text/terms.ts';
import { eachWord, lowerCase } from '../text/tokens.ts';

const MAX_WORDS = 100_000;
const FIRST_SLOTS = 1 << 14;
const STOP = 0;

const SPACE = 0x20;
const APART = 0;
const WORD = 1;
const OTHER = 2;
/** What an ASCII character does to a word: ends it, goes on with it, or has to be looked at. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9]/i.test(character) ? WORD : character === "'" ? OTHER : APART;
});

export class TermCounter {
  readonly #weightOf: (term: string) => number;
  readonly #termsOf: (text: string) => string[];
  readonly #kept = new Map<string, number>();
  #terms = new Map<string, number>();
  /** Four places a slot, side by side for the processor's sake: both halves of the hash, number + 1, nothing. */
  #table = new Int32Array(4 * FIRST_SLOTS);
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
    const length = lower.length;
    let start = -1;
    for (let i = 0; i <= length; i++) {
      const code = i < length ? lower.charCodeAt(i) : SPACE;
      const kind = code < 128 ? ASCII[code] : OTHER;
      if (kind === WORD) {
        if (start < 0) start = i;
      } else if (kind === APART) {
        if (start >= 0) this.#add(this.#lookUp(lower, start, i));
        start = -1;
      } else {
        // Apostrophes and other scripts have rules of their own: up to the next white space they are left to them.
        i = this.#countSlowly(lower, start < 0 ? i : start);
        start = -1;
      }
    }
  }

  /** Answers the place of the white space that it stopped at. */
  #countSlowly(text: string, start: number): number {
    let end = start;
    while (end < text.length && text.charCodeAt(end) > SPACE) end++;
    const piece = text.slice(start, end);
    eachWord(piece, (from, to) => this.#add(this.#lookUp(piece, from, to)));
    return end;
  }

  #add(number: number): void {
    if (number === STOP) return;
    if (this.#counts[number] === 0) this.#touched.push(number);
    this.#counts[number]! += 1;
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
    const table = this.#table;
    const mask = table.length - 1;
    let at = (4 * (low ^ (high >>> 15))) & mask;
    while (table[at + 2] !== 0) {
      if (table[at] === low && table[at + 1] === high) return table[at + 2]! - 1;
      at = (at + 4) & mask;
    }
    const [term] = this.#termsOf(text.slice(start, end));
    const number = term === undefined ? STOP : this.#numberOf(term);
    table[at] = low;
    table[at + 1] = high;
    table[at + 2] = number + 1;
    this.#remembered += 1;
    if (8 * this.#remembered > table.length) this.#growTable();
    return number;
  }

  /** Half full is full: the next table is twice as large. */
  #growTable(): void {
    const old = this.#table;
    const table = new Int32Array(2 * old.length);
    const mask = table.length - 1;
    for (let from = 0; from < old.length; from += 4) {
      if (old[from + 2] === 0) continue;
      let at = (4 * (old[from]! ^ (old[from + 1]! >>> 15))) & mask;
      while (table[at + 2] !== 0) at = (at + 4) & mask;
      table.set(old.subarray(from, from + 3), at);
    }
    this.#table = table;
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
    this.#table = new Int32Array(4 * FIRST_SLOTS);
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
