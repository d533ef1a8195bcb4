/**
 * Full-text search over the pages of a crawl, ranked by BM25; a word in the title counts as much as five in the text.
 * Any query gets an answer, possibly an empty one.
 */
import type { CrawlDatabase } from './database.ts';
import { pageFilter } from './page-filter.ts';
import { searchExpression } from './search-query.ts';

export interface SearchOptions {
  limit?: number;
  /** How many results to skip: for the next screen. */
  offset?: number;
  relevantOnly?: boolean;
  minScore?: number;
  host?: string;
  language?: string;
  /** Put around matching words in the snippet. */
  marks?: [before: string, after: string];
}

export interface SearchHit {
  page: number;
  url: string;
  title: string;
  /** Higher is better; not comparable across queries. */
  score: number;
  snippet: string;
  relevant: boolean;
  /** The judge's score of the page. */
  relevance: number | undefined;
}

export function searchPages(db: CrawlDatabase, query: string, options: SearchOptions = {}): SearchHit[] {
  const expression = searchExpression(query);
  if (expression === undefined) return [];
  const { where, values } = pageFilter(options);
  const [before, after] = options.marks ?? ['«', '»'];
  // Ordering by `rank` is done inside FTS5: snippets are created only for the rows returned.
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
