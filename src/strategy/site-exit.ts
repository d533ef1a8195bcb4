/**
 * Gives up unproductive sites: fewer than 5 % relevant pages after 200. Chen (CINDI robot, Concordia, 2008), chapter 6,
 * the trap-site rule. The thesis checks a site's rate every hundred pages; here it is checked with every page from the
 * 200th on. Beyond a limit, the oldest sites are forgotten.
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
  #givenUp = new Set<string>();

  constructor(rule: SiteExitRule) {
    this.#rule = rule;
  }

  /** True if the site is given up with this page. */
  visited(site: string, { pages, relevant }: Tally): boolean {
    const { afterPages, minShare } = this.#rule;
    if (afterPages === 0 || pages < afterPages || relevant >= minShare * pages) return false;
    if (this.#givenUp.has(site)) return false;
    this.#givenUp.add(site);
    if (this.#givenUp.size > maxSites) {
      const [oldest] = this.#givenUp;
      this.#givenUp.delete(oldest!);
    }
    return true;
  }

  has(site: string): boolean {
    return this.#givenUp.has(site);
  }

  save(): string[] {
    return [...this.#givenUp];
  }

  restore(saved: readonly string[]): void {
    this.#givenUp = new Set(saved);
  }
}

const maxSites = 20_000;
