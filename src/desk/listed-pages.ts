/** The pages of a crawl as a list: by filter and order, or by a search. */
import { z } from 'zod';
import { remembered } from '../answers/remembered.ts';
import { nearMargins } from '../answers/survey.ts';
import type { PageFilter } from '../archive/page-filter.ts';
import {
  countPages,
  cursorAfter,
  isCursor,
  type ListedPage,
  listPages,
  looksAtAll,
  marginScale,
  orderedIds,
  type PageCursor,
  type PageScreen,
  type PageSort,
  pageSorts,
  pagesByIds,
} from '../archive/page-list.ts';
import { search } from '../archive/search.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { cursor, cursorOf, limit, placeOf } from './api/schemas.ts';

export const pageQuery = z.strictObject({
  q: z
    .string()
    .max(400)
    .optional()
    .describe('Words, "phrases", prefix*, -without, title:word, host:name, url:part.'),
  is: z.enum(['all', 'relevant', 'near', 'not', 'labelled', 'changed']).default('all'),
  site: z.string().max(300).optional(),
  language: z.string().max(10).optional(),
  type: z.string().max(30).optional().describe('html, pdf, text …'),
  label: z.enum(['relevant', 'not-relevant', 'unsure']).optional(),
  sort: z.enum(pageSorts).default('newest').describe('Without q; with q the best match comes first.'),
  cursor,
  from: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .optional()
    .describe('Without a cursor: skip this many.'),
  until: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Only pages up to this number (n), so that places in the list stay.'),
  limit,
});
export type PageQuery = z.output<typeof pageQuery>;

/** A page of the list, with what was said of it last. */
export type PageRow = ListedPage & { label?: string; snippet?: string };

export interface PageList {
  items: PageRow[];
  next?: string;
  /** How many there are; absent with `from`, and for a search, which looks for the best. */
  total?: number;
  /** What was looked for, in words, and what to type instead. */
  understood?: string;
  hint?: string;
}

export function pagesOf(crawl: OpenCrawl, query: PageQuery): PageList {
  const { db } = crawl;
  const filter = filterOf(crawl, query);
  if (query.q !== undefined && query.q.trim() !== '') {
    const offset = placeOf(query.cursor, isOffset) ?? 0;
    const { hits, understood, hint } = search(db, query.q, {
      ...filter,
      limit: query.limit + 1,
      offset,
      mostRanked: MOST_RANKED,
    });
    const shown = hits.slice(0, query.limit);
    const snippets = new Map(shown.map(({ page, snippet }) => [page, snippet]));
    const pages = labelled(crawl, pagesByIds(db, snippets.keys()));
    const items = pages.map((page) => ({ ...page, snippet: snippets.get(page.id) ?? '' }));
    return {
      items,
      ...(hits.length > query.limit ? { next: cursorOf(offset + query.limit) } : {}),
      understood,
      ...(hint === undefined ? {} : { hint }),
    };
  }
  const after = placeOf(query.cursor, isCursor);
  const { sort, limit, from = 0 } = query;
  const isFar = after === undefined ? from >= FAR : looksAtAll(sort);
  const screen = isFar ? farDown(crawl, filter, { sort, limit, from, after }) : undefined;
  const { pages, next } = screen ?? listPages(db, filter, { sort, limit, after, skip: from });
  return {
    items: labelled(crawl, pages),
    ...(next === undefined ? {} : { next: cursorOf(next) }),
    // A reader in the middle of the list was given it at the beginning.
    ...(from === 0 ? { total: counted(crawl, filter) } : {}),
  };
}

/** Of several people's labels of a page, the latest. */
function labelled({ read }: OpenCrawl, pages: readonly ListedPage[]): PageRow[] {
  const latest = new Map(read.labelsOf(pages.map(({ id }) => id)).map(({ page, label }) => [page, label]));
  return pages.map((page) => {
    const label = latest.get(page.id);
    return label === undefined ? page : { ...page, label };
  });
}

/** Skipping this many pages is still quick. */
const FAR = 1000;
const ORDER_MS = 60_000;
const ORDERS_KEPT = 4;

/** The orders of lists that somebody looks far down into, the latest last. */
const orders = new Map<string, { ids: Int32Array; at: number; version: number }>();

/** Of a running crawl, the order is that of up to a minute ago; undefined if it does not have the page of the cursor. */
function farDown(
  { db, read, folder }: OpenCrawl,
  filter: PageFilter,
  {
    sort,
    limit,
    from,
    after,
  }: { sort: PageSort; limit: number; from: number; after: PageCursor | undefined },
): PageScreen | undefined {
  const key = JSON.stringify([folder.path, filter, sort]);
  const version = read.dataVersion();
  const known = orders.get(key);
  const isKnown =
    known !== undefined && (known.version === version || performance.now() - known.at < ORDER_MS);
  const order = isKnown ? known : { ids: orderedIds(db, filter, sort), at: performance.now(), version };
  orders.delete(key);
  orders.set(key, order);
  const [oldest] = orders.keys();
  if (orders.size > ORDERS_KEPT) orders.delete(oldest!);
  const first = after === undefined ? from : order.ids.indexOf(after[1]) + 1;
  if (first === 0 && after !== undefined) return undefined;
  const pages = pagesByIds(db, order.ids.subarray(first, first + limit));
  const last = pages.at(-1);
  const isEnd = last === undefined || first + limit >= order.ids.length;
  return { pages, next: isEnd ? undefined : cursorAfter(last, sort) };
}

/** Nobody looks through more; ranking all pages with a word that most have would hold up everybody else. */
const MOST_RANKED = 500;

/** Counted once for each state of the database: a list is asked for screen by screen. */
const counted = (crawl: OpenCrawl, filter: PageFilter): number =>
  remembered(crawl, `pages ${JSON.stringify(filter)}`, () => countPages(crawl.db, filter));

const isOffset = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000_000;

export function filterOf(
  { db }: Pick<OpenCrawl, 'db'>,
  { is, site, language, type, label, until }: PageQuery,
): PageFilter {
  return {
    ...(is === 'relevant' ? { relevantOnly: true, originalsOnly: true } : {}),
    ...(is === 'not' ? { irrelevantOnly: true } : {}),
    ...(is === 'near' ? { margin: nearMargins(marginScale(db)) } : {}),
    ...(is === 'labelled' ? { label: 'any' as const } : {}),
    ...(is === 'changed' ? { changedOnly: true } : {}),
    ...(site === undefined ? {} : { host: site }),
    ...(language === undefined ? {} : { language }),
    ...(type === undefined ? {} : { kind: type }),
    ...(label === undefined ? {} : { label }),
    ...(until === undefined ? {} : { upTo: until }),
  };
}
