/**
 * The texts of pages and their full-text index. Some are inserted together: the index is scattered in memory, and
 * consecutive inserts find it still in the processor's cache. More of them would keep the loop from handing out pages.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import { spaced } from './spaceless.ts';

const TEXTS_IN_MEMORY = 32;
const CHARACTERS_IN_MEMORY = 1_000_000;

export class PageTexts {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #copy: StatementSync;
  #pending: [page: number, title: string, text: string][] = [];
  #characters = 0;

  constructor(db: CrawlDatabase) {
    this.#insert = db.sql.prepare('INSERT INTO page_text (rowid, title, text) VALUES (?, ?, ?)');
    this.#delete = db.sql.prepare('DELETE FROM page_text WHERE rowid = ?');
    this.#copy = db.sql.prepare(
      'INSERT INTO page_text (rowid, title, text) SELECT ?, title, text FROM page_text WHERE rowid = ?',
    );
    db.beforeCommit(() => this.flush());
  }

  add(page: number, title: string, text: string): void {
    this.#pending.push([page, title, text]);
    this.#characters += text.length;
    if (this.#pending.length >= TEXTS_IN_MEMORY || this.#characters >= CHARACTERS_IN_MEMORY) this.flush();
  }

  /** `as` keeps the text under another number. */
  forget(page: number, as?: number): void {
    this.flush();
    if (as !== undefined) this.#copy.run(as, page);
    this.#delete.run(page);
  }

  flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#characters = 0;
    for (const [page, title, text] of pending) this.#insert.run(page, spaced(title), spaced(text));
  }
}

/** Pages that should have a text and have none. */
export const pagesWithoutText = ({ sql }: CrawlDatabase): number[] =>
  sql
    .prepare(
      `SELECT id FROM pages WHERE outcome IN ('page', 'near-duplicate')
        AND NOT EXISTS (SELECT 1 FROM page_text WHERE rowid = pages.id) ORDER BY id`,
    )
    .all()
    .map(({ id }) => Number(id));
