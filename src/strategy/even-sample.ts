/**
 * A sample of bounded size, evenly spread over everything it was ever given: at first every item is kept, and whenever
 * there are too many, every second one is dropped and from then on half as many are taken. Two classes that are sampled
 * like this cover the same span of a crawl, however rare one of them is.
 */
export class EvenSample<T> {
  private readonly limit: number;
  private kept: T[] = [];
  private every = 1;
  private seen = 0;

  constructor(limit: number, saved?: SavedSample<T>) {
    this.limit = limit;
    if (saved === undefined) return;
    this.kept = [...saved.kept];
    this.every = saved.every;
    this.seen = saved.seen;
    this.thin();
  }

  add(item: T): void {
    if (this.seen++ % this.every !== 0) return;
    this.kept.push(item);
    this.thin();
  }

  get items(): readonly T[] {
    return this.kept;
  }

  save(): SavedSample<T> {
    const { kept, every, seen } = this;
    return { kept: [...kept], every, seen };
  }

  private thin(): void {
    while (this.kept.length > this.limit) {
      this.kept = this.kept.filter((_, i) => i % 2 === 0);
      this.every *= 2;
    }
  }
}

/** Plain JSON. */
export interface SavedSample<T> {
  kept: T[];
  /** One of this many items is kept. */
  every: number;
  /** Items given so far. */
  seen: number;
}
