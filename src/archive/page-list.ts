/**
 * Lists of pages that a person looks through: chosen by a filter, in one of a few orders, a screen at a time. The place
 * after the last page is a cursor, so that pages that come meanwhile shift nothing.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import { type PageFilter, pageFilter } from './page-filter.ts';
import type { Row } from './rows.ts';

/** `border`: those closest to the threshold first, on either side. */
export const pageSorts = ['newest', 'oldest', 'best', 'worst', 'border'] as const;
export type PageSort = (typeof pageSorts)[number];

/** The key of the last page of a screen in its order, and its id. */
export type PageCursor = readonly [key: number, id: number];

export interface ListedPage {
  id: number;
  n: number;
  url: string;
  host: string;
  title: string;
  outcome: string;
  kind: string | undefined;
  language: string | undefined;
  fetchedAt: number;
  score: number | undefined;
  margin: number | undefined;
  relevant: boolean;
}

export interface PageScreen {
  pages: ListedPage[];
  /** Undefined after the last page. */
  next: PageCursor | undefined;
}

export function listPages(
  { sql }: CrawlDatabase,
  filter: PageFilter,
  {
    sort,
    limit,
    after,
    skip = 0,
  }: { sort: PageSort; limit: number; after?: PageCursor | undefined; skip?: number | undefined },
): PageScreen {
  const { key, isDescending, isIndexed } = ORDERS[sort];
  const { where, values } = pageFilter(filter);
  const [compare, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
  const place = after === undefined ? 'TRUE' : `(${key}, pages.id) ${compare} (?, ?)`;
  const chosen = (more: string): string =>
    `SELECT pages.id, ${key} AS place FROM pages
     WHERE ${READ} AND ${key} IS NOT NULL AND ${more} AND ${where} AND ${place}
     ORDER BY ${key} ${direction}, pages.id ${direction} LIMIT ?`;
  // The index of numbers is by relevance first: each side is read in its order, and both are merged.
  const parts = isIndexed ? [chosen('pages.relevant = 0'), chosen('pages.relevant = 1')] : [chosen('TRUE')];
  const most = skip + limit + 1;
  const rows = sql
    .prepare(
      `WITH chosen AS (SELECT * FROM (${parts.join(') UNION ALL SELECT * FROM (')})),
         shown AS (SELECT * FROM chosen ORDER BY place ${direction}, id ${direction} LIMIT ? OFFSET ?)
       SELECT ${COLUMNS}, shown.place FROM shown CROSS JOIN pages ON pages.id = shown.id
         CROSS JOIN hosts ON hosts.id = pages.host
       ORDER BY shown.place ${direction}, shown.id ${direction}`,
    )
    .all(...parts.flatMap(() => [...values, ...(after ?? []), most]), limit + 1, skip);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last !== undefined ? ([Number(last.place), Number(last.id)] as const) : undefined;
  return { pages: shown.map(listedOf), next };
}

/** The ids of all pages of a list in its order: to look far down a long list, where skipping takes as long as reading. */
export function orderedIds({ sql }: CrawlDatabase, filter: PageFilter, sort: PageSort): Int32Array {
  const { key, isDescending } = ORDERS[sort];
  const { where, values } = pageFilter(filter);
  const direction = isDescending ? 'DESC' : 'ASC';
  // As one text: a million rows take a second longer.
  const row = sql
    .prepare(
      `SELECT json_group_array(id) AS ids FROM (SELECT pages.id FROM pages
         WHERE ${READ} AND ${key} IS NOT NULL AND ${where} ORDER BY ${key} ${direction}, pages.id ${direction})`,
    )
    .get(...values);
  return Int32Array.from(JSON.parse(String(row?.ids)) as number[]);
}

/** Whether each screen of this order takes a look at all pages. */
export const looksAtAll = (sort: PageSort): boolean => ORDERS[sort].isIndexed !== true;

/** The place after a page, as `listPages` gives it. */
export function cursorAfter({ id, n, score, margin }: ListedPage, sort: PageSort): PageCursor {
  const key = { newest: n, oldest: n, best: score, worst: score, border: Math.abs(margin ?? 0) }[sort];
  return [key ?? 0, id];
}

/** Those of a list of ids, in its order. */
export function pagesByIds({ sql }: CrawlDatabase, ids: Iterable<number>): ListedPage[] {
  const rows = sql
    .prepare(
      `SELECT ${COLUMNS} FROM json_each(?) AS wanted CROSS JOIN pages ON pages.id = wanted.value
         CROSS JOIN hosts ON hosts.id = pages.host ORDER BY wanted.key`,
    )
    .all(JSON.stringify([...ids]));
  return rows.map(listedOf);
}

export function countPages({ sql }: CrawlDatabase, filter: PageFilter): number {
  if (Object.keys(filter).length === 0) {
    const tallied = `SELECT sum(pages) AS pages FROM outcomes WHERE outcome IN ('page', 'near-duplicate')`;
    return Number(sql.prepare(tallied).get()?.pages ?? 0);
  }
  const { where, values } = pageFilter(filter);
  const row = sql.prepare(`SELECT count(*) AS pages FROM pages WHERE ${READ} AND ${where}`).get(...values);
  return Number(row?.pages);
}

const MARGINS = 20_000;

/**
 * How far pages lie from the threshold, on its two sides; 0 where there are none. A few pages may lie farther than all
 * others by an order of magnitude: one and a half times the median is as far as the scale goes.
 */
export function marginScale({ sql }: CrawlDatabase): { least: number; most: number } {
  const last = Number(sql.prepare('SELECT max(id) AS last FROM pages').get()?.last ?? 0);
  const margins = sql
    .prepare(`SELECT margin FROM pages WHERE ${READ} AND margin IS NOT NULL AND id % ? = 0`)
    .all(Math.max(1, Math.ceil(last / MARGINS)))
    .map(({ margin }) => Number(margin));
  const farthest = (distances: number[]): number => {
    const sorted = distances.sort((a, b) => a - b);
    return Math.min(sorted.at(-1) ?? 0, 1.5 * (sorted[Math.floor(sorted.length / 2)] ?? 0));
  };
  return {
    least: 0 - farthest(margins.filter((margin) => margin < 0).map((margin) => -margin)),
    most: farthest(margins.filter((margin) => margin > 0)),
  };
}

/** The values of a column that a filter can ask for, most frequent first. */
export function valuesOf(
  { sql }: CrawlDatabase,
  column: 'language' | 'kind',
): { value: string; pages: number }[] {
  return sql
    .prepare(
      `SELECT ${column} AS value, count(*) AS pages FROM pages WHERE ${READ} AND ${column} IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30`,
    )
    .all()
    .map((row) => ({ value: String(row.value), pages: Number(row.pages) }));
}

/** Every fetch of a page, latest first. */
export function visitsOf({ sql }: CrawlDatabase, page: number) {
  return sql
    .prepare(
      'SELECT seq, fetched_at, outcome, status, score, relevant, digest FROM visits WHERE page = ? ORDER BY seq DESC LIMIT 100',
    )
    .all(page)
    .map((row) => ({
      sequence: Number(row.seq),
      fetchedAt: Number(row.fetched_at),
      outcome: String(row.outcome),
      status: numberOf(row.status),
      score: numberOf(row.score),
      relevant: row.relevant === 1,
      digest: row.digest === null ? undefined : String(row.digest),
    }));
}

const READ = `pages.outcome IN ('page', 'near-duplicate')`;
const COLUMNS = `pages.id, pages.n, pages.url, hosts.name AS host_name, pages.title, pages.outcome, pages.kind,
  pages.language, pages.fetched_at, pages.score, pages.margin, pages.relevant`;

const ORDERS: Record<PageSort, { key: string; isDescending: boolean; isIndexed?: true }> = {
  newest: { key: 'pages.n', isDescending: true, isIndexed: true },
  oldest: { key: 'pages.n', isDescending: false, isIndexed: true },
  best: { key: 'pages.score', isDescending: true },
  worst: { key: 'pages.score', isDescending: false },
  border: { key: 'abs(pages.margin)', isDescending: false },
};

const listedOf = (row: Row): ListedPage => ({
  id: Number(row.id),
  n: Number(row.n),
  url: String(row.url),
  host: String(row.host_name),
  title: String(row.title ?? ''),
  outcome: String(row.outcome),
  kind: row.kind === null ? undefined : String(row.kind),
  language: row.language === null ? undefined : String(row.language),
  fetchedAt: Number(row.fetched_at),
  score: numberOf(row.score),
  margin: numberOf(row.margin),
  relevant: row.relevant === 1,
});

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A place that a client gives back is data of a stranger. */
export const isCursor = (value: unknown): value is PageCursor & SQLInputValue[] =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((one) => typeof one === 'number' && Number.isFinite(one));
