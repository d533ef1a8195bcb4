/**
 * A web that grows while it is crawled, for measuring a frontier: pages of 52 links, 42 of them to the page's own host
 * (drawn uniformly), and 10 to hosts drawn by Zipf's law (s = 1). Deterministic.
 */
import type { NewLink } from '../src/frontier/frontier.ts';

export const LINKS_A_PAGE = 52;
export const OWN_LINKS = 42;

export class GrowingWeb {
  readonly random = mulberry32(20);
  readonly #hosts: number;
  /** Cumulative weights of the hosts so far, for drawing. */
  readonly #zipf: Float64Array;
  /** Number of links so far, by host. */
  readonly #count: Uint32Array;
  readonly #pageHosts: number[] = [];

  constructor(hosts: number) {
    this.#hosts = hosts;
    this.#zipf = new Float64Array(hosts);
    this.#count = new Uint32Array(hosts);
    let sum = 0;
    for (let rank = 0; rank < hosts; rank++) {
      sum += 1 / (rank + 1);
      this.#zipf[rank] = sum;
    }
  }

  /** A page with only new links. */
  newPage(): NewLink[] {
    const own = Math.floor(this.random() * this.#hosts);
    this.#pageHosts.push(own);
    return this.#page(
      own,
      () => this.#popular(),
      (host) => this.#count[host]!++,
      this.random,
    );
  }

  /** A page on the host of an earlier one, with only known links. */
  knownPage(priority: () => number): NewLink[] {
    const own = this.#pageHosts[Math.floor(this.random() * this.#pageHosts.length)]!;
    const other = () => {
      let host = this.#popular();
      while (this.#count[host] === 0) host = this.#popular();
      return host;
    };
    return this.#page(own, other, (host) => Math.floor(this.random() * this.#count[host]!), priority);
  }

  #page(
    own: number,
    other: () => number,
    which: (host: number) => number,
    priority: () => number,
  ): NewLink[] {
    return Array.from({ length: LINKS_A_PAGE }, (_, place) => {
      const host = place < OWN_LINKS ? own : other();
      const n = which(host);
      const name = `www.site-${host}.example`;
      return {
        url: `https://${name}/section-${n % 7}/an-article-on-something-${n}.html`,
        host: name,
        priority: priority(),
        depth: 3,
        anchor: `An article on something ${n}`,
        from: this.#pageHosts.length,
        why: 'anchor 0.42, page 0.31',
      };
    });
  }

  #popular(): number {
    const wanted = this.random() * this.#zipf[this.#hosts - 1]!;
    let low = 0;
    let high = this.#hosts - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#zipf[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Seeded pseudo-random numbers from 0 to 1 (T. Ettinger's mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
