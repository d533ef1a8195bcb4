/**
 * Finds out during a crawl which pages led to the topic, as examples of Layer 2. Ours: Chen (CINDI robot, Concordia,
 * 2008), section 4.3.4, asked a search engine for back-links before the crawl; the crawl's own links need no such
 * service.
 *
 * Pages off the topic are kept in a window, with the addresses of their links. Whenever one of these addresses is
 * visited, the page learns whether it was on the topic. A page leads if a larger share of its visited links was on the
 * topic than is usual, and is an example of the others if several were visited and none was. Pages that leave the
 * window are sampled evenly (those with the smallest hashes of their addresses), so that the sample is the same
 * whenever the order of pages is.
 *
 * One step only: in most webs nearly every page leads to nearly every other within five.
 */
import type { Bag } from './bags.ts';
import { EvenSample, type SavedSample } from './even-sample.ts';

export interface LedPage {
  /** A hash of 32 bits of its address, and of those of its links. */
  address: number;
  links: Uint32Array;
  bag: Bag;
  /** How many of its links were visited, and how many of those were on the topic. */
  visited: number;
  onTopic: number;
}

export class LedPages {
  readonly #windowSize: number;
  readonly #window = new Map<number, LedPage>();
  /** The pages of the window that link to an address. */
  readonly #linking = new Map<number, LedPage[]>();
  /** Addresses visited lately, and whether they were on the topic. */
  #seen = new Map<number, boolean>();
  readonly #leading: EvenSample<LedPage>;
  readonly #others: EvenSample<LedPage>;
  #visitedLinks = 0;
  #onTopicLinks = 0;

  constructor({ window = 500, sample = 300 } = {}) {
    this.#windowSize = window;
    this.#leading = new EvenSample(sample);
    this.#others = new EvenSample(sample);
  }

  visited(address: number, links: Iterable<number>, onTopic: boolean, bag: Bag): void {
    if (!this.#seen.has(address)) this.#remember(address, onTopic);
    if (onTopic || this.#window.has(address)) return;
    const targets = new Set<number>();
    for (const link of links) if (link !== address && targets.size < maxLinks) targets.add(link);
    this.#enter({ address, links: Uint32Array.from(targets), bag, visited: 0, onTopic: 0 });
  }

  /** The examples known so far. */
  examples(): { leading: Bag[]; others: Bag[] } {
    const usual = this.#onTopicLinks / Math.max(1, this.#visitedLinks);
    const leading = [...this.#leading.items()];
    const others = [...this.#others.items()];
    for (const page of this.#window.values()) (page.onTopic > 0 ? leading : others).push(page);
    return {
      leading: leading.filter((page) => page.onTopic > usual * page.visited).map(({ bag }) => bag),
      others: others.filter(({ visited }) => visited >= enoughLinks).map(({ bag }) => bag),
    };
  }

  save(): SavedLedPages {
    return {
      window: [...this.#window.values()],
      seen: [Uint32Array.from(this.#seen.keys()), Uint8Array.from(this.#seen.values(), Number)],
      leading: this.#leading.save(),
      others: this.#others.save(),
      rate: [this.#visitedLinks, this.#onTopicLinks],
    };
  }

  restore({ window, seen: [addresses, onTopic], leading, others, rate }: SavedLedPages): void {
    this.#seen = new Map(Array.from(addresses, (address, i) => [address, onTopic[i] === 1]));
    this.#leading.restore(leading);
    this.#others.restore(others);
    [this.#visitedLinks, this.#onTopicLinks] = rate;
    this.#window.clear();
    this.#linking.clear();
    for (const page of window) this.#index(page);
  }

  #remember(address: number, onTopic: boolean): void {
    this.#seen.set(address, onTopic);
    if (this.#seen.size > maxSeen) this.#seen.delete(first(this.#seen.keys())!);
    for (const page of this.#linking.get(address) ?? []) this.#learn(page, onTopic);
  }

  #enter(page: LedPage): void {
    this.#index(page);
    for (const link of page.links) {
      const onTopic = this.#seen.get(link);
      if (onTopic !== undefined) this.#learn(page, onTopic);
    }
    if (this.#window.size <= this.#windowSize) return;
    const oldest = first(this.#window.values())!;
    this.#window.delete(oldest.address);
    for (const link of oldest.links) this.#forget(link, oldest);
    if (oldest.visited === 0) return;
    const sample = oldest.onTopic > 0 ? this.#leading : this.#others;
    sample.offer(oldest.address, { ...oldest, links: noLinks });
  }

  #index(page: LedPage): void {
    this.#window.set(page.address, page);
    for (const link of page.links) {
      const known = this.#linking.get(link);
      if (known === undefined) this.#linking.set(link, [page]);
      else known.push(page);
    }
  }

  #forget(link: number, page: LedPage): void {
    const left = this.#linking.get(link)!.filter((one) => one !== page);
    if (left.length === 0) this.#linking.delete(link);
    else this.#linking.set(link, left);
  }

  #learn(page: LedPage, onTopic: boolean): void {
    page.visited += 1;
    this.#visitedLinks += 1;
    if (!onTopic) return;
    page.onTopic += 1;
    this.#onTopicLinks += 1;
  }
}

export interface SavedLedPages {
  window: LedPage[];
  seen: [addresses: Uint32Array, onTopic: Uint8Array];
  leading: SavedSample<LedPage>;
  others: SavedSample<LedPage>;
  rate: [visited: number, onTopic: number];
}

const first = <T>(values: IterableIterator<T>): T | undefined => values.next().value;

const noLinks = new Uint32Array(0);
const maxLinks = 500;
const maxSeen = 50_000;
/** A page none of whose links led to the topic says something if at least this many were visited. */
const enoughLinks = 3;
