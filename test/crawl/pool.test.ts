import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { connect } from '../../src/crawl/connect.ts';
import type { CrawlEvent } from '../../src/crawl/events.ts';
import { crawl, resume } from '../../src/index.ts';
import {
  look,
  newFolder,
  optionsFor,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallCrawl,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

afterAll(removeFolders);

const hosts = ['s0', 's1', 's2', 's3', 's4', 's5'];
const home = (host: string): string => `http://${host}.test/`;

/** A front page for each host, with one more page behind it. */
const table: Table = Object.fromEntries(
  hosts.flatMap((host) => [
    [`${host}.test/`, page(['/more'], prose(host))],
    [`${host}.test/more`, page([], prose(`${host} more`))],
  ]),
);

function poolFile(lines: readonly string[]): string {
  const file = join(newFolder(), 'pool.txt');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function run(web: SmallWeb, small: SmallCrawl) {
  const options = optionsFor(web, { ...small, settings: { threads: 0, concurrency: 1, ...small.settings } });
  const crawling = crawl(options);
  const events: CrawlEvent[] = [];
  for await (const event of crawling.listen({ wait: true })) events.push(event);
  return { folder: options.out, stop: await crawling.finished, cycles: cyclesOf(events), events };
}

const cyclesOf = (events: readonly CrawlEvent[]) =>
  events.flatMap((event) =>
    event.type === 'cycle'
      ? [{ cycle: event.cycle, drawn: event.drawn, left: event.left, pages: event.before.pages }]
      : [],
  );

it('a crawl draws the next seeds of its pool whenever its frontier is empty, and ends with the pool', async () => {
  const web = await smallWeb(table);
  const pool = poolFile([
    '# best first',
    home('s3'),
    'no url',
    home('s0'),
    `${home('s1')}  # in 2 lists`,
    home('s2'),
  ]);
  const { folder, stop, cycles, events } = await run(web, {
    seeds: [home('s0')],
    settings: { seeds: { pool, draw: 2 } },
  });
  // Each cycle ends after the front page and the page behind it of all its seeds.
  expect(cycles).toEqual([
    { cycle: 2, drawn: 2, left: 1, pages: 2 },
    { cycle: 3, drawn: 1, left: 0, pages: 4 },
  ]);
  expect(pagesOf(folder).map(({ url }) => new URL(url).host)).toEqual(
    ['s0', 's0', 's3', 's1', 's3', 's1', 's2', 's2'].map((host) => `${host}.test`),
  );
  expect(stop.reason).toBe('frontier-empty');
  expect(stop.detail).toContain('the pool has no more seeds');
  expect(look(folder, (read) => read.events().filter(({ kind }) => kind === 'cycle'))).toHaveLength(2);
  expect(JSON.stringify(events)).toContain('1 line is not a URL to crawl and left out; the first is line 3');
  // A resume finds nothing left, and goes on when another pool is given.
  expect((await resume(folder).finished).summary.pages).toBe(8);
  const more = poolFile([home('s1'), home('s4')]);
  expect((await resume(folder, { pool: more }).finished).summary.pages).toBe(10);
  await web.close();
});

it('a topic without seeds starts from the pool, which may grow while the crawl runs and be replaced', async () => {
  const pool = poolFile([home('s1')]);
  const web = await smallWeb({
    ...table,
    's1.test/more': () => {
      appendFileSync(pool, `${home('s2')}\n`);
      return page([], prose('s1 more'));
    },
    's2.test/': { body: page([], prose('s2')), delayMs: 300 },
  });
  const asked = optionsFor(web, { seeds: [], settings: { threads: 0, seeds: { draw: 1 } } });
  // In the topic, as in a topic file; the setting goes before it.
  const options = { ...asked, topic: { ...asked.topic, pool } };
  const crawling = crawl(options);
  const cycles: number[] = [];
  for await (const event of crawling.listen({ wait: true })) {
    if (event.type !== 'cycle') continue;
    cycles.push(event.cycle);
    if (event.cycle !== 2) continue;
    const control = await connect(options.out);
    await expect(control.set({ 'seeds.pool': `${pool}.gone` })).rejects.toThrow('There is no file');
    await control.set({ 'seeds.pool': poolFile([home('s4')]) });
  }
  expect(cycles).toEqual([1, 2, 3]);
  expect(pagesOf(options.out).map(({ url }) => url)).toEqual([
    home('s1'),
    `${home('s1')}more`,
    home('s2'),
    home('s4'),
    `${home('s4')}more`,
  ]);
  await web.close();
});

it('drawn seeds are seed hosts, also after a resume, but are not in the topic', async () => {
  const linking: Table = {
    's0.test/': page([], prose('s0')),
    's1.test/': page(['/more', home('s5')], prose('s1')),
    's1.test/more': page(['/last', home('s5')], prose('s1 more')),
    's1.test/last': page([], prose('s1 last')),
  };
  const web = await smallWeb(linking);
  const { folder } = await run(web, {
    seeds: [home('s0')],
    settings: {
      seeds: { pool: poolFile([home('s1')]) },
      scope: { follow: 'seed-hosts' },
      budget: { pages: 2 },
    },
  });
  await resume(folder, { budget: { pages: 100 } }).finished;
  expect(pagesOf(folder).map(({ url }) => url)).toEqual([
    home('s0'),
    home('s1'),
    `${home('s1')}more`,
    `${home('s1')}last`,
  ]);
  const { openFolder } = await import('../../src/crawl/folder.ts');
  expect(openFolder(folder).topic.seeds).toEqual([home('s0')]);
  await web.close();
});

it('a pool that is missing is named before a folder is made', () => {
  const out = join(newFolder(), 'crawl');
  const settings = { http: { contact: 'a@b.org' }, seeds: { pool: '/nowhere/pool.txt' } };
  expect(() => crawl({ topic: { name: 'x', seeds: [home('s0')] }, out, settings })).toThrow(
    'There is no file /nowhere/pool.txt to draw seeds from.',
  );
  expect(existsSync(out)).toBe(false);
});

it('a crawl that is killed within a cycle goes on with it, and draws every seed once', async () => {
  let child: ReturnType<typeof spawn> | undefined;
  const web = await smallWeb(
    {
      ...table,
      's2.test/more': (n) => {
        // The first time, in the second cycle.
        if (n === 1) child?.kill('SIGKILL');
        return page([], prose('s2 more'));
      },
    },
    { threads: 0 },
  );
  const folder = newFolder();
  const out = join(folder, 'crawl');
  writeFileSync(
    join(folder, 'topic.yaml'),
    `name: pool\nlanguage: en\nkeywords: [comet]\nseeds: ["${home('s0')}"]\n`,
  );
  writeFileSync(
    join(folder, 'settings.yaml'),
    JSON.stringify({ ...web.settings, seeds: { draw: 2 }, archive: { commitEveryMs: 1 } }),
  );
  const forage = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));
  const pool = poolFile(hosts.map(home));
  const args = ['crawl', join(folder, 'topic.yaml'), '--settings', join(folder, 'settings.yaml')];
  child = spawn(process.execPath, [forage, ...args, '--pool', pool, '--out', out, '--quiet'], {
    stdio: 'ignore',
  });
  const signal = await new Promise((resolve) => child!.once('exit', (_, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  const stop = await resume(out).finished;
  expect(stop.reason).toBe('frontier-empty');
  const pages = pagesOf(out).map(({ url }) => url);
  expect([...pages].sort()).toEqual(hosts.flatMap((host) => [home(host), `${home(host)}more`]));
  const drawn = look(out, (read) => read.events(1000))
    .filter(({ kind }) => kind === 'cycle')
    .map(({ detail }) => (detail as { drawn: number }).drawn);
  expect(drawn.reduce((sum, n) => sum + n, 0)).toBe(5);
  await web.close();
});
