/**
 * Seeds for a topic of the demonstration web, from every kind of source at once, as a user types it. Whether a page is
 * on topic is known to the generator alone.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoSources, demoSources } from '../../bench/seed-sources.ts';
import { crawl } from '../../src/index.ts';
import { asWeb } from '../../src/lab/demo-web.ts';
import type { Found } from '../../src/seeds/find.ts';
import { forageHere } from '../cli/forage-here.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';

const folder = newFolder();
let made: DemoSources;

beforeAll(async () => {
  made = await demoSources(folder, { pages: 700, hosts: 45, seed: 3, indexed: 500 });
  const settings = { threads: 0, budget: { pages: 80 } };
  const topic = { ...birds(), language: 'en' };
  await crawl({ topic, out: join(folder, 'small'), web: asWeb(made.demo), settings }).finished;
});

afterAll(() => {
  made.close();
  removeFolders();
});

const birds = () => made.demo.topics.find(({ name }) => name === 'birds')!;
const share = (urls: readonly string[]): number =>
  urls.filter((url) => made.demo.isRelevant(url, 'birds')).length / Math.max(1, urls.length);
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const ALL = [
  ...[
    '--directory',
    'dump.rdf.gz',
    '--category',
    'Top/Subjects/birds',
    '--crawl',
    'small',
    '--cdx',
    'index.cdxj.gz',
  ],
  ...['--search', 'good.yaml', '--search', 'slow.yaml', '--search', 'broken.yaml', '--contact', 'a@b.org'],
];

async function find(...args: string[]): Promise<{ found: Found; err: string }> {
  const { out, err, code } = await forageHere(['seeds', 'find', 'birds.yaml', ...args, '--json'], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(`${code}: ${err}`);
  return { found: JSON.parse(out) as Found, err };
}

it('joins directory, engines, crawl and index; a slow and a broken engine are named and left out', async () => {
  made.asked.length = 0;
  const { found, err } = await find(...ALL, '-n', '40', '--out', 'pool.txt');
  const failed = found.sources.filter(({ failed }) => failed !== undefined);
  expect(failed.map(({ name }) => name)).toEqual(['slow', 'broken']);
  expect(err).toContain('broken is left out: it answered 500.');
  expect(err).toMatch(/slow is left out: .*300 ms|slow is left out: .*time/i);
  // Each was asked once, and not again after it had failed.
  expect(failed.map(({ requests }) => requests)).toEqual([1, 1]);
  const working = found.sources.filter(({ failed }) => failed === undefined);
  expect(working.map(({ name }) => name)).toEqual(['directory', 'good', 'crawl small', 'cdx']);
  for (const { entries } of working) expect(entries).toBeGreaterThan(0);
  expect(found.pages).toBe(found.sources.reduce((sum, { newPages }) => sum + newPages, 0));
  expect(found.inTwoLists).toBeGreaterThan(0);

  const urls = found.seeds.map(({ url }) => url);
  expect(urls.length).toBeGreaterThan(5);
  expect(new Set(urls.map((url) => new URL(url).host)).size).toBe(urls.length);
  expect(urls.filter((url) => birds().seeds.includes(url) || url.endsWith('.pdf'))).toEqual([]);
  for (const { why, score } of found.seeds) {
    expect(why[0]).toMatch(/^in \d+ lists?: /);
    expect(score).toBeGreaterThan(0);
  }
  // By the generator's labels. Most pages of the web are about other things.
  expect(share(made.indexed)).toBeLessThan(0.15);
  expect(share(urls.slice(0, 5))).toBeGreaterThan(3 * share(made.indexed));
  const lines = readFileSync(join(folder, 'pool.txt'), 'utf8').trim().split('\n');
  expect(lines.slice(1).map((line) => line.split('  # ')[0])).toEqual(urls);
});

it('results that are fetched and judged hold more pages on topic, and none that is known', async () => {
  const sources = [...ALL.slice(0, 6), '--search', 'good.yaml', '--contact', 'a@b.org', '-n', '40'];
  const { found } = await find(...sources, '--fetch', '--web', 'whole');
  const { asked: fetched, unread, irrelevant } = found.fetched!;
  expect(found.seeds.length).toBe(fetched - unread - irrelevant);
  expect(found.seeds.every(({ judged }) => judged !== undefined)).toBe(true);
  const unjudged = (await find(...sources)).found.seeds;
  expect(share(found.seeds.map(({ url }) => url))).toBeGreaterThan(share(unjudged.map(({ url }) => url)));
  const known = await find(...ALL.slice(0, 6), '--known', 'pool.txt', '-n', '40');
  const pool = readFileSync(join(folder, 'pool.txt'), 'utf8');
  expect(known.found.known).toBeGreaterThan(0);
  for (const { url } of known.found.seeds) expect(pool).not.toContain(`${url}  #`);
});

it('tuples ask again with words of what came back', async () => {
  made.asked.length = 0;
  const { found } = await find(
    '--search',
    'good.yaml',
    '--contact',
    'a@b.org',
    '--query-by',
    'tuples',
    '--most-queries',
    '4',
    '-n',
    '1000',
  );
  expect(found.queries.length).toBeGreaterThan(4);
  expect(found.queries.length).toBeLessThanOrEqual(5 * 4);
  expect(new Set(found.queries).size).toBe(found.queries.length);
  expect(new Set(made.asked.map((url) => url.searchParams.get('q')))).toEqual(new Set(found.queries));
});

it('documents alone are enough: queries come from their titles, likeness from their words', async () => {
  mkdirSync(join(folder, 'papers'));
  write(
    'papers/one.html',
    '<title>The songbird and its nest</title><p>A songbird sings at its nest. Songbird, warbler, finch.',
  );
  write(
    'papers/two.txt',
    'A finch and a warbler are songbirds.\nThe nest of a finch, the nest of a warbler.',
  );
  write('bare.yaml', 'name: bare\nlanguage: en\nexamples: { relevant: papers }\n');
  const args = ['--search', 'good.yaml', '--contact', 'a@b.org', '-n', '5', '--json'];
  const { out, err, code } = await forageHere(
    ['seeds', 'find', 'bare.yaml', '--query-by', 'titles', ...args],
    { cwd: folder },
  );
  expect(`${code} ${err}`).toBe('0 ');
  const found = JSON.parse(out) as Found;
  expect(found.queries).toContain('songbird nest');
  expect(found.seeds[0]!.likeness).toBeGreaterThan(0);
  expect(share(found.seeds.map(({ url }) => url))).toBeGreaterThan(3 * share(made.indexed));
});

it('candidates for labelling are likely pages and pages about other things', async () => {
  const { found } = await find(
    ...ALL.slice(0, 6),
    '--search',
    'good.yaml',
    '--contact',
    'a@b.org',
    '--candidates',
    '-n',
    '60',
    '--out',
    'label.txt',
  );
  const lines = readFileSync(join(folder, 'label.txt'), 'utf8').trim().split('\n').slice(1);
  const marked = (mark: string): string[] =>
    lines.filter((line) => line.includes(`  # ${mark}; `)).map((line) => line.split(' ')[0]!);
  expect(marked('likely')).toHaveLength(found.seeds.length);
  expect(marked('hardly')).toHaveLength(found.others.length);
  expect(share(marked('likely'))).toBeGreaterThan(share(marked('hardly')) + 0.2);
  // Mixed, so that the order does not tell.
  expect(lines.slice(0, 10).some((line) => line.includes('# hardly'))).toBe(true);
});

it('given queries are asked as they are, and the limit of requests holds', async () => {
  made.asked.length = 0;
  const good = JSON.parse(readFileSync(join(folder, 'good.yaml'), 'utf8')) as object;
  write('few.yaml', JSON.stringify({ ...good, maxRequests: 2 }));
  const { found, err } = await find(
    '--search',
    'few.yaml',
    '--contact',
    'a@b.org',
    '--queries',
    'bird',
    '--queries',
    'nest',
    '--first',
    '15',
  );
  expect(made.asked.map((url) => `${url.searchParams.get('q')} ${url.searchParams.get('page')}`)).toEqual([
    'bird 1',
    'bird 2',
  ]);
  expect(found.queries).toEqual(['bird', 'nest']);
  expect(err).toContain('few is left out: its limit of 2 requests is used up.');
  expect(found.seeds.length).toBeGreaterThan(0);
});

it('nothing is written where nothing was found', async () => {
  const args = ['--directory', 'dump.rdf.gz', '--category', 'Top/Nothing', '--out', 'nothing.txt'];
  const { out, code } = await forageHere(['seeds', 'find', 'birds.yaml', ...args], { cwd: folder });
  expect(code).toBe(3);
  expect(out.trim()).toMatch(/No seeds were found\. Try other sources, more queries or wider categories\.$/);
  expect(existsSync(join(folder, 'nothing.txt'))).toBe(false);
});

it('mistakes are named before anything is asked', async () => {
  made.asked.length = 0;
  const say = async (...args: string[]): Promise<string> => {
    const { err, code } = await forageHere(['seeds', 'find', 'birds.yaml', ...args], { cwd: folder });
    expect(code).not.toBe(0);
    return err;
  };
  expect(await say()).toContain('Name at least one source of seeds');
  expect(await say('--directory', 'gone.rdf')).toContain('There is no file gone.rdf.');
  expect(await say('--search', 'nonsense')).toContain('There is no seed source "nonsense"');
  expect(await say('--search', 'good.yaml')).toContain('need a contact');
  write('bad.yaml', 'url: http://127.0.0.1:1/?q={query}\nresult: x\n');
  expect(await say('--search', 'bad.yaml')).toMatch(
    /bad\.yaml is not valid:\n\s+line 2, result: unknown key/,
  );
  write('key.yaml', 'url: "http://127.0.0.1:1/?q={query}&key={key}"\nkey: NO_SUCH_VARIABLE\n');
  expect(await say('--search', 'key.yaml', '--contact', 'a@b.org')).toContain('NO_SUCH_VARIABLE');
  write('words.txt', 'no address\n');
  expect(await say('--results', 'words.txt')).toContain('no URL was found in it');
  expect(await say('--results', 'pool.txt', '--out', 'pool.txt')).toContain('pool.txt already exists');
  expect(made.asked).toEqual([]);
  expect(existsSync(join(folder, 'gone.rdf'))).toBe(false);
});

it('the categories of the dump are listed with their sizes', async () => {
  const args = ['seeds', 'categories', 'dump.rdf.gz', '--category', 'Top/Subjects'];
  const { out } = await forageHere(args, { cwd: folder });
  const { sites, subjects } = made.demo.atlas;
  const n = sites.filter(({ subject }) => subjects[subject]!.name === 'birds').length;
  expect(out).toMatch(new RegExp(`^ *${n} +${n} +0 +Top/Subjects/birds$`, 'm'));
});
