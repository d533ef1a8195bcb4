import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { byPatterns, categoryWords, countCategories } from '../../src/seeds/directory/categories.ts';
import { type DirectoryEntry, readDirectory } from '../../src/seeds/directory/read.ts';

const folder = mkdtempSync(join(tmpdir(), 'forage-directory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function all(path: string): Promise<DirectoryEntry[]> {
  const entries: DirectoryEntry[] = [];
  for await (const entry of readDirectory(path)) entries.push(entry);
  return entries;
}

const HEAD = `<?xml version='1.0' encoding='UTF-8' ?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
<!-- Generated at 2004-04-13 -->
`;

it('reads topics and pages as the Open Directory writes them (CINDI, Figures 10 and 11)', async () => {
  const content = file(
    'content.rdf.u8',
    `${HEAD}<Topic r:id="Top/Arts/Movies/Titles/1/187">
  <catid>97826</catid>
  <link r:resource="http://a.test/187/" />
  <link1 r:resource="http://b.test/q?a=1&amp;b=2" />
</Topic>
<ExternalPage about="http://a.test/187/">
  <d:Title>187 &quot;One&#8211;Eight&#x2013;Seven&quot;</d:Title>
  <d:Description>A film &amp; more.</d:Description>
  <topic>Top/Arts/Movies/Titles/1/187</topic>
</ExternalPage>
</RDF>`,
  );
  const category = 'Top/Arts/Movies/Titles/1/187';
  expect(await all(content)).toEqual([
    { kind: 'page', category, url: 'http://a.test/187/' },
    { kind: 'page', category, url: 'http://b.test/q?a=1&b=2' },
    { kind: 'category', category, narrower: 0 },
    {
      kind: 'page',
      category,
      url: 'http://a.test/187/',
      title: '187 "One–Eight–Seven"',
      description: 'A film & more.',
    },
  ]);
  const structure = file(
    'structure.rdf.u8',
    `${HEAD}<Topic r:id="Top"><catid>1</catid><d:Title>Top</d:Title>
  <narrow r:resource="Top/Arts" /><narrow r:resource="Top/Shopping" /></Topic></RDF>`,
  );
  expect(await all(structure)).toEqual([{ kind: 'category', category: 'Top', title: 'Top', narrower: 2 }]);
});

it('counts the categories of a packed dump of thousands, chosen by pattern', async () => {
  // 50 × 60 topics with (i + j) mod 3 pages each.
  let rdf = HEAD;
  for (let i = 0; i < 50; i++)
    for (let j = 0; j < 60; j++) {
      const urls = Array.from({ length: (i + j) % 3 }, (_, k) => `http://h${i}-${j}.test/${k}`);
      rdf += `<Topic r:id="Top/Area_${i}/Sub_${j}"><catid>${i * 60 + j}</catid>${urls.map((url) => `<link r:resource="${url}"/>`).join('')}</Topic>\n`;
      for (const url of urls)
        rdf += `<ExternalPage about="${url}"><d:Title>t</d:Title><topic>Top/Area_${i}/Sub_${j}</topic></ExternalPage>\n`;
    }
  const dump = file('content.rdf.u8.gz', gzipSync(`${rdf}</RDF>`));
  const counts = await countCategories([dump], () => true);
  // With the fifty areas and the top itself.
  expect(counts).toHaveLength(3051);
  expect(counts[0]).toMatchObject({ category: 'Top', pages: 0, pagesBelow: 3000, categoriesBelow: 3000 });
  // Every area has 20 topics each of 0, 1 and 2 pages.
  expect(counts.reduce((sum, { pages }) => sum + pages, 0)).toBe(50 * 60);
  const some = await countCategories([dump], byPatterns(['top/area 7', 'Top/*/Sub_59']));
  expect(some).toHaveLength(1 + 60 + 49);
  expect(some.find(({ category }) => category === 'Top/Area_7/Sub_4')).toMatchObject({ pages: 11 % 3 });
});

it('adds up what is below a category', async () => {
  const table = file(
    'table.tsv',
    ['# mine', 'A\thttp://a.test/\tOne', 'A/B\thttp://b.test/', 'A/B/C\thttp://c.test/', 'no url here'].join(
      '\n',
    ),
  );
  expect(await countCategories([table], () => true)).toEqual([
    { category: 'A', pages: 1, pagesBelow: 2, categoriesBelow: 2 },
    { category: 'A/B', pages: 1, pagesBelow: 1, categoriesBelow: 1 },
    { category: 'A/B/C', pages: 1, pagesBelow: 0, categoriesBelow: 0 },
  ]);
});

it('a pattern means the category and all below it, not its neighbours', () => {
  const chooses = byPatterns(['Top/Science/Birds', 'Top/World/*/Owls']);
  const is = (path: string): boolean => chooses(path);
  expect(['Top/Science/Birds', 'Top/Science/Birds/Owls', 'Top/World/Deutsch/Natur/Owls'].map(is)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['Top/Science/Birdsong', 'Top/Science', 'Top/World/Owls', 'Top/World/x/Owls_of_x'].map(is)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(categoryWords('Top/Science/Barn_Owls')).toBe('Science Barn Owls');
});

it('reads a table of commas with quotes', async () => {
  const table = file('table.csv', 'category,url,title\n"Birds, all",http://a.test/,"The ""best"" owls"\n');
  expect(await all(table)).toEqual([
    { kind: 'page', category: 'Birds, all', url: 'http://a.test/', title: 'The "best" owls' },
  ]);
});

it('hostile XML expands nothing, keeps nothing and ends with a sentence', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE RDF [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
<RDF><![CDATA[<Topic r:id="hidden"><link r:resource="http://x.test/"/></Topic>]]><!-- <Topic> -->
<Topic r:id="&b;"><link r:resource="http://y.test/&b;"/><link/><link r:resource='http://z.test/'/></Topic>
<ExternalPage><topic>no about</topic></ExternalPage><Topic r:id="__proto__"><link __proto__="1" r:resource="http://p.test/"/>`;
  expect(
    (await all(file('bomb.rdf', bomb))).map((entry) => ('url' in entry ? entry.url : entry.category)),
  ).toEqual(['http://y.test/&b;', 'http://z.test/', '&b;', 'http://p.test/']);
  const longTag = gzipSync(`<RDF><Topic r:id="${'x'.repeat(3_000_000)}`);
  await expect(all(file('tag.rdf.gz', longTag))).rejects.toThrow('it has a tag of more than 64 KiB');
  const longText = gzipSync(`<RDF><Topic r:id="A"><d:Title>${'y'.repeat(3_000_000)}</d:Title></Topic></RDF>`);
  const [topic] = await all(file('text.rdf.gz', longText));
  expect(topic?.title).toHaveLength(2000);
  await expect(all(file('page.html', '<!doctype html><html><body>x</body></html>'))).rejects.toThrow(
    'its first element is <html>, not <RDF>',
  );
  const broken = gzipSync(`${HEAD}<Topic r:id="A"><link r:resource="http://a.test/"/></Topic></RDF>`);
  await expect(all(file('cut.rdf.gz', broken.subarray(0, broken.length - 12)))).rejects.toThrow(
    'cannot be read',
  );
  await expect(all(file('empty.rdf', ''))).rejects.toThrow('is empty');
  await expect(all(file('prose.txt', 'Just a text.\nAnd another.'))).rejects.toThrow('is not a directory');
});

it('a tag that is split between two pieces of a file is one tag', async () => {
  // The file system gives 64 KiB at a time: the comment moves every tag over a border once.
  const line = '<Topic r:id="A"><link r:resource="http://a.test/"/></Topic>';
  const long = file('split.rdf', `<RDF>${(line + ' '.repeat(7)).repeat(5000)}</RDF>`);
  const entries = await all(long);
  expect(entries.filter(({ kind }) => kind === 'page')).toHaveLength(5000);
  expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(2);
});
