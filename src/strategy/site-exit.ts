/**
 * Gives up unproductive sites: fewer than 5 % relevant pages after 200. Chen (CINDI robot, Concordia, 2008), section
 * 4.4, the trap-site rule. The thesis checks a site's rate every hundred pages; here it is checked with every page from
 * the 200th on. The rule is for moving on to another site, so the only site of a crawl is not given up. Beyond a limit,
 * the oldest sites are forgotten.
 */
import type { Tally } from './strategy.ts';

export interface SiteExitRule {
  /** Pages before a site is checked; 0 never gives up. */
  afterPages: number;
  /** A site below this share of relevant pages is given up. */
  minShare: number;
}

export class SiteExit {
  readonly #rule: SiteExitRule;
  #first: string | undefined;
  #isOnlySite = true;
  #givenUp = new Set<string>();

  constructor(rule: SiteExitRule) {
    this.#rule = rule;
  }

  /** True if anything was learnt. */
  visited(site: string, { pages, relevant }: Tally): boolean {
    const isNew = this.#isOnlySite && this.#first !== site;
    if (isNew && this.#first !== undefined) this.#isOnlySite = false;
    this.#first ??= site;
    return this.#givesUp(site, pages, relevant) || isNew;
  }

  has(site: string): boolean {
    return this.#givenUp.has(site);
  }

  get sites(): string[] {
    return [...this.#givenUp];
  }

  save(): SavedSites {
    return [this.#first, this.#isOnlySite, [...this.#givenUp]];
  }

  restore([first, isOnlySite, givenUp]: SavedSites): void {
    this.#first = first;
    this.#isOnlySite = isOnlySite;
    this.#givenUp = new Set(givenUp);
  }

  #givesUp(site: string, pages: number, relevant: number): boolean {
    const { afterPages, minShare } = this.#rule;
    if (afterPages === 0 || pages < afterPages || relevant >= minShare * pages) return false;
    if (this.#isOnlySite || this.#givenUp.has(site)) return false;
    this.#givenUp.add(site);
    if (this.#givenUp.size > maxSites) {
      const [oldest] = this.#givenUp;
      this.#givenUp.delete(oldest!);
    }
    return true;
  }
}

export type SavedSites = [first: string | undefined, isOnlySite: boolean, givenUp: string[]];

const maxSites = 20_000;
