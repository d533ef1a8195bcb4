/**
 * Most links of a page were already found on the previous page: menus, footers, "next". For recently found links this
 * remembers how good a find must be to change anything, so that a find that changes nothing never queries the database.
 *
 * Keyed by 64 bits of the frontier's own hash, whose key is secret: the chance that two of a hundred thousand links
 * share them is about one in three billion. Bounded: two halves, of which the older is dropped. The halves are tables
 * of numbers with linear probing: a lookup touches one cache line, and the garbage collector sees only two objects.
 */

/** What a find has to beat: it changes nothing unless it is better than this or nearer to a seed. */
export interface Bar {
  priority: number;
  depth: number;
  hops: number;
}

export class RecentLinks {
  #young = new Half();
  #old = new Half();

  /** The id of a remembered link if this find of it changes nothing. */
  unchangedBy(
    hash: number,
    otherHash: number,
    priority: number,
    depth: number,
    hops: number,
  ): number | undefined {
    const young = this.#young.find(hash, otherHash);
    if (young >= 0) {
      return this.#young.isBeaten(young, priority, depth, hops) ? undefined : this.#young.idAt(young);
    }
    const old = this.#old.find(hash, otherHash);
    if (old < 0) return undefined;
    const id = this.#old.idAt(old);
    const isBeaten = this.#old.isBeaten(old, priority, depth, hops);
    this.remember(hash, otherHash, id, this.#old.barAt(old));
    return isBeaten ? undefined : id;
  }

  remember(hash: number, otherHash: number, id: number, bar: Bar): void {
    if (this.#young.isFull) {
      const emptied = this.#old;
      emptied.clear();
      this.#old = this.#young;
      this.#young = emptied;
    }
    this.#young.set(hash, otherHash, id, bar);
  }

  /** Every find of it counts again. */
  forget(hash: number): void {
    this.#young.forget(hash);
    this.#old.forget(hash);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

const LINKS = 50_000;
const SLOTS = 1 << 17;
/** Eight 32-bit numbers per slot; the last two form one 64-bit number. An id is never 0: that marks a free slot. */
const WIDTH = 8;
const OTHER_HASH = 1;
const ID = 2;
const DEPTH = 3;
const HOPS = 4;
const PRIORITY = 6;

class Half {
  readonly #numbers = new Int32Array(SLOTS * WIDTH);
  readonly #priorities = new Float64Array(this.#numbers.buffer);
  #links = 0;

  get isFull(): boolean {
    return this.#links >= LINKS;
  }

  /** The slot of the link, or -1. */
  find(hash: number, otherHash: number): number {
    const at = this.#place(hash, otherHash);
    return this.#numbers[at + ID] === 0 ? -1 : at;
  }

  idAt(at: number): number {
    return this.#numbers[at + ID]!;
  }

  barAt(at: number): Bar {
    return {
      priority: this.#priorities[(at + PRIORITY) >>> 1]!,
      depth: this.#numbers[at + DEPTH]!,
      hops: this.#numbers[at + HOPS]!,
    };
  }

  isBeaten(at: number, priority: number, depth: number, hops: number): boolean {
    return (
      priority > this.#priorities[(at + PRIORITY) >>> 1]! ||
      depth < this.#numbers[at + DEPTH]! ||
      hops < this.#numbers[at + HOPS]!
    );
  }

  set(hash: number, otherHash: number, id: number, bar: Bar): void {
    const at = this.#place(hash, otherHash);
    const numbers = this.#numbers;
    if (numbers[at + ID] === 0) this.#links++;
    numbers[at] = hash;
    numbers[at + OTHER_HASH] = otherHash;
    numbers[at + ID] = id;
    numbers[at + DEPTH] = within32Bits(bar.depth);
    numbers[at + HOPS] = within32Bits(bar.hops);
    this.#priorities[(at + PRIORITY) >>> 1] = bar.priority;
  }

  forget(hash: number): void {
    const numbers = this.#numbers;
    for (let at = firstPlace(hash); numbers[at + ID] !== 0; at = next(at)) {
      if (numbers[at] === hash) this.#priorities[(at + PRIORITY) >>> 1] = -Infinity;
    }
  }

  clear(): void {
    if (this.#links > 0) this.#numbers.fill(0);
    this.#links = 0;
  }

  /** The slot of the link, or the free one that it would take. */
  #place(hash: number, otherHash: number): number {
    const numbers = this.#numbers;
    let at = firstPlace(hash);
    while (numbers[at + ID] !== 0 && (numbers[at] !== hash || numbers[at + OTHER_HASH] !== otherHash))
      at = next(at);
    return at;
  }
}

function firstPlace(hash: number): number {
  return (hash & (SLOTS - 1)) * WIDTH;
}

function next(at: number): number {
  return (at + WIDTH) & (SLOTS * WIDTH - 1);
}

function within32Bits(value: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value));
}
