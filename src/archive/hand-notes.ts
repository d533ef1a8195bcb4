/**
 * What people write about a crawl's documents: annotations, and verdicts that overrule the filter. Stored apart from the
 * crawl, in a small database of its own, by URL: writing needs no lock of a running crawl, and a repaired database finds
 * them again (after CINDI, which keeps annotations separately: Chen, Concordia, 2008, section 2.4).
 */
import { existsSync } from 'node:fs';
import { type CrawlDatabase, openDatabase } from './database.ts';

export interface Annotation {
  id: number;
  url: string;
  by: string;
  at: number;
  text: string;
}

export interface Verdict {
  accepted: boolean;
  type?: string;
  by: string;
  at: number;
}

const TABLES = `
CREATE TABLE IF NOT EXISTS annotations (
  id INTEGER PRIMARY KEY, url TEXT NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS annotations_url ON annotations (url);
CREATE TABLE IF NOT EXISTS verdicts (
  url TEXT PRIMARY KEY, accepted INTEGER NOT NULL, type TEXT, by TEXT NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS annotation_text USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
`;

export class HandNotes {
  readonly #db: CrawlDatabase;

  /** The file must exist for reading; for writing it is created. */
  constructor(path: string, { readOnly = false } = {}) {
    this.#db = openDatabase(path, { readOnly });
    if (!readOnly) this.#db.sql.exec(TABLES);
  }

  annotate(annotation: Omit<Annotation, 'id'>): Annotation {
    const { url, by, at, text } = annotation;
    const added = this.#db.sql
      .prepare('INSERT INTO annotations (url, by, at, text) VALUES (?, ?, ?, ?)')
      .run(url, by, at, text);
    const id = Number(added.lastInsertRowid);
    this.#db.sql.prepare('INSERT INTO annotation_text (rowid, text) VALUES (?, ?)').run(id, text);
    return { id, ...annotation };
  }

  /** In the order in which they were written. */
  annotations(url?: string): Annotation[] {
    const rows =
      url === undefined
        ? this.#db.sql.prepare('SELECT * FROM annotations ORDER BY id').all()
        : this.#db.sql.prepare('SELECT * FROM annotations WHERE url = ? ORDER BY id').all(url);
    return rows.map((row) => ({
      id: Number(row.id),
      url: String(row.url),
      by: String(row.by),
      at: Number(row.at),
      text: String(row.text),
    }));
  }

  /** The URLs of documents whose annotations match an expression of FTS5. */
  annotated(expression: string): string[] {
    return this.#db.sql
      .prepare(
        `SELECT DISTINCT url FROM annotation_text JOIN annotations ON id = annotation_text.rowid
         WHERE annotation_text MATCH ?`,
      )
      .all(expression)
      .map((row) => String(row.url));
  }

  judge(url: string, { accepted, type, by, at }: Verdict): void {
    this.#db.sql
      .prepare('INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?)')
      .run(url, accepted ? 1 : 0, type ?? null, by, at);
  }

  verdicts(): Map<string, Verdict> {
    const rows = this.#db.sql.prepare('SELECT * FROM verdicts').all();
    return new Map(
      rows.map((row) => [
        String(row.url),
        {
          accepted: row.accepted === 1,
          ...(row.type === null ? {} : { type: String(row.type) }),
          by: String(row.by),
          at: Number(row.at),
        },
      ]),
    );
  }

  close(): void {
    this.#db.close();
  }
}

/** Undefined if nobody has written anything yet. */
export const openHandNotes = (path: string): HandNotes | undefined =>
  existsSync(path) ? new HandNotes(path, { readOnly: true }) : undefined;
