/**
 * Splits a text into words, with their positions. A word is a run of letters, digits and combining marks of any script.
 * An English contraction stays whole ("don't"), a possessive 's is dropped, every other apostrophe and every hyphen
 * separates words. ASCII needs no table; other characters are looked up in a table built on first use; scripts written
 * without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) go through Intl.Segmenter, run by run. Lone surrogates
 * separate words and never throw.
 */
import { unitsOf } from '../code-units.ts';
import { COMPOSING, kindBeyondAscii, kindOfAscii, LETTER, PAIR, PART, UNSPACED } from './word-characters.ts';

export interface WordOptions {
  /** Only runs of two or more letters a–z, lower-cased, as in the reference tables. */
  lettersOnly?: boolean;
  /** Strip accents: "São" becomes "sao". */
  fold?: boolean;
  /** Shorter words are dropped. */
  minLength?: number;
  /** Stop after N words. */
  limit?: number;
}

export function words(text: string, options: WordOptions = {}): string[] {
  const found: string[] = [];
  const minLength = options.minLength ?? 1;
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  if (limit <= 0) return found;
  const lower = lowerCase(text);
  const each = options.lettersOnly ? eachLetterRun : eachWord;
  each(lower, (start, end) => {
    if (end - start < minLength) return true;
    let word = lower.slice(start, end);
    if (oddity !== PLAIN) word = tidy(word, options.fold === true);
    if (word.length > 0) found.push(word);
    return found.length < limit;
  });
  return found;
}

/** As many as `eachWord` finds. The beginnings of ASCII words are counted without a branch, which takes a fifth of the time. */
export function countWords(text: string): number {
  const units = unitsOf(text);
  const { length } = text;
  let found = 0;
  let before = PART;
  for (let i = 0; i < length; i++) {
    const code = units[i]!;
    const plain = code < 128 ? plainKinds[code]! : NOT_PLAIN;
    if (plain !== NOT_PLAIN) {
      found += plain & ~before;
      before = plain;
      continue;
    }
    const kind = kindAt(text, i);
    if (kind === UNSPACED) return countOneByOne(text);
    if (kind !== PART) {
      found += LETTER & ~before;
      if (kind === PAIR) i += 1;
    } else if (before !== PART && (code === APOSTROPHE || code === RIGHT_QUOTE)) i += contraction(text, i);
    before = kind === PART ? PART : LETTER;
  }
  return found;
}

function countOneByOne(text: string): number {
  let found = 0;
  eachWord(text, () => {
    found += 1;
  });
  return found;
}

/** Called with the position of each word; return false to stop. */
export type AtWord = (start: number, end: number) => unknown;

export function eachWord(text: string, at: AtWord): void {
  const length = text.length;
  let i = 0;
  while (i < length) {
    oddity = PLAIN;
    let kind = kindAt(text, i);
    if (kind === PART) {
      i += 1;
      continue;
    }
    const start = i;
    let unspaced = false;
    while (kind !== PART) {
      if (kind === UNSPACED) unspaced = true;
      else if (kind === COMPOSING) oddity = UNTIDY;
      i += kind === PAIR ? 2 : 1;
      kind = i < length ? kindAt(text, i) : PART;
    }
    if (unspaced) {
      if (!eachSegment(text, start, i, at)) return;
      continue;
    }
    let end = i;
    const code = text.charCodeAt(i);
    if (code === APOSTROPHE || code === RIGHT_QUOTE) {
      const ending = contraction(text, i);
      if (ending > 0) {
        i += 1 + ending;
        const possessive = ending === 1 && (text.charCodeAt(i - 1) | 32) === LETTER_S;
        if (!possessive) {
          end = i;
          if (code === RIGHT_QUOTE) oddity = UNTIDY;
        }
      }
    }
    if (at(start, end) === false) return;
  }
}

/** Runs of two or more ASCII letters of either case. */
export function eachLetterRun(text: string, at: AtWord): void {
  oddity = PLAIN;
  const length = text.length;
  let start = -1;
  for (let i = 0; i <= length; i++) {
    const letter = i < length ? text.charCodeAt(i) | 32 : 0;
    const code = i < length ? text.charCodeAt(i) : 0;
    if (letter >= 97 && letter <= 122 && code < 128) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      if (i - start >= 2 && at(start, i) === false) return;
      start = -1;
    }
  }
}

/** Lower case that keeps every character's position: no lower-case form is longer than its capital. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase();
}

/** Strips accents: "Ünïcode" → "Unicode". Letters that are not accented forms (ø, ß) stay. */
export function foldAccents(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text;
}

const APOSTROPHE = 0x27;
const NOT_PLAIN = 0xff;
/** Of ASCII characters that mean the same wherever they stand. */
const plainKinds = kindOfAscii.map((kind, code) => (code === APOSTROPHE ? NOT_PLAIN : kind));
const RIGHT_QUOTE = 0x2019;
const LETTER_S = 0x73;

const PLAIN = 0;
const BEYOND_ASCII = 1;
const UNTIDY = 2;

/** What the current word needs: nothing, folding if requested, or composing. Most need nothing. */
let oddity = PLAIN;

function kindAt(text: string, i: number): number {
  const code = text.charCodeAt(i);
  if (code < 128) return kindOfAscii[code]!;
  if (oddity === PLAIN) oddity = BEYOND_ASCII;
  return kindBeyondAscii(text, i, code);
}

/** Length of the English ending after the apostrophe at i (t, s, d, m, ll, re, ve), or 0. */
function contraction(text: string, i: number): number {
  const first = text.charCodeAt(i + 1) | 32;
  if (i + 1 >= text.length) return 0;
  const ends = (at: number) => at >= text.length || kindAt(text, at) === PART;
  if ((first === 0x74 || first === LETTER_S || first === 0x64 || first === 0x6d) && ends(i + 2)) return 1;
  const second = text.charCodeAt(i + 2) | 32;
  const long = (first === 0x6c && second === 0x6c) || ((first === 0x72 || first === 0x76) && second === 0x65);
  return long && i + 2 < text.length && ends(i + 3) ? 2 : 0;
}

let segmenter: Intl.Segmenter | undefined;

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** Longer runs are cut, so that a hostile text costs linear time. */
const maxSegmentedRun = 2000;

function eachSegment(text: string, from: number, to: number, at: AtWord): boolean {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  for (let start = from; start < to; ) {
    let end = Math.min(to, start + maxSegmentedRun);
    if (end < to && text.charCodeAt(end) >= 0xdc00 && text.charCodeAt(end) <= 0xdfff) end -= 1;
    for (const part of segmenter.segment(text.slice(start, end))) {
      // Some marks that repeat a character are words beside others, and by themselves none.
      if (!part.isWordLike && !LETTER_OR_NUMBER.test(part.segment)) continue;
      const begin = start + part.index;
      // A word reads the same regardless of its neighbours.
      oddity = oddityOf(part.segment);
      if (at(begin, begin + part.segment.length) === false) return false;
    }
    start = end;
  }
  return true;
}

function oddityOf(word: string): number {
  oddity = PLAIN;
  for (let i = 0; i < word.length; i++) if (kindAt(word, i) === COMPOSING) return UNTIDY;
  return oddity;
}

function tidy(word: string, fold: boolean): string {
  if (oddity === BEYOND_ASCII) return fold ? foldAccents(word) : word;
  const straight = word.replaceAll('’', "'");
  return fold ? foldAccents(straight) : straight.normalize('NFC');
}

/**
 * Copies a word. A long slice keeps the whole page it was cut from in memory, so anything that outlives a page
 * (vocabularies, memos) stores copies.
 */
export function ownString(word: string): string {
  return word.length < 13 ? word : Buffer.from(word, 'utf16le').toString('utf16le');
}
