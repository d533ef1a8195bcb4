/**
 * The frontier of a crawl to look at, running or not: what of it stands in the database, as of the last commit.
 * Reads only, and costs nothing at opening however many links there are. What is out waits here.
 */
import type { CrawlDatabase } from '../archive/database.ts';
import type { FrontierStats, KnownLink } from './frontier.ts';
import { hostOf, LinkTable } from './link-table.ts';

export class FrontierReader {
  readonly #links: LinkTable;

  constructor(db: CrawlDatabase) {
    this.#links = new LinkTable(db.sql, () => undefined);
  }

  /** The link of this id: what it is, how it stands and why. */
  link(id: number): KnownLink | undefined {
    return this.#links.byId(id);
  }

  /** The link to a URL, in the form in which it waits. */
  find(url: string): KnownLink | undefined {
    const hostId = this.#links.hostId(hostOf(url) ?? '');
    return hostId === undefined ? undefined : this.#links.find(hostId, url);
  }

  counts(): Pick<FrontierStats, 'waiting' | 'deferred' | 'done' | 'refused'> {
    return this.#links.counts();
  }
}
