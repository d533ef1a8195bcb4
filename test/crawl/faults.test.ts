/** A fault in a judge, a strategy, a filter, a sink or a reader affects one page, and is reported. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlEvent, crawl, resume } from '../../src/index.ts';
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

const use = [fileURLToPath(new URL('plugins/faulty.ts', import.meta.url))];
const recipe = (judge: object = {}, strategy: object = {}) => ({
  name: 'faulty',
  judge: { kind: 'faulty-judge', ...judge },
  strategy: { kind: 'faulty-strategy', ...strategy },
});

/** Each with two links that nothing else leads to. */
const parts = ['judge', 'nan', 'strategy', 'measure', 'endless', 'admits', 'filter', 'sink', 'unwanted'];
const two = (part: string): string[] => [`/after-${part}-1`, `/after-${part}-2`];

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb({
    'a.test/': page(
      [...parts, 'reader'].map((part) => `/page?${part}`),
      prose('start'),
    ),
    ...Object.fromEntries(parts.map((part) => [`a.test/page?${part}`, page(two(part), prose(part))])),
    'a.test/page?reader': { headers: { 'content-type': 'text/faulty' }, body: 'bytes' },
    'a.test/*': (_, { url }) => page([], prose(String(url))),
    'chain.test/*': (_, { url }) => page([`${url}x`, `${url}y`], prose(String(url))),
  });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

describe.each([0, 2])('with %i threads', (threads) => {
  let out: string;
  const events: CrawlEvent[] = [];
  beforeAll(async () => {
    web.log.length = 0;
    out = join(newFolder(), 'crawl');
    const settings = { use, recipe: recipe(), threads, concurrency: 1 };
    const run = crawl(optionsFor(web, { out, seeds: ['http://a.test/'], settings }));
    for await (const event of run.listen({ wait: true })) events.push(event);
    expect((await run.finished).reason).toBe('frontier-empty');
  });

  it('every page is fetched and kept, but for the one that no reader could read', () => {
    const kept = pagesOf(out).filter(({ outcome }) => outcome === 'page');
    const after = parts.filter((part) => part !== 'unwanted').flatMap(two);
    for (const path of ['/', ...parts.slice(0, -1).map((part) => `/page?${part}`), ...after])
      expect(kept.map(({ url }) => url)).toContain(`http://a.test${path}`);
    expect(kept).toHaveLength(1 + parts.length - 1 + after.length);
    const unreadable = pagesOf(out).find(({ url }) => url.endsWith('?reader'));
    expect(unreadable).toMatchObject({ outcome: 'refused: parse-error' });
  });

  it('each fault is counted by its part, announced, and logged with its stack', () => {
    const counts = Object.fromEntries(
      look(out, (read) => read.faultCounts()).map((one) => [one.part, one.count]),
    );
    expect(counts).toEqual({
      judge: 2,
      strategy: 4,
      'filter faulty-filter': 1,
      'sink faulty-sink': 1,
      reader: 1,
    });
    const told = events.filter((event) => event.type === 'fault').map(({ part, url }) => `${part} ${url}`);
    expect(told).toContain('judge http://a.test/page?judge');
    expect(told).toContain('strategy http://a.test/page?measure');
    expect(told).toHaveLength(9);
    const log = readFileSync(join(out, 'faults.log'), 'utf8');
    expect(log).toMatch(
      /strategy http:\/\/a\.test\/page\?strategy\nError: strategy fails on purpose.*\n\s+at .*faulty\.ts/,
    );
    expect(log).toMatch(/score must be from 0 to 1, not NaN/);
  });

  it('links of such a page wait at the priority of their parent, with the reason', () => {
    const links = look(out, (read) => {
      const row = read.pageByUrl('http://a.test/page?strategy');
      return read.linksOf(row!.id);
    });
    // The parent waited at 0.25; the strategy says 0.25 of every link, so its own reason is what tells.
    expect(links.map(({ why }) => why)).toEqual(Array(2).fill('as its parent: the strategy failed'));
    const judged = look(out, (read) => read.linksOf(read.pageByUrl('http://a.test/page?judge')!.id));
    expect(judged.map(({ priority, why }) => [priority, why])).toEqual(
      Array(2).fill([0.25, 'as its parent: its page was not judged']),
    );
  });

  it('a page without a judgement is not relevant and has no score', () => {
    const row = pagesOf(out).find(({ url }) => url.endsWith('?judge'))!;
    expect(row).toMatchObject({ relevant: false, why: ['the judge failed on this page'] });
    expect(row.score ?? null).toBeNull();
  });
});

it.each([
  ['judge', recipe({ always: true })],
  ['strategy', recipe({}, { always: true })],
])(
  'twenty faults of the %s in a row stop the crawl with a reason, and a resume continues it',
  async (part, broken) => {
    const out = join(newFolder(), 'crawl');
    const settings = { use, recipe: broken, threads: 1, concurrency: 1 };
    const { reason, detail } = await crawl(optionsFor(web, { out, seeds: ['http://chain.test/'], settings }))
      .finished;
    expect(reason).toBe('faults');
    expect(detail).toContain(`the ${part} failed 20 times in a row`);
    expect(detail).toContain(`${part} fails on purpose`);
    const before = pagesOf(out).length;
    expect(before).toBe(20);
    expect((await resume(out).finished).reason).toBe('faults');
    expect(pagesOf(out).length).toBe(before + 20);
    expect(new Set(pagesOf(out).map(({ url }) => url)).size).toBe(before + 20);
    expect(existsSync(join(out, 'blamed.txt'))).toBe(false);
  },
);
