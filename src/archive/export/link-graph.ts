/**
 * The selected pages and the links between them, as a stream of nodes and edges. A link to a redirect leads to its
 * final target, a link to a duplicate to its original; several links from one page to another are one edge with a
 * weight and the first non-empty anchor.
 */
import type { CrawlDatabase } from '../database.ts';
import { type ExportFilter, selectedPages, selection } from './selected-pages.ts';

export interface Edge {
  from: number;
  to: number;
  anchor: string;
  weight: number;
}

export function* edges(db: CrawlDatabase, filter: ExportFilter): Generator<Edge> {
  const { where, values } = selection(filter);
  const { sql } = db;
  const linksOf = sql.prepare(
    'SELECT to_link, anchor FROM links WHERE page = ? AND to_link IS NOT NULL ORDER BY position',
  );
  const byLink = sql.prepare('SELECT id, outcome, target, duplicate_of FROM pages WHERE link = ?');
  const byUrl = sql.prepare('SELECT id, outcome, target, duplicate_of FROM pages WHERE url = ?');
  const isChosen = sql.prepare(`SELECT 1 FROM pages WHERE id = ? AND ${where}`);

  const nodeAt = (link: number): number | undefined => {
    let page = byLink.get(link);
    if (!filter.everything) {
      for (let hops = 0; page?.outcome === 'redirect' && hops < MAX_HOPS; hops++) {
        page = byUrl.get(page.target ?? '');
      }
    }
    const id = (filter.everything ? page?.id : (page?.duplicate_of ?? page?.id)) as number | undefined;
    return id !== undefined && isChosen.get(id, ...values) ? id : undefined;
  };

  for (const { id } of selectedPages(db, filter)) {
    const targets = new Map<number, Edge>();
    for (const row of linksOf.all(id)) {
      const to = nodeAt(Number(row.to_link));
      if (to === undefined) continue;
      const anchor = typeof row.anchor === 'string' ? row.anchor : '';
      const edge = targets.get(to);
      if (edge) {
        edge.weight++;
        edge.anchor ||= anchor;
      } else targets.set(to, { from: id, to, anchor, weight: 1 });
    }
    yield* targets.values();
  }
}

const MAX_HOPS = 20;
