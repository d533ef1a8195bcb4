/** The parts of the seed finder, each by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseTopic } from '../../src/index.ts';
import { BestEntries } from '../../src/seeds/best-entries.ts';
import { hits } from '../../src/seeds/hits.ts';
import { likenessTo, topicTerms } from '../../src/seeds/likeness.ts';
import { Tuples, termQueries, titleQueries } from '../../src/seeds/queries.ts';
import { entrances, rank } from '../../src/seeds/rank.ts';
import { captureOf } from '../../src/seeds/sources/cdx.ts';
import { readResults } from '../../src/seeds/sources/results.ts';
import { isDocument, siteOf, Union } from '../../src/seeds/union.ts';
import { urlWords } from '../../src/seeds/url-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'forage-seeds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const owls = parseTopic('name: owls\ntitle: Owls\nkeywords: [{ owl: 3 }, barn owl, pellet]');

describe('HITS', () => {
  it('gives the golden ratio for two hubs that share one of two authorities (eigenvector by hand)', () => {
    // Hubs 0 → 2, 3 and 1 → 2. The authorities are the main eigenvector of [[2, 1], [1, 1]]: (φ, 1).
    const golden = (1 + Math.sqrt(5)) / 2;
    const { hubs, authorities } = hits(4, [
      [0, 2],
      [0, 3],
      [1, 2],
    ]);
    const near = (value: number) => expect.closeTo(value, 6);
    expect([...authorities]).toEqual([0, 0, near(1), near(1 / golden)]);
    expect([...hubs]).toEqual([near(1), near(1 / golden), 0, 0]);
    expect([...hits(2, []).hubs]).toEqual([0, 0]);
  });
});

describe('ranking', () => {
  const union = new Union();
  union.add({ url: 'http://www.a.test/x', title: '0.5' }, 'engine: owl', 1);
  union.add({ url: 'http://www.a.test/x#part' }, 'engine: barn owl', 3);
  union.add({ url: 'http://a.test/other', title: '0.1' }, 'engine: owl', 2);
  union.add({ url: 'http://b.test/', title: '1', links: ['http://www.a.test/x'] }, 'engine: owl', 3);
  union.add({ url: 'http://c.test/', title: '1' }, 'engine: owl', 4);
  union.add({ url: 'ftp://d.test/' }, 'engine: owl', 5);
  const likeness = (text: string): number => Number.parseFloat(text);
  const seeds = rank([...union.candidates.values()], likeness);

  it('joins spellings of one page, and counts likeness twice, lists once and importance once (by hand)', () => {
    expect(union.unusable).toBe(1);
    // b: (2 · 1 + 0 + hub 1) / 4; x: (2 · ½ + ½ + authority 1) / 4; c: (2 · 1 + 0 + 0) / 4; other: (2 · 0.1) / 4.
    expect(seeds.map(({ url, score }) => [url, score])).toEqual([
      ['http://b.test/', 0.75],
      ['http://www.a.test/x', 0.625],
      ['http://c.test/', 0.5],
      ['http://a.test/other', 0.05],
    ]);
    expect(seeds[1]!.lists).toEqual(['engine: owl', 'engine: barn owl']);
    expect(seeds[1]!.why).toEqual(['in 2 lists: engine ×2', 'like the topic 0.50', 'linked from 1 site']);
  });

  it('keeps one entrance per site, with or without www', () => {
    expect(entrances(seeds, siteOf, 1).map(({ url, moreOfSite }) => [url, moreOfSite])).toEqual([
      ['http://b.test/', 0],
      ['http://www.a.test/x', 1],
      ['http://c.test/', 0],
    ]);
    expect(entrances(seeds, siteOf, 2)).toHaveLength(4);
  });

  it('knows a document by its name', () => {
    const is = (path: string): boolean => isDocument(`http://a.test${path}`);
    expect(['/papers/Sta003.pdf', '/x.PS.gz', '/a.docx?v=1'].map(is)).toEqual([true, true, true]);
    expect(['/', '/pdf/', '/index.html', '/about?file=x.pdf', '/psalm'].map(is)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('queries', () => {
  it('are the title, the terms, and the title with each term that it does not have, plurals once', () => {
    const terms = topicTerms(owls, { relevant: [], irrelevant: [] });
    expect(termQueries(owls, terms, 10)).toEqual([
      'Owls',
      'barn owl',
      'Owls barn owl',
      'pellet',
      'Owls pellet',
    ]);
    expect(termQueries(owls, terms, 2)).toEqual(['Owls', 'barn owl']);
  });

  it('are the titles and then the keywords of documents, without stop words', () => {
    const documents = [
      { title: 'The Diet of the Barn Owl in Spain', keywords: 'tyto alba; the pellet' },
      { title: 'Owls and how they hunt', keywords: undefined },
    ];
    expect(titleQueries(documents, 'en', 10)).toEqual([
      'diet barn owl spain',
      'owls hunt',
      'tyto alba',
      'pellet',
    ]);
  });

  it('are tuples of three, never the same twice, with a new word in each where there are new words', () => {
    const tuples = new Tuples(1);
    const words = ['a1', 'b1', 'c1', 'd1'];
    // Four words have four triples.
    const all = tuples.draw(words, [], 10);
    expect([...all].sort()).toEqual(['a1 b1 c1', 'a1 b1 d1', 'a1 c1 d1', 'b1 c1 d1']);
    const next = tuples.draw([...words, 'new word'], ['new word'], 10);
    expect(next).toHaveLength(6);
    for (const query of next) expect(query).toContain('"new word"');
    expect(new Tuples(1).draw(words, [], 2)).toEqual(all.slice(0, 2));
    expect(tuples.draw([], [], 5)).toEqual([]);
  });
});

describe('likeness', () => {
  it('is zero without a word of the topic, and higher with more of them', () => {
    const like = likenessTo(topicTerms(owls, { relevant: [], irrelevant: [] }));
    expect(like('Museum of trains')).toBe(0);
    expect(like('Barn owls and their pellets')).toBeGreaterThan(like('Owls, trains and museums'));
    expect(like('')).toBe(0);
  });

  it('comes from the examples if the topic has no keywords', () => {
    const bare = parseTopic('name: x\ntitle: Collection');
    const texts = {
      relevant: ['comet tail comet', 'the comet returns'],
      irrelevant: ['stock market', 'market tail'],
    };
    const terms = topicTerms(bare, texts).map(({ term }) => term);
    expect(terms).toContain('comet');
    expect(terms).not.toContain('market');
  });
});

it('the best of a stream are kept in order, the first of equals first', () => {
  const best = new BestEntries<string>(3);
  for (const [value, score] of [
    ['a', 1],
    ['b', 3],
    ['c', 0],
    ['d', 3],
    ['e', 2],
    ['f', 1],
  ] as const)
    best.offer(value, score);
  expect(best.take()).toEqual(['b', 'd', 'e']);
});

it('the words of a URL are those of its host and path', () => {
  expect(urlWords('https://www.barn-owls.org/field_notes/pellets%20of%20owls.html?x=1')).toBe(
    'barn owls field notes pellets of owls',
  );
  expect(urlWords('http://a.test/%E0%A4%A')).toBe('a E0 A4 A');
});

it('reads the three forms of CDX lines', () => {
  // Common Crawl's index files, the answers of its server, and the Internet Archive's classic eleven columns.
  expect(
    captureOf(
      'org,example)/a 20240101000000 {"url": "http://example.org/a", "mime": "text/html", "status": "200"}',
    ),
  ).toEqual({ url: 'http://example.org/a', mime: 'text/html', status: '200' });
  expect(captureOf('{"urlkey": "org,example)/", "url": "http://example.org/", "status": "301"}')).toEqual({
    url: 'http://example.org/',
    mime: '',
    status: '301',
  });
  expect(
    captureOf('org,example)/b 20050101000000 http://example.org/b text/html 200 ABC - - 123 456 x.arc.gz'),
  ).toEqual({ url: 'http://example.org/b', mime: 'text/html', status: '200' });
  expect(captureOf('not a capture')).toBeUndefined();
  expect(captureOf('org,example)/ 20240101000000 {broken')).toBeUndefined();
});

it('reads results as URLs, JSON, JSON lines, CSV and HTML', async () => {
  const url = 'http://a.test/';
  const entry = { url, title: 'Owls', snippet: 'all' };
  expect(await readResults(file('a.txt', `# saved\n${url}\nnot a url\n`))).toEqual([{ url }]);
  expect(
    await readResults(
      file(
        'a.json',
        JSON.stringify({ web: { results: [{ link: url, name: '<b>Owls</b>', description: 'all' }, 3] } }),
      ),
    ),
  ).toEqual([entry]);
  expect(
    await readResults(file('a.jsonl', `${JSON.stringify({ url, title: 'Owls', content: 'all' })}\nbroken\n`)),
  ).toEqual([entry]);
  expect(await readResults(file('a.csv', `title,url,snippet\n"Owls",${url},all\n`))).toEqual([entry]);
  const html = `<!doctype html><a href="/settings">Settings</a><p><a href="${url}">Owls</a>`;
  expect(await readResults(file('a.html', html))).toEqual([{ url, title: 'Owls' }]);
  await expect(readResults(file('none.txt', 'nothing'))).rejects.toThrow('no URL was found in it');
});
