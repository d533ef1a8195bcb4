/** Pages behind search forms: asked with the topic's words, as long as that brings something. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueSite } from './catalogue-site.ts';
import { crawlOf, outcomesOf, removeFolders, type SmallWeb, smallWeb } from './small-web.ts';

const site = catalogueSite({
  records: 60,
  keywords: ['comet', 'meteor', 'asteroid', 'nebula', 'quasar', 'pulsar'],
});
let web: SmallWeb;
let folder: string;

beforeAll(async () => {
  web = await smallWeb(site.table, { threads: 0 });
  const seeds = ['http://library.test/', 'http://barren.test/'];
  ({ folder } = await crawlOf(web, {
    seeds,
    keywords: site.keywords,
    settings: { recipe: 'breadth-first', forms: 5 },
  }));
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const queries = (host: string): string[] =>
  web.paths(host).filter((path) => path.startsWith('/search?') && !path.includes('page='));

it('a form that brings relevant pages is asked up to its budget, with the words of the topic in their order', () => {
  expect(queries('library.test')).toEqual(
    ['comet', 'meteor', 'asteroid', 'nebula', 'quasar'].map((word) => `/search?lang=en&q=${word}`),
  );
});

it('a form that brings nothing new is asked three times', () => {
  expect(queries('barren.test').length).toBe(3);
});

it('every record that matches a query is found, and no other', () => {
  const found = Object.keys(outcomesOf(folder)).filter((url) => url.includes('/record/'));
  const asked = ['comet', 'meteor', 'asteroid', 'nebula', 'quasar'];
  expect(found.sort()).toEqual(site.recordsWith(asked).sort());
});

it('nothing but GET is sent, to no form but the search', () => {
  expect(site.notGet).toEqual([]);
  expect(web.paths().filter((path) => /login|order|newsletter/.test(path))).toEqual([]);
});
