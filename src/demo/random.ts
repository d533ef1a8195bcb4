/**
 * Reproducible pseudo-random numbers: a 32-bit mixer and a small generator (mulberry32). Every page has its own stream,
 * so that it can be generated independently and in any order.
 */
export class Random {
  #state: number;

  /** The stream that belongs to these keys only. */
  constructor(...keys: number[]) {
    this.#state = mix(...keys);
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** 0 ≤ x < 1 */
  fraction(): number {
    return this.next() / 0x1_0000_0000;
  }

  /** An integer, 0 ≤ x < n. */
  below(n: number): number {
    return Math.floor(this.fraction() * n);
  }

  /** An integer, low ≤ x ≤ high. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Up to n different members, in random order. */
  some<T>(list: readonly T[], n: number): T[] {
    const pool = list.slice();
    return this.shuffle(pool).slice(0, n);
  }

  shuffle<T extends unknown[] | Int32Array>(list: T): T {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }
}

/** Mixes several numbers into one 32-bit number. */
export function mix(...keys: number[]): number {
  let h = 0x9e3779b9;
  for (const key of keys) {
    h = Math.imul(h ^ (key | 0), 0x85ebca6b);
    h ^= h >>> 13;
    h = Math.imul(h, 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}

export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
}
