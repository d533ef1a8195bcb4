/**
 * What the servers saw. Every claim is read from the log of a real server, and only lower bounds are asserted: a
 * busy machine makes a crawl slower, never less polite.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { openFolder } from '../../src/crawl/folder.ts';
import { crawl, resume } from '../../src/index.ts';
import { createHttpWeb } from '../../src/web/http/http.ts';
import {
  type Asked,
  crawlOf,
  look,
  newFolder,
  optionsFor,
  outcomesOf,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

afterAll(removeFolders);

const robots = (...lines: string[]): string => ['User-agent: *', ...lines, ''].join('\n');

/** The shortest time between the end of an answer of a host and the next request to it. */
function shortestGap(asked: Asked[]): number {
  const inOrder = asked.toSorted((a, b) => a.startedAt - b.startedAt);
  return Math.min(...inOrder.slice(1).map((next, i) => next.startedAt - inOrder[i]!.endedAt));
}

const hostsOf = (web: SmallWeb): string[] => [...new Set(web.log.map(({ host }) => host))];

/** A host of this many pages that all link to each other and to the start pages of other hosts. */
function site(host: string, pages: number, others: string[] = [], delayMs = 0): Table {
  const names = Array.from({ length: pages }, (_, i) => `/p${i}`);
  const links = [...names, ...others.map((other) => `http://${other}/`)];
  const answer = (name: string) => ({ body: page(links, prose(host + name)), delayMs });
  return Object.fromEntries(['/', ...names].map((name) => [host + name, answer(name)]));
}

/** For distances in time: side by side, threads that start would hold up both the crawl and the server. */
const pacedWeb = (table: Table): Promise<SmallWeb> => smallWeb(table, { threads: 0 });

describe.concurrent('a crawl of several hosts', () => {
  it('sends a host one request at a time, none before its delay, none before its robots.txt was read', async () => {
    const hosts = ['a.test', 'b.test', 'c.test'];
    const table: Table = {};
    for (const host of hosts) {
      Object.assign(table, site(host, 5, hosts, host === 'b.test' ? 60 : 5));
      table[`${host}/robots.txt`] = {
        body: robots('Disallow: /p3', `Sitemap: http://${host}/map.xml`),
        delayMs: 30,
      };
      table[`${host}/map.xml`] = {
        headers: { 'content-type': 'application/xml' },
        body: `<urlset><url><loc>http://${host}/mapped</loc></url><url><loc>http://${host}/p3</loc></url></urlset>`,
        delayMs: 20,
      };
      table[`${host}/mapped`] = page([], prose(`${host} mapped`));
    }
    const web = await pacedWeb(table);
    const { stop } = await crawlOf(web, {
      seeds: hosts.map((host) => `http://${host}/`),
      settings: { politeness: { minDelayMs: 120, sitemaps: 'all' } },
    });
    await web.close();
    expect(stop.reason).toBe('frontier-empty');
    for (const host of hosts) {
      const asked = web.askedOf(host);
      expect(asked[0]?.path).toBe('/robots.txt');
      expect(web.paths(host).toSorted()).toEqual(
        ['/', '/map.xml', '/mapped', '/p0', '/p1', '/p2', '/p4', '/robots.txt'].toSorted(),
      );
      expect(shortestGap(asked), host).toBeGreaterThanOrEqual(120);
    }
  });

  it('keeps the Crawl-delay, also between robots.txt and the first page', async () => {
    const web = await pacedWeb({
      ...site('slow.test', 3),
      'slow.test/robots.txt': robots('Crawl-delay: 0.4'),
    });
    await crawlOf(web, { seeds: ['http://slow.test/'], settings: { politeness: { minDelayMs: 50 } } });
    await web.close();
    expect(web.paths()).toHaveLength(5);
    expect(shortestGap(web.log)).toBeGreaterThanOrEqual(400);
  });

  it('does not contact a host whose Crawl-delay is longer than a crawl can wait', async () => {
    const web = await pacedWeb({
      ...site('never.test', 2),
      'never.test/robots.txt': robots('Crawl-delay: 86400'),
    });
    const { stop, folder } = await crawlOf(web, { seeds: ['http://never.test/'] });
    await web.close();
    expect(stop.reason).toBe('frontier-empty');
    expect(web.paths()).toEqual(['/robots.txt']);
    expect(look(folder, (read) => read.refusals())[0]?.reason).toMatch(/^host: Crawl-delay 86400 s/);
  });

  it('waits longer for a host the longer it takes to answer', async () => {
    const web = await pacedWeb({
      ...site('busy.test', 3, [], 100),
      'busy.test/robots.txt': { body: '', delayMs: 100 },
    });
    await crawlOf(web, {
      seeds: ['http://busy.test/'],
      // On a busy machine an answer may take a second, and the wait four.
      settings: { politeness: { minDelayMs: 10, delayFactor: 4, maxIdleSeconds: 60 } },
    });
    await web.close();
    expect(web.paths()).toHaveLength(5);
    // Four times 100 ms; timers may be a few milliseconds early.
    expect(shortestGap(web.log)).toBeGreaterThanOrEqual(380);
  });

  it('waits after robots.txt even if the first link turns out to be forbidden', async () => {
    const web = await pacedWeb({
      ...site('first.test', 2),
      'first.test/robots.txt': robots('Disallow: /no'),
    });
    const { folder } = await crawlOf(web, {
      seeds: ['http://first.test/no', 'http://first.test/p0'],
      settings: { politeness: { minDelayMs: 250 } },
    });
    await web.close();
    expect(web.paths().slice(0, 2)).toEqual(['/robots.txt', '/p0']);
    expect(web.paths()).not.toContain('/no');
    expect(shortestGap(web.log)).toBeGreaterThanOrEqual(250);
    expect(
      look(folder, (read) => read.refusals()).map(({ reason, samples }) => [reason, samples]),
    ).toContainEqual(['robots.txt: Disallow: /no', ['http://first.test/no']]);
  });

  it('follows robots.txt to other hosts only when it is their turn', async () => {
    const web = await pacedWeb({
      ...site('home.test', 6, [], 80),
      'home.test/robots.txt': robots('Disallow: /secret'),
      ...Object.assign({}, ...['x.test', 'y.test', 'z.test'].map((host) => site(host, 1))),
      'x.test/robots.txt': { status: 301, headers: { location: 'http://home.test/robots.txt' } },
      'y.test/robots.txt': { status: 302, headers: { location: 'http://home.test/robots.txt' } },
      'z.test/robots.txt': { status: 301, headers: { location: '/moved/robots.txt' } },
      'z.test/moved/robots.txt': { body: robots('Disallow: /p0'), headers: { 'content-type': 'text/plain' } },
    });
    const { stop } = await crawlOf(web, {
      seeds: [
        'http://home.test/',
        'http://x.test/',
        'http://x.test/secret',
        'http://y.test/',
        'http://z.test/',
      ],
      settings: { politeness: { minDelayMs: 150 } },
    });
    await web.close();
    expect(stop.reason).toBe('frontier-empty');
    for (const host of hostsOf(web)) expect(shortestGap(web.askedOf(host)), host).toBeGreaterThanOrEqual(150);
    expect(web.paths('x.test')).toEqual(['/robots.txt', '/', '/p0']);
    expect(web.paths('y.test')).toEqual(['/robots.txt', '/', '/p0']);
    expect(web.paths('z.test')).toEqual(['/robots.txt', '/moved/robots.txt', '/']);
    expect(web.paths('home.test').filter((path) => path !== '/robots.txt')).toHaveLength(7);
  });

  it('does not ask again for a robots.txt elsewhere that is known', async () => {
    const names = ['x.test', 'y.test', 'z.test'];
    const web = await pacedWeb({
      ...site('home.test', 1),
      'home.test/robots.txt': robots('Disallow: /secret'),
      ...Object.assign({}, ...names.map((host) => site(host, 1))),
      ...Object.fromEntries(
        names.map((host) => [
          `${host}/robots.txt`,
          { status: 301, headers: { location: 'http://home.test/robots.txt' } },
        ]),
      ),
    });
    await crawlOf(web, {
      seeds: ['http://home.test/', ...names.flatMap((host) => [`http://${host}/`, `http://${host}/secret`])],
      settings: { concurrency: 1 },
    });
    await web.close();
    expect(web.paths('home.test')).toEqual(['/robots.txt', '/', '/p0']);
    for (const host of names) expect(web.paths(host)).toEqual(['/robots.txt', '/', '/p0']);
  });

  it('keeps a delay between hosts that share an IP address', async () => {
    const hosts = ['a.test', 'b.test', 'c.test'];
    const web = await pacedWeb(Object.assign({}, ...hosts.map((host) => site(host, 1))));
    const live = createHttpWeb({
      userAgent: 'forage-test',
      allowPrivate: true,
      lookup: async () => ['127.0.0.1'],
    });
    const options = optionsFor(web, {
      seeds: hosts.map((host) => `http://${host}:${web.port}/`),
      web: live,
      settings: { concurrency: 8, politeness: { robots: 'obey', sharedAddress: 'all' } },
    });
    // The first connection of a process takes longer than all others: it must not eat up the first pause.
    await live.fetch({ url: `http://warm.test:${web.port}/` });
    web.log.length = 0;
    await crawl(options).finished;
    await live.close();
    await web.close();
    expect(web.log).toHaveLength(9);
    const starts = web.log.map(({ startedAt }) => startedAt);
    // Half a second apart when they are sent: four seconds in all, of which one is left for the way to the server.
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThanOrEqual(3000);
  });
});

it('a live web that the caller opened is crawled as politely as one that the crawl opens', async () => {
  const server = await pacedWeb(site('a.test', 1));
  const live = createHttpWeb({ userAgent: 'test', allowPrivate: true, lookup: async () => ['127.0.0.1'] });
  const out = join(newFolder(), 'crawl');
  const topic = { name: 'test', keywords: ['comet'], seeds: [`http://a.test:${server.port}/`] };
  await crawl({ topic, out, web: live, settings: { budget: { pages: 1 }, threads: 0 } }).finished;
  await live.close();
  await server.close();
  const { concurrency, politeness } = openFolder(out).settings;
  expect({ concurrency, ...politeness }).toMatchObject({ concurrency: 32, robots: 'obey', minDelayMs: 1000 });
  expect(server.log.map(({ path }) => path)).toContain('/robots.txt');
});

describe.concurrent('a server that asks for fewer requests', () => {
  it.each([429, 503])('gets no request before its Retry-After is over (%i)', async (status) => {
    const busy = (n: number) =>
      n === 1 ? { status, headers: { 'retry-after': '3' } } : page([], prose(`at last ${status}`));
    const web = await pacedWeb({ ...site('tired.test', 3), 'tired.test/p1': busy });
    const { folder } = await crawlOf(web, {
      seeds: ['http://tired.test/p1', 'http://tired.test/p0'],
      settings: { politeness: { minDelayMs: 50 } },
    });
    await web.close();
    const asked = web.askedOf('tired.test');
    const refused = asked.findIndex(({ path }) => path === '/p1');
    expect(asked[refused + 1]!.startedAt - asked[refused]!.endedAt).toBeGreaterThanOrEqual(3000);
    expect(outcomesOf(folder)['http://tired.test/p1']).toBe('page');
    expect(asked).toHaveLength(5);
  });

  it('gets no request for a page while its robots.txt cannot be had', async () => {
    const table: Table = { ...site('open.test', 1, ['down.test', 'cut.test', 'limit.test']) };
    for (const host of ['down.test', 'cut.test', 'limit.test']) Object.assign(table, site(host, 2));
    table['down.test/robots.txt'] = { status: 500 };
    table['limit.test/robots.txt'] = { status: 429 };
    table['cut.test/robots.txt'] = (_n, request) => void request.socket.destroy();
    const web = await smallWeb(table);
    const { stop, folder } = await crawlOf(web, { seeds: ['http://open.test/'] });
    await web.close();
    expect(stop.reason).toBe('idle');
    for (const host of ['down.test', 'limit.test']) expect(web.paths(host)).toEqual(['/robots.txt']);
    expect(new Set(web.paths('cut.test'))).toEqual(new Set(['/robots.txt']));
    expect(web.paths('open.test')).toEqual(['/robots.txt', '/', '/p0']);
    expect(look(folder, (read) => read.ledgerOf('down.test')).map(({ kind }) => kind)).toContain('hold');
  });

  it('may be crawled if it has no robots.txt', async () => {
    const web = await smallWeb({
      ...site('none.test', 2),
      'gone.test/': page(),
      'gone.test/robots.txt': { status: 410 },
    });
    await crawlOf(web, { seeds: ['http://none.test/', 'http://gone.test/'] });
    await web.close();
    expect(web.paths('none.test')).toEqual(['/robots.txt', '/', '/p0', '/p1']);
    expect(web.paths('gone.test')).toEqual(['/robots.txt', '/']);
  });
});

it('links are skipped if the link, the page or its headers say nofollow, pages if they say noindex', async () => {
  const web = await smallWeb({
    'rules.test/': `<p>${prose('start')}</p><a rel="ugc nofollow" href="/by-link">no</a><a href="/meta">m</a>
      <a href="/header">h</a><a href="/unkept">u</a><a href="/other-bot">o</a>`,
    'rules.test/meta': `<meta name="robots" content="noarchive, NOFOLLOW"><a href="/by-meta">no</a>${prose('meta')}`,
    'rules.test/header': {
      headers: { 'x-robots-tag': ['noarchive', 'nofollow'] },
      body: `<a href="/by-header">no</a>${prose('header')}`,
    },
    'rules.test/unkept': `<meta name="robots" content="noindex">comet ${prose('unkept')}<a href="/from-unkept">yes</a>`,
    'rules.test/other-bot': {
      headers: { 'x-robots-tag': 'otherbot: nofollow' },
      body: `<a href="/not-for-us">yes</a>${prose('other')}`,
    },
    'rules.test/from-unkept': prose('from-unkept'),
    'rules.test/not-for-us': prose('not-for-us'),
  });
  const { folder } = await crawlOf(web, { seeds: ['http://rules.test/'] });
  await web.close();
  expect(web.paths().toSorted()).toEqual(
    [
      '/robots.txt',
      '/',
      '/meta',
      '/header',
      '/unkept',
      '/other-bot',
      '/from-unkept',
      '/not-for-us',
    ].toSorted(),
  );
  expect(outcomesOf(folder)['http://rules.test/unkept']).toBe('refused: noindex');
  const nofollow = look(folder, (read) => read.refusals()).find(({ reason }) => reason === 'nofollow');
  expect(nofollow?.samples.toSorted()).toEqual(
    ['by-header', 'by-link', 'by-meta'].map((name) => `http://rules.test/${name}`),
  );
});

describe.concurrent('a crawl that is resumed immediately', () => {
  it('after a stop, keeps the delays that began before it', async () => {
    const hosts = ['a.test', 'b.test'];
    const web = await pacedWeb({
      ...site('a.test', 8, hosts),
      ...site('b.test', 8, hosts),
      'b.test/robots.txt': robots('Crawl-delay: 0.5'),
    });
    const options = optionsFor(web, {
      seeds: ['http://a.test/', 'http://b.test/'],
      settings: { politeness: { minDelayMs: 300 } },
    });
    const first = crawl(options);
    let pages = 0;
    for await (const event of first) if (event.type === 'page' && ++pages === 4) first.stop();
    expect((await first.finished).reason).toBe('interrupted');
    await resume(options.out).finished;
    await web.close();
    for (const host of hosts) expect(web.paths(host)).toHaveLength(10);
    expect(shortestGap(web.askedOf('a.test'))).toBeGreaterThanOrEqual(300);
    expect(shortestGap(web.askedOf('b.test'))).toBeGreaterThanOrEqual(500);
  });

  it('after a kill, keeps the delays of requests that it no longer knows of', async () => {
    let kill: () => void = () => {};
    const table = site('a.test', 6);
    table['a.test/*'] = () => {
      kill();
      return page([], prose('last words'));
    };
    table['a.test/p3'] = page(['/killer'], prose('p3'));
    const web = await pacedWeb(table);
    const out = await killed(web, 1000, (how) => {
      kill = how;
    });
    kill = () => {};
    await resume(out).finished;
    await web.close();
    expect(web.paths().filter((path) => path === '/killer')).toHaveLength(2);
    expect(shortestGap(web.log)).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ['robots.txt, asks for it again', '/robots.txt', ['/robots.txt', '/robots.txt', '/']],
    ['the first page, knows what robots.txt said', '/', ['/robots.txt', '/', '/']],
  ])('after a kill at %s', async (_how, path, asked) => {
    let kill: () => void = () => {};
    const answers: Table = {
      'a.test/robots.txt': robots('Disallow: /p0'),
      'a.test/': page(['/p0'], prose('start')),
    };
    const answer = answers[`a.test${path}`] as string;
    const web = await smallWeb({
      ...answers,
      [`a.test${path}`]: () => {
        kill();
        return answer;
      },
    });
    const out = await killed(web, 1, (how) => {
      kill = how;
    });
    kill = () => {};
    await resume(out).finished;
    await web.close();
    expect(web.paths()).toEqual(asked);
    expect(shortestGap(web.log)).toBeGreaterThanOrEqual(400);
  });
});

/** A crawl of a.test in another process that the web kills; answers its folder. */
async function killed(
  web: SmallWeb,
  commitEveryMs: number,
  hand: (kill: () => void) => void,
): Promise<string> {
  const folder = newFolder();
  const out = join(folder, 'crawl');
  const topic = join(folder, 'topic.yaml');
  const settings = join(folder, 'settings.yaml');
  writeFileSync(topic, 'name: kill\nkeywords: [comet]\nseeds: ["http://a.test/"]\n');
  const politeness = { ...web.settings.politeness, minDelayMs: 400 };
  writeFileSync(settings, stringify({ ...web.settings, politeness, archive: { commitEveryMs } }));
  const command = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));
  const args = ['crawl', topic, '--settings', settings, '--out', out, '--contact', 'a@b.org', '-q'];
  const child = spawn(process.execPath, [command, ...args], { cwd: folder });
  const died = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  hand(() => void child.kill('SIGKILL'));
  expect(await died).toBe('SIGKILL');
  return out;
}
