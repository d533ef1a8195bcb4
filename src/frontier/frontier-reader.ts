/**
 * Read-only view of a crawl's frontier, running or not: its links in the database as of the last commit. Opening is
 * cheap regardless of the number of links. Links that are handed out count as waiting here.
 */
import type { CrawlDatabase } from '../archive/database.ts';
import type { FrontierStats, KnownLink } from './frontier.ts';
import { hostOf, LinkTable } from './link-table.ts';

export class FrontierReader {
  readonly #links: LinkTable;

  constructor(db: CrawlDatabase) {
    this.#links = new LinkTable(db.sql, () => undefined);
  }

  /** The link with this id: its data, state and reason. */
  link(id: number): KnownLink | undefined {
    return this.#links.byId(id);
  }

  /** The link to a URL, given in canonical form. */
  find(url: string): KnownLink | undefined {
    const hostId = this.#links.hostId(hostOf(url) ?? '');
    return hostId === undefined ? undefined : this.#links.find(hostId, url);
  }

  counts(): Pick<FrontierStats, 'waiting' | 'deferred' | 'done' | 'refused'> {
    return this.#links.counts();
  }

  /** Waiting links by host, most first. */
  waitingByHost(limit: number): { host: string; links: number }[] {
    return [...this.#links.waitingHosts()]
      .map(([, links, host]) => ({ host, links }))
      .sort((a, b) => b.links - a.links)
      .slice(0, limit);
  }
}
