/**
 * The CINDI recipes on small webs, one page at a time; the orders are worked out by hand. Pages on the topic are
 * about comets (C), pages that lead to it about observatories (O), all others about soup (S); the examples say so.
 * Words of anchors are in none of the examples.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/index.ts';
import { pagesLeadingTo, sourcesOf } from '../../src/recipe/families/cindi-back-links.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { parseTopic } from '../../src/topic/load.ts';
import { forageHere } from '../cli/forage-here.ts';
import { newFolder, pagesOf, removeFolders, smallWeb, type Table } from '../crawl/small-web.ts';
import { pageOf } from '../page-of.ts';

afterAll(removeFolders);

const words = { C: 'comet tail orbit comet', O: 'observatory telescope dome', S: 'onion soup salt' };

/** A page of a kind with links: URL → anchor. */
const is = (kind: keyof typeof words, links: Record<string, string> = {}): string =>
  `<!doctype html><title>x</title>${Object.entries(links)
    .map(([href, anchor]) => `<a href="${href}">${anchor}</a> `)
    .join('')}<p>${words[kind]} ${babble(count++)}</p>`;
let count = 0;

/** Words of letters alone that no other page has: no two pages are duplicates, and no classifier knows them. */
const babble = (n: number): string =>
  Array.from({ length: 60 }, (_, i) => {
    const digits = (n * 60 + i).toString(26).padStart(4, '0');
    return `q${[...digits].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}z`;
  }).join(' ');

const six = [1, 2, 3, 4, 5, 6];
const exampleTable: Table = Object.fromEntries([
  ...six.map((n) => [`ex.test/c${n}`, is('C')]),
  ...six.map((n) => [`ex.test/o${n}`, is('O', { [`/c${n}`]: 'omega' })]),
  ...six.map((n) => [`ex.test/s${n}`, is('S')]),
]);
const at = (kind: string): string[] => six.map((n) => `http://ex.test/${kind}${n}`);
const topic = {
  name: 'comets',
  seeds: ['http://o.test/'],
  examples: { relevant: at('c'), irrelevant: [...at('o'), ...at('s')] },
  departments: ['cs'],
  stopDirectories: ['calendar'],
  anchors: { prune: ['login'], extract: ['research'] },
};

/** Hosts other than o.test are written with the path. */
async function orderOf(recipe: string, table: Table, set: Record<string, unknown> = {}): Promise<string> {
  const web = await smallWeb({ ...exampleTable, ...table }, { threads: 0 });
  const settings = { ...web.settings, recipe, set, concurrency: 1 };
  await crawl({ topic, out: `${newFolder()}/crawl`, settings }).finished;
  await web.close();
  return web.log
    .filter(({ host, path }) => host !== 'ex.test' && path !== '/robots.txt')
    .map(({ host, path }) => (host === 'o.test' ? path : host + path))
    .join(' ');
}
const breadthFirst = (table: Table): Promise<string> =>
  orderOf('breadth-first', table, { judge: 'two-layers' });

describe('two queues', () => {
  const table = {
    'o.test/': is('O', { '/a': 'alpha', '/b': 'beta', '/c': 'gamma' }),
    'o.test/a': is('S', { '/a1': 'alpha' }),
    'o.test/b': is('C', { '/b1': 'beta' }),
    'o.test/c': is('O', { '/c1': 'gamma' }),
    'o.test/a1': is('S'),
    'o.test/b1': is('S'),
    'o.test/c1': is('S'),
  };

  it('take links of pages on the topic first, then of pages that lead to it, then the rest', async () => {
    // a, b, c low; a1 last; b1 high, before c; c1 low, before a1.
    expect(await orderOf('cindi/two-layers', table)).toBe('/ /a /b /b1 /c /c1 /a1');
    expect(await breadthFirst(table)).toBe('/ /a /b /c /a1 /b1 /c1');
  });

  it('drop the rest as the thesis does, where it is so set', async () => {
    expect(await orderOf('cindi/two-layers', table, { leftovers: 'refuse' })).toBe('/ /a /b /b1 /c /c1');
  });

  it('finish a site before the next, where it is so set', async () => {
    const sites = {
      'o.test/': is('C', { 'http://p.test/': 'alpha', '/a': 'beta' }),
      'o.test/a': is('O', { '/b': 'alpha' }),
      'o.test/b': is('S'),
      'p.test/': is('S'),
    };
    // p and a are both high, p was found first; b is low by rank but first by site.
    expect(await orderOf('cindi/two-layers', sites)).toBe('/ p.test/ /a /b');
    expect(await orderOf('cindi/two-layers', sites, { inSite: 'first' })).toBe('/ /a /b p.test/');
  });
});

it('anchors in the pruning list come last; on leading pages those in the extracting list come first', async () => {
  const table = {
    'o.test/': is('C', { '/login': 'Login', '/a': 'alpha' }),
    'o.test/a': is('O', { '/s': 'Sports', '/r': 'Research groups' }),
    'o.test/login': is('S'),
    'o.test/r': is('S'),
    'o.test/s': is('S'),
  };
  // login last, a high; r low, s after it, but before login.
  expect(await orderOf('cindi/robot', table)).toBe('/ /a /r /s /login');
  expect(await orderOf('cindi/robot', table, { leftovers: 'refuse' })).toBe('/ /a /r');
  expect(await orderOf('cindi/robot', table, { inspectAnchors: false })).toBe('/ /login /a /s /r');
  expect(await breadthFirst(table)).toBe('/ /login /a /s /r');
});

it('deep URLs, stop directories and odd formats are skipped; documents and departments come first', async () => {
  const table = {
    'o.test/': is('C', {
      '/calendar/x': 'alpha',
      '/1/2/3/4/5/6/7/8/x': 'beta',
      '/photo.jpg': 'gamma',
      '/a': 'delta',
      '/paper.txt': 'epsilon',
    }),
    'o.test/a': is('O', { '/r': 'Research', 'http://cs.uni.test/': 'zeta' }),
    'o.test/paper.txt': is('S'),
    'o.test/r': is('S'),
    'cs.uni.test/': is('S'),
    'o.test/*': is('S'),
  };
  expect(await orderOf('cindi/robot', table)).toBe('/ /paper.txt /a cs.uni.test/ /r');
  expect(await breadthFirst(table)).toBe(
    '/ /calendar/x /1/2/3/4/5/6/7/8/x /photo.jpg /a /paper.txt /r cs.uni.test/',
  );
});

it('while the high queue is empty, pages that nearly lead to the topic count as leading', async () => {
  const table = {
    'o.test/': is('O', { '/a': 'research', '/x': 'research', '/w': 'research' }),
    'o.test/a': is('S', { '/b': 'research' }),
    'o.test/x': is('C', { '/y': 'alpha' }),
    'o.test/w': is('O', { '/v': 'research' }),
    'o.test/b': is('S'),
    'o.test/y': is('S'),
    'o.test/v': is('S'),
  };
  // a comes from the low queue: the tunnel opens, and b is low like v instead of last. a is the only page in neither
  // layer so far, and so among the best quarter.
  expect(await orderOf('cindi/robot', table)).toBe('/ /a /x /y /w /b /v');
  expect(await orderOf('cindi/robot', table, { tunnelGamma: 1 })).toBe('/ /a /x /y /w /v /b');
  expect(await orderOf('cindi/robot', table, { tunnel: false })).toBe('/ /a /x /y /w /v /b');
  expect(await breadthFirst(table)).toBe('/ /a /x /w /b /y /v');
});

it('a site that brings too little is left, and others are gone on with', async () => {
  const table = {
    'o.test/': is('C', { 'http://p.test/': 'delta', '/a': 'alpha', '/b': 'beta', '/c': 'gamma' }),
    'o.test/a': is('S'),
    'o.test/b': is('S'),
    'o.test/c': is('S'),
    'p.test/': is('S'),
  };
  // After b one page of three is relevant, less than a half; p is known by then, since c waits behind it.
  const set = { siteExitPages: 3, siteExitShare: 0.5 };
  expect(await orderOf('cindi/robot', table, set)).toBe('/ p.test/ /a /b');
  expect(await breadthFirst(table)).toBe('/ p.test/ /a /b /c');
});

it('learnt stop directories are shown, and used by the next crawl from the start', async () => {
  const hosts = ['p', 'q', 'r'].map((name) => `${name}.test`);
  const links = Object.fromEntries(hosts.map((host) => [`http://${host}/club/x`, 'alpha']));
  const web = await smallWeb(
    {
      ...exampleTable,
      'o.test/': is('C', links),
      ...Object.fromEntries(hosts.map((host) => [`${host}/club/x`, is('S')])),
    },
    { threads: 0 },
  );
  const rule = { stopDirectorySites: 1, stopDirectoryPages: 2 };
  const crawled = async (set: Record<string, unknown>): Promise<string> => {
    const out = `${newFolder()}/crawl`;
    const settings = { ...web.settings, recipe: 'cindi/robot', set, concurrency: 1 };
    await crawl({ topic, out, settings }).finished;
    return out;
  };
  const visited = (out: string): string[] => pagesOf(out).map(({ url }) => url.slice(7));
  const first = await crawled(rule);
  // After two pages on two sites the third is refused.
  expect(visited(first)).toEqual(['o.test/', 'p.test/club/x', 'q.test/club/x']);
  const { out } = await forageHere(['model', first], { cwd: '.' });
  expect(out).toContain('Stop directories learnt: 1\n    club');
  expect(out).toContain('Layer 1, on the topic: svm');
  expect(out).toContain('trained on 6 pages that lead to the topic and 6 others');
  expect(visited(await crawled({ ...rule, learnt: first }))).toEqual(['o.test/']);
  await expect(crawled({ ...rule, learnt: `${newFolder()}/none` })).rejects.toThrow('none');
  await web.close();
});

describe('pages that lead to the topic', () => {
  const graphOf = (links: Record<string, string[]>) => ({
    linksTo: (url: string) => (links[url] ?? []).map((source) => ({ url: source, anchor: '' })),
    page: async (url: string) => (url.includes('gone') ? undefined : pageOf({ url, text: url })),
    close() {},
  });
  const urls = (pages: { url: string }[]): string[] => pages.map(({ url }) => url);

  it('are found backwards, step by step, those on the topic gone through but left out', async () => {
    const graph = graphOf({
      'http://t/1': ['http://a/', 'http://gone/', 'http://on-topic/'],
      'http://t/2': ['http://b/', 'http://t/1'],
      'http://on-topic/': ['http://c/'],
      'http://c/': ['http://d/'],
    });
    const find = (steps: number, enough = 100) =>
      pagesLeadingTo(['http://t/1', 'http://t/2'], graph, ({ text }) => text.includes('topic'), {
        steps,
        enough,
      });
    expect(urls(await find(1))).toEqual(['http://a/', 'http://b/']);
    expect(urls(await find(2))).toEqual(['http://a/', 'http://b/', 'http://c/']);
    expect(urls(await find(5))).toEqual(['http://a/', 'http://b/', 'http://c/', 'http://d/']);
    expect(urls(await find(5, 1))).toEqual(['http://a/']);
  });

  it('are those of the directories above if a URL has few of its own', () => {
    const graph = graphOf({
      'http://t/x/y.html': ['http://a/'],
      'http://t/x/': ['http://b/'],
      'http://t/': ['http://c/'],
      'http://t/many': Array.from({ length: 12 }, (_, i) => `http://m/${i}`),
    });
    expect(sourcesOf('http://t/x/y.html', graph)).toEqual(['http://a/', 'http://b/', 'http://c/']);
    expect(sourcesOf('http://t/many', graph)).toHaveLength(12);
  });

  it('are named in a warning if too few are known', async () => {
    const told: string[] = [];
    const short = parseTopic('name: a\nexamples: { relevant: [x], irrelevant: [y] }');
    const examples = ['comet', 'onion'].map((text, i) => ({
      source: text,
      page: pageOf({ text }),
      relevant: i === 0,
    }));
    const models = await prepareRecipe(findRecipe('cindi/robot'), {}, short).train({
      topic: short,
      examples,
      seed: 1,
      openGraph: () => Promise.reject(new Error('no graph was asked for')),
      warn: (message) => told.push(message),
      quality: () => {},
    });
    expect(told.join()).toContain('Only 0 example pages lead to the topic');
    expect(JSON.parse(JSON.stringify(models))).toEqual(models);
  });
});
