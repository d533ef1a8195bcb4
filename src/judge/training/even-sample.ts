/**
 * An even sample of a stream: the items with the smallest mixed keys. It depends on the items alone, not on random
 * numbers, and may be saved and continued.
 */
export class EvenSample<T> {
  readonly #size: number;
  /** Sorted by mixed key. */
  #kept: [mixed: number, item: T][] = [];
  /** How many items were offered. */
  offered = 0;

  constructor(size: number) {
    this.#size = size;
  }

  offer(key: number, item: T): void {
    this.offered += 1;
    const mixed = mix(key);
    if (this.#kept.length >= this.#size && mixed >= this.#kept.at(-1)![0]) return;
    const place = this.#kept.findIndex(([other]) => other > mixed);
    this.#kept.splice(place === -1 ? this.#kept.length : place, 0, [mixed, item]);
    if (this.#kept.length > this.#size) this.#kept.pop();
  }

  *items(): Generator<T> {
    for (const [, item] of this.#kept) yield item;
  }

  get size(): number {
    return this.#kept.length;
  }

  save(): SavedSample<T> {
    return { kept: [...this.#kept], offered: this.offered };
  }

  restore({ kept, offered }: SavedSample<T>): void {
    this.#kept = [...kept];
    this.offered = offered;
  }
}

export interface SavedSample<T> {
  kept: [mixed: number, item: T][];
  offered: number;
}

/** MurmurHash3's last step: keys that are close are spread evenly. */
function mix(key: number): number {
  let mixed = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
