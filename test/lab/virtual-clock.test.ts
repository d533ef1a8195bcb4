/**
 * A crawl by a virtual clock: the arrival of every page calculated by hand from the latencies of the hosts (which
 * virtual-time.test.ts holds to their promise), the delay and the links of a small web.
 */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crawlWith } from '../../src/crawl/start.ts';
import type { CrawlEvent, SettingsInput, Web } from '../../src/index.ts';
import { timedWeb } from '../../src/lab/timed-web.ts';
import { VirtualClock } from '../../src/lab/virtual-clock.ts';
import { latencyOf } from '../../src/lab/virtual-time.ts';
import { newFolder, page, prose, removeFolders } from '../crawl/small-web.ts';

afterAll(removeFolders);

const LATENCY_MS = 300;
const latency = (host: string): number => Math.round(latencyOf(host, LATENCY_MS));

/** The answer of a URL; one that begins with a colon is a redirect target. */
type Table = Record<string, string>;

/** Answers from the table after a moment of the wall's own time, another one each time. */
function webOf(table: Table, jitterMs = 0): Web {
  return {
    async fetch({ url }) {
      if (jitterMs > 0) await new Promise((later) => setTimeout(later, jitterMs * Math.random()));
      const asked = { url, startedAt: Date.now(), durationMs: 0 };
      const html = table[url.slice('http://'.length)];
      if (html === undefined)
        return { ...asked, ok: false, reason: 'not-in-web', detail: 'It is not there.', mayPass: false };
      const isRedirect = html.startsWith(':');
      const wire = new TextEncoder().encode(isRedirect ? '' : html);
      const headers: [string, string][] = isRedirect
        ? [['Location', html.slice(1)]]
        : [['Content-Type', 'text/html; charset=utf-8']];
      const status = isRedirect ? 301 : 200;
      return { ...asked, ok: true, status, statusText: '', headers, requestHeaders: [], wire, body: wire };
    },
    close: async () => {},
  };
}

interface Way {
  recipe?: string;
  connections?: number;
  delayMs?: number;
  seconds?: number;
  pages?: number;
  bytesPerSecond?: number;
  jitterMs?: number;
  settings?: SettingsInput;
  onEvent?: (event: CrawlEvent, stop: () => void) => void;
}

async function crawled(table: Table, seeds: string[], way: Way = {}) {
  const { recipe = 'breadth-first', connections = 2, delayMs = 5000, bytesPerSecond = 1e12 } = way;
  const { pages, seconds, settings } = way;
  const clock = new VirtualClock(1000 * (seconds ?? Number.POSITIVE_INFINITY));
  const arrivals = new Map<string, number>();
  const web = webOf(table, way.jitterMs);
  const run = crawlWith(
    {
      topic: { name: 'test', keywords: ['comet'], seeds: seeds.map((seed) => `http://${seed}`) },
      out: join(newFolder(), 'crawl'),
      web: timedWeb(web, clock, { latencyMs: LATENCY_MS, bytesPerSecond }, (url, ms) =>
        arrivals.set(url, ms),
      ),
      clock: clock.now,
      settings: {
        recipe,
        concurrency: connections,
        threads: 1,
        archive: { warc: false, fullText: false },
        budget: { ...(seconds ? { seconds } : {}), ...(pages ? { pages } : {}) },
        ...settings,
        politeness: { minDelayMs: delayMs, maxIdleSeconds: 100_000, ...settings?.politeness },
      },
    },
    { timers: clock },
  );
  const found: [string, number][] = [];
  for await (const event of run) {
    if (event.type === 'page') found.push([event.url.slice('http://'.length), arrivals.get(event.url)!]);
    way.onEvent?.(event, () => run.stop());
  }
  return { found, stop: await run.finished };
}

const leaf = (name: string): string => page([], prose(name));

describe('a crawl by a virtual clock', () => {
  it('sends a host one request at a time and waits for its delay after each answer', async () => {
    const table = {
      'a.test/': page(['/1', '/2'], prose('a')),
      'a.test/1': leaf('1'),
      'a.test/2': leaf('2'),
    };
    const a = latency('a.test');
    const { found, stop } = await crawled(table, ['a.test/']);
    expect(found).toEqual([
      ['a.test/', a],
      ['a.test/1', 2 * a + 5000],
      ['a.test/2', 3 * a + 10_000],
    ]);
    expect(stop.reason).toBe('frontier-empty');
  });

  it('has no more requests in flight than connections, and sends the next when one is free', async () => {
    const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
    const table = Object.fromEntries(hosts.map((host) => [`${host}/`, leaf(host)]));
    const { found } = await crawled(
      table,
      hosts.map((host) => `${host}/`),
    );
    // Two at once, in the order of the seeds; c begins at the first answer of the two, d at the next of what is out.
    const [a, b, c, d] = hosts.map(latency) as [number, number, number, number];
    const cEnds = Math.min(a, b) + c;
    const dEnds = Math.min(Math.max(a, b), cEnds) + d;
    expect(Object.fromEntries(found)).toEqual({
      'a.test/': a,
      'b.test/': b,
      'c.test/': cEnds,
      'd.test/': dEnds,
    });
  });

  it('adds the time of the bytes', async () => {
    const html = leaf('bytes');
    const { found } = await crawled({ 'a.test/': html }, ['a.test/'], { bytesPerSecond: 1000 });
    expect(found).toEqual([['a.test/', Math.round(latencyOf('a.test', LATENCY_MS) + html.length)]]);
  });

  it('turns to a worse link of another host while the host of the best one rests', async () => {
    const table = {
      'a.test/': page({ '/best': 'comet', 'http://b.test/': 'weather' }, prose('a')),
      'a.test/best': leaf('best'),
      'b.test/': leaf('b'),
    };
    const [a, b] = [latency('a.test'), latency('b.test')];
    const way = { recipe: 'best-first/anchor', connections: 1 };
    expect((await crawled(table, ['a.test/'], way)).found).toEqual([
      ['a.test/', a],
      ['b.test/', a + b],
      ['a.test/best', 2 * a + 5000],
    ]);
    // Without a delay nobody rests, and the best comes first.
    expect((await crawled(table, ['a.test/'], { ...way, delayMs: 0 })).found).toEqual([
      ['a.test/', a],
      ['a.test/best', 2 * a],
      ['b.test/', 2 * a + b],
    ]);
  });

  it('chooses by the answers received, not by those still in flight', async () => {
    const table = {
      // The long page leads to the best link, but takes ten seconds.
      'long.test/': page({ 'http://best.test/': 'comet comet' }, prose('long', 1500)),
      'short.test/': page({ 'http://poor.test/': 'weather' }, prose('short')),
      'best.test/': leaf('best'),
      'poor.test/': leaf('poor'),
    };
    const bytesPerSecond = table['long.test/'].length / 10;
    const way = { recipe: 'best-first/anchor', connections: 2, bytesPerSecond };
    const { found } = await crawled(table, ['long.test/', 'short.test/'], way);
    expect(found.map(([url]) => url)).toEqual(['short.test/', 'poor.test/', 'long.test/', 'best.test/']);
    const alone = await crawled(table, ['long.test/', 'short.test/'], { ...way, connections: 1 });
    expect(alone.found.map(([url]) => url)).toEqual([
      'long.test/',
      'short.test/',
      'best.test/',
      'poor.test/',
    ]);
  });

  it('takes no time for a URL that is not in the web, and does not delay its host', async () => {
    const table = { 'a.test/': page(['/gone', '/also-gone', '/1'], prose('a')), 'a.test/1': leaf('1') };
    const a = latency('a.test');
    const { found } = await crawled(table, ['a.test/gone', 'a.test/']);
    expect(found).toEqual([
      ['a.test/', a],
      ['a.test/1', 2 * a + 5000],
    ]);
  });

  it('requests robots.txt first if it obeys it, which takes time like any request', async () => {
    const table = { 'a.test/robots.txt': 'User-agent: *\nDisallow: /no\n', 'a.test/': leaf('a') };
    const a = latency('a.test');
    const { found } = await crawled(table, ['a.test/no', 'a.test/'], {
      settings: { politeness: { robots: 'obey' } },
    });
    expect(found).toEqual([['a.test/', 2 * a + 5000]]);
  });

  it('lets a robots.txt that leads to another host wait for its turn there by the same clock', async () => {
    const [quick, slow] = ['a.test', 'b.test', 'c.test'].toSorted((x, y) => latency(x) - latency(y)) as [
      string,
      string,
    ];
    expect(latency(quick)).toBeLessThan(latency(slow));
    const table = {
      [`${quick}/robots.txt`]: `:http://${slow}/robots.txt`,
      [`${slow}/robots.txt`]: 'User-agent: *\nDisallow: /no\n',
      [`${quick}/`]: leaf('quick'),
      [`${slow}/`]: leaf('slow'),
    };
    // The slow one is being asked for its robots.txt when the quick one leads there; it need not be asked twice.
    const { found } = await crawled(table, [`${quick}/`, `${slow}/`], {
      settings: { politeness: { robots: 'obey' } },
    });
    expect(found).toEqual([
      [`${quick}/`, 2 * latency(quick) + 5000],
      [`${slow}/`, 2 * latency(slow) + 5000],
    ]);
  });

  it('takes the time of a redirect, and of its target', async () => {
    const table = { 'a.test/': ':http://b.test/', 'b.test/': leaf('b') };
    const { found } = await crawled(table, ['a.test/']);
    expect(found).toEqual([['b.test/', latency('a.test') + latency('b.test')]]);
  });

  it('ends when its time is over, with what had come in by then', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `/${i}`);
    const table: Table = { 'a.test/': page(names, prose('a')) };
    for (const name of names) table[`a.test${name}`] = leaf(name);
    const { found, stop } = await crawled(table, ['a.test/'], { seconds: 60 });
    // The n-th answer comes at n latencies and n - 1 delays.
    const most = Math.floor((60_000 + 5000) / (latency('a.test') + 5000));
    expect(found).toHaveLength(most);
    expect(stop).toMatchObject({ reason: 'budget-time', summary: { elapsedMs: 60_000 } });
    const few = await crawled(table, ['a.test/'], { seconds: 60, pages: 3 });
    expect(few.found).toEqual(found.slice(0, 3));
    expect(few.stop.reason).toBe('budget-pages');
  });

  it('stops on request, without waiting for requests in flight', async () => {
    const table: Table = {};
    const hosts = Array.from({ length: 20 }, (_, i) => `h${i}.test`);
    for (const [i, host] of hosts.entries())
      table[`${host}/`] = page([`http://${hosts[(i + 1) % 20]}/`, '/next'], prose(host));
    const { found, stop } = await crawled(table, ['h0.test/', 'h5.test/', 'h9.test/'], {
      onEvent: (event, halt) => event.type === 'page' && event.n === 5 && halt(),
    });
    expect(stop.reason).toBe('interrupted');
    expect(found.length).toBeLessThan(20);
  });

  it('is the same every time, however long the answers really take', async () => {
    const table: Table = {};
    for (let i = 0; i < 120; i++) {
      const links = [2 * i + 1, 2 * i + 2, 3 * i + 5].map((to) => `http://h${to % 11}.test/${to}`);
      table[`h${i % 11}.test/${i}`] = page(links, prose(String(i)) + (i % 3 === 0 ? 'comet '.repeat(i) : ''));
    }
    const way = { recipe: 'best-first/page', connections: 8, bytesPerSecond: 5000 };
    const first = await crawled(table, ['h0.test/0'], way);
    expect(first.found).toHaveLength(120);
    const times = first.found.map(([, ms]) => ms);
    expect(times).toEqual(times.toSorted((x, y) => x - y));
    for (let i = 0; i < 3; i++)
      expect((await crawled(table, ['h0.test/0'], { ...way, jitterMs: 4 })).found).toEqual(first.found);
  });
});

describe('the clock', () => {
  it('stands still until the loop waits and every task in progress sleeps', async () => {
    const clock = new VirtualClock();
    const rung: string[] = [];
    clock.alarm(100, () => rung.push('alarm'), 1);
    expect(clock.now()).toBe(0);
    const slept = clock.sleep(30).then(() => rung.push('sleeper'));
    await slept;
    expect([clock.now(), rung]).toEqual([30, ['sleeper']]);
    clock.alarm(50, () => rung.push('alarm'), 0);
    expect([clock.now(), rung]).toEqual([80, ['sleeper', 'alarm']]);
  });

  it('wakes what is due at the same moment in starting order, and rings last', async () => {
    const clock = new VirtualClock();
    const woken: string[] = [];
    const early = clock.turn();
    const late = clock.sleepUntil(10, clock.turn()).then(() => woken.push('late'));
    const first = clock.sleepUntil(10, early).then(() => woken.push('early'));
    clock.alarm(10, () => woken.push('alarm'), 2);
    await first;
    expect(woken).toEqual(['early']);
    clock.alarm(0, () => woken.push('alarm'), 1);
    await late;
    clock.alarm(0, () => woken.push('alarm'), 0);
    expect(woken).toEqual(['early', 'late', 'alarm']);
  });

  it('releases an aborted sleeper immediately', async () => {
    const clock = new VirtualClock();
    const abort = new AbortController();
    const slept = clock.sleep(1000, abort.signal);
    abort.abort();
    await slept;
    expect(clock.now()).toBe(0);
  });
});
