/** Endless URL spaces are skipped, while the productive part of the same host is crawled. */
import { afterAll, expect, it } from 'vitest';
import { connect, resume } from '../../src/index.ts';
import { forageHere } from '../cli/forage-here.ts';
import { crawlOf, look, page, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

const words = (seed: string): string => prose(seed, 12).split(' ').slice(0, 2).join('-');
/** With other anchors under another name: lists that are alike are copies. */
const list = (paths: readonly string[], name = 'start'): string =>
  `<!doctype html><title>List</title><ul>${paths.map((path) => `<li><a href="${path}">${prose(name + path, 3)}</a>`).join('')}</ul>`;

it('an endless calendar and a circling path end, and every article of the same host is found', async () => {
  const web = await smallWeb({
    'a.test/': page(['/calendar?month=1', '/articles/1', '/deep/er/'], prose('start')),
    'a.test/*': (_n, request) => {
      const path = request.url ?? '';
      const month = Number(/month=(\d+)/.exec(path)?.[1]);
      if (month > 0) return page([`/calendar?month=${month + 1}`], prose(`month ${month}`));
      const article = Number(/articles\/(\d+)/.exec(path)?.[1]);
      if (article > 0)
        return page(
          article < 300 ? [`/articles/${article + 1}`] : [],
          `comet comet ${prose(`article ${article}`)}`,
        );
      return page([`${path}deep/er/`], prose(path));
    },
  });
  const { stop, folder } = await crawlOf(web, {
    seeds: ['http://a.test/'],
    settings: { recipe: 'breadth-first', set: { judge: 'string-match', half: 1 } },
  });
  await web.close();
  // It ends by itself: without the guard it never would.
  expect(stop.reason).toBe('frontier-empty');
  const asked = (part: string): number => web.paths().filter((path) => path.includes(part)).length;
  expect(asked('/articles/')).toBe(300);
  // The limits of the guard: 100 requests that brought nothing where articles are relevant, a segment twice in a path.
  expect(asked('/calendar?')).toBeGreaterThanOrEqual(100);
  expect(asked('/calendar?')).toBeLessThan(110);
  expect(asked('/deep/er/')).toBe(2);
  const reasons = look(folder, (read) => read.countsByRefusal()).map(({ reason }) => reason);
  expect(reasons).toContain('trap: dead-end /calendar?month=N');
  expect(reasons).toContain('trap: repeating-path');
});

it('an endless site that repeats the keywords is one find, and closes', async () => {
  const text = `comet comet comet ${prose('the same', 500)}`;
  const web = await smallWeb({
    'a.test/*': (_n, request) => {
      const n = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
      return page([`/part-${n + 1}`], `${text} ${n}`);
    },
  });
  const { stop, folder } = await crawlOf(web, { seeds: ['http://a.test/part-0'] });
  await web.close();
  expect(stop.reason).toBe('frontier-empty');
  expect(stop.summary).toMatchObject({ relevant: 1 });
  expect(stop.summary.pages).toBeGreaterThan(1);
  // The figures of the catalogue agree: by outcome, by host, by page.
  look(folder, (read) => {
    const sum = read.countsByOutcome().reduce((all, { relevant }) => all + relevant, 0);
    expect([sum, read.host('a.test')?.relevant, read.harvest(1).at(-1)?.relevant]).toEqual([1, 1, 1]);
  });
  const written = await forageHere(['export', folder, '-f', 'jsonl', '--relevant']);
  expect(written.out.trim().split('\n')).toHaveLength(1);
  expect((await forageHere(['status', folder])).out).toMatch(/near-duplicate +\d+ +0\n/);
});

it('requests that never give a page stop, status says where, and the user may open it again', async () => {
  const pictures = Array.from({ length: 80 }, (_, n) => `/pictures/image-${n}.jpg`);
  const web = await smallWeb(
    {
      'a.test/': page([...pictures, '/next'], `comet ${prose('start')}`),
      'a.test/next': page(['/pictures/image-900.jpg'], `comet ${prose('next')}`),
      'a.test/*': { status: 404 },
    },
    { threads: 0 },
  );
  const { folder } = await crawlOf(web, {
    seeds: ['http://a.test/'],
    settings: { recipe: 'breadth-first', concurrency: 1 },
  });
  const asked = (): number => web.paths().filter((path) => path.startsWith('/pictures/')).length;
  expect(asked()).toBe(50);
  const status = await forageHere(['status', folder], { cwd: folder });
  expect(status.out).toMatch(/a\.test\/pictures\/image-N\.jpg +a dead end +50 +0\n/);
  expect(status.out).toContain(`forage set ${folder} keepOpen+='a.test/pictures/`);
  await (await connect(folder)).set({
    'keepOpen+': ['a.test/pictures/image-N.jpg', 'a.test/pictures/*'],
  });
  await resume(folder).finished;
  await web.close();
  // Those that waited, and the one that was skipped when it was found.
  expect(asked()).toBe(81);
});

it('no link below the floor is fetched, and a lower floor brings it back', async () => {
  const web = await smallWeb(
    {
      'a.test/': page({ '/comet': 'comet comet', '/other': 'something else' }, `comet ${prose('start', 10)}`),
      'a.test/comet': page([], `comet ${prose('comet')}`),
      'a.test/other': page([], prose('other')),
    },
    { threads: 0 },
  );
  const { folder, stop } = await crawlOf(web, {
    seeds: ['http://a.test/'],
    settings: { recipe: 'best-first/anchor', concurrency: 1, frontier: { floor: 0.1 } },
  });
  expect(stop.reason).toBe('frontier-empty');
  expect(web.paths()).not.toContain('/other');
  expect(look(folder, (read) => read.countsByRefusal())).toContainEqual({
    reason: 'floor: priority below 0.1',
    count: 1,
  });
  await (await connect(folder)).set({ 'frontier.floor': 0 });
  await resume(folder).finished;
  await web.close();
  expect(web.paths()).toContain('/other');
});

it.each([0, 2])(
  'the next pages of a list come before filters that lead to nothing new, with %d threads',
  async (threads) => {
    const PER_PAGE = 10;
    const colours = ['red', 'blue', 'green', 'black', 'white'];
    const filters = colours.flatMap((colour) =>
      ['', ...colours].map((trim) => `colour=${colour}&trim=${trim}`),
    );
    const isFilter = (path: string): boolean => path.includes('colour=');
    const shoe = (n: number): string => `/shoe-${n}-${words(`name ${n}`)}`;
    const web = await smallWeb(
      {
        'a.test/': list(['/shoes/']),
        'a.test/*': (_n, { url = '' }) => {
          if (!url.startsWith('/shoes/')) return page(['/shoes/'], `comet ${prose(url, 200)}`);
          const at = Number(/page=(\d+)/.exec(url)?.[1] ?? 0);
          const shown = Array.from({ length: PER_PAGE }, (_, n) => shoe(at * PER_PAGE + n));
          const next = isFilter(url) || at === 9 ? [] : [`/shoes/?page=${at + 1}`];
          return list([...filters.map((one) => `/shoes/?${one}`), ...shown, ...next], url);
        },
      },
      { threads },
    );
    const { stop, folder } = await crawlOf(web, {
      seeds: ['http://a.test/'],
      settings: { recipe: 'breadth-first', set: { judge: 'string-match', half: 1 }, concurrency: 1 },
    });
    await web.close();
    expect(stop.reason).toBe('frontier-empty');
    const lastShoe = web.paths().findLastIndex((path) => path.startsWith('/shoe-'));
    // Ten tries of the path, and ten of the larger of their two templates once a next page has led on.
    const early = web.paths().slice(0, lastShoe).filter(isFilter).length;
    expect(early).toBeGreaterThanOrEqual(10);
    expect(early).toBeLessThanOrEqual(20);
    // Nothing is lost: they come last.
    expect(web.paths().filter(isFilter)).toHaveLength(filters.length);
    expect(web.paths().filter((path) => path.startsWith('/shoe-'))).toHaveLength(100);
    const { out } = await forageHere(['status', folder]);
    expect(out).toMatch(/a\.test\/shoes\/\?\* +lists of known pages: last/);
  },
);

it.each([0, 2])(
  'lists with noindex that lead to relevant pages are followed to their end, with %d threads',
  async (threads) => {
    const LISTS = 90;
    const web = await smallWeb(
      {
        'a.test/': page(['/list?page=1'], prose('start')),
        'a.test/*': (_n, { url = '' }) => {
          const n = Number(/page=(\d+)/.exec(url)?.[1] ?? 0);
          if (n === 0) return page([], `comet comet ${prose(url, 200)}`);
          const next = n < LISTS ? [`/list?page=${n + 1}`] : [];
          return `<meta name="robots" content="noindex">${page([`/article-${n}-${words(`${n}`)}`, ...next], prose(url))}`;
        },
      },
      { threads },
    );
    await crawlOf(web, {
      seeds: ['http://a.test/'],
      settings: { recipe: 'breadth-first', set: { judge: 'string-match', half: 1 } },
    });
    await web.close();
    expect(web.paths().filter((path) => path.startsWith('/article-'))).toHaveLength(LISTS);
  },
);
