/** Sitemaps: read if a host has proved productive, and their URLs are crawled like any others. */
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { crawlOf, outcomesOf, page, prose, removeFolders, smallWeb, type Table } from './small-web.ts';

afterAll(removeFolders);

const xml = { 'content-type': 'application/xml' };
const urlset = (...urls: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

const comets = (name: string): string => page([], `${'comet '.repeat(3)} ${prose(name)}`);

const table: Table = {
  'pays.test/': page(['http://dry.test/'], `comet comet ${prose('pays')}`),
  'pays.test/robots.txt': 'Sitemap: http://pays.test/index.xml\nUser-agent: *\nDisallow: /hidden\n',
  'pays.test/index.xml': {
    headers: xml,
    body: '<sitemapindex><sitemap><loc>http://pays.test/one.xml.gz</loc></sitemap></sitemapindex>',
  },
  'pays.test/one.xml.gz': {
    headers: { 'content-type': 'application/gzip' },
    body: gzipSync(urlset('http://pays.test/orphan', 'http://pays.test/hidden', 'http://pays.test/other')),
  },
  'pays.test/orphan': comets('orphan'),
  'pays.test/other': comets('other'),
  'pays.test/hidden': comets('hidden'),
  'dry.test/': page([], prose('dry')),
  'dry.test/robots.txt': 'Sitemap: http://dry.test/map.xml\n',
  'dry.test/map.xml': { headers: xml, body: urlset('http://dry.test/more') },
  'dry.test/more': page([], prose('more')),
};

describe('the sitemaps of robots.txt', () => {
  it.each([
    ['relevant-hosts', ['/index.xml', '/one.xml.gz', '/orphan', '/other'], []],
    ['all', ['/index.xml', '/one.xml.gz', '/orphan', '/other'], ['/map.xml', '/more']],
    ['off', [], []],
  ] as const)('are followed as the setting says: %s', async (sitemaps, ofPays, ofDry) => {
    const web = await smallWeb(table);
    const { folder } = await crawlOf(web, {
      seeds: ['http://pays.test/'],
      settings: { politeness: { sitemaps }, set: { judge: 'string-match', half: 1 } },
    });
    await web.close();
    expect(web.paths('pays.test').toSorted()).toEqual(['/', '/robots.txt', ...ofPays].toSorted());
    expect(web.paths('dry.test').toSorted()).toEqual(['/', '/robots.txt', ...ofDry].toSorted());
    const outcomes = outcomesOf(folder);
    if (sitemaps === 'off') return;
    expect(outcomes['http://pays.test/index.xml']).toBe('sitemap');
    expect(outcomes['http://pays.test/orphan']).toBe('page');
  });

  it('of which each leads to the next end soon', async () => {
    const index = (n: number): string =>
      `<sitemapindex><sitemap><loc>http://pays.test/index?n=${n + 1}</loc></sitemap></sitemapindex>`;
    const web = await smallWeb({
      'pays.test/': page([], `comet comet ${prose('pays')}`),
      'pays.test/robots.txt': 'Sitemap: http://pays.test/index?n=1\n',
      'pays.test/*': (_n, request) => ({
        headers: xml,
        body: index(Number(/n=(\d+)/.exec(request.url!)?.[1])),
      }),
    });
    const { stop } = await crawlOf(web, {
      seeds: ['http://pays.test/'],
      settings: { set: { judge: 'string-match', half: 1 } },
    });
    await web.close();
    expect(stop.reason).toBe('frontier-empty');
    expect(web.paths()).toEqual(['/robots.txt', '/', '/index?n=1', '/index?n=2', '/index?n=3']);
  });

  const indexOf = (...urls: string[]): string =>
    `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

  it('that list themselves and each other are read once', async () => {
    const [one, two] = ['http://pays.test/one.xml', 'http://pays.test/two.xml'];
    const web = await smallWeb({
      'pays.test/': page([], `comet comet ${prose('pays')}`),
      'pays.test/robots.txt': `Sitemap: ${one}\n`,
      'pays.test/one.xml': { headers: xml, body: indexOf(one, two) },
      'pays.test/two.xml': { headers: xml, body: indexOf(two, one) },
    });
    const { stop } = await crawlOf(web, {
      seeds: ['http://pays.test/'],
      settings: { set: { judge: 'string-match', half: 1 } },
    });
    await web.close();
    expect(stop.reason).toBe('frontier-empty');
    expect(web.paths()).toEqual(['/robots.txt', '/', '/one.xml', '/two.xml']);
  });

  it('of indexes of indexes are five hundred of a host at most, shared evenly', async () => {
    const lists = new Map<string, number>();
    const web = await smallWeb({
      'pays.test/': page([], `comet comet ${prose('pays')}`),
      'pays.test/robots.txt': 'Sitemap: http://pays.test/map\n',
      'pays.test/*': (_n, { url }) => {
        const parent = url!.replace(/-?\d+$/, '');
        lists.set(parent, (lists.get(parent) ?? 0) + 1);
        const urls = Array.from({ length: 60 }, (_, i) => `http://pays.test${url}-${i}`);
        return { headers: xml, body: indexOf(...urls) };
      },
    });
    await crawlOf(web, {
      seeds: ['http://pays.test/'],
      settings: { set: { judge: 'string-match', half: 1 } },
    });
    await web.close();
    // The first index and 50 of its entries leave 449 of 500: 8 for each of the 50, and none of those lists any more.
    const expected = [['/map', 51], ...Array.from({ length: 50 }, (_, i) => [`/map-${i}`, 8])];
    expect(Object.fromEntries(lists)).toEqual(Object.fromEntries(expected));
    expect(web.paths()).toHaveLength(2 + 1 + 50 + 50 * 8);
  });

  it('lead nowhere that the scope forbids', async () => {
    const web = await smallWeb({
      ...table,
      'pays.test/robots.txt': 'Sitemap: http://elsewhere.test/map.xml\nSitemap: http://pays.test/wide.xml\n',
      'pays.test/wide.xml': {
        headers: xml,
        body: urlset('http://elsewhere.test/', 'http://pays.test/orphan'),
      },
      'elsewhere.test/map.xml': { headers: xml, body: urlset('http://pays.test/other') },
    });
    await crawlOf(web, {
      seeds: ['http://pays.test/'],
      settings: { scope: { follow: 'seed-hosts' }, set: { judge: 'string-match', half: 1 } },
    });
    await web.close();
    expect(web.askedOf('elsewhere.test')).toEqual([]);
    expect(web.paths('pays.test')).toContain('/orphan');
  });
});

describe('the feed of a host', () => {
  const named = (name: string, type: string, html: string): string =>
    `<link rel="alternate" type="${type}" href="/${name}"><link rel="alternate" type="${type}" href="/comments">${html}`;
  const blogs: Table = {
    'rss.test/': named(
      'feed',
      'application/rss+xml',
      page(['http://atom.test/', 'http://dry.test/'], `comet ${prose('r')}`),
    ),
    'rss.test/feed': {
      headers: { 'content-type': 'application/rss+xml' },
      body: '<rss version="2.0"><channel><title>Comets</title><link>http://rss.test/</link><item><title>One</title><link>http://rss.test/one</link></item></channel></rss>',
    },
    'rss.test/one': named('feed', 'application/rss+xml', comets('one')),
    'atom.test/': named('feed', 'application/atom+xml', comets('atom')),
    'atom.test/feed': {
      headers: { 'content-type': 'application/atom+xml' },
      body: '<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://atom.test/"/><entry><link href="http://atom.test/two"/></entry></feed>',
    },
    'atom.test/two': comets('two'),
    'dry.test/': named('feed', 'application/rss+xml', page([], prose('dry'))),
  };

  it('is read like a sitemap, once, and only of hosts with relevant pages', async () => {
    const web = await smallWeb(blogs);
    const { folder } = await crawlOf(web, {
      seeds: ['http://rss.test/'],
      settings: { set: { judge: 'string-match', half: 1 } },
    });
    await web.close();
    expect(web.paths('rss.test').toSorted()).toEqual(['/', '/feed', '/one', '/robots.txt']);
    expect(web.paths('atom.test').toSorted()).toEqual(['/', '/feed', '/robots.txt', '/two']);
    expect(web.paths('dry.test').toSorted()).toEqual(['/', '/robots.txt']);
    expect(outcomesOf(folder)).toMatchObject({
      'http://rss.test/feed': 'sitemap',
      'http://rss.test/one': 'page',
    });
  });

  it('is left alone if sitemaps are', async () => {
    const web = await smallWeb(blogs);
    await crawlOf(web, { seeds: ['http://rss.test/'], settings: { politeness: { sitemaps: 'off' } } });
    await web.close();
    expect(web.paths('rss.test').toSorted()).toEqual(['/', '/robots.txt']);
  });
});
