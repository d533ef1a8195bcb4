/**
 * Overlap of two crawls, by content and not by URL (the Lund thesis): 2·|A ∩ B| / (|A| + |B|). For crawls of equal
 * size, as Lund's were, this is the shared fraction of either; otherwise it lies between the two fractions and is
 * symmetric. Sets of pages are bit sets, one bit per content, since all pairs of many recipes are compared.
 */
import type { Visited } from '../study.ts';

export interface PageSet {
  bits: Uint32Array;
  size: number;
}

/** Undefined if both are empty. */
export function overlap(a: PageSet, b: PageSet): number | undefined {
  if (a.size + b.size === 0) return undefined;
  let shared = 0;
  const words = Math.min(a.bits.length, b.bits.length);
  for (let i = 0; i < words; i++) shared += ones(a.bits[i]! & b.bits[i]!);
  return (2 * shared) / (a.size + b.size);
}

/** Creates sets of pages that can be compared with each other. */
export class Contents {
  private readonly numbers = new Map<string, number>();

  /** The pages that count among the first N visits. */
  setOf(
    visits: readonly Visited[],
    steps = visits.length,
    counts: (visit: Visited) => boolean = () => true,
  ): PageSet {
    const members = new Set<number>();
    const until = Math.min(steps, visits.length);
    for (let i = 0; i < until; i++) if (counts(visits[i]!)) members.add(this.numberOf(visits[i]!.digest));
    const bits = new Uint32Array((this.numbers.size >> 5) + 1);
    for (const number of members) bits[number >> 5]! |= 1 << (number & 31);
    return { bits, size: members.size };
  }

  private numberOf(digest: string): number {
    let number = this.numbers.get(digest);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(digest, number);
    }
    return number;
  }
}

/** Number of bits set in 32. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
