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
  /** The text as code units: reading them from here is several times quicker than from the string. */
  #units = new Uint16Array(1 << 14);
  #bytes = Buffer.from(this.#units.buffer);

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

  /** The number of a term that is already read (a stem); it stays the same. Of a new counter, the first is 1. */
  numberOfTerm(term: string): number {
    const number = this.#numberOf(term);
    this.#kept.set(term, number);
    return number;
  }

  /** Counts a text; the counts stand until the next text. */
  count(text: string): void {
    for (const number of this.#touched) this.#counts[number] = 0;
    this.#touched.length = 0;
    if (this.#remembered >= MAX_WORDS) this.#forget();
    const { length } = text;
    const units = this.#unitsOf(text);
    units[length] = SPACE;
    for (let i = 0; i < length; i++) {
      const first = units[i]!;
      let letter = first < 128 ? LETTERS[first]! : RULED;
      if (letter === APART) continue;
      const start = i;
      let low = LOW;
      let high = HIGH;
      while (letter > RULED) {
        low = Math.imul(low ^ letter, 0x01000193);
        high = Math.imul((high << 5) ^ (high >>> 27) ^ letter, 0x5bd1e995);
        const unit = units[++i]!;
        letter = unit < 128 ? LETTERS[unit]! : RULED;
      }
      if (letter === RULED) {
        i = this.#countByRules(text, start);
        continue;
      }
      const table = this.#table;
      const known = table[placeOf(table, low, high) + 2]!;
      this.#add(known !== 0 ? known - 1 : this.#learn(text.slice(start, i), low, high));
    }
  }

  /** The terms of the last text, each once; good until the next text. */
  get counted(): readonly number[] {
    return this.#touched;
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

  /** With room for one unit after the last. */
  #unitsOf(text: string): Uint16Array {
    const { length } = text;
    if (this.#units.length <= length) {
      this.#units = new Uint16Array(2 * length);
      this.#bytes = Buffer.from(this.#units.buffer);
    }
    const units = this.#units;
    // An anchor is read sooner than Buffer is asked to.
    if (length < SHORT) for (let i = 0; i < length; i++) units[i] = text.charCodeAt(i);
    else this.#bytes.write(text, 'utf16le');
    return units;
  }

  /**
   * Apostrophes and other scripts have rules of their own: up to the next white space they are left to them.
   * Answers the place that it stopped at.
   */
  #countByRules(text: string, start: number): number {
    let end = start;
    while (end < text.length && text.charCodeAt(end) > SPACE) end++;
    const piece = lowerCase(text.slice(start, end));
    eachWord(piece, (from, to) => {
      let low = LOW;
      let high = HIGH;
      for (let i = from; i < to; i++) {
        const unit = piece.charCodeAt(i);
        low = Math.imul(low ^ unit, 0x01000193);
        high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, 0x5bd1e995);
      }
      this.#add(this.#find(low, high) ?? this.#learn(piece.slice(from, to), low, high));
    });
    return end;
  }

  #add(number: number): void {
    if (number === STOP) return;
    if (this.#counts[number] === 0) this.#touched.push(number);
    this.#counts[number]! += 1;
  }

  #find(low: number, high: number): number | undefined {
    const table = this.#table;
    const at = placeOf(table, low, high);
    return table[at + 2] === 0 ? undefined : table[at + 2]! - 1;
  }

  #learn(word: string, low: number, high: number): number {
    const [term] = this.#termsOf(word);
    const number = term === undefined ? STOP : this.#numberOf(term);
    this.#remembered += 1;
    if (8 * this.#remembered > this.#table.length) this.#table = twiceAsLarge(this.#table);
    const at = placeOf(this.#table, low, high);
    this.#table[at] = low;
    this.#table[at + 1] = high;
    this.#table[at + 2] = number + 1;
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
    this.#table = new Int32Array(4 * FIRST_SLOTS);
    this.#remembered = 0;
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

/** Where both hashes begin. */
const LOW = 0x811c9dc5 | 0;
const HIGH = 0x2545f491;

const SPACE = 0x20;
const SHORT = 100;
const APART = 0;
const RULED = 1;
/** What an ASCII character does to a word: ends it, needs a rule, or goes on with it as its lower-case form. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(character)) return character.toLowerCase().charCodeAt(0);
  return character === "'" ? RULED : APART;
});

/** The slot of a hash, or the free one that it would take: linear probing. */
function placeOf(table: Int32Array, low: number, high: number): number {
  const mask = table.length - 1;
  let at = (4 * (low ^ (high >>> 15))) & mask;
  while (table[at + 2] !== 0 && (table[at] !== low || table[at + 1] !== high)) at = (at + 4) & mask;
  return at;
}

function twiceAsLarge(old: Int32Array): Int32Array<ArrayBuffer> {
  const table = new Int32Array(2 * old.length);
  for (let from = 0; from < old.length; from += 4) {
    if (old[from + 2] !== 0)
      table.set(old.subarray(from, from + 3), placeOf(table, old[from]!, old[from + 1]!));
  }
  return table;
}
