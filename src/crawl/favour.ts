/**
 * What a crawl favours: pages, wherever they are, or sites. Favouring sites, a link counts the less the more pages of its
 * host were read, so that the next page is more likely one of a site that is new. The strategy's priorities stay as
 * they are; only the order among hosts changes.
 */
import type { CatalogueLookups } from '../archive/catalogue.ts';

export class SitesFirst {
  readonly #pages = new Map<string, number>();
  readonly #tallyOf: CatalogueLookups['tallyOf'];

  /** `tallyOf`: what earlier runs of the crawl read of a host. */
  constructor(tallyOf: CatalogueLookups['tallyOf']) {
    this.#tallyOf = tallyOf;
  }

  worth(host: string, priority: number): number {
    const share = 1 / Math.sqrt(1 + this.#of(host));
    return priority >= 0 ? priority * share : priority / share;
  }

  /** A page of the host was read. */
  landed(host: string): void {
    this.#pages.set(host, this.#of(host) + 1);
  }

  #of(host: string): number {
    let pages = this.#pages.get(host);
    if (pages === undefined) {
      pages = this.#tallyOf(host)?.pages ?? 0;
      this.#pages.set(host, pages);
    }
    return pages;
  }
}
