/**
 * Gives up sites that bring nothing: fewer than 5 % relevant pages after 200. Chen (CINDI robot, Concordia, 2008),
 * chapter 6, the trap-site rule. The thesis looks at a site's rate every hundred pages; counts are at hand here, so
 * it is looked at with every page from the two-hundredth on. The oldest sites are forgotten beyond a limit.
 */
import type { Tally } from './strategy.ts';

export interface SiteExitRule {
  /** Pages before a site is looked at; 0 never gives up. */
  afterPages: number;
  /** Below this share of relevant pages it is given up. */
  minShare: number;
}

export class SiteExit {
  readonly #rule: SiteExitRule;
  #givenUp = new Set<string>();

  constructor(rule: SiteExitRule) {
    this.#rule = rule;
  }

  /** True where the site is given up just now. */
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
