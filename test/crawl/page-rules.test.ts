/** Pages that may not count are pages all the same: their links are followed, and weighed as anywhere. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { crawlOf, outcomesOf, pagesOf, removeFolders, type SmallWeb, smallWeb } from './small-web.ts';

const french =
  'Les comètes sont de petits corps du système solaire. Quand elles approchent du Soleil, une chevelure brillante ' +
  'apparaît autour de leur noyau, et une longue queue se déploie dans le ciel de la nuit pendant plusieurs semaines.';
const body = '<p>A comet, and again a comet, with many other words about the sky at night.</p>';
const onward = (name: string): string => `<a href="http://b.test/${name}">comet here</a>`;

let web: SmallWeb;
beforeAll(async () => {
  const links = ['plain', 'noindex', 'header', 'french', 'nofollow'].map(
    (at) => `<a href="/${at}">${at}</a>`,
  );
  web = await smallWeb({
    'a.test/': `<html lang="en"><p>Where to go from here, in a few plain words.</p>${links.join(' ')}</html>`,
    'a.test/plain': `<html lang="en">${body}<p>One.</p>${onward('plain')}</html>`,
    'a.test/noindex': `<html lang="en"><meta name="robots" content="noindex">${body}<p>Two.</p>${onward('noindex')}</html>`,
    'a.test/header': {
      headers: { 'x-robots-tag': 'noindex' },
      body: `<html lang="en">${body}<p>Three.</p>${onward('header')}</html>`,
    },
    'a.test/french': `<html lang="fr"><p>${french}</p>${onward('french')}</html>`,
    'a.test/nofollow': `<html lang="en">${body}<p>Four.</p><a rel="nofollow" href="/secret">comet here</a></html>`,
    'a.test/secret': body,
    'b.test/*': '<html lang="en"><p>Nothing more to be read on this page of the other site.</p></html>',
  });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

describe.each([0, 1])('with %i reader threads', (threads) => {
  let folder: string;
  let why: Record<string, string>;
  beforeAll(async () => {
    web.log.length = 0;
    const settings = { recipe: 'best-first/page+anchor', threads, concurrency: 1 };
    ({ folder } = await crawlOf(web, { seeds: ['http://a.test/'], language: 'en', settings }));
    const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
    const rows = db.sql.prepare(`SELECT url, why FROM frontier WHERE url LIKE '%b.test%'`).all();
    why = Object.fromEntries(
      rows.map((row) => [String(row.url).replace('http://b.test/', ''), String(row.why)]),
    );
    db.close();
  });

  it('the links of a noindex or foreign page are fetched', () => {
    expect(web.paths('b.test').filter((path) => path !== '/robots.txt')).toHaveLength(4);
  });

  it('a matching anchor is scored wherever it occurs, and so is its page', () => {
    for (const page of ['plain', 'noindex', 'header', 'french'])
      expect(why[page], page).toMatch(/anchor 1\.000/);
    const scoreOf = (page: string): string | undefined => /page ([\d.]+)/.exec(why[page] ?? '')?.[1];
    expect(Number(scoreOf('plain'))).toBeGreaterThan(0.3);
    // The same words, but for the last.
    expect(Number(scoreOf('noindex'))).toBeCloseTo(Number(scoreOf('plain')), 1);
    expect(Number(scoreOf('header'))).toBeCloseTo(Number(scoreOf('plain')), 1);
  });

  it('neither counts as a find, and a noindex page is not kept', () => {
    const outcomes = outcomesOf(folder);
    expect(outcomes['http://a.test/noindex']).toBe('refused: noindex');
    expect(outcomes['http://a.test/header']).toBe('refused: noindex');
    const byUrl = Object.fromEntries(pagesOf(folder).map((page) => [page.url, page]));
    expect(byUrl['http://a.test/plain']!.relevant).toBe(true);
    expect(byUrl['http://a.test/noindex']).toMatchObject({ relevant: false });
    expect(byUrl['http://a.test/noindex']!.title ?? null).toBeNull();
    expect(byUrl['http://a.test/noindex']!.warc).toBeUndefined();
    expect(byUrl['http://a.test/french']).toMatchObject({ relevant: false, outcome: 'page' });
    expect(byUrl['http://a.test/french']!.why[0]).toBe('language fr, not en');
  });

  it('a nofollow link is never requested', () => {
    expect(web.paths('a.test')).not.toContain('/secret');
  });
});

it('a page that says it was not found does not count, whatever its status and its words', async () => {
  const comets = '<p>Comet society: comet news, comet pictures, all about the comet.</p>';
  const soft = await smallWeb({
    'soft.test/': `<html lang="en"><title>Comets</title>${comets}<a href="/gone">comet</a>`,
    'soft.test/gone': `<html lang="en"><title>Page not found – Comets</title><p>Sorry, no such comet. Try the comet search, or the comet of the month.</p>`,
  });
  const { folder: out } = await crawlOf(soft, { seeds: ['http://soft.test/'], language: 'en' });
  await soft.close();
  expect(pagesOf(out).map(({ url, outcome, relevant }) => [url, outcome, relevant])).toEqual([
    ['http://soft.test/', 'page', true],
    ['http://soft.test/gone', 'page', false],
  ]);
  expect(pagesOf(out)[1]!.why[0]).toBe('an error page: not found');
});
