/** Copies of pages under other URLs wait behind all others, and are left alone once it is sure that they are copies. */
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { databasePath } from '../../src/crawl/folder.ts';
import { connect, resume } from '../../src/index.ts';
import { forageHere } from '../cli/forage-here.ts';
import { crawlOf, page, prose, removeFolders, type SmallWeb, smallWeb, type Table } from './small-web.ts';

afterAll(removeFolders);

const POSTS = 60;
const posts = Array.from({ length: POSTS }, (_, n) => `/post-${n}`);

/** Each post has a print copy and three links to answer a comment; the second page of each is another text. */
const blog: Table = {
  'a.test/': page(posts, prose('start')),
  'a.test/*': (_n, { url = '' }) => {
    const [path = '', query = ''] = url.split('?');
    const text = `comet ${prose(query === 'page=2' ? url : path, 200)}`;
    if (query === 'print=1') return `<!doctype html><title>${path}</title><p>${text}</p>`;
    const links = ['print=1', 'page=2', ...[1, 2, 3].map((n) => `replytocom=${path.slice(6)}${n}`)];
    return page(
      links.map((one) => `${path}?${one}`),
      text,
    );
  },
};

const settings = { recipe: 'breadth-first', set: { judge: 'string-match', half: 1 }, concurrency: 1 };
const seeds = ['http://a.test/'];
const asked = (web: SmallWeb, part: string): number =>
  web.paths().filter((path) => path.includes(part)).length;

/** What it had before is the whole of the texts: with every copy it would be 361 requests. */
function expectNoCopies(web: SmallWeb): void {
  for (const post of posts) expect(web.paths()).toEqual(expect.arrayContaining([post, `${post}?page=2`]));
  // Twelve texts make it sure; a text may come several times.
  expect(asked(web, 'print=1')).toBeGreaterThanOrEqual(12);
  expect(asked(web, 'print=1')).toBeLessThanOrEqual(14);
  expect(asked(web, 'replytocom=')).toBeGreaterThanOrEqual(12);
  expect(asked(web, 'replytocom=')).toBeLessThanOrEqual(40);
}

it.each([0, 2])('every text is fetched once, and few copies, with %d threads', async (threads) => {
  const web = await smallWeb(blog, { threads });
  const { stop, folder } = await crawlOf(web, { seeds, settings });
  await web.close();
  expect(stop.reason).toBe('frontier-empty');
  expectNoCopies(web);
  // Those that may be copies come after everything else but the ten by which it is noticed.
  const second = web.paths().findLastIndex((path) => path.includes('page=2'));
  expect(
    web
      .paths()
      .slice(0, second)
      .filter((path) => /print|reply/.test(path)).length,
  ).toBeLessThanOrEqual(20);

  const status = await forageHere(['status', folder]);
  expect(status.out).toMatch(
    /a\.test\/post-N\?print +copies: not fetched where the page is known +\d+ +\d+\n/,
  );
  const shown = await forageHere(['show', folder, 'http://a.test/post-59']);
  expect(shown.out).toMatch(/trap: copies \/post-N\?print.*\/post-59\?print=1\n/);
});

it('what waits behind all others says why', async () => {
  const web = await smallWeb(blog, { threads: 0 });
  const { folder } = await crawlOf(web, { seeds, settings: { ...settings, budget: { pages: 125 } } });
  await web.close();
  const shown = await forageHere(['show', folder, 'http://a.test/post-59']);
  expect(shown.out).toMatch(
    /waiting +nearly the same text as without \/post-N\?print .*\/post-59\?print=1\n/,
  );
  expect((await forageHere(['status', folder])).out).toMatch(/a\.test\/post-N\?print.* last +\d+ +\d+\n/);
});

it.each([
  ['is kept', false],
  ['is learnt again from the pages if a kill came before it was written', true],
])('what was learnt before a resume %s', async (_, isKilled) => {
  const web = await smallWeb(blog, { threads: 0 });
  const { folder } = await crawlOf(web, { seeds, settings: { ...settings, budget: { pages: 130 } } });
  if (isKilled) {
    const db = openDatabase(databasePath(folder), {});
    db.sql.exec("DELETE FROM meta WHERE key IN ('crawl.copies', 'crawl.traps')");
    db.commit();
    db.close();
  }
  await resume(folder, { budget: { pages: 1000 } }).finished;
  await web.close();
  expectNoCopies(web);
});

it('a part that the user opens is fetched like all others, also what was left alone', async () => {
  const web = await smallWeb(blog, { threads: 0 });
  const { folder } = await crawlOf(web, { seeds, settings });
  await (await connect(folder)).set({ 'keepOpen+': ['a.test/post-N?print', 'a.test/post-N?print=N'] });
  await resume(folder).finished;
  await web.close();
  expect(asked(web, 'print=1')).toBe(POSTS);
});

it('a copy of which the page cannot be had is fetched', async () => {
  const web = await smallWeb(
    {
      ...blog,
      'a.test/': page(['/post-99?print=1', '/post-99', ...posts], prose('start')),
      'a.test/post-99': { status: 404 },
    },
    { threads: 0 },
  );
  await crawlOf(web, { seeds, settings });
  await web.close();
  expect(web.paths()).toContain('/post-99?print=1');
});
