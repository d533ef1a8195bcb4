/**
 * Reads a text as a sequence of word numbers. The caller's function assigns each word a number (a feature, a term, or
 * "none of these") and is called once per word. A known word costs a hash over its characters and one lookup in a table
 * of hashes: no string is created, nothing is allocated. (Half of the 64 bits say where to look, half are compared. Two
 * words that agree in them would count as one; among 100,000 words the probability is about 1e-5.) The table grows until
 * it is `full`; its owner then calls `forget`, so that hostile pages cannot make it grow without limit.
 */
import { type AtWord, eachLetterRun, eachWord, lowerCase } from './tokens.ts';

/** Caches texts as indices into a shared word list, for all readers of a process. */
export interface TextMemory {
  wordsOf(text: string, lettersOnly: boolean): Int32Array | undefined;
  /** In lower case. */
  word(place: number): string;
}

let memory: TextMemory | undefined;

/** From now on, long texts are taken from this memory. */
export function readFrom(given: TextMemory | undefined): void {
  memory = given;
}

export const hasMemory = (): boolean => memory !== undefined;

export class WordNumbers {
  /** The numbers of the last text are in the first `length` entries. */
  numbers = new Int32Array(1 << 12);
  length = 0;
  readonly #numberOf: (word: string) => number;
  readonly #lettersOnly: boolean;
  readonly #letters: Uint8Array;
  readonly #each: typeof eachWord;
  readonly #maxWords: number;
  readonly #asksMemory: boolean;
  /** For each word of this memory: number + SHIFT, or 0 if not assigned yet. */
  #memory: TextMemory | undefined;
  #byPlace = new Int32Array(0);
  /** Two entries per slot, since a crawl's caches are small: the upper half of the hash, number + SHIFT. */
  #table = new Int32Array(SLOT * FIRST_SLOTS);
  /** The lower halves, which only a table that grows needs. */
  #lows = new Int32Array(FIRST_SLOTS);
  #remembered = 0;
  /** The text as code units: reading them from here is several times faster than from the string. */
  #units = new Uint16Array(1 << 14);
  #bytes = Buffer.from(this.#units.buffer);

  /**
   * `numberOf` receives a word in lower case and returns −2 or more; `lettersOnly`: runs of two or more a–z; `lines`: each
   * line is a word, without white space in it; `asksMemory: false` always scans the text, for the memory's own use.
   */
  constructor(
    numberOf: (word: string) => number,
    { lettersOnly = false, lines = false, maxWords = 100_000, asksMemory = true } = {},
  ) {
    this.#asksMemory = asksMemory && !lines;
    this.#numberOf = numberOf;
    this.#lettersOnly = lettersOnly;
    this.#letters = lines ? IN_LINES : lettersOnly ? LETTERS_ONLY : LETTERS;
    this.#each = lines ? eachLine : lettersOnly ? eachLetterRun : eachWord;
    this.#maxWords = maxWords;
  }

  get full(): boolean {
    return this.#remembered >= this.#maxWords;
  }

  /** Assigns all words again. */
  forget(): void {
    this.#table = new Int32Array(SLOT * FIRST_SLOTS);
    this.#lows = new Int32Array(FIRST_SLOTS);
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
      const why = scan(units, at, length, this.#letters, this.#table, this.numbers, this.length);
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

  /** Handles a word as if it had occurred in a text, so that both ways share one table. */
  #recall(place: number, from: TextMemory): number {
    const word = from.word(place);
    let low = LOW;
    let high = HIGH;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      low = Math.imul(low ^ unit, LOW_FACTOR);
      high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, HIGH_FACTOR);
    }
    const kept = this.#table[placeOf(this.#table, low, high) + 1]! || this.#learn(word, low, high) + SHIFT;
    if (place >= this.#byPlace.length) {
      const wider = new Int32Array(2 * place + 1024);
      wider.set(this.#byPlace);
      this.#byPlace = wider;
    }
    this.#byPlace[place] = kept;
    return kept;
  }

  /** With one spare unit at the end. */
  #unitsOf(text: string): Uint16Array {
    const { length } = text;
    if (this.#units.length <= length) {
      this.#units = new Uint16Array(2 * length);
      this.#bytes = Buffer.from(this.#units.buffer);
    }
    const units = this.#units;
    // For short texts such as anchors, a loop is faster than Buffer.
    if (length < SHORT) for (let i = 0; i < length; i++) units[i] = text.charCodeAt(i);
    else this.#bytes.write(text, 'utf16le');
    return units;
  }

  /** Makes room for the words of N more characters: in plain text, at most every other character ends a word. */
  #reserve(characters: number): void {
    const wanted = this.length + (characters >> 1) + 2;
    if (wanted <= this.numbers.length) return;
    const { numbers } = this;
    this.numbers = new Int32Array(2 * wanted);
    this.numbers.set(numbers);
  }

  /**
   * Apostrophes and other scripts follow special rules: the text up to the next white space is left to them. Returns
   * the position where it stopped.
   */
  #readByRules(text: string, start: number): number {
    let end = start;
    while (end < text.length && text.charCodeAt(end) > SPACE) end++;
    const piece = lowerCase(text.slice(start, end));
    this.#each(piece, (from, to) => {
      let low = LOW;
      let high = HIGH;
      for (let i = from; i < to; i++) {
        const unit = piece.charCodeAt(i);
        low = Math.imul(low ^ unit, LOW_FACTOR);
        high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, HIGH_FACTOR);
      }
      const kept = this.#table[placeOf(this.#table, low, high) + 1]!;
      this.#reserve(text.length - end + 2);
      this.numbers[this.length++] = kept === 0 ? this.#learn(piece.slice(from, to), low, high) : kept - SHIFT;
    });
    return end;
  }

  #learn(word: string, low: number, high: number): number {
    const number = this.#numberOf(word.toLowerCase());
    this.#remembered += 1;
    if (2 * SLOT * this.#remembered > this.#table.length) this.#grow();
    this.#put(low, high, number + SHIFT);
    return number;
  }

  #put(low: number, high: number, shifted: number): void {
    const at = placeOf(this.#table, low, high);
    this.#table[at] = high;
    this.#table[at + 1] = shifted;
    this.#lows[at / SLOT] = low;
  }

  #grow(): void {
    const table = this.#table;
    const lows = this.#lows;
    this.#table = new Int32Array(2 * table.length);
    this.#lows = new Int32Array(2 * lows.length);
    for (let at = 0; at < table.length; at += SLOT)
      if (table[at + 1] !== 0) this.#put(lows[at / SLOT]!, table[at]!, table[at + 1]!);
  }
}

const FIRST_SLOTS = 1 << 14;
const SLOT = 2;
/** 0 marks a free slot, so numbers are stored with an offset. */
const SHIFT = 3;

/** Initial values of both hashes: FNV-1a, and one that rotates its bits. */
const LOW = 0x811c9dc5 | 0;
const LOW_FACTOR = 0x01000193;
const HIGH = 0x2545f491;
const HIGH_FACTOR = 0x5bd1e995;

const SPACE = 0x20;
const SHORT = 100;
/** Shorter texts are scanned as fast as they are looked up. */
const LONG = 500;
const APART = 0;
const RULED = 1;
/** What an ASCII character does to a word: ends it, needs a special rule, or continues it as its lower-case form. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(character)) return character.toLowerCase().charCodeAt(0);
  return character === "'" ? RULED : APART;
});
const LETTERS_ONLY = LETTERS.map((letter) => (letter >= 0x61 ? letter : APART));
const IN_LINES = Uint8Array.from({ length: 128 }, (_, code) => (code > SPACE ? code : APART));

const END = 0;
const RULES = 1;
const UNKNOWN = 2;
/** Where a scan stopped: the number of words so far, and the piece left to the special rules. */
const stop = { count: 0, start: 0, end: 0, low: 0, high: 0 };

/**
 * Writes the numbers of known words, starting at a position, after the first `count`, and returns why it stopped. It
 * does nothing else, so that the optimising compiler keeps one stable version of the loop.
 */
function scan(
  units: Uint16Array,
  from: number,
  length: number,
  letters: Uint8Array,
  table: Int32Array,
  numbers: Int32Array,
  count: number,
): typeof END | typeof RULES | typeof UNKNOWN {
  const shortest = letters === LETTERS_ONLY ? 2 : 1;
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
    const kept = letter === RULED ? 0 : table[placeOf(table, low, high) + 1]!;
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

function eachLine(line: string, at: AtWord): void {
  at(0, line.length);
}

/** The slot of a hash, or the free slot it would take (linear probing). */
function placeOf(table: Int32Array, low: number, high: number): number {
  const mask = table.length - 1;
  let at = (SLOT * (low ^ (high >>> 15))) & mask;
  while (table[at + 1] !== 0 && table[at] !== high) at = (at + SLOT) & mask;
  return at;
}
