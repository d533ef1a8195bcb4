/** A new crawl in the browser: what was understood of a sentence, and copies of crawls. Forms as a browser sends them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFolder } from '../../src/crawl/folder.ts';
import { crawl } from '../../src/crawl/start.ts';
import { removeFolders } from '../crawl/small-web.ts';
import { deskFixture, type Fixture } from './fixture.ts';

let on: Fixture;

beforeAll(async () => {
  on = await deskFixture();
});
afterAll(async () => {
  await on?.close();
  removeFolders();
});

const send = async (fields: Record<string, string>): Promise<string> => {
  const response = await on.ask('/new', {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return response.text();
};

const words = (html: string): string[] =>
  /<textarea id="keywords"[^>]*>([^<]*)</.exec(html)![1]!.trim().split('\n');

it('a copy keeps the weights, the language, the rules and the examples of the topic', async () => {
  const topic = {
    name: 'tails',
    title: 'Tails of comets',
    language: 'en',
    rules: ['Pages about tails count.'],
    keywords: [{ term: 'comet', weight: 5 }, { term: 'parcel', weight: -2 }, 'tail'],
    seeds: ['http://sky.test/0'],
    examples: { relevant: ['http://sky.test/3'], irrelevant: ['http://lab.test/1'] },
  };
  const settings = { ...on.web.settings, recipe: 'best-first/page+anchor', budget: { pages: 2 } };
  await crawl({ topic, out: join(on.folder, 'tails'), settings }).finished;

  const copied = words(await (await on.ask('/new?copy=tails')).text());
  expect(copied).toEqual(['comet: 5', 'parcel: -2', 'tail']);

  const title = 'Tails again';
  const keywords = [...copied, 'coma'].join('\n');
  await send({ do: 'start', copy: 'tails', title, keywords, seeds: 'http://sky.test/0', web: 'comets' });
  await expect
    .poll(() => on.ask('/api/v1/crawls/tails-again').then(({ status }) => status), { timeout: 60_000 })
    .toBe(200);
  const { topic: made } = openFolder(join(on.folder, 'tails-again'));
  expect(made).toMatchObject({
    ...topic,
    name: 'tails-again',
    title,
    keywords: [
      { term: 'comet', weight: 5 },
      { term: 'parcel', weight: -2 },
      { term: 'tail', weight: 1 },
      { term: 'coma', weight: 1 },
    ],
  });
});

it('of a sentence without other words, its words and their relatives are shown to be changed', async () => {
  const html = await send({ title: 'Barn owls and what they eat', seeds: 'http://sky.test/0' });
  // The same sentence as in docs/quick-start.md: "barn owl" is a phrase of WordNet.
  expect(words(html)).toContain('barn owl');
  expect(html).toMatch(/\d+ keywords, 1 seed/);
  expect(words(await send({ title: 'Barn owls', keywords: 'comet', seeds: 'http://sky.test/0' }))).toEqual([
    'comet',
  ]);
});

it('a crawl started over HTTP may say in sentences what is wanted, and give weights', async () => {
  const seeds = ['http://sky.test/0'];
  const { topic } = await on.json<{ topic: object }>('/api/v1/crawls/check', {
    method: 'POST',
    body: { topic: { name: 'x', wanted: 'Pages about owls.', unwanted: 'Shops.', keywords: ['owl'], seeds } },
  });
  expect(topic).toMatchObject({ wanted: 'Pages about owls.', unwanted: 'Shops.' });
  const weighted = await on.json<{ topic: object }>('/api/v1/crawls/check', {
    method: 'POST',
    body: { keywords: ['barn owl: 3', 'roost'], seeds },
  });
  expect(weighted.topic).toMatchObject({
    keywords: [
      { term: 'barn owl', weight: 3 },
      { term: 'roost', weight: 1 },
    ],
  });
});

it('a topic file in JSON is listed beside those in YAML, and a package.json is none', async () => {
  const topic = { name: 'moons', title: 'Moons', keywords: ['moon'], seeds: ['http://sky.test/0'] };
  writeFileSync(join(on.folder, 'moons.json'), JSON.stringify(topic));
  writeFileSync(join(on.folder, 'suns.yaml'), 'name: suns\nkeywords: [sun]\nseeds: ["http://sky.test/0"]\n');
  writeFileSync(join(on.folder, 'package.json'), '{"name":"mine","keywords":["x"]}');
  const { items } = await on.json<{ items: { id: string }[] }>('/api/v1/topics');
  expect(items.map(({ id }) => id)).toEqual(['moons.json', 'suns.yaml']);
});

it('a crawl for pages in a language, which a copy can change', async () => {
  const fields = { keywords: 'Komet', seeds: 'http://sky.test/0', web: 'comets', pages: '1', do: 'start' };
  await send({ ...fields, title: 'Kometen', language: 'de' });
  await expect
    .poll(() => on.ask('/api/v1/crawls/kometen').then(({ status }) => status), { timeout: 60_000 })
    .toBe(200);
  expect(openFolder(join(on.folder, 'kometen')).topic.language).toBe('de');

  const copy = await (await on.ask('/new?copy=kometen')).text();
  expect(copy).toMatch(/<input id="language"[^>]* value="de"/);
  await send({ ...fields, title: 'Any comets', copy: 'kometen', language: '' });
  await expect
    .poll(() => on.ask('/api/v1/crawls/any-comets').then(({ status }) => status), { timeout: 60_000 })
    .toBe(200);
  expect(openFolder(join(on.folder, 'any-comets')).topic.language).toBeUndefined();

  expect(await send({ ...fields, title: 'Wrong', language: 'jp' })).toContain('did you mean &quot;ja&quot;');
});
