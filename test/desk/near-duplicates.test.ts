/** Pages with nearly the text of an earlier one: read and judged, but not counted, and so told apart on the desk. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeAgain } from '../../src/crawl/rejudge.ts';
import { crawl } from '../../src/crawl/start.ts';
import { prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { deskFixture, type Fixture } from './fixture.ts';

interface Listed {
  items: { id: number; url: string; relevant: boolean; outcome: string }[];
  total: number;
}

const NEAR = 'does not count: nearly the same text as an earlier page';
let on: Fixture;

/** Two pages about comets, a near-duplicate of the first, a page with one such word, and a near-duplicate of that. */
beforeAll(async () => {
  on = await deskFixture();
  const page = (about: string, from: string, last: string): string =>
    `<html lang="en"><title>${last}</title><p>${about} ${prose(from, 400)} ${last}</p>`;
  const web = await smallWeb(
    {
      'a.test/': ['one', 'two', 'twin', 'weak', 'weak-twin']
        .map((name) => `<a href="/${name}">${name}</a>`)
        .join(' '),
      'a.test/one': page('comet '.repeat(12), 'one', 'monday'),
      'a.test/two': page('comet '.repeat(12), 'two', 'tuesday'),
      'a.test/twin': page('comet '.repeat(12), 'one', 'sunday'),
      'a.test/weak': page('comet', 'weak', 'monday'),
      'a.test/weak-twin': page('comet', 'weak', 'sunday'),
    },
    { threads: 0 },
  );
  const topic = { name: 'twins', title: 'Twins', keywords: ['comet'], seeds: ['http://a.test/'] };
  const settings = { ...web.settings, recipe: 'best-first/page+anchor', concurrency: 1 };
  await crawl({ topic, out: join(on.folder, 'twins'), settings }).finished;
  await web.close();
});
afterAll(async () => {
  await on?.close();
  removeFolders();
});

const paths = ({ items }: Pick<Listed, 'items'>): string[] =>
  items.map(({ url }) => new URL(url).pathname).sort();

it('the list of relevant pages, and what was just found, have those that count and no others', async () => {
  const all = await on.json<Listed>('/api/v1/crawls/twins/pages');
  const near = all.items.filter(({ outcome }) => outcome === 'near-duplicate');
  expect(paths({ items: near })).toEqual(['/twin', '/weak-twin']);
  const listed = await on.json<Listed>('/api/v1/crawls/twins/pages?is=relevant');
  expect(paths(listed)).toEqual(['/one', '/two']);
  const { figures, finds } = await on.json<{ figures: { relevant: number }; finds: Listed['items'] }>(
    '/api/v1/crawls/twins',
  );
  expect([figures.relevant, listed.total]).toEqual([2, 2]);
  expect(paths({ items: finds })).toEqual(['/one', '/two']);
});

it('no threshold promises that a near-duplicate will count', async () => {
  const { effect, pages } = await on.json<{ pages: number; effect: { called: { after: number } } }>(
    '/api/v1/crawls/twins/scores?threshold=0',
  );
  // The seed, /one, /two and /weak.
  expect([pages, effect.called.after]).toEqual([4, 4]);
});

it('a near-duplicate says so in the list and on its page, also after it was judged again', async () => {
  expect(await (await on.ask('/c/twins/pages')).text()).toContain('near-duplicate · a.test/twin');
  const { items } = await on.json<Listed>('/api/v1/crawls/twins/pages');
  const idOf = (path: string): number => items.find(({ url }) => url.endsWith(path))!.id;
  const twin = idOf('/twin');
  const html = async (): Promise<string> => (await on.ask(`/c/twins/pages/${twin}`)).text();
  expect(await html()).toContain(`<a href="/c/twins/pages/${idOf('/one')}">an earlier page</a>`);
  expect(await html()).toContain(NEAR);
  await judgeAgain(join(on.folder, 'twins'), { threshold: 0.05 });
  expect(await html()).toContain(NEAR);
});
