/** Who links to whom, from each of the three sources. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openGraph } from '../../src/crawl/training/graph.ts';
import { crawlOf, newFolder, page, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

const unasked = () => Promise.reject(new Error('no page is to be fetched'));

async function crawled(): Promise<string> {
  const web = await smallWeb({
    'o.test/': page({ '/a': 'first', '/b': 'second' }, prose('start')),
    'o.test/a': page({ '/b': 'again' }, prose('a')),
    'o.test/b': page([], prose('b')),
  });
  const { folder } = await crawlOf(web, { seeds: ['http://o.test/'], settings: { concurrency: 1 } });
  await web.close();
  return folder;
}

it.each([
  ['an earlier crawl', (folder: string) => folder],
  ['the WARC files of a frozen web', (folder: string) => join(folder, 'archive')],
])('%s says who links to a page, in what words, and gives the pages', async (_, sourceOf) => {
  const graph = await openGraph(sourceOf(await crawled()), unasked, {});
  expect([...graph.linksTo('http://o.test/b')]).toEqual([
    { url: 'http://o.test/', anchor: 'second' },
    { url: 'http://o.test/a', anchor: 'again' },
  ]);
  // A variant of the URL works, too.
  expect([...graph.linksTo('https://o.test/a/')]).toEqual([{ url: 'http://o.test/', anchor: 'first' }]);
  expect([...graph.linksTo('http://o.test/nobody')]).toEqual([]);
  expect((await graph.page('http://o.test/a'))?.links.map(({ url }) => url)).toEqual(['http://o.test/b']);
  expect(await graph.page('http://o.test/none')).toBeUndefined();
  graph.close();
});

it('a list of links is read line by line, and an invalid line is reported by its number', async () => {
  const folder = newFolder();
  const list = join(folder, 'links.tsv');
  writeFileSync(
    list,
    '# page, target, words\nhttp://a.test/\thttp://b.test/\tsee b\nhttp://c.test/\thttp://b.test/\n',
  );
  const graph = await openGraph(list, unasked, {});
  expect([...graph.linksTo('http://b.test/')]).toEqual([
    { url: 'http://a.test/', anchor: 'see b' },
    { url: 'http://c.test/', anchor: '' },
  ]);
  writeFileSync(list, 'http://a.test/\thttp://b.test/\nhttp://a.test/ http://b.test/\n');
  await expect(openGraph(list, unasked, {})).rejects.toThrow(/line 2: write two URLs separated by a tab/);
  await expect(openGraph(join(folder, 'none'), unasked, {})).rejects.toThrow(/does not exist/);
});
