/**
 * A 64-bit similarity hash of a text: near-duplicates differ in few bits. Charikar, "Similarity Estimation Techniques
 * from Rounding Algorithms" (STOC 2002), as used by Manku, Jain and Das Sarma, "Detecting Near-Duplicates for Web
 * Crawling" (WWW 2007), who treat pages up to 3 bits apart as the same. Features are all runs of three words with their
 * frequencies, in lower case and without punctuation. Where we differ: the 64 counters are stored as bit planes (one
 * bit of all counters in a machine word), so that adding a feature is a few carries instead of 64 additions.
 */
import { unitsOf } from '../code-units.ts';

const PLANES = 26;
const low = new Int32Array(PLANES);
const high = new Int32Array(PLANES);

/** 16 hex digits; sixteen zeros for a text without words. */
export function fingerprint(text: string): string {
  low.fill(0);
  high.fill(0);
  const units = unitsOf(text);
  const { length } = text;
  let features = 0;
  let words = 0;
  let first = 0;
  let second = 0;
  let word = START;
  // The lowest four planes of each half, which every feature touches, stay in registers and are added to the others
  // before they overflow.
  let l0 = 0;
  let l1 = 0;
  let l2 = 0;
  let l3 = 0;
  let h0 = 0;
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  // The zero after the end ends the last word.
  for (let i = 0; i <= length; i++) {
    const unit = units[i]!;
    const c = unit < 256 ? lowerLetters[unit]! : isBetweenWords(unit) ? 0 : unit;
    if (c !== 0) {
      word = Math.imul(word ^ c, 0x01000193);
      if (c < 0x3040 || !isDense(c)) continue;
    }
    if (word === START) continue;
    if (++words >= 3) {
      const mixed = mix(first, second, word);
      let bits = finalMix(mixed);
      let carry = l0 & bits;
      l0 ^= bits;
      bits = l1 & carry;
      l1 ^= carry;
      carry = l2 & bits;
      l2 ^= bits;
      l3 ^= carry;
      bits = finalMix(mixed ^ HIGH_HALF);
      carry = h0 & bits;
      h0 ^= bits;
      bits = h1 & carry;
      h1 ^= carry;
      carry = h2 & bits;
      h2 ^= bits;
      h3 ^= carry;
      if (++features % 15 === 0) {
        empty(low, l0, l1, l2, l3);
        empty(high, h0, h1, h2, h3);
        l0 = l1 = l2 = l3 = h0 = h1 = h2 = h3 = 0;
      }
    }
    first = second;
    second = word;
    word = START;
  }
  // A text of one or two words is one feature.
  if (words === 1 || words === 2) {
    features = 1;
    l0 = finalMix(mix(0, first, second));
    h0 = finalMix(mix(0, first, second) ^ HIGH_HALF);
  }
  empty(low, l0, l1, l2, l3);
  empty(high, h0, h1, h2, h3);
  return hex(majority(low, features)) + hex(majority(high, features));
}

/** How many of the 32 bits are set. */
export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** In how many of 64 bits two fingerprints differ. */
export function bitsApart(a: string, b: string): number {
  const half = (text: string, from: number): number => Number.parseInt(text.slice(from, from + 8), 16);
  return bitCount(half(a, 0) ^ half(b, 0)) + bitCount(half(a, 8) ^ half(b, 8));
}

const START = 0x811c9dc5 | 0;

/** By character: the letter or digit in lower case, 0 for what ends a word. Case beyond Latin-1 is unchanged. */
const lowerLetters = new Uint8Array(256);
for (let c = 0; c < 256; c++) {
  const lower = String.fromCharCode(c).toLowerCase();
  if (/[a-z0-9]/.test(lower) || c >= 0xc0) lowerLetters[c] = lower.charCodeAt(0);
}

function isBetweenWords(c: number): boolean {
  return (c >= 0x2000 && c <= 0x206f) || (c >= 0x3000 && c <= 0x303f);
}

/** Characters of scripts without spaces are words by themselves. */
function isDense(c: number): boolean {
  return c <= 0x30ff || (c >= 0x3400 && c <= 0x9fff);
}

function mix(a: number, b: number, c: number): number {
  return Math.imul(Math.imul(a, 0x2c1b3c6d) ^ b, 0x297a2d39) ^ c;
}
const HIGH_HALF = 0x3c6ef372;

/** Adds four-bit counters to the counters. */
function empty(planes: Int32Array, p0: number, p1: number, p2: number, p3: number): void {
  add(planes, 0, p0);
  add(planes, 1, p1);
  add(planes, 2, p2);
  add(planes, 3, p3);
}

/** Adds the weight of a plane to the counter of each set bit. */
function add(planes: Int32Array, plane: number, bits: number): void {
  for (let at = plane; bits !== 0; at++) {
    const carry = planes[at]! & bits;
    planes[at]! ^= bits;
    bits = carry;
  }
}

/** The bits whose counter exceeds half the number of features. */
function majority(planes: Int32Array, total: number): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) {
    let count = 0;
    for (let plane = 0; plane < PLANES; plane++) count += ((planes[plane]! >>> bit) & 1) << plane;
    if (count * 2 > total) bits |= 1 << bit;
  }
  return bits;
}

/** Every bit of the input affects every bit of the output: the final mix of MurmurHash3 (Appleby, 2011). */
function finalMix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
