/** How many pages a search finds, and how they divide by host, type, language and year. */
import type { CrawlDatabase } from './database.ts';
import type { SearchOptions } from './search.ts';
import { conditionOf } from './search-conditions.ts';
import { expressionOf, readQuery } from './search-query.ts';
import { pagesAsOf } from './versions.ts';
import { wordForms } from './word-forms.ts';

export const facetNames = ['host', 'type', 'language', 'year'] as const;
export type FacetName = (typeof facetNames)[number];

export interface Facets {
  total: number;
  /** There are more; `total` and the counts are those of the first ones. */
  isCut: boolean;
  /** The most frequent values of each. */
  counts: Record<FacetName, { value: string; pages: number }[]>;
}

/** Counting goes no further. */
const MOST_PAGES = 10_000;
const MOST_VALUES = 12;

/** With `any`, pages that have some of the words. */
export function facets(db: CrawlDatabase, query: string, options: SearchOptions = {}, any = false): Facets {
  const asked = readQuery(query);
  const forms = wordForms(db);
  const expression = expressionOf(asked, (word) => forms.of(word), any);
  const { pages, textRow, values: at } = pagesAsOf(options.asOf);
  const { condition, values } = conditionOf(db, expression, asked, options);
  const from =
    expression === undefined
      ? `${pages} WHERE pages.kind IS NOT NULL`
      : `page_text JOIN ${pages} ON ${textRow} = page_text.rowid WHERE page_text MATCH ?`;
  const rows = db.sql
    .prepare(
      `WITH found AS MATERIALIZED (
         SELECT pages.host AS host, pages.kind AS type, pages.language AS language,
           substr(pages.about ->> '$.published', 1, 4) AS year
         FROM ${from} AND ${condition} LIMIT ${MOST_PAGES + 1})
       SELECT 'total' AS facet, NULL AS value, count(*) AS pages FROM found UNION ALL
       SELECT 'host', (SELECT name FROM hosts WHERE id = host), count(*) FROM found GROUP BY host UNION ALL
       SELECT 'type', type, count(*) FROM found GROUP BY type UNION ALL
       SELECT 'language', language, count(*) FROM found GROUP BY language UNION ALL
       SELECT 'year', year, count(*) FROM found GROUP BY year`,
    )
    .all(...at, ...(expression === undefined ? [] : [expression]), ...values);
  const counted = (facet: string) =>
    rows
      .filter((row) => row.facet === facet && row.value !== null)
      .map((row) => ({ value: String(row.value), pages: Number(row.pages) }));
  const total = Number(rows[0]?.pages ?? 0);
  return {
    total: Math.min(total, MOST_PAGES),
    isCut: total > MOST_PAGES,
    counts: {
      host: mostFrequent(counted('host')),
      type: mostFrequent(counted('type')),
      language: mostFrequent(counted('language')),
      year: counted('year').sort((a, b) => b.value.localeCompare(a.value)),
    },
  };
}

export const mostFrequent = <T extends { value: string; pages: number }>(counts: readonly T[]): T[] =>
  counts.toSorted((a, b) => b.pages - a.pages || a.value.localeCompare(b.value)).slice(0, MOST_VALUES);
