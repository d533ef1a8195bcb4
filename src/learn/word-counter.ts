/**
 * Counts the words of a text that a fixed vocabulary knows, in one walk and without making a string of any word met
 * before: its characters are hashed on the way (two hashes of 32 bits) and the pair looked up in an open table that
 * remembers which feature a word stands for, or that it stands for none. A new word is cut out and asked for once.
 * The table starts anew when it holds `maxRemembered` words, so no page can make it grow without end.
 */
import { eachWord, lowerCase } from '../text/tokens.ts';
import type { SparseVector } from '../text/vectors.ts';

/** What a word stands for: its feature, or one of these. */
export const noFeature = -1;
/** Reads as several words when it stands alone (some scripts without spaces): such a text is not counted here. */
export const severalWords = -2;

export class WordCounter {
  private readonly featureOf: (word: string) => number;
  private readonly lettersOnly: boolean;
  private readonly counts: Uint32Array;
  private table = new Int32Array(firstTable);
  private remembered = 0;
  private touched = new Uint32Array(1024);
  private distinct = 0;
  private isOdd = false;

  /** `featureOf` is given a word in lower case; `lettersOnly` counts runs of two or more letters a–z. */
  constructor(features: number, lettersOnly: boolean, featureOf: (word: string) => number) {
    this.featureOf = featureOf;
    this.lettersOnly = lettersOnly;
    this.counts = new Uint32Array(features);
  }

  /** Undefined for a text that this way of counting does not fit. */
  count(text: string): SparseVector | undefined {
    if (this.remembered >= maxRemembered) {
      this.table = new Int32Array(firstTable);
      this.remembered = 0;
    }
    this.distinct = 0;
    this.isOdd = false;
    const lower = lowerCase(text);
    if (this.lettersOnly) this.walkLetters(lower);
    else this.walkWords(lower);
    const vector = this.taken();
    return this.isOdd ? undefined : vector;
  }

  private walkLetters(text: string): void {
    let start = -1;
    let one = firstHash;
    let two = secondHash;
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : space;
      if (code >= 97 && code <= 122) {
        if (start < 0) start = i;
        one = Math.imul(one ^ code, firstFactor);
        two = Math.imul(two ^ code, secondFactor);
      } else if (start >= 0) {
        if (i - start > 1) this.add(this.lookUp(one, two, text, start, i));
        start = -1;
        one = firstHash;
        two = secondHash;
      }
    }
  }

  private walkWords(text: string): void {
    let start = -1;
    let one = firstHash;
    let two = secondHash;
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : space;
      if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
        if (start < 0) start = i;
        one = Math.imul(one ^ code, firstFactor);
        two = Math.imul(two ^ code, secondFactor);
        continue;
      }
      if (code < 128 && code !== apostrophe) {
        if (start < 0) continue;
        this.add(this.lookUp(one, two, text, start, i));
      } else {
        // Contractions and other scripts have rules of their own: up to the next white space they are left to them.
        const from = start < 0 ? i : start;
        while (i < text.length && text.charCodeAt(i) > space) i += 1;
        this.walkPiece(text.slice(from, i));
      }
      start = -1;
      one = firstHash;
      two = secondHash;
    }
  }

  private walkPiece(piece: string): void {
    eachWord(piece, (start, end) => {
      let one = firstHash;
      let two = secondHash;
      for (let i = start; i < end; i++) {
        const code = piece.charCodeAt(i);
        one = Math.imul(one ^ code, firstFactor);
        two = Math.imul(two ^ code, secondFactor);
      }
      this.add(this.lookUp(one, two, piece, start, end));
    });
  }

  private add(feature: number): void {
    if (feature >= 0) {
      if (this.counts[feature]!++ > 0) return;
      if (this.distinct === this.touched.length) this.makeRoom();
      this.touched[this.distinct++] = feature;
    } else if (feature === severalWords) {
      this.isOdd = true;
    }
  }

  /** What the word between two places stands for; the hashes are of its characters. */
  private lookUp(one: number, two: number, text: string, start: number, end: number): number {
    const { table } = this;
    const mask = table.length - 1;
    let at = (slot * (one ^ (two >>> 15))) & mask;
    while (table[at + 2] !== 0) {
      if (table[at] === one && table[at + 1] === two) return table[at + 2]! - shift;
      at = (at + slot) & mask;
    }
    const feature = this.featureOf(text.slice(start, end));
    table[at] = one;
    table[at + 1] = two;
    table[at + 2] = feature + shift;
    this.remembered += 1;
    if (2 * slot * this.remembered > table.length) this.growTable();
    return feature;
  }

  private growTable(): void {
    const old = this.table;
    const table = new Int32Array(2 * old.length);
    const mask = table.length - 1;
    for (let from = 0; from < old.length; from += slot) {
      if (old[from + 2] === 0) continue;
      let at = (slot * (old[from]! ^ (old[from + 1]! >>> 15))) & mask;
      while (table[at + 2] !== 0) at = (at + slot) & mask;
      table.set(old.subarray(from, from + slot), at);
    }
    this.table = table;
  }

  private taken(): SparseVector {
    const indices = this.touched.slice(0, this.distinct).sort();
    const values = new Float64Array(indices.length);
    for (let i = 0; i < indices.length; i++) {
      values[i] = this.counts[indices[i]!]!;
      this.counts[indices[i]!] = 0;
    }
    return { indices, values };
  }

  private makeRoom(): void {
    const { touched } = this;
    this.touched = new Uint32Array(2 * touched.length);
    this.touched.set(touched);
  }
}

const space = 0x20;
const apostrophe = 0x27;
/** FNV-1a, and the same with a start and a factor of its own. */
const firstHash = 0x811c9dc5 | 0;
const firstFactor = 0x01000193;
const secondHash = 0x2f0b4c47;
const secondFactor = 0x5bd1e995;
const maxRemembered = 200_000;
/** Numbers a slot: both hashes, the feature, nothing (so that slots lie at powers of two). */
const slot = 4;
const firstTable = slot * (1 << 14);
/** 0 says that a slot is free, so features are kept a little higher. */
const shift = 3;
