/**
 * Full-text search over the pages of a crawl, ranked by BM25; a word in the title counts as much as five in the text.
 * Any query gets an answer, possibly an empty one, and what was understood.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type { HandNotes } from './hand-notes.ts';
import type { PageFilter } from './page-filter.ts';
import type { Row } from './rows.ts';
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
  /** If many more pages match, only this many are ranked, in the order in which they were read. */
  mostRanked?: number;
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
  /** What to type instead, if the query was probably not meant as it was read, or too many pages match. */
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
  const find = (any: boolean): Found => matching(db, expressionOf(asked, formsOf, any), asked, options);
  const all = find(false);
  const isRelaxed = all.hits.length === 0 && !options.offset && asked.wanted.filter(isPlain).length > 1;
  const { hits, isCut } = isRelaxed ? find(true) : all;
  return {
    hits,
    understood: inWords(asked, forms),
    isRelaxed: isRelaxed && hits.length > 0,
    hint: isCut ? cutHint(options.mostRanked!) : hint,
  };
}

interface Found {
  hits: SearchHit[];
  isCut: boolean;
}

const cutHint = (ranked: number): string => {
  const n = ranked.toLocaleString('en');
  return `More than ${n} pages match; these are the best of the first ${n} that were read. Add a word to narrow the search.`;
};

function matching(
  db: CrawlDatabase,
  expression: string | undefined,
  query: Query,
  options: SearchOptions,
): Found {
  const { condition, values } = conditionOf(db, expression, query, options);
  const of: Pages = { ...pagesAsOf(options.asOf), condition, more: values };
  if (expression === undefined) return { hits: withoutWords(db, of, options), isCut: false };
  const last = lastRanked(db, expression, of, options.mostRanked);
  const hits = ranked(db, expression, of, last, options);
  return { hits, isCut: last !== undefined };
}

/** The table, the row of its text, and the condition. */
interface Pages extends ReturnType<typeof pagesAsOf> {
  condition: string;
  more: SQLInputValue[];
}

/** What is known of documents alone decides; the best judged come first. */
function withoutWords(
  db: CrawlDatabase,
  { pages, textRow, condition, values, more }: Pages,
  options: SearchOptions,
): SearchHit[] {
  const found = db.sql.prepare(
    `SELECT ${COLUMNS}, -coalesce(pages.score, 0) AS rank,
       substr(page_text.text, 1, ${SNIPPET_CHARACTERS}) AS snippet
     FROM ${pages} LEFT JOIN page_text ON page_text.rowid = ${textRow}
     WHERE ${condition} ORDER BY pages.relevant DESC, rank, pages.id LIMIT ? OFFSET ?`,
  );
  return found.all(...values, ...more, ...limitsOf(options)).map(hitOf);
}

/** The text after the last one that is ranked, if there are more: finding texts is ten times quicker than ranking them. */
function lastRanked(
  db: CrawlDatabase,
  expression: string,
  { pages, textRow, condition, values, more }: Pages,
  most: number | undefined,
): bigint | undefined {
  if (most === undefined) return undefined;
  const next = prepared(
    db,
    `SELECT page_text.rowid AS id FROM page_text CROSS JOIN ${pages} ON ${textRow} = page_text.rowid
     WHERE page_text MATCH ? AND ${condition} ORDER BY page_text.rowid LIMIT 1 OFFSET ?`,
  ).get(...values, expression, ...more, most);
  // FTS5 reads no farther than this row, but only if it is bound as an integer.
  return next === undefined ? undefined : BigInt(Number(next.id));
}

/** In two steps: a snippet is made for the pages that are returned, and how rare each word is counted only once. */
function ranked(
  db: CrawlDatabase,
  expression: string,
  { pages, textRow, condition, values, more }: Pages,
  before: bigint | undefined,
  options: SearchOptions,
): SearchHit[] {
  const matches = `FROM page_text CROSS JOIN ${pages} ON ${textRow} = page_text.rowid WHERE page_text MATCH ?`;
  const best = prepared(
    db,
    `SELECT page_text.rowid AS id, bm25(page_text, 5.0, 1.0) AS rank ${matches} AND ${condition}
     ${before === undefined ? '' : 'AND page_text.rowid < ?'} ORDER BY rank, page_text.rowid LIMIT ? OFFSET ?`,
  ).all(...values, expression, ...more, ...(before === undefined ? [] : [before]), ...limitsOf(options));
  const one = prepared(
    db,
    `SELECT ${COLUMNS}, snippet(page_text, 1, ?, ?, '…', ${SNIPPET_WORDS}) AS snippet
     ${matches} AND page_text.rowid = ?`,
  );
  const marks = options.marks ?? ['«', '»'];
  return best.flatMap(({ id, rank }) => {
    const row = one.get(...marks, ...values, expression, BigInt(Number(id)));
    return row === undefined ? [] : [hitOf({ ...row, rank: rank! })];
  });
}

const COLUMNS = 'pages.id, pages.url, pages.title, pages.relevant, pages.score';

const limitsOf = ({ limit, offset }: SearchOptions): number[] => [natural(limit, 20), natural(offset, 0)];

const hitOf = (row: Row): SearchHit => ({
  page: Number(row.id),
  url: String(row.url),
  title: String(row.title ?? ''),
  score: -Number(row.rank),
  snippet: unspaced(String(row.snippet ?? '')),
  relevant: row.relevant === 1,
  relevance: typeof row.score === 'number' ? row.score : undefined,
});

const statements = new WeakMap<CrawlDatabase, Map<string, StatementSync>>();
const STATEMENTS = 50;

/** Filters make a few different statements, each of which is asked often. */
function prepared(db: CrawlDatabase, sql: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.sql.prepare(sql);
  if (known.size >= STATEMENTS) known.clear();
  known.set(sql, statement);
  return statement;
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
