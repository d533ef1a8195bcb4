/** How a crawl came from site to site: hosts with what they gave, and through which of them the others were found. */
import type { CrawlDatabase } from './database.ts';

export interface HostGraph {
  hosts: { name: string; pages: number; relevant: number }[];
  /** Pages of `to` that were found through pages of `from`, both as places in `hosts`. */
  ways: { from: number; to: number; pages: number; relevant: number }[];
  /** Hosts that are not shown. */
  more: number;
}

/** The hosts with most relevant pages, and among equals those with most pages. */
export function hostGraph({ sql }: CrawlDatabase, limit: number): HostGraph {
  const hosts = sql
    .prepare(
      'SELECT id, name, pages, relevant FROM hosts WHERE pages > 0 ORDER BY relevant DESC, pages DESC, id LIMIT ?',
    )
    .all(limit);
  const place = new Map(hosts.map(({ id }, i) => [Number(id), i]));
  const rows = sql
    .prepare(
      `SELECT source.host AS source, pages.host AS target, count(*) AS pages, sum(pages.relevant) AS relevant
       FROM pages CROSS JOIN pages AS source ON source.id = pages.via
       WHERE pages.outcome IN ('page', 'near-duplicate') AND source.host <> pages.host GROUP BY 1, 2`,
    )
    .all();
  const all = Number(sql.prepare('SELECT count(*) AS n FROM hosts WHERE pages > 0').get()?.n ?? 0);
  return {
    hosts: hosts.map(({ name, pages, relevant }) => ({
      name: String(name),
      pages: Number(pages),
      relevant: Number(relevant),
    })),
    ways: rows.flatMap((row) => {
      const [from, to] = [place.get(Number(row.source)), place.get(Number(row.target))];
      if (from === undefined || to === undefined) return [];
      return [{ from, to, pages: Number(row.pages), relevant: Number(row.relevant) }];
    }),
    more: all - hosts.length,
  };
}
