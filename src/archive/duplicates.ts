/**
 * Pages that say what another page already said: the same bytes (digest), or nearly the same text (64-bit fingerprints
 * that differ in few bits). Only pages that are nobody's duplicate are entered, so a thousand copies of one page cost
 * one entry.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import { NearPages } from './near-pages.ts';

export class Duplicates {
  readonly #db: CrawlDatabase;
  readonly #byDigest: StatementSync;
  #near: NearPages | undefined;

  constructor(db: CrawlDatabase) {
    this.#db = db;
    this.#byDigest = db.sql.prepare(`
      SELECT id FROM pages WHERE digest = ? AND digest IS NOT NULL AND duplicate_of IS NULL ORDER BY id LIMIT 1`);
  }

  /** Once the page's row is written: until it is first asked, the rows are all there is. */
  add(page: number, fingerprint: string): void {
    this.#near?.add(page, fingerprint);
  }

  /** Before the page's row goes. */
  remove(page: number, fingerprint: string): void {
    this.#near?.remove(page, fingerprint);
  }

  findByDigest(digest: string): number | undefined {
    return this.#byDigest.get(digest)?.id as number | undefined;
  }

  findNear(fingerprint: string, maxDistance: number): { page: number; distance: number } | undefined {
    return this.#nearPages().nearest(fingerprint, maxDistance);
  }

  /** Read from the rows of pages when it is first asked for. */
  #nearPages(): NearPages {
    if (this.#near !== undefined) return this.#near;
    this.#near = new NearPages();
    const rows = this.#db.sql
      .prepare(
        `SELECT id, fingerprint FROM pages
         WHERE fingerprint IS NOT NULL AND duplicate_of IS NULL AND near_duplicate_of IS NULL`,
      )
      .iterate();
    for (const { id, fingerprint } of rows) this.#near.add(Number(id), String(fingerprint));
    return this.#near;
  }
}
