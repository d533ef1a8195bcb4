/** Several requests at a time, to a host that its owner allows them, and to no other. */
import { afterAll, expect, test } from 'vitest';
import { check } from '../../src/check.ts';
import { settingsSchema } from '../../src/crawl/settings.ts';
import {
  type Answer,
  type Asked,
  crawlOf,
  outcomesOf,
  page,
  prose,
  removeFolders,
  smallWeb,
} from './small-web.ts';

afterAll(removeFolders);

/** By the server's log. */
function mostAtATime(asked: readonly Asked[]): number {
  return Math.max(
    ...asked.map(
      ({ startedAt }) => asked.filter((one) => one.startedAt <= startedAt && one.endedAt > startedAt).length,
    ),
  );
}

test('a host of the user gets as many requests at a time as they say, any other one', async () => {
  const AT_A_TIME = 3;
  const PAGES = 30;
  const paths = Array.from({ length: PAGES }, (_, n) => `/${n}`);
  const waiting: (() => void)[] = [];
  let most = 0;
  let left = PAGES;
  /** Answers nobody before as many wait as may: fewer at a time would never end. */
  const together =
    (path: string) =>
    (_: number, __: unknown, response: { end(text: string): void }): undefined => {
      waiting.push(() => response.end(page([], prose(`own${path}`))));
      most = Math.max(most, waiting.length);
      if (waiting.length < Math.min(AT_A_TIME, left)) return;
      left -= waiting.length;
      for (const answer of waiting.splice(0)) answer();
    };
  const slow = (host: string) => (): Answer => ({ body: page(paths, prose(host)), delayMs: 20 });
  const web = await smallWeb(
    {
      'own.test/': page([...paths, 'http://other.test/'], prose('own')),
      ...Object.fromEntries(paths.map((path) => [`own.test${path}`, together(path)])),
      'other.test/': slow('other'),
      'other.test/*': slow('other'),
    },
    { threads: 0 },
  );
  const { folder } = await crawlOf(web, {
    seeds: ['http://own.test/'],
    settings: { concurrency: 16, politeness: { ownHosts: { 'own.test': AT_A_TIME } } },
  });
  await web.close();
  const own = Object.entries(outcomesOf(folder)).filter(([url]) => url.startsWith('http://own.test/'));
  expect(own.length).toBe(PAGES + 1);
  expect(own.every(([, outcome]) => outcome === 'page')).toBe(true);
  expect(most).toBe(AT_A_TIME);
  expect(web.askedOf('own.test').length).toBe(PAGES + 2);
  // The log counts milliseconds; on a fast machine some requests begin and end in the same one.
  expect(mostAtATime(web.askedOf('own.test'))).toBeLessThanOrEqual(AT_A_TIME);
  expect(mostAtATime(web.askedOf('other.test'))).toBe(1);
});

test.each(['*', '*.org', 'org'])('nobody runs all hosts of %s', (host) => {
  const checked = check(settingsSchema, { politeness: { ownHosts: { [host]: 2 } } });
  expect(JSON.stringify(checked)).toContain('give the name of a host that you run');
});
