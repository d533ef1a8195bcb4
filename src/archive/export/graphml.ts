/** The link graph as GraphML, for yEd, Gephi, NetworkX, igraph. */
import type { CrawlDatabase } from '../database.ts';
import { edges } from './link-graph.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';
import { xmlText } from './xml.ts';

/** Returns the number of pages written. */
export async function exportGraphml(
  db: CrawlDatabase,
  target: ExportTarget,
  filter: ExportFilter = {},
): Promise<number> {
  let pages = 0;
  function* pieces() {
    yield HEAD;
    for (const page of selectedPages(db, filter)) {
      pages++;
      yield `<node id="p${page.id}">${data('url', page.url)}${data('title', page.title)}${data('host', page.host)}` +
        `${data('language', page.language)}${data('score', page.score)}${data('relevant', page.relevant)}` +
        `${data('depth', page.depth)}${data('n', page.n)}</node>\n`;
    }
    for (const edge of edges(db, filter)) {
      yield `<edge source="p${edge.from}" target="p${edge.to}">${data('weight', edge.weight)}` +
        `${data('anchor', edge.anchor || undefined)}</edge>\n`;
    }
    yield '</graph>\n</graphml>\n';
  }
  await writeOut(target, pieces());
  return pages;
}

const KEYS: [of: 'node' | 'edge', name: string, type: string][] = [
  ['node', 'url', 'string'],
  ['node', 'title', 'string'],
  ['node', 'host', 'string'],
  ['node', 'language', 'string'],
  ['node', 'score', 'double'],
  ['node', 'relevant', 'boolean'],
  ['node', 'depth', 'int'],
  ['node', 'n', 'int'],
  ['edge', 'weight', 'int'],
  ['edge', 'anchor', 'string'],
];

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
${KEYS.map(([of, name, type]) => `<key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`).join('\n')}
<graph id="crawl" edgedefault="directed">
`;

function data(key: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : `<data key="${key}">${xmlText(String(value))}</data>`;
}
