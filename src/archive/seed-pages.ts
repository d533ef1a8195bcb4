/** What a crawl knows about good places to start: its hubs, and what relevant pages cite although it was not fetched. */
import type { CrawlDatabase } from './database.ts';

export interface Hub {
  page: number;
  url: string;
  title: string;
}

/** Pages that link to at least two relevant ones, most first. */
export function hubsOf({ sql }: CrawlDatabase, limit: number): Hub[] {
  return sql
    .prepare(
      `SELECT source.id, source.url, source.title, count(DISTINCT target.id) AS led
       FROM links JOIN pages AS source ON source.id = links.page JOIN pages AS target ON target.link = links.to_link
       WHERE target.relevant = 1 AND target.id <> source.id AND source.outcome = 'page'
       GROUP BY source.id HAVING led >= 2 ORDER BY led DESC, source.n LIMIT ?`,
    )
    .all(limit)
    .map((row) => ({
      page: Number(row.id),
      url: String(row.url),
      title: String(row.title ?? ''),
    }));
}

export interface Cited {
  url: string;
  /** Hosts with a relevant page that links to it. */
  hosts: number;
  /** One of the anchors. */
  anchor: string;
}

/** URLs on other hosts that relevant pages link to and that were not fetched, most cited first. */
export function citedOf({ sql }: CrawlDatabase, limit: number): Cited[] {
  return sql
    .prepare(
      `SELECT coalesce(links.url, known.url) AS url, count(DISTINCT source.host) AS hosts, max(links.anchor) AS anchor
       FROM pages AS source CROSS JOIN links ON links.page = source.id JOIN hosts ON hosts.id = source.host
       LEFT JOIN frontier_text AS known ON known.id = links.to_link
       LEFT JOIN pages AS target ON target.link = links.to_link
       WHERE source.relevant = 1 AND target.id IS NULL
         AND instr(coalesce(links.url, known.url), '://' || hosts.name || '/') = 0
       GROUP BY 1 ORDER BY hosts DESC, url LIMIT ?`,
    )
    .all(limit)
    .map((row) => ({ url: String(row.url), hosts: Number(row.hosts), anchor: String(row.anchor ?? '') }));
}
