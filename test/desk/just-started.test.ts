/** A crawl that was told to go on, and looked at before it did, is on. */
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { connect } from '../../src/crawl/connect.ts';
import { eventRoutes } from '../../src/desk/api/events.ts';
import { startProcess } from '../../src/desk/crawl-process.ts';
import { Crawls } from '../../src/desk/crawls.ts';
import { LiveCrawls } from '../../src/desk/live-crawls.ts';
import { Starts } from '../../src/desk/starts.ts';
import { type Crawl, crawl, resume } from '../../src/index.ts';
import { optionsFor, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';

afterAll(removeFolders);

it('is not reported as stopped to a client that follows it', async () => {
  const table = { 'a.test/': page(['/hangs'], prose('a')), 'a.test/hangs': () => undefined };
  const web = await smallWeb(table, { threads: 0 });
  const options = optionsFor(web, { seeds: ['http://a.test/'], settings: { budget: { pages: 1 } } });
  await crawl(options).finished;
  const crawls = new Crawls(dirname(options.out));
  const live = new LiveCrawls(crawls);
  let run: Crawl | undefined;
  const looks: string[] = [];
  const starts = new Starts(
    (id) => live.forget(id),
    async () => {
      looks.push((await live.live('crawl')).state);
      run = resume(options.out, { budget: { pages: 5 } });
      while (web.paths('a.test').at(-1) !== '/hangs') await sleep(10);
    },
  );
  await starts.begin('crawl', {} as never);
  const gone = new AbortController();
  const asked = { desk: { crawls, live, starts }, parts: { crawl: 'crawl' }, query: { relevant: 'false' } };
  const { text } = (await eventRoutes[0]!.work({ ...asked, headers: {}, gone: gone.signal } as never)) as {
    text: AsyncIterable<string>;
  };
  let first = '';
  for await (const event of text)
    if (event.startsWith('event: status')) {
      first = event;
      break;
    }
  gone.abort();
  run?.stop();
  await web.close();
  await run?.finished;
  await crawls.close();
  expect(looks).toEqual(['stopped']);
  expect(first).toContain('"state":"running"');
});

it('runs for everybody who looks once its process says so', async () => {
  const web = await smallWeb({ 'a.test/': () => undefined }, { threads: 0 });
  const started = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { topic, out, settings = {} } = optionsFor(web, { seeds: ['http://a.test/'] });
      await startProcess({ do: 'crawl', topic, out, settings });
      const { state } = await (await connect(out)).status();
      return { out, state };
    }),
  );
  await web.close();
  await Promise.all(started.map(async ({ out }) => (await connect(out)).stop()));
  const states = started.map(({ state }) => state);
  expect(states).toEqual(['running', 'running', 'running', 'running']);
});
