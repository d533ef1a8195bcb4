/** The best of a stream of any length: a heap with the worst at its top. Ties go to the entry that came first. */
export class BestEntries<T> {
  readonly #limit: number;
  readonly #heap: { value: T; score: number; n: number }[] = [];
  #offered = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Entries of score 0 are not wanted. */
  offer(value: T, score: number): void {
    const n = this.#offered++;
    if (!(score > 0)) return;
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push({ value, score, n });
      this.#up(heap.length - 1);
    } else if (score > heap[0]!.score) {
      heap[0] = { value, score, n };
      this.#down(0);
    }
  }

  /** Best first. */
  take(): T[] {
    return this.#heap
      .splice(0)
      .sort((a, b) => b.score - a.score || a.n - b.n)
      .map(({ value }) => value);
  }

  #isWorse(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one]!, this.#heap[other]!];
    return a.score < b.score || (a.score === b.score && a.n > b.n);
  }

  #up(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(from: number): void {
    for (let at = from; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #swap(one: number, other: number): void {
    [this.#heap[one], this.#heap[other]] = [this.#heap[other]!, this.#heap[one]!];
  }
}
