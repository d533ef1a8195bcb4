/**
 * Feature hashing (Weinberger, Dasgupta, Langford, Smola and Attenberg 2009): a word in a field maps to a number below
 * 2^bits. No vocabulary is needed, so unseen words cost nothing. Words are hashed in place, without creating
 * substrings. Two words may collide; with 2^18 buckets and a few thousand words per field that is rare and harmless.
 * Hash: FNV-1a over UTF-16 units, mixed as in MurmurHash3.
 */
import { ForageError } from '../errors.ts';
import type { SparseVector } from '../text/vectors.ts';

export class HashedFeatures {
  private readonly bits: number;
  private readonly mask: number;
  private readonly seeds = new Map<string, number>();
  private places = new Uint32Array(256);
  private amounts = new Float64Array(256);
  private length = 0;
  private sortedPlaces = new Uint32Array(256);
  private sortedAmounts = new Float64Array(256);

  constructor(bits = 18) {
    if (!Number.isInteger(bits) || bits < 1 || bits > 24) {
      throw new ForageError(
        'INPUT_INVALID',
        `The number of feature bits is ${bits}; use a whole number from 1 to 24.`,
      );
    }
    this.bits = bits;
    this.mask = 2 ** bits - 1;
  }

  /** Adds every run of letters and digits, lower-cased, as a feature of the field; at most `limit` of them. */
  words(field: string, text: string, limit = 1000): this {
    const seed = this.seedOf(field);
    let lower = text;
    let isLower = false;
    let hash = seed;
    let inside = false;
    let left = limit;
    for (let i = 0; i <= lower.length; i++) {
      let code = i < lower.length ? lower.charCodeAt(i) : 32;
      if (code > 127 && !isLower) {
        lower = text.toLowerCase();
        isLower = true;
        code = lower.charCodeAt(i);
      }
      if (code >= 65 && code <= 90) code |= 32;
      if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && !isMark(code))) {
        hash = Math.imul(hash ^ code, fnvPrime);
        inside = true;
      } else if (inside) {
        this.add(mixed(hash) & this.mask, 1);
        hash = seed;
        inside = false;
        left -= 1;
        if (left === 0) break;
      }
    }
    return this;
  }

  /** Adds a whole text, such as the shape of a name, as one feature of the field. */
  token(field: string, text: string): this {
    let hash = this.seedOf(field);
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), fnvPrime);
    this.add(mixed(hash) & this.mask, 1);
    return this;
  }

  /** Adds one named number, such as the depth of a URL. */
  value(name: string, amount: number): this {
    if (!Number.isFinite(amount)) {
      throw new ForageError('INPUT_INVALID', `The feature ${name} is ${amount}; use a finite number.`);
    }
    if (amount !== 0) this.add(mixed(this.seedOf(name)) & this.mask, amount);
    return this;
  }

  /** The features added since the last call, as a vector; values of the same feature are summed. */
  vector(): SparseVector {
    this.sort();
    const { sortedPlaces: places, sortedAmounts: amounts } = this;
    const kept = joinEqual(places, amounts, this.length);
    this.length = 0;
    // One allocation for both arrays: two would double the cost of the whole call.
    const memory = new ArrayBuffer(12 * kept);
    const values = new Float64Array(memory, 0, kept);
    const indices = new Uint32Array(memory, 8 * kept, kept);
    for (let i = 0; i < kept; i++) {
      indices[i] = places[i]!;
      values[i] = amounts[i]!;
    }
    return { indices, values };
  }

  /** Hashes are evenly distributed, so bucketing by the high bits leaves little work for the insertion sort. */
  private sort(): void {
    const { places, amounts, sortedPlaces, sortedAmounts, length } = this;
    const bucketBits = Math.min(this.bits, maxBucketBits, 32 - Math.clz32(length));
    const shift = this.bits - bucketBits;
    buckets.fill(0, 0, 2 ** bucketBits + 1);
    for (let i = 0; i < length; i++) buckets[(places[i]! >>> shift) + 1]! += 1;
    for (let b = 1; b <= 2 ** bucketBits; b++) buckets[b]! += buckets[b - 1]!;
    for (let i = 0; i < length; i++) {
      const at = buckets[places[i]! >>> shift]!++;
      sortedPlaces[at] = places[i]!;
      sortedAmounts[at] = amounts[i]!;
    }
    insertionSort(sortedPlaces, sortedAmounts, length);
  }

  private add(place: number, amount: number): void {
    if (this.length === this.places.length) this.makeRoom();
    this.places[this.length] = place;
    this.amounts[this.length] = amount;
    this.length += 1;
  }

  private makeRoom(): void {
    const { places, amounts } = this;
    this.places = new Uint32Array(2 * this.length);
    this.places.set(places);
    this.amounts = new Float64Array(2 * this.length);
    this.amounts.set(amounts);
    this.sortedPlaces = new Uint32Array(2 * this.length);
    this.sortedAmounts = new Float64Array(2 * this.length);
  }

  private seedOf(field: string): number {
    let seed = this.seeds.get(field);
    if (seed === undefined) {
      seed = fnvStart;
      for (let i = 0; i < field.length; i++) seed = Math.imul(seed ^ field.charCodeAt(i), fnvPrime);
      seed = Math.imul(seed ^ 0x1f, fnvPrime);
      this.seeds.set(field, seed);
    }
    return seed;
  }
}

/** Dashes, quotes and other non-ASCII characters that separate words. */
function isMark(code: number): boolean {
  return (
    (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f) || code === 0xd7 || code === 0xf7
  );
}

const fnvStart = 0x811c9dc5 | 0;
const fnvPrime = 0x01000193;

function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const maxBucketBits = 12;
const buckets = new Uint32Array(2 ** maxBucketBits + 2);

function insertionSort(places: Uint32Array, amounts: Float64Array, length: number): void {
  for (let i = 1; i < length; i++) {
    const place = places[i]!;
    if (places[i - 1]! <= place) continue;
    const amount = amounts[i]!;
    let j = i;
    for (; j > 0 && places[j - 1]! > place; j--) {
      places[j] = places[j - 1]!;
      amounts[j] = amounts[j - 1]!;
    }
    places[j] = place;
    amounts[j] = amount;
  }
}

/** Sums entries with the same index, drops sums of 0 and returns how many are left. */
function joinEqual(places: Uint32Array, amounts: Float64Array, length: number): number {
  let kept = 0;
  for (let i = 0; i < length; ) {
    const place = places[i]!;
    let sum = 0;
    for (; i < length && places[i] === place; i++) sum += amounts[i]!;
    if (sum === 0) continue;
    places[kept] = place;
    amounts[kept] = sum;
    kept += 1;
  }
  return kept;
}
