/** Links of a crawl between judged pages: training data for strategies and anchor lists. */
import type { CrawlDatabase } from './database.ts';
import { strings } from './rows.ts';

/** Every link from one page to another that was judged, page by page in the order of fetching. */
export function* linksToJudgedPages({
  sql,
}: CrawlDatabase): Generator<{ source: string; target: string; relevant: boolean }> {
  const rows = sql
    .prepare(
      `SELECT source.url AS source, target.url AS target, target.relevant
       FROM pages AS source
       JOIN links ON links.page = source.id
       JOIN pages AS target ON target.link = links.to_link
       WHERE source.outcome = 'page' AND target.outcome = 'page' AND target.id <> source.id
       ORDER BY source.n, links.position`,
    )
    .iterate();
  for (const { source, target, relevant } of rows)
    yield { source: String(source), target: String(target), relevant: relevant === 1 };
}

/** Anchors of links to relevant and irrelevant pages farther than a margin from the border: the latest, as found. */
export function anchorsToSurePages(
  { sql }: CrawlDatabase,
  { margin, limit }: { margin: number; limit: number },
): { url: string; relevant: boolean; anchor: string }[] {
  return sql
    .prepare(
      `SELECT DISTINCT pages.id, pages.url, pages.relevant, links.anchor FROM links
       JOIN pages ON pages.link = links.to_link
       WHERE links.anchor <> '' AND (pages.relevant = 1 AND pages.margin > ? OR pages.margin < ?)
       ORDER BY page DESC, position DESC LIMIT ?`,
    )
    .all(margin, -margin, limit)
    .reverse()
    .map(({ url, relevant, anchor }) => ({
      url: String(url),
      relevant: relevant === 1,
      anchor: String(anchor),
    }));
}

/** Links of all pages, and those among them without a text. */
export function linksWithoutAnchor({ sql }: CrawlDatabase): { links: number; without: number } {
  const row = sql
    .prepare(
      `SELECT count(*) AS links, count(*) FILTER (WHERE coalesce(anchor, '') = '') AS without FROM links`,
    )
    .get()!;
  return { links: Number(row.links), without: Number(row.without) };
}

/** Every link with an anchor between two judged pages. */
export function* linksBetweenJudgedPages({ sql }: CrawlDatabase): Generator<{
  anchor: string;
  fromRelevant: boolean;
  /** The id of the page that it leads to. */
  to: number;
  toRelevant: boolean;
  toWhy: string[];
}> {
  const rows = sql
    .prepare(
      `SELECT links.anchor, source.relevant AS from_relevant, target.id AS target, target.relevant AS to_relevant, target.why
       FROM links
       JOIN pages AS source ON source.id = links.page
       JOIN pages AS target ON target.link = links.to_link
       WHERE target.score IS NOT NULL AND source.score IS NOT NULL AND links.anchor IS NOT NULL`,
    )
    .iterate();
  for (const row of rows)
    yield {
      anchor: String(row.anchor),
      fromRelevant: row.from_relevant === 1,
      to: Number(row.target),
      toRelevant: row.to_relevant === 1,
      toWhy: strings(row.why),
    };
}
