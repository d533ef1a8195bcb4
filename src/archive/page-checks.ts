/**
 * What it takes to ask for a page again (its validators), and what asking has brought: how often it was asked, how often
 * it had changed, and what that says about how often it changes (`ChangeHistory`).
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type { Arrival } from './records.ts';

const FRESHLY_MADE_MS = 3_600_000;
const LONGEST_AGE_MS = 365 * 86_400_000;

export class PageChecks {
  readonly #first: StatementSync;
  readonly #begun: StatementSync;
  readonly #checked: StatementSync;
  readonly #missed: StatementSync;
  readonly #find: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    this.#first = sql.prepare(`
      INSERT INTO page_checks (page, checked_at, etag, last_modified, wire_digest, dated, exposed_ms)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6 IS NOT NULL, coalesce(min(?2 - ?6, ${LONGEST_AGE_MS}), 0))
      ON CONFLICT DO UPDATE SET checked_at = ?2, etag = ?3, last_modified = ?4, wire_digest = ?5`);
    this.#begun = sql.prepare(
      'INSERT OR IGNORE INTO page_checks (page, checked_at) SELECT id, fetched_at FROM pages WHERE id = ?',
    );
    const waited = 'max(0, ?2 - checked_at)';
    const isDated = '(?6 = 1 AND coalesce(?7 > checked_at, 0))';
    this.#checked = sql.prepare(`
      UPDATE page_checks SET
        etag = coalesce(?3, iif(?6 = 0, etag, NULL)), last_modified = coalesce(?4, iif(?6 = 0, last_modified, NULL)),
        wire_digest = iif(?6 = 0, coalesce(?5, wire_digest), ?5), checks = checks + 1, changes = changes + ?6,
        observed_ms = observed_ms + ${waited},
        exposed_ms = exposed_ms + iif(?6 = 0, ${waited}, iif(${isDated}, ?2 - ?7, 0)),
        dated = dated + ${isDated}, undated = undated + (?6 = 1 AND NOT ${isDated}),
        undated_ms = undated_ms + iif(?6 = 1 AND NOT ${isDated}, ${waited}, 0),
        misses = 0, checked_at = ?2
      WHERE page = ?1`);
    this.#missed = sql.prepare(`
      INSERT INTO page_checks (page, checked_at, misses) SELECT id, fetched_at, 1 FROM pages WHERE id = ?
      ON CONFLICT DO UPDATE SET misses = misses + 1`);
    this.#find = sql.prepare('UPDATE page_checks SET finds = finds + 1 WHERE page = ? AND checks > 0');
  }

  /** Call before the row of the page is replaced: a first check counts from when it was fetched. */
  arrived(page: number, at: number, { etag, lastModified, wireDigest, modifiedAt, change }: Arrival): void {
    if (change === 'unreachable') {
      this.#missed.run(page);
      return;
    }
    const validators = [etag ?? null, lastModified ?? null, wireDigest ?? null];
    // Servers that make a page on request call it modified now.
    const modified = modifiedAt !== undefined && at - modifiedAt > FRESHLY_MADE_MS ? modifiedAt : null;
    if (change === undefined || change === 'new') {
      if (etag !== undefined || lastModified !== undefined || wireDigest !== undefined)
        this.#first.run(page, at, ...validators, modified);
      return;
    }
    this.#begun.run(page);
    this.#checked.run(page, at, ...validators, change === 'unchanged' ? 0 : 1, modified);
  }

  found(page: number): void {
    this.#find.run(page);
  }
}
