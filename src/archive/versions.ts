/**
 * Former states of pages. When a later visit replaces a page, its row moves here with the time until which it was the
 * latest; its text stays in the index of texts under the negative number of the row. So a page as of a date is in one of
 * two places, and searches of the present see none of the past.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';

export class Versions {
  readonly #keep: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    // What was no page (a redirect, an error) is in the visits, and has nothing else to keep.
    this.#keep = sql.prepare(
      'INSERT INTO former_pages SELECT ?, pages.* FROM pages WHERE id = ? AND kind IS NOT NULL',
    );
  }

  /** Returns the number of the version; undefined if there is nothing to keep. */
  keep(page: number, until: number): number | undefined {
    const { changes, lastInsertRowid } = this.#keep.run(until, page);
    return changes === 0 ? undefined : Number(lastInsertRowid);
  }
}

/** What a query names instead of `pages` to ask about a time: the table, and the column that is the row of its text. */
export function pagesAsOf(at: number | undefined): {
  pages: string;
  textRow: string;
  values: SQLInputValue[];
} {
  if (at === undefined) return { pages: 'pages', textRow: 'pages.id', values: [] };
  return {
    pages: `(SELECT id AS text_row, NULL AS until_at, pages.* FROM pages WHERE fetched_at <= ?
      UNION ALL SELECT -rowid, former_pages.* FROM former_pages WHERE fetched_at <= ? AND until_at > ?) AS pages`,
    textRow: 'pages.text_row',
    values: [at, at, at],
  };
}
