/** A part that returns something unusable loses its say on that page, and the crawl goes on. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl, resume } from '../../src/index.ts';
import * as careless from './plugins/careless.ts';
import {
  look,
  newFolder,
  optionsFor,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from './small-web.ts';

const use = [fileURLToPath(new URL('plugins/careless.ts', import.meta.url))];
const recipe = {
  name: 'careless',
  judge: { kind: 'careless-judge' },
  strategy: { kind: 'careless-strategy' },
};
const marksOf = (...returns: object[]): string[] => returns.flatMap((one) => Object.keys(one));
const ofJudge = marksOf(careless.opinions);
const ofStrategy = [
  ...marksOf(careless.measures, careless.ranks, careless.reranks, careless.reasons),
  'rank-object-for-words',
];
const ofFilter = marksOf(careless.links);
const ofSink = marksOf(careless.sinks);
const ofReader = marksOf(careless.formats);
const marks = [...ofJudge, ...ofStrategy, ...ofFilter, ...ofSink, ...ofReader];

/** Faults at commits must not make a row of twenty with those of pages. */
const RARELY = 3_600_000;

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb({
    'a.test/': page(
      marks.flatMap((mark) => [`/page?${mark}`, `/between-${mark}`]),
      prose('start'),
    ),
    ...Object.fromEntries(
      marks.map((mark) => [`a.test/page?${mark}`, page([`/after-${mark}`], prose(mark))]),
    ),
    'a.test/*': (_, { url }) => page([], prose(String(url))),
    's.test/robots.txt': 'Sitemap: http://s.test/map.xml\n',
    's.test/': page([], prose('with a sitemap')),
    's.test/map.xml': {
      headers: { 'content-type': 'application/xml' },
      body: '<urlset><url><loc>http://s.test/listed</loc></url></urlset>',
    },
    's.test/listed': page([], prose('listed')),
    'chain.test/*': (_, { url }) => page([`${url}x`, `${url}y`], prose(String(url))),
  });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

describe.each([0, 2])('with %i threads', (threads) => {
  let out: string;
  beforeAll(async () => {
    out = join(newFolder(), 'crawl');
    const settings = { use, recipe, threads, concurrency: 1, archive: { commitEveryMs: RARELY } };
    const run = crawl(optionsFor(web, { out, seeds: ['http://a.test/'], settings }));
    expect(await run.finished).toMatchObject({ reason: 'frontier-empty' });
  });

  it('every page is kept, but for the one that no reader could read, and its link is followed', () => {
    const kept = pagesOf(out).filter(({ outcome }) => outcome === 'page');
    const urls = marks.flatMap((mark) => [`/page?${mark}`, `/between-${mark}`, `/after-${mark}`]);
    const unread = ['/page?reader-promise', '/after-reader-promise'];
    const expected = ['/', ...urls].filter((url) => !unread.includes(url));
    expect(kept.map(({ url }) => url.replace('http://a.test', '')).sort()).toEqual(expected.sort());
  });

  it('each is a fault of its part on that page', () => {
    const faults = look(out, (read) => read.faults(1000)).filter(({ url }) => url?.includes('?'));
    const found = new Set(faults.map(({ part, url }) => `${part} ${url!.split('?')[1]}`));
    expect(found).toEqual(
      new Set([
        ...ofJudge.map((mark) => `judge ${mark}`),
        ...ofStrategy.filter((mark) => !mark.startsWith('rerank')).map((mark) => `strategy ${mark}`),
        ...ofFilter.map((mark) => `filter careless-filter ${mark}`),
        ...ofSink.map((mark) => `sink careless-sink ${mark}`),
        ...ofReader.map((mark) => `reader ${mark}`),
      ]),
    );
  });

  it('what happens on no page is a fault, too, and a resume goes on', async () => {
    const places = look(out, (read) => read.faults(1000)).map(({ part, url }) => `${part} ${url}`);
    expect(places).toEqual(
      expect.arrayContaining([
        'strategy at a rerank',
        'strategy at a commit',
        'strategy at the end',
        'sink careless-sink at a commit',
      ]),
    );
    expect((await resume(out).finished).reason).toBe('frontier-empty');
  });

  it('a model of which no judge can be made is left out, and a resume does not meet it', async () => {
    const folder = join(newFolder(), 'crawl');
    const own = {
      ...recipe,
      judge: { kind: 'careless-learning-judge' },
      strategy: { kind: 'breadth-first' },
    };
    const settings = { use, recipe: own, threads, concurrency: 1, budget: { pages: 6 } };
    const run = crawl(optionsFor(web, { out: folder, seeds: ['http://chain.test/'], settings }));
    expect(await run.finished).toMatchObject({ reason: 'budget-pages' });
    const faults = look(folder, (read) => read.faults(100)).filter(({ part }) => part === 'judge');
    expect(faults).toMatchObject([{ part: 'judge', url: 'at a new model' }]);
    expect(faults[0]!.message).toContain('what a model');
    const resumed = await resume(folder, { budget: { pages: 8 } }).finished;
    expect(resumed).toMatchObject({ reason: 'budget-pages', summary: { pages: 8 } });
  });
});

it('a strategy that changes the entries of a sitemap has no say on them, and they are fetched', async () => {
  const out = join(newFolder(), 'crawl');
  const own = { ...recipe, strategy: { kind: 'careless-listing-strategy' } };
  const settings = { use, recipe: own, threads: 0, politeness: { sitemaps: 'all' as const } };
  await crawl(optionsFor(web, { out, seeds: ['http://s.test/'], settings })).finished;
  expect(pagesOf(out).map(({ url }) => url)).toContain('http://s.test/listed');
  expect(look(out, (read) => read.faults(10))).toContainEqual(
    expect.objectContaining({ part: 'strategy', url: 'http://s.test/map.xml' }),
  );
});
