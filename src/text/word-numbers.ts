/**
 * A text as the numbers of its words, in order. Whoever makes one says which number a word has (a feature, a term, or
 * "none of these"); it is asked once a word. A word that was met before costs a hash over its characters and one look
 * into a table of 64-bit hashes: no string is made, nothing is allocated. (Two words of the same 64 bits would count
 * as one; among a hundred thousand words that has a chance of one in three thousand million.) The table grows until
 * it is `full`; its owner then calls `forget`, so that no pages can make it grow without end.
 */
import { eachLetterRun, eachWord, lowerCase } from './tokens.ts';

export class WordNumbers {
  /** Those of the last text stand in the first `length` places. */
  numbers = new Int32Array(1 << 12);
  length = 0;
  readonly #numberOf: (word: string) => number;
  readonly #lettersOnly: boolean;
  readonly #maxWords: number;
  /** Four places a slot, side by side for the processor's sake: both halves of the hash, number + SHIFT, nothing. */
  #table = new Int32Array(SLOT * FIRST_SLOTS);
  #remembered = 0;
  /** The text as code units: reading them from here is several times quicker than from the string. */
  #units = new Uint16Array(1 << 14);
  #bytes = Buffer.from(this.#units.buffer);

  /** `numberOf` is given a word in lower case and answers −2 or more; `lettersOnly`: runs of two or more a–z. */
  constructor(numberOf: (word: string) => number, { lettersOnly = false, maxWords = 100_000 } = {}) {
    this.#numberOf = numberOf;
    this.#lettersOnly = lettersOnly;
    this.#maxWords = maxWords;
  }

  get full(): boolean {
    return this.#remembered >= this.#maxWords;
  }

  /** All words are asked for anew. */
  forget(): void {
    this.#table = new Int32Array(SLOT * FIRST_SLOTS);
    this.#remembered = 0;
  }

  read(text: string): void {
    const { length } = text;
    this.length = 0;
    this.#reserve(length);
    const units = this.#unitsOf(text);
    units[length] = SPACE;
    const letters = this.#lettersOnly ? LETTERS_ONLY : LETTERS;
    const shortest = this.#lettersOnly ? 2 : 1;
    let { numbers } = this;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const first = units[i]!;
      let letter = first < 128 ? letters[first]! : RULED;
      if (letter === APART) continue;
      const start = i;
      let low = LOW;
      let high = HIGH;
      while (letter > RULED) {
        low = Math.imul(low ^ letter, LOW_FACTOR);
        high = Math.imul((high << 5) ^ (high >>> 27) ^ letter, HIGH_FACTOR);
        const unit = units[++i]!;
        letter = unit < 128 ? letters[unit]! : RULED;
      }
      if (letter === RULED) {
        this.length = count;
        i = this.#readByRules(text, start);
        ({ numbers, length: count } = this);
      } else if (i - start >= shortest) {
        const table = this.#table;
        const kept = table[placeOf(table, low, high) + 2]!;
        numbers[count++] = kept !== 0 ? kept - SHIFT : this.#learn(text.slice(start, i), low, high);
      }
    }
    this.length = count;
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

  /** Room for all words of so many more characters: in plain text every other one at most ends a word. */
  #reserve(characters: number): void {
    const wanted = this.length + (characters >> 1) + 2;
    if (wanted <= this.numbers.length) return;
    const { numbers } = this;
    this.numbers = new Int32Array(2 * wanted);
    this.numbers.set(numbers);
  }

  /**
   * Apostrophes and other scripts have rules of their own: up to the next white space they are left to them.
   * Answers the place that it stopped at.
   */
  #readByRules(text: string, start: number): number {
    let end = start;
    while (end < text.length && text.charCodeAt(end) > SPACE) end++;
    const piece = lowerCase(text.slice(start, end));
    const each = this.#lettersOnly ? eachLetterRun : eachWord;
    each(piece, (from, to) => {
      let low = LOW;
      let high = HIGH;
      for (let i = from; i < to; i++) {
        const unit = piece.charCodeAt(i);
        low = Math.imul(low ^ unit, LOW_FACTOR);
        high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, HIGH_FACTOR);
      }
      const kept = this.#table[placeOf(this.#table, low, high) + 2]!;
      this.#reserve(text.length - end + 2);
      this.numbers[this.length++] = kept === 0 ? this.#learn(piece.slice(from, to), low, high) : kept - SHIFT;
    });
    return end;
  }

  #learn(word: string, low: number, high: number): number {
    const number = this.#numberOf(word.toLowerCase());
    this.#remembered += 1;
    if (2 * SLOT * this.#remembered > this.#table.length) this.#table = twiceAsLarge(this.#table);
    const at = placeOf(this.#table, low, high);
    this.#table[at] = low;
    this.#table[at + 1] = high;
    this.#table[at + 2] = number + SHIFT;
    return number;
  }
}

const FIRST_SLOTS = 1 << 14;
const SLOT = 4;
/** 0 says that a slot is free, so numbers are kept a little higher. */
const SHIFT = 3;

/** Where both hashes begin: FNV-1a, and one that turns its bits. */
const LOW = 0x811c9dc5 | 0;
const LOW_FACTOR = 0x01000193;
const HIGH = 0x2545f491;
const HIGH_FACTOR = 0x5bd1e995;

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
const LETTERS_ONLY = LETTERS.map((letter) => (letter >= 0x61 ? letter : APART));

/** The slot of a hash, or the free one that it would take: linear probing. */
function placeOf(table: Int32Array, low: number, high: number): number {
  const mask = table.length - 1;
  let at = (SLOT * (low ^ (high >>> 15))) & mask;
  while (table[at + 2] !== 0 && (table[at] !== low || table[at + 1] !== high)) at = (at + SLOT) & mask;
  return at;
}

function twiceAsLarge(old: Int32Array): Int32Array<ArrayBuffer> {
  const table = new Int32Array(2 * old.length);
  for (let from = 0; from < old.length; from += SLOT) {
    if (old[from + 2] === 0) continue;
    table.set(old.subarray(from, from + SLOT), placeOf(table, old[from]!, old[from + 1]!));
  }
  return table;
}
