/** The link graph as GEXF 1.3, for Gephi. */
import type { CrawlDatabase } from '../database.ts';
import { edges } from './link-graph.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';
import { xmlText } from './xml.ts';

/** Returns the number of pages written. */
export async function exportGexf(
  db: CrawlDatabase,
  target: ExportTarget,
  filter: ExportFilter = {},
): Promise<number> {
  let pages = 0;
  function* pieces() {
    yield HEAD;
    for (const page of selectedPages(db, filter)) {
      pages++;
      const values = [page.url, page.host, page.language, page.score, page.relevant, page.depth, page.n];
      yield `<node id="${page.id}" label="${xmlText(page.title || page.url)}">${attributes(values)}</node>\n`;
    }
    yield '</nodes>\n<edges>\n';
    let id = 0;
    for (const { from, to, weight, anchor } of edges(db, filter)) {
      yield `<edge id="${id++}" source="${from}" target="${to}" weight="${weight}">${attributes([anchor || undefined])}</edge>\n`;
    }
    yield '</edges>\n</graph>\n</gexf>\n';
  }
  await writeOut(target, pieces());
  return pages;
}

const NODE_ATTRIBUTES = [
  ['url', 'string'],
  ['host', 'string'],
  ['language', 'string'],
  ['score', 'double'],
  ['relevant', 'boolean'],
  ['depth', 'integer'],
  ['n', 'integer'],
];

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<graph defaultedgetype="directed">
<attributes class="node">
${NODE_ATTRIBUTES.map(([name, type], id) => `<attribute id="${id}" title="${name}" type="${type}"/>`).join('\n')}
</attributes>
<attributes class="edge">
<attribute id="0" title="anchor" type="string"/>
</attributes>
<nodes>
`;

function attributes(values: (string | number | boolean | undefined)[]): string {
  const pieces = values.map((value, id) =>
    value === undefined ? '' : `<attvalue for="${id}" value="${xmlText(String(value))}"/>`,
  );
  const inside = pieces.join('');
  return inside === '' ? '' : `<attvalues>${inside}</attvalues>`;
}
