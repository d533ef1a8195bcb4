/** Servers that fail for a while, and servers that fail for good. */
import { afterAll, expect, it } from 'vitest';
import { crawlOf, outcomesOf, page, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

it('what fails once is requested again later and becomes a page; what keeps failing is given up with a reason', async () => {
  const web = await smallWeb({
    'flaky.test/': (n) => (n === 1 ? { status: 500 } : page([], prose('flaky'))),
    'cut.test/': (n, request) => (n === 1 ? void request.socket.destroy() : page([], prose('cut'))),
    'broken.test/': { status: 502 },
    'gone.test/': { status: 404 },
    'banned.test/': { status: 403 },
    'good.test/': page([], prose('good')),
  });
  const hosts = ['flaky', 'cut', 'broken', 'gone', 'banned', 'good'].map((name) => `${name}.test`);
  const { stop, folder } = await crawlOf(web, {
    seeds: hosts.map((host) => `http://${host}/`),
    settings: { politeness: { maxTries: 2 } },
  });
  await web.close();
  expect(stop.reason).toBe('frontier-empty');
  expect(outcomesOf(folder)).toEqual({
    'http://flaky.test/': 'page',
    'http://cut.test/': 'page',
    'http://broken.test/': 'http 502',
    'http://gone.test/': 'http 404',
    'http://banned.test/': 'http 403',
    'http://good.test/': 'page',
  });
  const asked = (host: string): number => web.paths(host).filter((path) => path === '/').length;
  expect(hosts.map(asked)).toEqual([2, 2, 2, 1, 1, 1]);
  // Twice at most a second and a half apart would be no mercy: the second try comes a second later at the least.
  const [first, second] = web.askedOf('flaky.test').filter(({ path }) => path === '/');
  expect(second!.startedAt - first!.endedAt).toBeGreaterThanOrEqual(1000);
});
