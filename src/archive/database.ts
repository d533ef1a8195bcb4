/**
 * The one SQLite file of a crawl. Everything that belongs together is written in one transaction, which
 * stays open between `commit`s: a crash loses at most what came since the last one, never half of it.
 */
import { DatabaseSync } from 'node:sqlite';
import { ForageError } from '../errors.ts';

export interface CrawlDatabase {
  readonly sql: DatabaseSync;
  readonly readOnly: boolean;
  /** Has something written at the end of every transaction: work that is cheaper done in one go. */
  beforeCommit(task: () => void): void;
  /** Ends the open transaction and starts the next. */
  commit(): void;
  /** For tables of millions of rows that are looked up and changed all over: their inner pages stay in memory. */
  enlargeCache(): void;
  close(): void;
}

/**
 * What is written once and rarely read again (pages, texts, links) needs little. The large cache holds the inner
 * pages and the busy leaves of a frontier of ten million links.
 */
const CACHE_KB = 64 * 1024;
const LARGE_CACHE_KB = 384 * 1024;

export interface DatabaseOptions {
  readOnly?: boolean;
  /**
   * Holds the right to write for as long as the handle is open, so that a second process cannot get
   * between a read and the write that follows from it. A second crawl on the same file is told so.
   */
  sole?: boolean;
  /** How long to wait for another process that is writing. */
  waitMs?: number;
  /** Nobody opens it again: it stays in memory, there is no file. */
  fleeting?: boolean;
}

export function openDatabase(path: string, options: DatabaseOptions = {}): CrawlDatabase {
  try {
    return open(path, options);
  } catch (error) {
    throw inWords(path, error);
  }
}

function open(path: string, options: DatabaseOptions): CrawlDatabase {
  const readOnly = options.readOnly ?? false;
  const sql = new DatabaseSync(options.fleeting ? ':memory:' : path, { readOnly });
  const begin = options.sole ? 'BEGIN IMMEDIATE' : 'BEGIN';
  const tasks: (() => void)[] = [];
  try {
    sql.exec(`PRAGMA busy_timeout = ${Math.trunc(options.waitMs ?? 10_000)}`);
    if (readOnly) {
      sql.prepare('SELECT count(*) FROM sqlite_schema').get();
      return { sql, readOnly, beforeCommit() {}, commit() {}, enlargeCache() {}, close: () => sql.close() };
    }
    // Pages of 4 KB: with 8 the full-text index took a fifth less time, but a frontier of ten million links half as
    // much again.
    // The long log (128 MB) lets pages that are written again and again go back to the file
    // once: new links at that size took some 18 µs each instead of 20 to 22 with a log of 32 MB, on a noisy
    // machine. The price is a longer pause when the log is written back: half a second or so.
    sql.exec(`
      PRAGMA page_size = 4096;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = ${-CACHE_KB};
      PRAGMA wal_autocheckpoint = 32768;
      PRAGMA temp_store = MEMORY;
    `);
    sql.exec(begin);
  } catch (error) {
    sql.close();
    throw error;
  }
  const end = () => {
    for (const task of tasks) task();
    sql.exec('COMMIT');
  };
  return {
    sql,
    readOnly,
    beforeCommit(task) {
      tasks.push(task);
    },
    commit() {
      try {
        end();
        sql.exec(begin);
      } catch (error) {
        throw inWords(path, error);
      }
    },
    enlargeCache() {
      sql.exec(`PRAGMA cache_size = ${-LARGE_CACHE_KB}`);
    },
    close() {
      try {
        end();
      } catch (error) {
        throw inWords(path, error);
      } finally {
        sql.close();
      }
    },
  };
}

/** The result codes of SQLite that a user can do something about. */
const SENTENCES = new Map<number, (path: string) => string>([
  [5, (path) => `Another process is writing ${path}. Wait for it to end, or stop it, and try again.`],
  [13, (path) => `There is no room left on the disk for ${path}. Make room and resume the crawl.`],
  [
    14,
    (path) => `${path} cannot be opened. Check that the folder exists and that you may read and write there.`,
  ],
  [26, (path) => `${path} is not a crawl's database. Name a folder that holds a crawl.`],
]);

function inWords(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const sentence = SENTENCES.get(code);
  return sentence ? new ForageError('CRAWL_FOLDER', sentence(path), { cause: error }) : error;
}
