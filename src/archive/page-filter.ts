/** A selection of pages as a condition on the table `pages`, shared by search and export. */
import type { SQLInputValue } from 'node:sqlite';
import type { Label } from './records.ts';

export interface PageFilter {
  /** The pages as they were at this time, in milliseconds since the epoch. */
  asOf?: number;
  relevantOnly?: boolean;
  minScore?: number;
  /** As detected: `en`. */
  language?: string;
  /** As the frontier names it: `example.org`, `example.org:8080`. */
  host?: string;
  /** Pages that were read and do not count. */
  irrelevantOnly?: boolean;
  /** `html`, `pdf` … */
  kind?: string;
  /** Published then, as the page says: `2024`, `2024-05`. */
  published?: string;
  /** No near-duplicates. */
  originalsOnly?: boolean;
  /** Distances from the judge's border. */
  margin?: { from: number; to: number };
  /** Pages that a later visit found changed, moved or gone. */
  changedOnly?: boolean;
  /** Fetched up to this number: pages that come meanwhile are left out. */
  upTo?: number;
  /** What a person said, the latest of each; `any` for pages that somebody labelled. */
  label?: Label['label'] | 'any';
}

export function pageFilter(filter: PageFilter, table = 'pages'): { where: string; values: SQLInputValue[] } {
  const parts: string[] = [];
  const values: SQLInputValue[] = [];
  const must = (condition: string, ...more: SQLInputValue[]) => {
    parts.push(condition);
    values.push(...more);
  };
  // A near-duplicate does not count as a find, but belongs to one.
  if (filter.relevantOnly)
    must(
      `coalesce((SELECT relevant FROM pages AS original WHERE original.id = ${table}.near_duplicate_of), ${table}.relevant) = 1`,
    );
  if (filter.minScore !== undefined) must(`${table}.score >= ?`, filter.minScore);
  if (filter.language !== undefined) must(`${table}.language = ?`, filter.language);
  if (filter.host !== undefined) must(`${table}.host = (SELECT id FROM hosts WHERE name = ?)`, filter.host);
  if (filter.irrelevantOnly) must(`${table}.relevant = 0`);
  if (filter.kind !== undefined) must(`${table}.kind = ?`, filter.kind);
  if (filter.published !== undefined)
    must(`(${table}.about ->> '$.published') GLOB ?`, `${filter.published.replace(/[^\d-]/g, '')}*`);
  if (filter.originalsOnly) must(`${table}.outcome = 'page'`);
  if (filter.margin !== undefined)
    must(`${table}.margin BETWEEN ? AND ?`, filter.margin.from, filter.margin.to);
  if (filter.changedOnly)
    must(`${table}.id IN (SELECT page FROM visits WHERE change IN ('changed', 'moved', 'gone'))`);
  if (filter.upTo !== undefined) must(`${table}.n <= ?`, filter.upTo);
  if (filter.label === 'any') must(`${table}.id IN (SELECT page FROM labels)`);
  else if (filter.label !== undefined)
    must(`${table}.id IN (SELECT page FROM labels WHERE label = ?)`, filter.label);
  return { where: parts.length === 0 ? 'TRUE' : parts.join(' AND '), values };
}
