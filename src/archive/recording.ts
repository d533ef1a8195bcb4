/**
 * What changed in a crawl's database from one commit to the next, as bytes that make the same changes elsewhere: a
 * patchset of a SQLite session. A database that is made from nothing but patchsets has the same rows as the one they
 * were recorded from, in every table that has a primary key.
 *
 * Sessions do not follow full-text tables, so a crawl that is recorded keeps no texts in its database.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { backup, constants, DatabaseSync } from 'node:sqlite';
import { ForageError } from '../errors.ts';
import { createTables } from '../frontier/link-statements.ts';
import { type CrawlDatabase, openDatabase } from './database.ts';
import { createTargets } from './page-links.ts';
import { PartTables } from './part-tables.ts';
import { prepareSchema } from './schema.ts';

/** Records from the first row on, if the database is new; calls `changed` with the changes of every commit. */
export function record(db: CrawlDatabase, changed: (patchset: Uint8Array) => void): PartTables {
  const tables = makeTables(db);
  let session = db.sql.createSession();
  db.afterCommit(() => {
    const patchset = session.patchset();
    session.close();
    session = db.sql.createSession();
    changed(patchset);
  });
  return tables;
}

/** Makes a new database from patchsets in their order. */
export async function rebuild(path: string, patchsets: AsyncIterable<Uint8Array>): Promise<void> {
  const db = openDatabase(path, { sole: true });
  try {
    makeTables(db);
    for await (const patchset of patchsets) apply(db, patchset);
  } catch (error) {
    db.sql.close();
    throw error;
  }
  db.close();
}

/** A change that does not fit means that one is missing or damaged: there is nothing to repair. */
function apply({ sql }: CrawlDatabase, patchset: Uint8Array): void {
  const isKnown = (table: string): boolean =>
    sql.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(table) !== undefined;
  const applied = sql.applyChangeset(patchset, {
    filter(table) {
      if (isKnown(table)) return true;
      throw new ForageError(
        'CRAWL_FOLDER',
        `The changes name a table that this Forage does not have: ${table}.`,
      );
    },
    onConflict: () => constants.SQLITE_CHANGESET_ABORT,
  });
  if (!applied) throw new ForageError('CRAWL_FOLDER', 'Recorded changes do not fit the database.');
}

/** All tables that a recorded crawl writes to, so that they are there before the first change. */
export function makeTables(db: CrawlDatabase): PartTables {
  prepareSchema(db);
  createTables(db.sql);
  createTargets(db.sql);
  return new PartTables(db);
}

/** A new database that begins as a copy of another. */
export function replaceBy(path: string, copy: Uint8Array): void {
  writeFileSync(path, copy);
}

/** A database as it is now, while it goes on being written to. Right after a commit, it is that commit. */
export interface Snapshot {
  /** Its bytes, by way of a file. */
  copyTo(file: string): Promise<Uint8Array>;
  close(): void;
}

export function snapshot(path: string): Snapshot {
  const sql = new DatabaseSync(path, { readOnly: true });
  // An open read transaction stays at what it has seen.
  sql.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  return {
    async copyTo(file) {
      await backup(sql, file);
      return readFileSync(file);
    },
    close: () => sql.close(),
  };
}
