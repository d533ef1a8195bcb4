/**
 * Full-text search over the pages of a crawl, ranked by BM25; a word in the title counts as much as five in the text.
 * Any query gets an answer, possibly an empty one, and what was understood.
 */
import type { CrawlDatabase } from './database.ts';
import type { HandNotes } from './hand-notes.ts';
import type { PageFilter } from './page-filter.ts';
import { conditionOf, isPlain } from './search-conditions.ts';
import { expressionOf, type Query, readQuery, type Term } from './search-query.ts';
import { unspaced } from './spaceless.ts';
import { pagesAsOf } from './versions.ts';
import { wordForms } from './word-forms.ts';

export interface SearchOptions extends PageFilter {
  limit?: number;
  /** The pages as they were at this time, in milliseconds since the epoch. */
  asOf?: number;
  /** How many results to skip: for the next screen. */
  offset?: number;
  /** Put around matching words in the snippet. */
  marks?: [before: string, after: string];
  /** For `annotation:`. */
  notes?: HandNotes | undefined;
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

/** The result of a search. */
export interface Search {
  hits: SearchHit[];
  /** What was looked for, in words. */
  understood: string;
  /** No page has all the words, so these have some of them. */
  isRelaxed: boolean;
  /** What to type instead, if the query was probably not meant as it was read. */
  hint: string | undefined;
}

export function searchPages(db: CrawlDatabase, query: string, options: SearchOptions = {}): SearchHit[] {
  return search(db, query, options).hits;
}

export function search(db: CrawlDatabase, query: string, options: SearchOptions = {}): Search {
  const asked = readQuery(query);
  const forms = new Map<string, string[]>();
  const hint = hintFor(asked, query);
  if (asked.wanted.length === 0 && !asked.places.some(({ field }) => field === 'type'))
    return { hits: [], understood: '', isRelaxed: false, hint };
  const known = wordForms(db);
  const formsOf = (word: string): string[] => {
    const found = forms.get(word) ?? known.of(word);
    forms.set(word, found);
    return found;
  };
  const all = matching(db, expressionOf(asked, formsOf), asked, options);
  const isRelaxed = all.length === 0 && !options.offset && asked.wanted.filter(isPlain).length > 1;
  const hits = isRelaxed ? matching(db, expressionOf(asked, formsOf, true), asked, options) : all;
  const understood = inWords(asked, forms);
  return { hits, understood, isRelaxed: isRelaxed && hits.length > 0, hint };
}

/** Without an expression, what is known of documents alone decides; then the best judged come first. */
function matching(
  db: CrawlDatabase,
  expression: string | undefined,
  query: Query,
  options: SearchOptions,
): SearchHit[] {
  const { pages, textRow, values: at } = pagesAsOf(options.asOf);
  const [before, after] = options.marks ?? ['«', '»'];
  const { condition: conditions, values: more } = conditionOf(db, expression, query, options);
  const limits = [natural(options.limit, 20), natural(options.offset, 0)];
  // Ordering by `rank` is done inside FTS5: snippets are created only for the rows returned.
  const rows =
    expression === undefined
      ? db.sql
          .prepare(
            `SELECT pages.id, pages.url, pages.title, pages.relevant, pages.score, -coalesce(pages.score, 0) AS rank,
               substr(page_text.text, 1, ${SNIPPET_CHARACTERS}) AS snippet
             FROM ${pages} LEFT JOIN page_text ON page_text.rowid = ${textRow}
             WHERE ${conditions} ORDER BY pages.relevant DESC, rank, pages.id LIMIT ? OFFSET ?`,
          )
          .all(...at, ...more, ...limits)
      : db.sql
          .prepare(
            `SELECT pages.id, pages.url, pages.title, pages.relevant, pages.score, page_text.rank AS rank,
               snippet(page_text, 1, ?, ?, '…', ${SNIPPET_WORDS}) AS snippet
             FROM page_text JOIN ${pages} ON ${textRow} = page_text.rowid
             WHERE page_text MATCH ? AND rank MATCH 'bm25(5.0, 1.0)' AND ${conditions}
             ORDER BY rank LIMIT ? OFFSET ?`,
          )
          .all(before, after, ...at, expression, ...more, ...limits);
  return rows.map((row) => ({
    page: Number(row.id),
    url: String(row.url),
    title: String(row.title ?? ''),
    score: -Number(row.rank),
    snippet: unspaced(String(row.snippet ?? '')),
    relevant: row.relevant === 1,
    relevance: typeof row.score === 'number' ? row.score : undefined,
  }));
}

function hintFor({ wanted, unwanted, places, hasOpenQuote }: Query, query: string): string | undefined {
  if (wanted.length > 0)
    return hasOpenQuote ? 'A quote is not closed: everything after it was read as one phrase.' : undefined;
  if (unwanted.length > 0)
    return 'The query only says what must not occur. Add a word to look for: owl -museum';
  if (places.some(({ field }) => field === 'type')) return undefined;
  if (places.length > 0) return 'host: and url: choose among pages that were found. Add a word to look for.';
  return query.trim() === ''
    ? 'The query is empty. Type a word, "a phrase", a prefix*, title:word, host:name or url:part.'
    : 'The query has no word. Type a word, "a phrase", a prefix*, title:word, host:name or url:part.';
}

/** `owl (also owls) and "barn owl" in the title, not museum, on example.org` */
function inWords({ wanted, unwanted, places }: Query, forms: ReadonlyMap<string, string[]>): string {
  const term = ({ text, isPhrase, isPrefix, field }: Term): string => {
    const others = (forms.get(text) ?? []).filter((form) => form !== text.toLowerCase());
    const shown = isPhrase
      ? `"${text}"`
      : isPrefix
        ? `words that begin with ${text.replace(/\*$/, '')}`
        : text;
    const also =
      others.length === 0 ? '' : ` (also ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''})`;
    return `${shown}${also}${field === 'text' ? '' : ` in the ${field}`}`;
  };
  const place = ({ field, text, isWanted }: Query['places'][number]): string =>
    `${isWanted ? '' : 'not '}${field === 'host' ? `on ${text}` : field === 'type' ? `of the type ${text}` : `with ${text} in the URL`}`;
  return [
    ...(wanted.length === 0 ? [] : [wanted.map((group) => group.map(term).join(' or ')).join(' and ')]),
    ...(unwanted.length === 0 ? [] : [`not ${unwanted.map(term).join(' or ')}`]),
    ...places.map(place),
  ].join(', ');
}

const SNIPPET_WORDS = 24;
const SNIPPET_CHARACTERS = 200;

function natural(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}
