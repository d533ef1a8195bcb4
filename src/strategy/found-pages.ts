/**
 * What a learning strategy remembers of fetched pages: how relevant each was, by a hash of its URL; and of pages with
 * links, how those that were fetched turned out, by their position and their place on the page. Bounded: the oldest are
 * forgotten.
 */
import { hashOf } from './link-candidates.ts';
import { count, newRate, type Rate } from './success-rates.ts';

export interface FoundPage {
  /** How good a guide it is, and the pages that led to it. */
  guide: number;
  before: number;
  /** How relevant it is, and the page that found it first. */
  probability: number;
  finder: number;
  /** Of its links that were fetched. */
  rate: Rate;
  groups: Map<number, Rate>;
  /** Of its links that were fetched, by position; NaN of the others. */
  outcomes: Float64Array;
  /** URLs of its links by position: those that wait and have it among their finds. */
  links: string[];
  /** It is not among the pages any more. */
  isForgotten: boolean;
}

const mostPages = 5000;
const mostOutcomes = 100_000;

export class FoundPages {
  readonly #pages = new Map<number, FoundPage>();
  readonly #outcomes = new Map<number, number>();

  page(id: number): FoundPage | undefined {
    return this.#pages.get(id);
  }

  add(id: number, given: Pick<FoundPage, 'guide' | 'before' | 'probability' | 'finder'>): FoundPage {
    const page: FoundPage = {
      ...given,
      rate: newRate(),
      groups: new Map(),
      outcomes: noOutcomes,
      links: [],
      isForgotten: false,
    };
    this.#forget(id);
    this.#pages.set(id, page);
    if (this.#pages.size > mostPages) this.#forget(this.#pages.keys().next().value!);
    return page;
  }

  #forget(id: number): void {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    page.isForgotten = true;
    this.#pages.delete(id);
  }

  /** The latest first. */
  latest(): [id: number, page: FoundPage][] {
    return [...this.#pages].reverse();
  }

  /** `key`: of its URL (`keyOf`). */
  outcomeOf(key: number): number | undefined {
    return this.#outcomes.get(key);
  }

  turnedOut(key: number, probability: number): void {
    this.#outcomes.set(key, probability);
    if (this.#outcomes.size > mostOutcomes) this.#outcomes.delete(this.#outcomes.keys().next().value!);
  }

  /** A page that was visited before has another probability now. */
  rejudged(
    {
      id,
      via,
      probability,
      finds,
    }: { id: number; via: string; probability: number; finds: readonly [number, number, number][] },
    by: number,
  ): void {
    const own = this.page(id);
    if (own) Object.assign(own, { guide: probability, probability });
    this.turnedOut(keyOf(via), probability);
    for (const [pageId, at, group] of finds) {
      const page = this.page(pageId);
      if (page === undefined || !hasOutcome(page, at)) continue;
      page.outcomes[at] = probability;
      page.rate.sum += by;
      page.groups.get(group)!.sum += by;
    }
  }

  save(): SavedPages {
    const pages = new Numbers();
    const groups = new Numbers();
    const outcomes = new Numbers();
    for (const [id, page] of this.#pages) {
      const { guide, before, probability, finder, rate } = page;
      pages.add(id, guide, before, probability);
      pages.add(finder, rate.pages, rate.sum);
      for (const [group, { pages: fetched, sum }] of page.groups) groups.add(id, group, fetched, sum);
      for (const [at, outcome] of page.outcomes.entries())
        if (!Number.isNaN(outcome)) outcomes.add(id, at, outcome);
    }
    const keys = new Numbers();
    const values = new Numbers();
    for (const [key, value] of this.#outcomes) {
      keys.add(key);
      values.add(value);
    }
    return {
      pages: pages.all(),
      groups: groups.all(),
      outcomes: outcomes.all(),
      keys: keys.all(),
      values: values.all(),
    };
  }

  restore({ pages, groups, outcomes, keys, values }: SavedPages): void {
    for (let i = 0; i < pages.length; i += 7) {
      const [id, guide, before, probability, finder, fetched, sum] = pages.subarray(i, i + 7) as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      this.add(id, { guide, before, probability, finder }).rate = { pages: fetched, sum };
    }
    for (let i = 0; i < groups.length; i += 4)
      this.page(groups[i]!)!.groups.set(groups[i + 1]!, { pages: groups[i + 2]!, sum: groups[i + 3]! });
    for (let i = 0; i < outcomes.length; i += 3)
      setOutcome(this.page(outcomes[i]!)!, outcomes[i + 1]!, outcomes[i + 2]!);
    for (const [i, key] of keys.entries()) this.#outcomes.set(key, values[i]!);
  }
}

/** A list that grows. It is filled with every commit, where arrays of arrays would hold up the crawl. */
class Numbers {
  #numbers = new Float64Array(1024);
  #length = 0;

  add(a: number, b?: number, c?: number, d?: number): void {
    if (this.#length + 4 > this.#numbers.length) {
      const wider = new Float64Array(2 * this.#numbers.length);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[this.#length++] = a;
    if (b !== undefined) this.#numbers[this.#length++] = b;
    if (c !== undefined) this.#numbers[this.#length++] = c;
    if (d !== undefined) this.#numbers[this.#length++] = d;
  }

  all(): Float64Array {
    return this.#numbers.slice(0, this.#length);
  }
}

/** A link of the page turned out like this. */
export function linkTurnedOut(page: FoundPage, at: number, group: number, probability: number): void {
  if (hasOutcome(page, at)) return;
  setOutcome(page, at, probability);
  count(page.rate, probability);
  const rate = page.groups.get(group) ?? newRate();
  count(rate, probability);
  page.groups.set(group, rate);
}

const noOutcomes = new Float64Array(0);

const hasOutcome = ({ outcomes }: FoundPage, at: number): boolean =>
  at < outcomes.length && !Number.isNaN(outcomes[at]!);

function setOutcome(page: FoundPage, at: number, outcome: number): void {
  const { outcomes } = page;
  if (at >= outcomes.length) {
    page.outcomes = new Float64Array(Math.max(16, 2 * at)).fill(Number.NaN);
    page.outcomes.set(outcomes);
  }
  page.outcomes[at] = outcome;
}

export interface SavedPages {
  pages: Float64Array;
  groups: Float64Array;
  outcomes: Float64Array;
  keys: Float64Array;
  values: Float64Array;
}

/** 53 bits: two URLs with the same are as good as impossible. */
export function keyOf(url: string): number {
  let other = 0x2545f491;
  for (let i = url.length - 1; i >= 0; i--)
    other = Math.imul((other << 5) ^ (other >>> 27) ^ url.charCodeAt(i), 0x5bd1e995);
  return hashOf(url) * restOfKey + (other >>> 11);
}

/** The hash of the URL (`hashOf`) in a key. */
export const hashIn = (key: number): number => Math.floor(key / restOfKey);
const restOfKey = 2 ** 21;
