/**
 * The single SQLite file of a crawl. Everything that belongs together is written in one transaction, which stays open
 * between `commit`s: a crash loses at most what came after the last one, and never a part of it.
 */
import { DatabaseSync } from 'node:sqlite';
import { onDisk } from '../disk.ts';

export interface CrawlDatabase {
  readonly sql: DatabaseSync;
  readonly readOnly: boolean;
  /** Registers a write at the end of every transaction, for work that is cheaper in one go. */
  beforeCommit(task: () => void): void;
  /** Called after every commit, before anything else is written. */
  afterCommit(task: () => void): void;
  /** Whether a row was written since the last commit. */
  hasChanges(): boolean;
  /** Ends the open transaction and starts the next. If that fails, nothing is written any more. */
  commit(): void;
  /**
   * Refuses all writes from now on. After an error of the disk SQLite may have rolled the transaction back by itself;
   * what is written then would be kept statement by statement, half pages among it.
   */
  stopWriting(): void;
  /** For tables of millions of rows with random access: a large cache and a long write-ahead log. */
  enlarge(): void;
  close(): void;
}

/**
 * Data that is written once and rarely read (pages, texts, links) needs little cache. The large cache fits the inner
 * pages and the busy leaves of a frontier of ten million links.
 */
const CACHE_KB = 64 * 1024;
const LARGE_CACHE_KB = 384 * 1024;
/**
 * Database pages in the write-ahead log before it is checkpointed, 16 MB: its beginning is written again while it is still
 * in memory. With 128 MB a crawl of 4,000 pages took 3 % longer. Where millions of links wait, rows anywhere change, and
 * the long log lets database pages that are rewritten often go back to the file once; the price is a pause of about half a
 * second at a checkpoint.
 */
const LOG_PAGES = 2048;
const LONG_LOG_PAGES = 16_384;

export interface DatabaseOptions {
  readOnly?: boolean;
  /**
   * Holds the write lock while the handle is open, so that a second process cannot write between a read and the write
   * that depends on it. A second crawl on the same file gets an error.
   */
  sole?: boolean;
  /** How long to wait for another writing process. */
  waitMs?: number;
  /** In memory only, without a file. */
  fleeting?: boolean;
}

export function openDatabase(path: string, options: DatabaseOptions = {}): CrawlDatabase {
  return onDisk(path, () => open(path, options));
}

function open(path: string, options: DatabaseOptions): CrawlDatabase {
  const readOnly = options.readOnly ?? false;
  const sql = new DatabaseSync(options.fleeting ? ':memory:' : path, { readOnly });
  const begin = options.sole ? 'BEGIN IMMEDIATE' : 'BEGIN';
  const tasks: (() => void)[] = [];
  const after: (() => void)[] = [];
  let written = 0;
  try {
    sql.exec(`PRAGMA busy_timeout = ${Math.trunc(options.waitMs ?? 10_000)}`);
    if (readOnly) {
      sql.prepare('SELECT count(*) FROM sqlite_schema').get();
      return { ...NOTHING_TO_WRITE, sql, readOnly, close: () => sql.close() };
    }
    // 8 KB pages: with 4 KB a crawl took 1 to 3 % longer, and a frontier of ten million links was no faster.
    sql.exec(`
      PRAGMA page_size = 8192;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = ${-CACHE_KB};
      PRAGMA wal_autocheckpoint = ${LOG_PAGES};
      PRAGMA temp_store = MEMORY;
    `);
    sql.exec(begin);
  } catch (error) {
    sql.close();
    throw error;
  }
  const counted = sql.prepare('SELECT total_changes() AS n');
  const changes = (): number => Number(counted.get()!.n);
  const end = () => {
    for (const task of tasks) task();
    sql.exec('COMMIT');
  };
  const stopWriting = () => {
    if (sql.isOpen) sql.exec('PRAGMA query_only = ON');
  };
  return {
    sql,
    readOnly,
    beforeCommit(task) {
      tasks.push(task);
    },
    afterCommit(task) {
      after.push(task);
    },
    hasChanges: () => changes() !== written,
    commit() {
      try {
        onDisk(path, () => {
          end();
          sql.exec(begin);
          written = changes();
          for (const task of after) task();
        });
      } catch (error) {
        stopWriting();
        throw error;
      }
    },
    stopWriting,
    enlarge() {
      sql.exec(`PRAGMA cache_size = ${-LARGE_CACHE_KB}; PRAGMA wal_autocheckpoint = ${LONG_LOG_PAGES};`);
    },
    close() {
      try {
        onDisk(path, end);
      } finally {
        sql.close();
      }
    },
  };
}

const NOTHING_TO_WRITE = {
  beforeCommit() {},
  afterCommit() {},
  hasChanges: () => false,
  commit() {},
  stopWriting() {},
  enlarge() {},
};
