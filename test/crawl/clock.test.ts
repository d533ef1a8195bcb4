/** Crawls while the time of day is set, as by an administrator, a time server or a daylight saving bug. */
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { resume } from '../../src/index.ts';
import { crawlOf, outcomesOf, page, prose, removeFolders, smallWeb, type Table } from './small-web.ts';

const HOUR_MS = 3_600_000;
const PAGES = 6;
const timeOfDay = Date.now;

afterEach(() => vi.restoreAllMocks());
afterAll(removeFolders);

const setTimeOfDay = (byMs: number) => vi.spyOn(Date, 'now').mockImplementation(() => timeOfDay() + byMs);

/** A chain of pages; the third one sets the time of day. */
function chain(byMs: number): Table {
  const table: Table = {};
  for (let i = 0; i < PAGES; i++)
    table[`a.test/${i}`] = () => {
      if (i === 2) setTimeOfDay(byMs);
      return page([`/${i + 1}`], prose(`page ${i}`));
    };
  return table;
}

it.each([-HOUR_MS, HOUR_MS])('a time of day that is set by %i ms does not end a crawl', async (byMs) => {
  const web = await smallWeb(chain(byMs), { threads: 0 });
  const began = performance.now();
  const { stop, folder } = await crawlOf(web, {
    seeds: ['http://a.test/0'],
    settings: { budget: { seconds: 1800 }, politeness: { minDelayMs: 20 } },
  });
  expect(stop.reason).toBe('frontier-empty');
  expect(Object.values(outcomesOf(folder)).filter((outcome) => outcome === 'page')).toHaveLength(PAGES);
  expect(stop.summary.elapsedMs).toBeGreaterThan(0);
  expect(stop.summary.elapsedMs).toBeLessThanOrEqual(performance.now() - began);
  await web.close();
});

it('a crawl that is resumed after the time of day was set back does not wait for the former time', async () => {
  const web = await smallWeb(chain(HOUR_MS), { threads: 0 });
  setTimeOfDay(HOUR_MS);
  const { stop, folder } = await crawlOf(web, {
    seeds: ['http://a.test/0'],
    settings: { budget: { pages: 4 }, politeness: { minDelayMs: 20 } },
  });
  expect(stop.reason).toBe('budget-pages');
  vi.restoreAllMocks();
  const again = await resume(folder, { budget: { pages: 100 } }).finished;
  expect(again.reason).toBe('frontier-empty');
  expect(again.summary.pages).toBe(PAGES);
  await web.close();
});
