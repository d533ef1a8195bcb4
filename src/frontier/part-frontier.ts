/**
 * The frontier of a crawl that is one part of a larger one. Links to hosts of other parts do not wait here: they leave,
 * and their finds are counted where they arrive.
 */
import type { CrawlDatabase } from '../archive/database.ts';
import type { Added, NewLink } from './frontier.ts';
import { SqliteFrontier, type SqliteFrontierOptions } from './sqlite-frontier.ts';

export interface Border {
  owns(host: string): boolean;
  /** Called with links to hosts of other parts, in the transaction in which they were found. */
  leave(links: readonly NewLink[]): void;
}

export class PartFrontier extends SqliteFrontier {
  readonly #border: Border;

  constructor(db: CrawlDatabase, border: Border, options: SqliteFrontierOptions = {}) {
    super(db, options);
    this.#border = border;
  }

  override add(links: readonly NewLink[]): Added[] {
    const own = links.filter(({ host }) => this.#border.owns(host));
    if (own.length === links.length) return super.add(links);
    const added = super.add(own).values();
    this.#border.leave(links.filter(({ host }) => !this.#border.owns(host)));
    return links.map(({ host }) => (this.#border.owns(host) ? added.next().value! : ELSEWHERE));
  }
}

const ELSEWHERE: Added = { id: undefined, fresh: false };
