/**
 * A crawl among names and hosts that never answer. Nothing here is measured in time: before it could pass such hosts
 * by, a crawl like these took longer than a test may.
 */
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { crawl, createHttpWeb, type Progress } from '../../src/index.ts';
import { forage } from '../cli/forage.ts';
import { optionsFor, page, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

/** A port that accepts connections and never answers. */
async function silentPort() {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** All links to hosts that never answer have the better anchors. */
const promising = (urls: string[]) => Object.fromEntries(urls.map((url) => [url, 'comet comet comet']));
const PAGES = 20;

it('names without an answer and silent hosts do not keep a crawl from the hosts that answer', async () => {
  const silent = await silentPort();
  const names = Array.from({ length: 300 }, (_, i) => `http://n${i}.silent.test/`);
  const hosts = Array.from({ length: 12 }, (_, i) => `http://h${i}.test:${silent.port}/`);
  const good = Array.from({ length: PAGES }, (_, i) => `good.test/${i}`);
  const web = await smallWeb({
    'start.test/': page(promising([...names, ...hosts]), prose('start')) + page([`http://good.test/0`]),
    ...Object.fromEntries(good.map((url, i) => [url, page([`/${i + 1}`], prose(url))])),
  });
  const live = createHttpWeb({
    userAgent: 'forage-test',
    allowPrivate: true,
    // By their own port; the others are at the web's.
    connectTo: {
      'start.test': `127.0.0.1:${web.port}`,
      'good.test': `127.0.0.1:${web.port}`,
    },
    lookup: (name) =>
      name.endsWith('.silent.test') ? new Promise<never>(() => {}) : Promise.resolve(['127.0.0.1']),
  });
  const options = optionsFor(web, {
    seeds: ['http://start.test/'],
    web: live,
    settings: { concurrency: 4, budget: { pages: PAGES } },
  });
  const run = crawl(options);
  const seen: Progress[] = [];
  for await (const event of run) if (event.type === 'progress') seen.push(event);
  expect((await run.finished).reason).toBe('budget-pages');
  expect(web.askedOf('good.test').length).toBeGreaterThanOrEqual(PAGES - 1);
  expect(Math.max(...seen.map(({ awaited }) => awaited.names))).toBeGreaterThan(64);
  const status = await forage(['status', options.out]);
  expect(status.out).toMatch(/\d+ names without an answer/);
  await live.close();
  await web.close();
  silent.close();
});
