import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { exportGexf } from '../../../src/archive/export/gexf.ts';
import { exportGraphml } from '../../../src/archive/export/graphml.ts';
import { xmlText } from '../../../src/archive/export/xml.ts';
import { aPage, temporaryFolder } from '../crawl-folder.ts';
import { HOSTILE_TITLES, hostileCrawl } from './hostile-crawl.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** A tree, and an error for what a strict reader would not take: open tags, bare signs, characters of no XML. */
function parseXml(file: string): Element {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(file))
    throw new Error('not a character of XML');
  if (/&(?!(amp|lt|gt|quot|#9|#10|#13);)/.test(file)) throw new Error('an ampersand of no entity');
  if (/="[^"]*<[^"]*"/.test(file)) throw new Error('a tag in an attribute');
  const root: Element = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, text: '', children: [] };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext(piece) {
        open.at(-1)!.text += piece;
      },
      onclosetag(name, implied) {
        // Implied ends are those of `<a/>` too: only an element with something inside must have a real one.
        const element = open.pop()!;
        if (element.name !== name) throw new Error(`${element.name} closed by ${name}`);
        if (implied && (element.text || element.children.length > 0))
          throw new Error(`${name} is not closed`);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(file);
  parser.end();
  return root.children.find((child) => child.name !== '?xml')!;
}

const all = (element: Element, name: string): Element[] => [
  ...element.children.filter((child) => child.name === name),
  ...element.children.flatMap((child) => all(child, name)),
];

/** What XML can say of a title. */
const writable = (title: string) => title.replace(/[\u0000\u0001\u0008\u000b\u001b\ufffe\uffff]/g, '\ufffd');

async function graph(write: typeof exportGraphml, filter = {}) {
  const { catalogue, pages } = hostileCrawl();
  const path = join(temporaryFolder(), 'graph.xml');
  const count = await write(catalogue.db, path, filter);
  const root = parseXml(readFileSync(path, 'utf8'));
  return { root, nodes: all(root, 'node'), edges: all(root, 'edge'), pages, count };
}

const CIRCLE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((id) => [`${id}>${(id % 10) + 1}`, `${id}>${id}`]);

describe('GraphML', () => {
  test('has every page as a node with its score, and titles as far as XML can represent them', async () => {
    const { nodes, pages, count } = await graph(exportGraphml);
    const values = (key: string) =>
      nodes.map((node) => node.children.find((child) => child.attributes.key === key)?.text);
    expect(count).toBe(10);
    expect(nodes.map((node) => node.attributes.id)).toEqual(pages.map((page) => `p${page.id}`));
    expect(values('title')).toEqual(HOSTILE_TITLES.map(writable));
    expect(values('url')).toEqual(pages.map((page) => page.url));
    expect(values('score')).toEqual(pages.map((page) => String(page.score)));
    expect(values('relevant')).toEqual(pages.map((page) => String(page.relevant)));
  });

  test('has links as edges: redirects followed, twice the same link once, nothing that was not fetched', async () => {
    const { edges } = await graph(exportGraphml);
    const found = edges.map((edge) =>
      `${edge.attributes.source}>${edge.attributes.target}`.replaceAll('p', ''),
    );
    expect(found).toEqual(CIRCLE);
    const data = (edge: Element, key: string) =>
      edge.children.find((child) => child.attributes.key === key)?.text;
    expect(data(edges[2]!, 'weight')).toBe('2');
    expect(data(edges[2]!, 'anchor')).toBe(HOSTILE_TITLES[1]);
    expect(data(edges[3]!, 'weight')).toBe('1');
  });

  test('declares every key that it uses', async () => {
    const { root } = await graph(exportGraphml);
    const declared = all(root, 'key').map((key) => key.attributes.id);
    for (const data of all(root, 'data')) expect(declared).toContain(data.attributes.key);
  });

  test('of only relevant pages has only the edges among them', async () => {
    const { nodes, edges } = await graph(exportGraphml, { relevantOnly: true });
    expect(nodes.map((node) => node.attributes.id)).toEqual(['p1', 'p4', 'p7', 'p10']);
    const found = edges.map((edge) =>
      `${edge.attributes.source}>${edge.attributes.target}`.replaceAll('p', ''),
    );
    expect(found).toEqual(['1>1', '4>4', '7>7', '10>1', '10>10']);
  });

  test('redirects a link to a duplicate to the original', async () => {
    const { catalogue } = hostileCrawl();
    catalogue.savePage(aPage({ link: 777_001, outcome: 'duplicate', duplicateOf: 3 }));
    const from = catalogue.savePage(aPage({ link: 777_002 })).id;
    catalogue.saveLinks(from, [{ to: 777_001, url: '' }]);
    const path = join(temporaryFolder(), 'graph.xml');
    await exportGraphml(catalogue.db, path);
    const edges = all(parseXml(readFileSync(path, 'utf8')), 'edge');
    expect(
      edges.filter((edge) => edge.attributes.source === `p${from}`).map((edge) => edge.attributes.target),
    ).toEqual(['p3']);
  });
});

describe('GEXF', () => {
  test('has the same nodes and edges, with attributes that are declared', async () => {
    const { root, nodes, edges, pages } = await graph(exportGexf);
    expect(root.attributes).toMatchObject({ xmlns: 'http://gexf.net/1.3', version: '1.3' });
    expect(nodes.map((node) => node.attributes.label)).toEqual(
      pages.map((page) => writable(page.title!) || page.url),
    );
    expect(edges.map((edge) => `${edge.attributes.source}>${edge.attributes.target}`)).toEqual(CIRCLE);
    const declared = all(root, 'attributes').map((group) => group.children.map((child) => child.attributes));
    const score = declared[0]!.find((attribute) => attribute.title === 'score')!.id;
    expect(
      nodes.map(
        (node) => all(node, 'attvalue').find((value) => value.attributes.for === score)?.attributes.value,
      ),
    ).toEqual(pages.map((page) => String(page.score)));
    expect(all(edges[2]!, 'attvalue')[0]?.attributes.value).toBe(HOSTILE_TITLES[1]);
  });
});

test('every single UTF-16 unit becomes valid XML text', () => {
  for (let unit = 0; unit <= 0xffff; unit++) {
    const out = xmlText(String.fromCharCode(unit));
    if (!/^([\t\n\r\u0020-\ud7ff\ue000-\ufffd]|&(amp|lt|gt|quot|#\d+);)$/u.test(out)) {
      expect.fail(`U+${unit.toString(16)} became ${JSON.stringify(out)}`);
    }
    if (out.length > 0 && /^[&<>"]$/.test(out)) expect.fail(`U+${unit.toString(16)} is bare`);
  }
  expect(xmlText('🦔 <&>')).toBe('🦔 &lt;&amp;&gt;');
  expect(xmlText('\ud83e!')).toBe('\ufffd!');
});
