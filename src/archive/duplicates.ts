/**
 * Duplicate detection: the same bytes (digest), or nearly the same text (64-bit fingerprints that differ in few bits).
 * Only originals are indexed, so a thousand copies of one page cost one entry.
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

  /** Call after the page's row is written: before the first lookup, the rows are the only index. */
  add(page: number, fingerprint: string): void {
    this.#near?.add(page, fingerprint);
  }

  /** Call before the page's row is deleted. */
  remove(page: number, fingerprint: string): void {
    this.#near?.remove(page, fingerprint);
  }

  findByDigest(digest: string): number | undefined {
    return this.#byDigest.get(digest)?.id as number | undefined;
  }

  findNear(
    fingerprint: string,
    maxDistance: number,
    except?: number,
  ): { page: number; distance: number } | undefined {
    return this.#nearPages().nearest(fingerprint, maxDistance, except);
  }

  /** Built from the page rows at the first lookup. */
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
