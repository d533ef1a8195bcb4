/**
 * Seeded random numbers, the same on every machine: sfc32 (Chris Doty-Humphrey, PractRand), seeded and warmed up by
 * twelve rounds. For sampling and shuffling, not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = Math.floor(seed / 2 ** 32) | 0;
    this.c = 0x9e3779b9 | 0;
    for (let round = 0; round < 12; round++) this.bits();
  }

  /** 0 ≤ x < 1 */
  next(): number {
    return (this.bits() >>> 0) / 2 ** 32;
  }

  /** An integer, 0 ≤ x < limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Shuffles an array in place (Fisher and Yates) and returns it. */
  shuffle<T extends unknown[] | Uint32Array | Int32Array>(array: T): T {
    for (let i = array.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = array[i];
      array[i] = array[j]!;
      array[j] = kept!;
    }
    return array;
  }

  private bits(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + sum) | 0;
    return sum;
  }
}
