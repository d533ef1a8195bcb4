/**
 * Archives a small crawl, then crawls the archive, offline and twice: `node examples/crawl-a-frozen-web.ts`.
 * On a frozen web with one request at a time the order is the same every time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl, createDemoWeb, openFrozenWeb, startDemoServer } from 'forage-crawler';

const web = createDemoWeb();
const topic = web.topics.find(({ name }) => name === 'birds')!;
const folder = mkdtempSync(join(tmpdir(), 'forage-'));
const archived = join(folder, 'archived');

const server = await startDemoServer(web);
await crawl({
  topic,
  out: archived,
  settings: {
    // A crawl this small is faster without threads.
    threads: 0,
    budget: { pages: 100 },
    politeness: { minDelayMs: 20, delayFactor: 1 },
    http: {
      contact: 'https://example.org/about-my-crawl',
      connectTo: { '*.test': `127.0.0.1:${server.port}` },
    },
  },
}).finished;
await server.close();

const frozen = await openFrozenWeb([archived]);
console.log(`The archive has ${frozen.size} URLs`);
await frozen.close();

const orders: string[] = [];
for (const recipe of ['best-first/page+anchor', 'best-first/page+anchor', 'breadth-first']) {
  // `web` in the settings is what `--web` is on the command line: no network, no delays, no robots.txt.
  const run = crawl({
    topic,
    out: join(folder, `again-${orders.length}`),
    settings: { recipe, web: [archived], threads: 0, budget: { pages: 60 } },
  });
  const order: string[] = [];
  for await (const event of run) if (event.type === 'page') order.push(event.url);
  const { summary } = await run.finished;
  console.log(`${recipe}: ${summary.relevant} relevant of ${summary.pages} pages`);
  orders.push(order.join('\n'));
}
console.log(`Same recipe, same order: ${orders[0] === orders[1] ? 'yes' : 'no'}`);
console.log(`Another recipe, same order: ${orders[0] === orders[2] ? 'yes' : 'no'}`);
rmSync(folder, { recursive: true });
