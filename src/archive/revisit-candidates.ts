/** Known pages and what asking for them has brought: what a re-crawl chooses from. */
import type { CrawlDatabase } from './database.ts';
import type { ChangeHistory } from './records.ts';

export interface Candidate extends ChangeHistory {
  id: number;
  link: number;
  url: string;
  host: string;
  isSitemap: boolean;
  relevant: boolean;
  /** When it was last answered. */
  checkedAt: number;
  finds: number;
  /** Relevant pages that were first found through its links. */
  led: number;
}

/** All pages and sitemaps whose link became them, in the order of their ids. */
export function* revisitCandidates({ sql }: CrawlDatabase): Generator<Candidate> {
  const rows = sql
    .prepare(
      `WITH leading AS (SELECT via, count(*) AS led FROM pages WHERE relevant = 1 AND via IS NOT NULL GROUP BY via)
       SELECT pages.id, link, url, hosts.name AS host, outcome, pages.relevant,
         coalesce(checked_at, fetched_at) AS checked_at, checks, changes, observed_ms, exposed_ms, dated, undated,
         undated_ms, finds, led
       FROM pages JOIN hosts ON hosts.id = pages.host
       LEFT JOIN page_checks ON page_checks.page = pages.id LEFT JOIN leading ON leading.via = pages.id
       WHERE kind IS NOT NULL OR outcome = 'sitemap' ORDER BY pages.id`,
    )
    .iterate();
  for (const row of rows)
    yield {
      id: Number(row.id),
      link: Number(row.link),
      url: String(row.url),
      host: String(row.host),
      isSitemap: row.outcome === 'sitemap',
      relevant: row.relevant === 1,
      checkedAt: Number(row.checked_at),
      checks: Number(row.checks),
      changes: Number(row.changes),
      observedMs: Number(row.observed_ms),
      exposedMs: Number(row.exposed_ms),
      dated: Number(row.dated),
      undated: Number(row.undated),
      undatedMs: Number(row.undated_ms),
      finds: Number(row.finds),
      led: Number(row.led),
    };
}

/** The priority at which each page was handed out, seeds excluded, and whether it was relevant; lowest first. */
export function* priorityOutcomes({
  sql,
}: CrawlDatabase): Generator<{ priority: number; relevant: boolean }> {
  const rows = sql
    .prepare(
      `SELECT frontier_link.priority, relevant FROM pages
       JOIN frontier_text ON frontier_text.id = pages.link
       JOIN frontier_link ON (frontier_link.host, frontier_link.hash, frontier_link.id)
         = (frontier_text.host, frontier_text.hash, frontier_text.id)
       WHERE kind IS NOT NULL AND from_page IS NOT NULL ORDER BY 1`,
    )
    .iterate();
  for (const { priority, relevant } of rows) yield { priority: Number(priority), relevant: relevant === 1 };
}
