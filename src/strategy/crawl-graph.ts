/**
 * The links of the pages fetched so far as a numeric graph, with the PageRank of every URL in it. Brin and Page (1998),
 * without division by the number of pages: rank = (1 − d) + d · Σ rank of the page / its links. Pages that were not
 * fetched yet pass nothing on; distributing their rank uniformly would hardly change the order.
 *
 * Bounded: a URL is a 53-bit hash, a link four bytes. Beyond `maxLinks` links, the older half of the pages is
 * forgotten, together with the rank they pass on. `rank` starts from the previous ranks, so a few iterations are
 * enough.
 */
import { addressHash } from './url-hash.ts';

export interface SavedGraph {
  /** Hash of each URL, by its number. */
  addresses: Float64Array;
  ranks: Float32Array;
  /** Number of each page, and where its links end in `targets`. */
  pages: Uint32Array;
  ends: Uint32Array;
  targets: Uint32Array;
}

export class CrawlGraph {
  readonly #damping: number;
  readonly #maxLinks: number;
  #numbers = new Map<number, number>();
  #addresses: number[] = [];
  #ranks = new Float32Array(1024);
  #pages: number[] = [];
  #ends: number[] = [];
  #targets = new Uint32Array(4096);
  #links = 0;

  constructor(settings: { damping: number; maxLinks: number }) {
    this.#damping = settings.damping;
    this.#maxLinks = settings.maxLinks;
  }

  get links(): number {
    return this.#links;
  }

  /** A page with its links, at most `maxLinks` of them. */
  add(url: string, links: Iterable<{ url: string }>): void {
    const page = this.#numberOf(addressHash(url));
    const start = this.#links;
    for (const link of links) {
      if (this.#links - start >= this.#maxLinks) break;
      if (this.#links === this.#targets.length) this.#targets = longer(this.#targets);
      this.#targets[this.#links++] = this.#numberOf(addressHash(link.url));
    }
    this.#pages.push(page);
    this.#ends.push(this.#links);
    if (this.#links > this.#maxLinks) this.#forgetOlderHalf();
  }

  /** Iterates N times over all links. */
  rank(rounds: number): void {
    const size = this.#addresses.length;
    let ranks = this.#ranks.subarray(0, size);
    for (let round = 0; round < rounds; round++) {
      const next = new Float32Array(size).fill(1 - this.#damping);
      let at = 0;
      for (let i = 0; i < this.#pages.length; i++) {
        const end = this.#ends[i]!;
        const share = (this.#damping * ranks[this.#pages[i]!]!) / (end - at);
        for (; at < end; at++) next[this.#targets[at]!]! += share;
      }
      ranks = next;
    }
    this.#ranks = ranks;
  }

  /** As of the last `rank`; undefined if no remembered page links to it. */
  rankOf(url: string): number | undefined {
    const number = this.#numbers.get(addressHash(url));
    return number === undefined ? undefined : this.#ranks[number];
  }

  save(): SavedGraph {
    return {
      addresses: Float64Array.from(this.#addresses),
      ranks: this.#ranks.slice(0, this.#addresses.length),
      pages: Uint32Array.from(this.#pages),
      ends: Uint32Array.from(this.#ends),
      targets: this.#targets.slice(0, this.#links),
    };
  }

  restore({ addresses, ranks, pages, ends, targets }: SavedGraph): void {
    this.#addresses = Array.from(addresses);
    this.#numbers = new Map(this.#addresses.map((hash, number) => [hash, number]));
    this.#ranks = ranks.slice();
    this.#pages = Array.from(pages);
    this.#ends = Array.from(ends);
    this.#targets = targets.slice();
    this.#links = targets.length;
  }

  #numberOf(hash: number): number {
    const known = this.#numbers.get(hash);
    if (known !== undefined) return known;
    const number = this.#addresses.push(hash) - 1;
    this.#numbers.set(hash, number);
    if (number >= this.#ranks.length) this.#ranks = longer(this.#ranks);
    this.#ranks[number] = 1 - this.#damping;
    return number;
  }

  #forgetOlderHalf(): void {
    const { addresses, ranks, pages, ends, targets } = this.save();
    const startOf = (i: number): number => (i === 0 ? 0 : ends[i - 1]!);
    let first = 0;
    while (first < pages.length - 1 && targets.length - startOf(first) > this.#maxLinks / 2) first++;
    let at = startOf(first);
    this.#numbers = new Map();
    this.#addresses = [];
    this.#pages = [];
    this.#ends = [];
    this.#links = 0;
    // Plus one; 0 for what has no number yet.
    const numbers = new Uint32Array(addresses.length);
    const moved = (old: number): number => {
      if (numbers[old] === 0) {
        const hash = addresses[old]!;
        numbers[old] = this.#addresses.push(hash);
        this.#numbers.set(hash, numbers[old] - 1);
        this.#ranks[numbers[old] - 1] = ranks[old]!;
      }
      return numbers[old]! - 1;
    };
    for (let i = first; i < pages.length; i++) {
      this.#pages.push(moved(pages[i]!));
      for (; at < ends[i]!; at++) this.#targets[this.#links++] = moved(targets[at]!);
      this.#ends.push(this.#links);
    }
  }
}

function longer<List extends Uint32Array | Float32Array>(list: List): List {
  const twice = new (list.constructor as new (length: number) => List)(Math.max(1024, 2 * list.length));
  twice.set(list);
  return twice;
}
