/**
 * Full-text search over the pages of a crawl, ranked by BM25; a word in the title counts as much as five in the text.
 * Any query gets an answer, possibly an empty one, and what was understood.
 */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type { HandNotes } from './hand-notes.ts';
import type { PageFilter } from './page-filter.ts';
import type { Row } from './rows.ts';
import { conditionOf, isPlain } from './search-conditions.ts';
import { expressionOf, type Query, readQuery, type Term } from './search-query.ts';
import { isPlainWord, LOOKED_AT, SNIPPET_WORDS, snippetOf } from './snippet.ts';
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
  /**
   * If more pages match, only the first of them that were read are looked at, this many: those with the words in their
   * titles come first, then those that the judge scored best. BM25 counts every page that has a word.
   */
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
  const find = (any: boolean): Found =>
    matching(db, expressionOf(asked, formsOf, any), {
      ...options,
      asked,
      words: () => wordsOf(asked, forms),
    });
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

const NUMBER = new Intl.NumberFormat('en');

const cutHint = (most: number): string => {
  const n = NUMBER.format(most);
  return `More than ${n} pages match; these are the best of the first ${n} that were read, by title and score. Add a word to narrow the search.`;
};

interface Asked extends SearchOptions {
  asked: Query;
  /** The plain words to mark; undefined if other things were asked for, too. */
  words(): string[] | undefined;
}

function matching(db: CrawlDatabase, expression: string | undefined, options: Asked): Found {
  const { condition, values } = conditionOf(db, expression, options.asked, options);
  const of: Pages = { ...pagesAsOf(options.asOf), condition, more: values };
  if (expression === undefined) return { hits: withoutWords(db, of, options), isCut: false };
  const last = lastRanked(db, expression, of, options.mostRanked);
  const found =
    last === undefined ? ranked(db, expression, of, options) : bestJudged(db, expression, of, options, last);
  return { hits: shown(db, expression, of, options, found), isCut: last !== undefined };
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

/** The row of a text, and its rank: the lowest is the best. */
type Ranked = Record<'id' | 'rank', SQLOutputValue>;

const matchesOf = ({ pages, textRow }: Pages): string =>
  `FROM page_text CROSS JOIN ${pages} ON ${textRow} = page_text.rowid WHERE page_text MATCH ?`;

function ranked(db: CrawlDatabase, expression: string, of: Pages, options: SearchOptions): Ranked[] {
  return prepared(
    db,
    `SELECT page_text.rowid AS id, bm25(page_text, 5.0, 1.0) AS rank ${matchesOf(of)} AND ${of.condition}
     ORDER BY rank, page_text.rowid LIMIT ? OFFSET ?`,
  ).all(...of.values, expression, ...of.more, ...limitsOf(options)) as Ranked[];
}

const TITLE_WORDS = 8;

/** Of the texts before one. */
function bestJudged(
  db: CrawlDatabase,
  expression: string,
  of: Pages,
  options: Asked,
  before: bigint,
): Ranked[] {
  const words = options.asked.wanted.flat().slice(0, TITLE_WORDS);
  const inTitle = words.map(() => '(instr(lower(pages.title), ?) > 0)').join(' + ') || '0';
  const [limit, offset] = limitsOf(options);
  return prepared(
    db,
    `SELECT page_text.rowid AS id ${matchesOf(of)} AND ${of.condition} AND page_text.rowid < ?
     ORDER BY ${inTitle} DESC, pages.score DESC, page_text.rowid LIMIT ? OFFSET ?`,
  )
    .all(
      ...of.values,
      expression,
      ...of.more,
      before,
      ...words.map(({ text }) => text.toLowerCase()),
      limit,
      offset,
    )
    .map(({ id }, i) => ({ id: id!, rank: offset + i }));
}

/** A snippet is made for the pages that are returned alone. */
function shown(
  db: CrawlDatabase,
  expression: string,
  of: Pages,
  { words: wordsToMark, marks = ['«', '»'], asOf }: Asked,
  found: readonly Ranked[],
): SearchHit[] {
  const words = asOf === undefined ? wordsToMark() : undefined;
  const text = (id: bigint): Row | undefined =>
    prepared(
      db,
      `SELECT ${COLUMNS}, substr(page_text.text, 1, ${LOOKED_AT}) AS text FROM page_text
       CROSS JOIN pages ON pages.id = page_text.rowid WHERE page_text.rowid = ?`,
    ).get(id);
  const marked = (id: bigint): Row | undefined =>
    prepared(
      db,
      `SELECT ${COLUMNS}, snippet(page_text, 1, ?, ?, '…', ${SNIPPET_WORDS}) AS snippet
       ${matchesOf(of)} AND page_text.rowid = ?`,
    ).get(...marks, ...of.values, expression, id);
  return found.flatMap(({ id, rank }) => {
    const place = BigInt(Number(id));
    const row = words && text(place);
    const snippet = row && snippetOf(String(row.text ?? ''), words!, marks);
    const hit = snippet === undefined ? marked(place) : { ...row!, snippet };
    return hit === undefined ? [] : [hitOf({ ...hit, rank })];
  });
}

/** With their other forms, if nothing but plain words was asked for. */
function wordsOf({ wanted }: Query, forms: ReadonlyMap<string, string[]>): string[] | undefined {
  const terms = wanted.flat();
  if (terms.some(({ isPhrase, isPrefix, field }) => isPhrase || isPrefix || field !== 'text'))
    return undefined;
  const words = new Set(terms.flatMap(({ text }) => [text.toLowerCase(), ...(forms.get(text) ?? [])]));
  return [...words].every(isPlainWord) ? [...words] : undefined;
}

const COLUMNS = 'pages.id, pages.url, pages.title, pages.relevant, pages.score';

const limitsOf = ({ limit, offset }: SearchOptions): [limit: number, offset: number] => [
  natural(limit, 20),
  natural(offset, 0),
];

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

const SNIPPET_CHARACTERS = 200;

function natural(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}
