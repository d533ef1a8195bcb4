/**
 * The pages of an export, ordered by id, or the best of them by score. Read in batches of a few hundred, with no
 * statement open in between: memory is bounded, and a running crawl is not held up.
 */
import type { CrawlDatabase } from '../database.ts';
import { type PageFilter, pageFilter } from '../page-filter.ts';
import type { PageRecord } from '../records.ts';
import { pageOf, selectPages } from '../rows.ts';
import { pagesAsOf } from '../versions.ts';

export interface ExportFilter extends PageFilter {
  /** Include redirects, errors, refusals and duplicates; by default only pages that are not duplicates. */
  everything?: boolean;
  /** Include near-duplicates: pages whose text differs little from that of an earlier one. */
  nearDuplicates?: boolean;
  /** At most N pages, best first; ties by order of fetching. Not for graphs, which need every page. */
  best?: number;
}

export function* selectedPages(db: CrawlDatabase, filter: ExportFilter): Generator<PageRecord> {
  if (filter.best !== undefined) {
    yield* bestPages(db, filter, filter.best);
    return;
  }
  const { where, values } = selection(filter);
  const { pages, values: at } = pagesAsOf(filter.asOf);
  const select = db.sql.prepare(
    `${selectPages(pages)} WHERE pages.id > ? AND ${where} ORDER BY pages.id LIMIT ${AT_A_TIME}`,
  );
  let last = 0;
  for (;;) {
    const rows = select.all(...at, last, ...values);
    for (const row of rows) {
      const page = pageOf(row);
      last = page.id;
      yield page;
    }
    if (rows.length < AT_A_TIME) return;
  }
}

/** Only their ids are in memory. */
function* bestPages(db: CrawlDatabase, filter: ExportFilter, most: number): Generator<PageRecord> {
  const { where, values } = selection(filter);
  const { pages, values: at } = pagesAsOf(filter.asOf);
  const ids = db.sql
    .prepare(`SELECT id FROM ${pages} WHERE score IS NOT NULL AND ${where} ORDER BY score DESC, id LIMIT ?`)
    .all(...at, ...values, most);
  const select = db.sql.prepare(`${selectPages(pages)} WHERE pages.id = ?`);
  for (const { id } of ids) yield pageOf(select.get(...at, id!)!);
}

/** The same selection as a condition on the table `pages`. */
export function selection(filter: ExportFilter): ReturnType<typeof pageFilter> {
  const { where, values } = pageFilter(filter);
  if (filter.everything) return { where, values };
  const outcome = filter.nearDuplicates ? `IN ('page', 'near-duplicate')` : `= 'page'`;
  return { where: `pages.outcome ${outcome} AND ${where}`, values };
}

/** Whether some pages are chosen; a date alone chooses a state of all. */
export const choosesPages = (filter: ExportFilter): boolean =>
  CHOICES.some((key) => filter[key] !== undefined && filter[key] !== false);

const CHOICES = [
  ...(['relevantOnly', 'irrelevantOnly', 'minScore', 'best', 'language'] as const),
  ...(['host', 'kind', 'margin', 'label'] as const),
];

/** How many near-duplicates fit the filter and are left out. */
export function nearDuplicatesLeftOut(db: CrawlDatabase, filter: ExportFilter): number {
  if (filter.everything || filter.nearDuplicates) return 0;
  const { where, values } = pageFilter(filter);
  const { pages, values: at } = pagesAsOf(filter.asOf);
  const row = db.sql
    .prepare(`SELECT count(*) AS n FROM ${pages} WHERE outcome = 'near-duplicate' AND ${where}`)
    .get(...at, ...values);
  return Number(row?.n);
}

const AT_A_TIME = 500;
