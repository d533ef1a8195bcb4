/**
 * How far a crawl was sent to one destination: a small database of its own, so that every step survives a kill, and so
 * that one process at a time sends there: the lock is the system's and ends with the process.
 *
 * A batch is planned before it is sent and done after it: a batch whose fate is unknown is sent again with exactly the
 * same visits, under the same name.
 */
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder, onDisk } from '../disk.ts';
import { ForageError } from '../errors.ts';

export interface CursorState {
  /** The crawl that it counts the visits of; empty before the first batch. */
  source: string;
  /** The last visit that was sent. */
  since: number;
  /** Up to here a batch was begun whose end is not known. */
  planned: number | undefined;
  /** Messages that arrived, and pages that the destination refused. */
  sent: number;
  refused: number;
}

export interface RefusedPage {
  sequence: number;
  url: string;
  reason: string;
}

export class SendCursor {
  readonly #sql: DatabaseSync;
  #state: CursorState;

  private constructor(sql: DatabaseSync) {
    this.#sql = sql;
    const row = sql.prepare('SELECT * FROM cursor').get();
    this.#state = {
      source: String(row?.source ?? ''),
      since: Number(row?.since ?? 0),
      planned: row?.planned == null ? undefined : Number(row.planned),
      sent: Number(row?.sent ?? 0),
      refused: Number(row?.refused ?? 0),
    };
  }

  static open(path: string): SendCursor {
    return onDisk(path, () => {
      makeFolder(dirname(path));
      const sql = new DatabaseSync(path);
      try {
        sql.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;');
        sql.exec(TABLES);
        return new SendCursor(sql);
      } catch (error) {
        sql.close();
        if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
        throw new ForageError('USAGE', 'Another "forage send" is sending this crawl there. Stop it first.');
      }
    });
  }

  /** Only looks; undefined while somebody is sending. */
  static read(path: string): CursorState | undefined {
    try {
      const cursor = SendCursor.open(path);
      cursor.close();
      return cursor.state;
    } catch (error) {
      if (error instanceof ForageError && error.code === 'USAGE') return undefined;
      throw error;
    }
  }

  get state(): Readonly<CursorState> {
    return this.#state;
  }

  restart(source: string): void {
    this.#sql.exec('DELETE FROM refused');
    this.#save({ source, since: 0, planned: undefined, sent: 0, refused: 0 });
  }

  plan(upTo: number): void {
    this.#save({ ...this.#state, planned: upTo });
  }

  /** What was planned has arrived. */
  done(upTo: number, sent: number, refused: readonly RefusedPage[]): void {
    const insert = this.#sql.prepare('INSERT OR REPLACE INTO refused VALUES (?, ?, ?)');
    for (const { sequence, url, reason } of refused) insert.run(sequence, url, reason);
    const before = this.#state;
    this.#save({
      ...before,
      since: upTo,
      planned: undefined,
      sent: before.sent + sent,
      refused: before.refused + refused.length,
    });
  }

  close(): void {
    this.#sql.close();
  }

  #save(state: CursorState): void {
    const { source, since, planned, sent, refused } = state;
    this.#sql
      .prepare('INSERT OR REPLACE INTO cursor VALUES (1, ?, ?, ?, ?, ?)')
      .run(source, since, planned ?? null, sent, refused);
    this.#state = state;
  }
}

const SQLITE_BUSY = 5;

const TABLES = `
CREATE TABLE IF NOT EXISTS cursor (
  id INTEGER PRIMARY KEY, source TEXT NOT NULL, since INTEGER NOT NULL, planned INTEGER, sent INTEGER NOT NULL,
  refused INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS refused (sequence INTEGER PRIMARY KEY, url TEXT NOT NULL, reason TEXT NOT NULL);
-- Takes the lock for writing, which this connection keeps.
BEGIN IMMEDIATE; COMMIT;
`;
