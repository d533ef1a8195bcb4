/** Every way in which a crawl ends, and that it can go on after each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl, resume, type SettingsInput, type Stop, type Web } from '../../src/index.ts';
import {
  crawlOf,
  look,
  newFolder,
  optionsFor,
  outcomesOf,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

const HOSTS = ['a.test', 'b.test', 'c.test', 'd.test'];
const PER_HOST = 10;

/** Four hosts of ten pages: each links to the next of its host and to the same one of the next host. */
function ring(): Table {
  const table: Table = {};
  for (const [h, host] of HOSTS.entries())
    for (let i = 0; i < PER_HOST; i++)
      table[`${host}/p${i}`] = page(
        [`/p${i + 1}`, `http://${HOSTS[(h + 1) % 4]}/p${i}`],
        `${i % 2 === 0 ? 'comet comet' : ''} ${prose(`${host} ${i}`)}`,
      );
  table['tired.test/p0'] = page(['/p1'], prose('tired'));
  table['tired.test/p1'] = { status: 503, headers: { 'retry-after': '3600' } };
  return table;
}

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb(ring(), { threads: 0 });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const seeds = ['http://a.test/p0'];
/** A page with a comet or two counts. */
const judged = { set: { judge: 'string-match', half: 1 } };
const run = (settings: SettingsInput) => crawlOf(web, { seeds, settings: { ...judged, ...settings } });
const all = HOSTS.flatMap((host) => Array.from({ length: PER_HOST }, (_, i) => `http://${host}/p${i}`));
const pageUrls = (folder: string): string[] =>
  pagesOf(folder)
    .filter(({ outcome }) => outcome === 'page')
    .map(({ url }) => url)
    .toSorted();

describe('a crawl ends', () => {
  it('when nothing waits any more', async () => {
    const { stop, folder } = await run({});
    expect(stop).toMatchObject({
      reason: 'frontier-empty',
      summary: { pages: 40, relevant: 20, waiting: 0 },
    });
    expect(pageUrls(folder)).toEqual(all.toSorted());
  });

  it('after exactly the pages of its budget', async () => {
    const { stop, folder } = await run({ budget: { pages: 7 } });
    expect(stop).toMatchObject({ reason: 'budget-pages', summary: { pages: 7 } });
    expect(pageUrls(folder)).toHaveLength(7);
  });

  it('after the relevant pages of its budget', async () => {
    const { stop } = await run({ budget: { relevant: 3 }, concurrency: 1 });
    expect(stop).toMatchObject({ reason: 'budget-relevant', summary: { relevant: 3 } });
    expect(stop.summary.pages).toBeGreaterThanOrEqual(3);
  });

  it('after the words of its budget, counted on relevant pages alone', async () => {
    const { stop, folder } = await run({ budget: { words: 200 }, concurrency: 1 });
    expect(stop.reason).toBe('budget-words');
    const relevant = pagesOf(folder).filter((one) => one.relevant);
    // Every relevant page has "comet comet", sixty words, and two links as words of their addresses.
    expect(relevant).toHaveLength(stop.summary.relevant);
    expect(stop.summary.words).toBeGreaterThanOrEqual(200);
    expect(stop.summary.words / relevant.length).toBeGreaterThanOrEqual(62);
    expect(stop.summary.words / relevant.length).toBeLessThan(80);
  });

  it('after the bytes of its budget', async () => {
    const { stop } = await run({ budget: { bytes: 4000 }, concurrency: 1 });
    expect(stop.reason).toBe('budget-bytes');
    expect(stop.summary.bytes).toBeGreaterThanOrEqual(4000);
    expect(stop.summary.pages).toBeLessThan(40);
  });

  it('after the bytes of its budget, though none of them were pages', async () => {
    const own = await smallWeb({
      'big.test/': page(
        Array.from({ length: 50 }, (_, i) => `/gone-${i}`),
        prose('big'),
      ),
      'big.test/*': { status: 404, body: 'x'.repeat(10_000) },
    });
    const { stop } = await crawlOf(own, {
      seeds: ['http://big.test/'],
      settings: { budget: { bytes: 50_000 } },
    });
    await own.close();
    expect(stop.reason).toBe('budget-bytes');
    expect(own.paths().length).toBeLessThan(10);
  });

  it('after its time, though pages wait', async () => {
    const { stop } = await run({ budget: { seconds: 0.5 }, politeness: { minDelayMs: 300 } });
    expect(stop.reason).toBe('budget-time');
    expect(stop.summary.elapsedMs).toBeGreaterThanOrEqual(500);
    expect(stop.summary.waiting).toBeGreaterThan(0);
  });

  it('when every host asks to wait for longer than it may idle', async () => {
    const { stop } = await crawlOf(web, { seeds: ['http://tired.test/p0'] });
    expect(stop.reason).toBe('idle');
    expect(stop.detail).toMatch(/the first may be contacted at \d{4}-/);
  });

  it('soon when no host has ever answered, however long it may idle', async () => {
    const { stop } = await crawlOf(web, {
      seeds: ['http://nobody.test/'],
      settings: {
        politeness: { maxIdleSeconds: 600 },
        http: { contact: 'mailto:test@example.org', connectTo: { 'nobody.test': '127.0.0.1:1' } },
      },
    });
    expect(stop).toMatchObject({ reason: 'idle', detail: expect.stringContaining('no host has answered') });
  });

  it('when it is asked to stop', async () => {
    const running = crawl(optionsFor(web, { seeds }));
    for await (const event of running) if (event.type === 'page' && event.n === 5) running.stop();
    expect(await running.finished).toMatchObject({ reason: 'interrupted' });
  });

  it('with the error if its custom web fails, and continues with another', async () => {
    let asked = 0;
    const texts = ring();
    const own = (failAt: number): Web => ({
      async fetch({ url }) {
        if (++asked === failAt) throw new Error('the cable is cut');
        const body = Buffer.from(String(texts[url.slice('http://'.length)] ?? ''));
        return {
          ok: true,
          url,
          status: body.length === 0 ? 404 : 200,
          statusText: '',
          headers: [['content-type', 'text/html']],
          requestHeaders: [],
          wire: body,
          body,
          startedAt: Date.now(),
          durationMs: 1,
        };
      },
      async close() {},
    });
    const options = optionsFor(web, { seeds, web: own(6) });
    await expect(crawl(options).finished).rejects.toThrow('the cable is cut');
    const stop = await resume(options.out, { web: own(0) }).finished;
    expect(stop.reason).toBe('frontier-empty');
    expect(pageUrls(options.out)).toEqual(all.toSorted());
  });
});

it('no page is requested beyond the budget of depth, and the links beyond it keep their reason', async () => {
  const { stop, folder } = await run({ budget: { depth: 2 } });
  expect(stop.reason).toBe('frontier-empty');
  const found = pagesOf(folder);
  expect(Math.max(...found.map(({ depth }) => depth))).toBe(2);
  // From a/p0 in two steps: a/p0, a/p1, b/p0, a/p2, b/p1, c/p0.
  expect(found).toHaveLength(6);
  const refused = look(folder, (read) => read.countsByRefusal());
  expect(refused).toContainEqual({ reason: 'scope: deeper than asked', count: expect.any(Number) });
});

it('no host gives more pages than the budget for one, and the links left keep their reason', async () => {
  const { folder } = await run({ budget: { pagesPerHost: 3 } });
  const hosts = look(folder, (read) => read.topHosts({ limit: 10, by: 'pages' }));
  expect(hosts.map(({ pages }) => pages)).toEqual([3, 3, 3, 3]);
  const refused = look(folder, (read) => read.countsByRefusal());
  expect(refused.map(({ reason }) => reason)).toContain('budget: 3 pages of this host');
});

describe('a crawl that was stopped', () => {
  it('ends with the pages of one that was not, however often it is stopped', async () => {
    const options = optionsFor(web, { seeds, settings: { ...judged, budget: { pages: 5 } } });
    const stops: Stop[] = [await crawl(options).finished];
    for (const pages of [9, 10, 26]) stops.push(await resume(options.out, { budget: { pages } }).finished);
    const running = resume(options.out, { budget: { pages: 1000 } });
    for await (const event of running) if (event.type === 'page' && event.n === 30) running.stop();
    stops.push(await running.finished);
    stops.push(await resume(options.out, { budget: { pages: 1000 } }).finished);
    expect(stops.map(({ reason }) => reason)).toEqual([
      ...Array(4).fill('budget-pages'),
      'interrupted',
      'frontier-empty',
    ]);
    expect(stops.slice(0, 4).map(({ summary }) => summary.pages)).toEqual([5, 9, 10, 26]);
    expect(stops.at(-1)?.summary).toMatchObject({ pages: 40, relevant: 20 });
    expect(pageUrls(options.out)).toEqual(all.toSorted());
    const again = await resume(options.out, { budget: { pages: 1000 } }).finished;
    expect(again).toMatchObject({ reason: 'frontier-empty', summary: { pages: 40 } });
  });

  it('does not repeat requests, except for the page that a budget put back', async () => {
    const own = await smallWeb(ring(), { threads: 0 });
    const options = optionsFor(own, { seeds, settings: { budget: { pages: 6 }, concurrency: 1 } });
    await crawl(options).finished;
    await resume(options.out, { budget: { pages: 1000 } }).finished;
    await own.close();
    const times = new Map<string, number>();
    for (const { host, path } of own.log) times.set(host + path, (times.get(host + path) ?? 0) + 1);
    expect([...times].filter(([, n]) => n > 1)).toEqual([]);
  });

  it('cannot be started twice in one folder, nor run twice at the same time', async () => {
    const options = optionsFor(web, { seeds, settings: { politeness: { minDelayMs: 100 } } });
    const running = crawl(options);
    for await (const event of running) if (event.type === 'page') break;
    await expect(resume(options.out).finished).rejects.toThrow(/another|busy|in use|running/i);
    running.stop();
    expect((await running.finished).reason).toBe('interrupted');
    expect(() => crawl(options)).toThrow('already contains a crawl');
    expect((await resume(options.out).finished).reason).toBe('frontier-empty');
    expect(outcomesOf(options.out)['http://d.test/p9']).toBe('page');
  });

  it('is refused in a folder without a crawl', () => {
    expect(() => resume(newFolder())).toThrow('is not a crawl');
  });
});

it('a crawl that no longer brings enough ends: fewer of its last 500 pages are relevant than asked for', async () => {
  // The first hundred pages are relevant, then none: 10 of the last 500 are left after page 590.
  const web = await smallWeb(
    {
      'a.test/*': (_n, { url }) => {
        const n = Number(/\d+$/.exec(url ?? '')?.[0] ?? 0);
        return page([`/${n + 1}`], `${n < 100 ? 'comet comet ' : ''}${prose(`p${n}`, 20)}`);
      },
    },
    { threads: 0 },
  );
  const { stop } = await crawlOf(web, {
    seeds: ['http://a.test/0'],
    settings: { recipe: 'breadth-first', concurrency: 1, traps: false, budget: { yield: 0.02, pages: 700 } },
  });
  await web.close();
  expect(stop.reason).toBe('budget-yield');
  expect(stop.summary.pages).toBe(591);
  expect(stop.detail).toBe('of the last 500 pages 1.8 % were relevant, less than 2 %');
});
