/** robots.txt as a task of its own: before the first page of each origin, and no link is taken for it. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { crawlWith } from '../../src/crawl/start.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';
import { crawl, type SettingsInput, type Web } from '../../src/index.ts';
import { VirtualClock } from '../../src/lab/virtual-clock.ts';
import { createHttpWeb } from '../../src/web/http/http.ts';
import { crawlOf, look, newFolder, optionsFor, page, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);
afterEach(() => {
  vi.restoreAllMocks();
});

/** How many tasks ended in which way, robots.txt apart. */
function countSettles(): Record<string, number> {
  const counts: Record<string, number> = {};
  const { settle } = SqliteFrontier.prototype;
  vi.spyOn(SqliteFrontier.prototype, 'settle').mockImplementation(function (this: SqliteFrontier, ...args) {
    const [task, outcome] = args;
    const kind = task.type === 'robots' ? 'robots' : outcome.kind;
    counts[kind] = (counts[kind] ?? 0) + 1;
    return settle.apply(this, args);
  });
  return counts;
}

describe('no link is put back', () => {
  it('for the robots.txt of its host', async () => {
    const hosts = Array.from({ length: 10 }, (_, i) => `h${i}.test`);
    const links = hosts.map((host) => `http://${host}/`);
    const web = await smallWeb(
      Object.fromEntries(
        hosts.flatMap((host) => [
          [`${host}/robots.txt`, 'User-agent: *\nDisallow: /no\n'],
          [`${host}/`, page([...links, '/no', '/yes'], prose(host))],
          [`${host}/yes`, page([], prose(`${host} yes`))],
        ]),
      ),
    );
    const counts = countSettles();
    const { stop } = await crawlOf(web, { seeds: [links[0]!], settings: { politeness: { minDelayMs: 10 } } });
    await web.close();
    expect(stop.summary.pages).toBe(20);
    expect(counts).toEqual({ robots: 10, done: 20, refused: 10 });
    expect(web.log).toHaveLength(30);
  });

  it('for an IP address that its host shares with others, once their robots.txt was requested', async () => {
    const hosts = ['a.test', 'b.test'];
    const web = await smallWeb(Object.fromEntries(hosts.map((host) => [`${host}/`, prose(host)])));
    const live = createHttpWeb({
      userAgent: 'forage-test',
      allowPrivate: true,
      lookup: async () => ['127.0.0.1'],
    });
    const counts = countSettles();
    const options = optionsFor(web, {
      seeds: hosts.map((host) => `http://${host}:${web.port}/`),
      web: live,
      settings: { concurrency: 8, politeness: { robots: 'obey', sharedAddress: 'all' } },
    });
    await crawl(options).finished;
    await live.close();
    await web.close();
    expect(web.paths('b.test')).toEqual(['/robots.txt', '/']);
    expect(counts.done).toBe(2);
    expect(counts.returned).toBeUndefined();
  });
});

/** Answers from a table by the whole URL, with a text or a status, and lists what was asked. */
function tableWeb(table: Record<string, string | number>) {
  const asked: string[] = [];
  const web: Web = {
    async fetch({ url }) {
      asked.push(url);
      const answer = table[url] ?? 404;
      const wire = new TextEncoder().encode(typeof answer === 'number' ? '' : answer);
      const type = url.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8';
      return {
        ok: true,
        url,
        startedAt: Date.now(),
        durationMs: 0,
        status: typeof answer === 'number' ? answer : 200,
        statusText: '',
        headers: [
          ['Content-Type', type],
          ['Cache-Control', 'no-cache'],
        ],
        requestHeaders: [],
        wire,
        body: wire,
      };
    },
    close: async () => {},
  };
  return { asked, web };
}

const settings: SettingsInput = {
  recipe: 'breadth-first',
  threads: 0,
  concurrency: 1,
  politeness: { robots: 'obey', minDelayMs: 0, delayFactor: 0 },
};
const topicOf = (seed: string) => ({ name: 'test', keywords: ['comet'], seeds: [seed] });

describe('two origins of one host', () => {
  const table = {
    'http://a.test/robots.txt': 'User-agent: *\nDisallow: /no\n',
    'https://a.test/robots.txt': 'User-agent: *\nDisallow: /never\n',
    'http://a.test/': page(['/no', 'https://a.test/no', 'https://a.test/never'], prose('http')),
    'https://a.test/no': page([], prose('https')),
  };

  it('each get their own robots.txt before their first page', async () => {
    const { asked, web } = tableWeb(table);
    await crawl({ topic: topicOf('http://a.test/'), out: `${newFolder()}/crawl`, web, settings }).finished;
    expect(asked).toEqual([
      'http://a.test/robots.txt',
      'http://a.test/',
      'https://a.test/robots.txt',
      'https://a.test/no',
    ]);
  });

  it('do not wait for each other if the robots.txt of one is unavailable', async () => {
    const names = ['/1', '/2', '/3'];
    const { asked, web } = tableWeb({
      'https://a.test/robots.txt': 503,
      'http://a.test/robots.txt': '',
      'http://a.test/': page(['https://a.test/4', ...names], prose('start')),
      ...Object.fromEntries(names.map((name) => [`http://a.test${name}`, page([], prose(name))])),
      'https://a.test/4': page([], prose('four')),
    });
    const clock = new VirtualClock();
    const out = `${newFolder()}/crawl`;
    // The second attempt is a minute after the first, the third two minutes later, the fourth four.
    const politeness = { ...settings.politeness, maxIdleSeconds: 200 };
    const topic = topicOf('http://a.test/');
    const options = { topic, out, web, clock: clock.now, settings: { ...settings, politeness } };
    const { reason } = await crawlWith(options, { timers: clock }).finished;
    expect(reason).toBe('idle');
    const robots = 'https://a.test/robots.txt';
    expect(asked).toEqual([
      'http://a.test/robots.txt',
      'http://a.test/',
      robots,
      ...names.map((name) => `http://a.test${name}`),
      robots,
      robots,
    ]);
    const link = look(out, (read) => read.linksOf(1)).find(({ url }) => url === 'https://a.test/4');
    expect(link).toMatchObject({
      state: 'deferred',
      reason: expect.stringMatching(/^robots.txt unavailable/),
    });
  });

  it('do not wait for each other either if the unavailable one is asked first', async () => {
    const { asked, web } = tableWeb({
      'https://a.test/robots.txt': 503,
      'http://a.test/robots.txt': '',
      'http://a.test/': page([], prose('http')),
    });
    const clock = new VirtualClock();
    const topic = {
      ...topicOf('https://a.test/'),
      seeds: ['https://a.test/', 'https://a.test/1', 'http://a.test/'],
    };
    const politeness = { ...settings.politeness, maxIdleSeconds: 50 };
    const out = `${newFolder()}/crawl`;
    const options = { topic, out, web, clock: clock.now, settings: { ...settings, politeness } };
    const { reason } = await crawlWith(options, { timers: clock }).finished;
    // https would be asked again after a minute.
    expect(reason).toBe('idle');
    expect(asked).toEqual(['https://a.test/robots.txt', 'http://a.test/robots.txt', 'http://a.test/']);
  });

  it('get no robots.txt request for a link that is refused anyway', async () => {
    const { asked, web } = tableWeb(table);
    const spent = { ...settings, budget: { pagesPerHost: 1 } };
    await crawl({ topic: topicOf('http://a.test/'), out: `${newFolder()}/crawl`, web, settings: spent })
      .finished;
    expect(asked).toEqual(['http://a.test/robots.txt', 'http://a.test/']);
  });
});

it('an expired robots.txt is requested again before the next page', async () => {
  const names = ['/1', '/2', '/3'];
  const { asked, web } = tableWeb({
    'http://a.test/robots.txt': '',
    'http://a.test/': page(names, prose('start')),
    ...Object.fromEntries(names.map((name) => [`http://a.test${name}`, page([], prose(name))])),
  });
  const clock = new VirtualClock();
  const minutes = 60_000;
  // With no-cache it holds for an hour: at 0 robots.txt, at 25 and 50 pages, at 75 it is out of date.
  const slow = { ...settings.politeness, minDelayMs: 25 * minutes, maxIdleSeconds: 3600 };
  const options = {
    topic: topicOf('http://a.test/'),
    out: `${newFolder()}/crawl`,
    web,
    clock: clock.now,
    settings: { ...settings, politeness: slow },
  };
  await crawlWith(options, { timers: clock }).finished;
  const robots = 'http://a.test/robots.txt';
  expect(asked).toEqual([
    robots,
    'http://a.test/',
    'http://a.test/1',
    robots,
    'http://a.test/2',
    'http://a.test/3',
  ]);
});
