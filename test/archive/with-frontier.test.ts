import { expect, test } from 'vitest';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';
import { linksOf } from '../frontier/frontiers.ts';
import { aPage, openIn, temporaryFolder } from './crawl-folder.ts';

const link = (path: string, priority = 0.5) => ({
  url: `http://example.org/${path}`,
  host: 'example.org',
  priority,
  depth: 1,
});

test('the links of a page show their current state in the frontier', () => {
  const folder = temporaryFolder();
  const db = openIn(folder);
  const frontier = new SqliteFrontier(db);
  const catalogue = new SqliteCatalogue(db);
  const [first, second, third] = frontier.add([link('a', 0.9), link('b', 0.8), link('c', 0.1)]);
  const page = catalogue.savePage(aPage({ link: 900_001 })).id;
  catalogue.saveLinks(page, [
    { to: first!.id, ...link('a', 0.9) },
    { to: second!.id, ...link('b', 0.8) },
    { to: third!.id, ...link('c', 0.1) },
    { url: 'mailto:x', fate: 'not an address' },
  ]);
  const [one] = linksOf(frontier.take(1, 0));
  const fetched = catalogue.savePage(aPage({ link: one!.id, url: one!.url })).id;
  frontier.settle(one!, { kind: 'done', page: fetched });
  const [two] = frontier.take(1, 0);
  frontier.settle(two!, { kind: 'refused', reason: 'robots' });
  db.commit();
  const reader = new CatalogueReader(openIn(folder, { readOnly: true }));
  expect(
    reader
      .linksOf(page)
      .map(({ url, state, reason, target, fate }) => ({ url, state, reason, target, fate })),
  ).toEqual([
    { url: 'http://example.org/a', state: 'done', reason: undefined, target: fetched, fate: undefined },
    { url: 'http://example.org/b', state: 'refused', reason: 'robots', target: undefined, fate: undefined },
    { url: 'http://example.org/c', state: 'waiting', reason: undefined, target: undefined, fate: undefined },
    { url: 'mailto:x', state: undefined, reason: undefined, target: undefined, fate: 'not an address' },
  ]);
});

test('siblings are the other links on every page with a link', () => {
  const { read, save } = linkedPages();
  save({}, 1, 2, 3);
  save({}, 4, 5);
  save({}, 6, 1, 1, 2);
  expect(read.siblingsOf(1).sort()).toEqual([2, 3, 6]);
  expect(read.siblingsOf(5)).toEqual([4]);
  expect(read.siblingsOf(77)).toEqual([]);
  expect(read.inlinksOf(2)).toHaveLength(2);
});

test('a page that links to itself makes no siblings of its own links', () => {
  const { read, save } = linkedPages();
  save({}, 1, 2);
  save({ link: 1 }, 1, 3);
  expect(read.siblingsOf(1)).toEqual([2]);
});

test('of many pages with a link the latest count, and the one that found it, even by a redirect', () => {
  const { read, save } = linkedPages();
  const finder = save({}, 9, 2);
  save({}, 1, 3);
  save({}, 1, 4);
  save({}, 1, 5);
  save({ link: 1, via: finder }, 6);
  expect(read.siblingsOf(1, 2).sort()).toEqual([2, 4, 5, 9]);
});

function linkedPages() {
  const catalogue = new SqliteCatalogue(openIn(temporaryFolder()));
  catalogue.keepBacklinks();
  let others = 900_000;
  const save = (given: Parameters<typeof aPage>[0], ...to: number[]): number => {
    const page = catalogue.savePage(aPage({ link: ++others, ...given })).id;
    catalogue.saveLinks(
      page,
      to.map((id) => ({ to: id, url: 'http://example.org/' })),
    );
    return page;
  };
  return { read: catalogue.read, save };
}
