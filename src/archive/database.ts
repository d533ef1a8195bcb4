/**
 * The one SQLite file of a crawl. Everything that belongs together is written in one transaction, which
 * stays open between `commit`s: a crash loses at most what came since the last one, never half of it.
 */
import { DatabaseSync } from 'node:sqlite';

export interface CrawlDatabase {
  readonly sql: DatabaseSync;
  /** Ends the open transaction and starts the next. */
  commit(): void;
  close(): void;
}

export function openDatabase(path: string, options: { readOnly?: boolean } = {}): CrawlDatabase {
  const sql = new DatabaseSync(path, { readOnly: options.readOnly ?? false });
  sql.exec('PRAGMA busy_timeout = 10000');
  if (options.readOnly) {
    return { sql, commit() {}, close: () => sql.close() };
  }
  sql.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -65536;
    PRAGMA wal_autocheckpoint = 8000;
    PRAGMA temp_store = MEMORY;
  `);
  sql.exec('BEGIN');
  return {
    sql,
    commit() {
      sql.exec('COMMIT');
      sql.exec('BEGIN');
    },
    close() {
      sql.exec('COMMIT');
      sql.close();
    },
  };
}
