/**
 * What it takes to ask for a page again (its validators), and what asking has brought: how often it was asked, how often
 * it had changed, for how long it was under observation. A change is known to lie between two visits; it is taken to have
 * happened in the middle.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type { Arrival } from './records.ts';

export class PageChecks {
  readonly #first: StatementSync;
  readonly #checked: StatementSync;
  readonly #missed: StatementSync;
  readonly #find: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    this.#first = sql.prepare(`
      INSERT INTO page_checks (page, checked_at, etag, last_modified, wire_digest) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT DO UPDATE SET checked_at = ?2, etag = ?3, last_modified = ?4, wire_digest = ?5`);
    this.#checked = sql.prepare(`
      INSERT INTO page_checks (page, checked_at, etag, last_modified, wire_digest, checks, changes, exposed_ms)
        SELECT id, ?2, ?3, ?4, ?5, 1, ?6, (?2 - fetched_at) * ?7 FROM pages WHERE id = ?1
      ON CONFLICT DO UPDATE SET
        etag = coalesce(?3, iif(?6 = 0, etag, NULL)), last_modified = coalesce(?4, iif(?6 = 0, last_modified, NULL)),
        wire_digest = iif(?6 = 0, coalesce(?5, wire_digest), ?5), checks = checks + 1, changes = changes + ?6,
        exposed_ms = exposed_ms + max(0, ?2 - checked_at) * ?7, misses = 0, checked_at = ?2`);
    this.#missed = sql.prepare(`
      INSERT INTO page_checks (page, checked_at, misses) SELECT id, fetched_at, 1 FROM pages WHERE id = ?
      ON CONFLICT DO UPDATE SET misses = misses + 1`);
    this.#find = sql.prepare('UPDATE page_checks SET finds = finds + 1 WHERE page = ? AND checks > 0');
  }

  /** Call before the row of the page is replaced: a first check counts from when it was fetched. */
  arrived(page: number, at: number, { etag, lastModified, wireDigest, change }: Arrival): void {
    if (change === 'unreachable') {
      this.#missed.run(page);
      return;
    }
    const validators = [etag ?? null, lastModified ?? null, wireDigest ?? null];
    if (change === undefined || change === 'new') {
      if (etag !== undefined || lastModified !== undefined || wireDigest !== undefined)
        this.#first.run(page, at, ...validators);
      return;
    }
    const changed = change === 'unchanged' ? 0 : 1;
    this.#checked.run(page, at, ...validators, changed, changed === 1 ? 0.5 : 1);
  }

  found(page: number): void {
    this.#find.run(page);
  }
}
