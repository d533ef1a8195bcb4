/**
 * Full-text search over the pages of a crawl: the best by BM25 first, a word in the title counting as
 * much as five in the text. A query of any form is answered, if only with nothing.
 */
import type { CrawlDatabase } from './database.ts';
import { pageFilter } from './page-filter.ts';
import { searchExpression } from './search-query.ts';

export interface SearchOptions {
  limit?: number;
  /** How many of the best to pass over: for the next screen. */
  offset?: number;
  relevantOnly?: boolean;
  minScore?: number;
  host?: string;
  language?: string;
  /** Put around the words that were found in the snippet. */
  marks?: [before: string, after: string];
}

export interface SearchHit {
  page: number;
  url: string;
  title: string;
  /** Higher is better; says nothing across queries. */
  score: number;
  snippet: string;
  relevant: boolean;
  /** What the judge gave the page. */
  relevance: number | undefined;
}

export function searchPages(db: CrawlDatabase, query: string, options: SearchOptions = {}): SearchHit[] {
  const expression = searchExpression(query);
  if (expression === undefined) return [];
  const { where, values } = pageFilter(options);
  const [before, after] = options.marks ?? ['«', '»'];
  // The order by `rank` is FTS5's own: a snippet is made only for the rows that are handed out.
  const rows = db.sql
    .prepare(
      `SELECT pages.id, pages.url, pages.title, pages.relevant, pages.score, page_text.rank AS rank,
         snippet(page_text, 1, ?, ?, '…', ${SNIPPET_WORDS}) AS snippet
       FROM page_text JOIN pages ON pages.id = page_text.rowid
       WHERE page_text MATCH ? AND rank MATCH 'bm25(5.0, 1.0)' AND ${where}
       ORDER BY rank LIMIT ? OFFSET ?`,
    )
    .all(before, after, expression, ...values, natural(options.limit, 20), natural(options.offset, 0));
  return rows.map((row) => ({
    page: Number(row.id),
    url: String(row.url),
    title: String(row.title ?? ''),
    score: -Number(row.rank),
    snippet: String(row.snippet ?? ''),
    relevant: row.relevant === 1,
    relevance: typeof row.score === 'number' ? row.score : undefined,
  }));
}

const SNIPPET_WORDS = 24;

function natural(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}
