/**
 * The catalogue of a crawl that nobody looks at afterwards: only what the crawl itself looks up is kept. No ledger, no
 * refusals, no near duplicates, and links only where back-links are asked for.
 */
import { Catalogue } from './catalogue.ts';
import type { NewPage, NewPageLink } from './records.ts';

export class FleetingCatalogue extends Catalogue {
  #keepsLinks = false;

  override keepBacklinks(): void {
    super.keepBacklinks();
    this.#keepsLinks = true;
  }

  override savePage(page: NewPage): number {
    return super.savePage({ ...page, fingerprint: undefined });
  }

  override saveLinks(page: number, links: readonly NewPageLink[]): void {
    if (this.#keepsLinks) super.saveLinks(page, links);
  }

  override refuse(): void {}

  override saveLedger(): void {}

  override findNear(): undefined {}
}
