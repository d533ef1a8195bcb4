/** A binary heap: the entry that comes before all others is taken first. */
export class Heap<Entry> {
  readonly #before: (a: Entry, b: Entry) => boolean;
  readonly #entries: Entry[] = [];

  constructor(before: (a: Entry, b: Entry) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#entries.length;
  }

  get first(): Entry | undefined {
    return this.#entries[0];
  }

  push(entry: Entry): void {
    const entries = this.#entries;
    let at = entries.length;
    entries.push(entry);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#before(entry, entries[above]!)) break;
      entries[at] = entries[above]!;
      at = above;
    }
    entries[at] = entry;
  }

  pop(): Entry | undefined {
    const entries = this.#entries;
    const best = entries[0];
    const moved = entries.pop();
    if (best === undefined || moved === undefined || entries.length === 0) return best;
    let at = 0;
    for (let below = 1; below < entries.length; below = 2 * at + 1) {
      if (below + 1 < entries.length && this.#before(entries[below + 1]!, entries[below]!)) below += 1;
      if (!this.#before(entries[below]!, moved)) break;
      entries[at] = entries[below]!;
      at = below;
    }
    entries[at] = moved;
    return best;
  }
}
