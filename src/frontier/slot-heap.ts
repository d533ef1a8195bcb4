/**
 * A binary heap of slot numbers that knows the position of each slot, so that a slot whose rank changed is moved
 * instead of inserted twice. Two numbers per slot at all times. Many small heaps, of which a slot is in one at most,
 * share their positions.
 */
export class SlotHeap {
  readonly #before: (a: number, b: number) => boolean;
  readonly #places: Places;
  #heap = new Int32Array(8);
  #size = 0;

  constructor(before: (a: number, b: number) => boolean, places = newPlaces()) {
    this.#before = before;
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /** The first slot, or -1. */
  first(): number {
    return this.#size > 0 ? this.#heap[0]! : -1;
  }

  /** Some slots: the first, and others that are near it. */
  some(most: number): Int32Array {
    return this.#heap.subarray(0, Math.min(most, this.#size));
  }

  has(slot: number): boolean {
    return this.#places.of[slot]! > 0;
  }

  /** Inserts a slot, or moves it after its rank changed. */
  set(slot: number): void {
    if (slot >= this.#places.of.length) this.#places.of = longer(this.#places.of, slot + 1);
    let at = this.#places.of[slot]! - 1;
    if (at < 0) {
      if (this.#size === this.#heap.length) this.#heap = longer(this.#heap, this.#size + 1);
      at = this.#size++;
    }
    this.#settle(slot, at);
  }

  delete(slot: number): void {
    if (!this.has(slot)) return;
    const at = this.#places.of[slot]! - 1;
    this.#places.of[slot] = 0;
    this.#size--;
    if (at < this.#size) this.#settle(this.#heap[this.#size]!, at);
  }

  /** Sifts a slot from a hole in the heap: up as far as possible, otherwise down. */
  #settle(slot: number, at: number): void {
    const heap = this.#heap;
    const place = this.#places.of;
    const start = at;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent]!;
      if (!this.#before(slot, other)) break;
      heap[at] = other;
      place[other] = at + 1;
      at = parent;
    }
    if (at === start) {
      for (;;) {
        let child = 2 * at + 1;
        if (child >= this.#size) break;
        if (child + 1 < this.#size && this.#before(heap[child + 1]!, heap[child]!)) child++;
        const other = heap[child]!;
        if (!this.#before(other, slot)) break;
        heap[at] = other;
        place[other] = at + 1;
        at = child;
      }
    }
    heap[at] = slot;
    place[slot] = at + 1;
  }
}

/** Position of each slot in its heap, plus one; 0 if it is in none. */
export interface Places {
  of: Int32Array<ArrayBuffer>;
}

export const newPlaces = (): Places => ({ of: new Int32Array(8) });

function longer(numbers: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(least, numbers.length * 2));
  grown.set(numbers);
  return grown;
}
