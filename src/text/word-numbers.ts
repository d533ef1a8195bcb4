/**
 * A text as the numbers of its words, in order. Whoever makes one says which number a word has (a feature, a term, or
 * "none of these"); it is asked once a word. A word that was met before costs a hash over its characters and one look
 * into a table of 64-bit hashes: no string is made, nothing is allocated. (Two words of the same 64 bits would count
 * as one; among a hundred thousand words that has a chance of one in three thousand million.) The table grows until
 * it is `full`; its owner then calls `forget`, so that no pages can make it grow without end.
 */
import { eachLetterRun, eachWord, lowerCase } from './tokens.ts';

/** Remembers texts as places in a list of words of its own, for all readers of a process. */
export interface TextMemory {
  wordsOf(text: string, lettersOnly: boolean): Int32Array | undefined;
  /** In lower case. */
  word(place: number): string;
}

let memory: TextMemory | undefined;

/** From now on, or until another is given, long texts are taken from there. */
export function readFrom(given: TextMemory | undefined): void {
  memory = given;
}

export class WordNumbers {
  /** Those of the last text stand in the first `length` places. */
  numbers = new Int32Array(1 << 12);
  length = 0;
  readonly #numberOf: (word: string) => number;
  readonly #lettersOnly: boolean;
  readonly #maxWords: number;
  readonly #asksMemory: boolean;
  /** Of the words of this memory: number + SHIFT, or 0 where it was not yet asked for. */
  #memory: TextMemory | undefined;
  #byPlace = new Int32Array(0);
  /** Four places a slot, side by side for the processor's sake: both halves of the hash, number + SHIFT, nothing. */
  #table = new Int32Array(SLOT * FIRST_SLOTS);
  #remembered = 0;
  /** The text as code units: reading them from here is several times quicker than from the string. */
  #units = new Uint16Array(1 << 14);
  #bytes = Buffer.from(this.#units.buffer);

  /**
   * `numberOf` is given a word in lower case and answers −2 or more; `lettersOnly`: runs of two or more a–z;
   * `asksMemory: false` reads every text itself, for the memory's own use.
   */
  constructor(
    numberOf: (word: string) => number,
    { lettersOnly = false, maxWords = 100_000, asksMemory = true } = {},
  ) {
    this.#asksMemory = asksMemory;
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
    this.#byPlace.fill(0);
  }

  read(text: string): void {
    const { length } = text;
    if (memory !== undefined && this.#asksMemory && length >= LONG) {
      const words = memory.wordsOf(text, this.#lettersOnly);
      if (words !== undefined) return this.#readWords(words, memory);
    }
    this.length = 0;
    this.#reserve(length);
    const units = this.#unitsOf(text);
    units[length] = SPACE;
    for (let at = 0; at < length; ) {
      const why = scan(units, at, length, this.#lettersOnly, this.#table, this.numbers, this.length);
      const { start, end, low, high } = stop;
      this.length = stop.count;
      if (why === END) return;
      if (why === RULES) at = this.#readByRules(text, start) + 1;
      else {
        this.numbers[this.length++] = this.#learn(text.slice(start, end), low, high);
        at = end + 1;
      }
    }
  }

  #readWords(words: Int32Array, from: TextMemory): void {
    if (this.#memory !== from) {
      this.#memory = from;
      this.#byPlace.fill(0);
    }
    const { length } = words;
    if (this.numbers.length < length) this.numbers = new Int32Array(2 * length);
    const { numbers } = this;
    for (let i = 0; i < length; i++) {
      const place = words[i]!;
      numbers[i] = (this.#byPlace[place] || this.#recall(place, from)) - SHIFT;
    }
    this.length = length;
  }

  /** As if the word had been met in a text: what is known of it is known, whichever way it came. */
  #recall(place: number, from: TextMemory): number {
    const word = from.word(place);
    let low = LOW;
    let high = HIGH;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      low = Math.imul(low ^ unit, LOW_FACTOR);
      high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, HIGH_FACTOR);
    }
    const kept = this.#table[placeOf(this.#table, low, high) + 2]! || this.#learn(word, low, high) + SHIFT;
    if (place >= this.#byPlace.length) {
      const wider = new Int32Array(2 * place + 1024);
      wider.set(this.#byPlace);
      this.#byPlace = wider;
    }
    this.#byPlace[place] = kept;
    return kept;
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
/** Of fewer characters a text is read as quickly as it is found again. */
const LONG = 500;
const APART = 0;
const RULED = 1;
/** What an ASCII character does to a word: ends it, needs a rule, or goes on with it as its lower-case form. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(character)) return character.toLowerCase().charCodeAt(0);
  return character === "'" ? RULED : APART;
});
const LETTERS_ONLY = LETTERS.map((letter) => (letter >= 0x61 ? letter : APART));

const END = 0;
const RULES = 1;
const UNKNOWN = 2;
/** Where a scan stopped: how many words there are by then, and the piece that it leaves to others. */
const stop = { count: 0, start: 0, end: 0, low: 0, high: 0 };

/**
 * Writes the numbers of known words, from a place on, behind the first `count`; says what it stopped at. Nothing else
 * is done here: a loop that is compiled once, and stays so.
 */
function scan(
  units: Uint16Array,
  from: number,
  length: number,
  lettersOnly: boolean,
  table: Int32Array,
  numbers: Int32Array,
  count: number,
): typeof END | typeof RULES | typeof UNKNOWN {
  const letters = lettersOnly ? LETTERS_ONLY : LETTERS;
  const shortest = lettersOnly ? 2 : 1;
  for (let i = from; i < length; i++) {
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
    const kept = letter === RULED ? 0 : table[placeOf(table, low, high) + 2]!;
    if (kept !== 0) numbers[count++] = kept - SHIFT;
    else if (letter === RULED || i - start >= shortest) {
      stop.count = count;
      stop.start = start;
      stop.end = i;
      stop.low = low;
      stop.high = high;
      return letter === RULED ? RULES : UNKNOWN;
    }
  }
  stop.count = count;
  return END;
}

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
