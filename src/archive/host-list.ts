/** The hosts of a crawl as a list, a screen at a time. */
import type { CrawlDatabase } from './database.ts';
import type { HostRecord } from './records.ts';
import { hostOf } from './rows.ts';

export const hostSorts = ['relevant', 'pages', 'errors', 'bytes'] as const;
export type HostSort = (typeof hostSorts)[number];

/** With what rules them; largest first, then by their number. `after`: the value and the id of the last one shown. */
export function listHosts(
  { sql }: CrawlDatabase,
  { sort, limit, after }: { sort: HostSort; limit: number; after?: readonly [number, number] | undefined },
): { hosts: HostRecord[]; next: readonly [number, number] | undefined } {
  const place = after === undefined ? 'TRUE' : `(hosts.${sort}, -hosts.id) < (?, ?)`;
  const rows = sql
    .prepare(
      `SELECT * FROM hosts LEFT JOIN host_rules ON host = id WHERE fetches > 0 AND ${place}
       ORDER BY hosts.${sort} DESC, hosts.id LIMIT ?`,
    )
    .all(...(after === undefined ? [] : [after[0], -after[1]]), limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    hosts: shown.map(hostOf),
    next: rows.length > limit && last !== undefined ? [Number(last[sort]), Number(last.id)] : undefined,
  };
}

/** Hosts that were asked for a page, and those with a relevant one. */
export function countHosts({ sql }: CrawlDatabase): { hosts: number; withRelevant: number } {
  const row = sql
    .prepare('SELECT count(*) AS hosts, sum(relevant > 0) AS good FROM hosts WHERE fetches > 0')
    .get();
  return { hosts: Number(row?.hosts ?? 0), withRelevant: Number(row?.good ?? 0) };
}
