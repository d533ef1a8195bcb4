/**
 * The whole demonstration web by one machine, and by worker processes over a cluster of three NATS servers: do both have
 * the same pages, each once, and was any host asked within its delay?
 *
 *   npm run bench:fleet-whole -- [--pages 30000] [--hosts 480] [--workers 4] [--nodes 3] [--partitions 16] [--delay 100]
 *
 * One machine recognises copies of a page on other hosts, whose links it does not follow; a fleet recognises those in the
 * same partition. So pages are compared by what they are (`canonicalOf`), and those that one has and the other has not are
 * printed. Politeness is checked in the log of the web server, for requests that it answered.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDemoServer } from '../src/demo/server.ts';
import { createDemoWeb } from '../src/demo/web.ts';
import { createFleet } from '../src/fleet/create.ts';
import { crawl, type SettingsInput } from '../src/index.ts';
import { topicSchema } from '../src/topic/topic.ts';
import { newFolder, removeFolders } from '../test/crawl/small-web.ts';
import { startNats } from '../test/fleet/nats-server.ts';
import { linksOf, pagesIn, partitionsOf, work } from '../test/fleet/worker-process.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '30000' },
    hosts: { type: 'string', default: '480' },
    workers: { type: 'string', default: '4' },
    nodes: { type: 'string', default: '3' },
    partitions: { type: 'string', default: '16' },
    delay: { type: 'string', default: '100' },
  },
});
const delayMs = Number(values.delay);
const nodes = Number(values.nodes);
const web = createDemoWeb({ pages: Number(values.pages), hosts: Number(values.hosts) });
const server = await startDemoServer(web, { log: true });
const topic = topicSchema.parse({ ...web.topics.find(({ name }) => name === 'birds')!, language: 'en' });
const settings: SettingsInput = {
  recipe: 'breadth-first',
  threads: 1,
  http: {
    contact: 'https://demo.forage.test/contact',
    connectTo: { '*.test': `127.0.0.1:${server.port}` },
  },
  politeness: { minDelayMs: delayMs, delayFactor: 0, sharedAddress: 'none', maxIdleSeconds: 60 },
  archive: { fullText: false, commitEveryMs: 500 },
};

const folder = join(newFolder(), 'one');
const one = await watched(async () => {
  await crawl({ topic, out: folder, settings }).finished;
  return pagesIn(folder).map(({ url }) => url);
});
const nats = await startNats(nodes);
const many = await watched(async () => {
  const own = await nats.connect();
  const rest = { partitions: Number(values.partitions), replicas: nodes, ttlMs: 15_000, maxBytes: 4e9 };
  await createFleet(own, { name: 'whole', topic, settings, ...rest });
  const workers = Array.from({ length: Number(values.workers) }, () => work(nats.url, newFolder(), 'whole'));
  await Promise.all(workers.map(({ exit }) => exit));
  const partitions = await partitionsOf(own, 'whole');
  console.log(
    JSON.stringify({ linksSent: linksOf(partitions, 'out'), linksTaken: linksOf(partitions, 'in') }),
  );
  return partitions.flatMap(({ pages }) => pages.map(({ url }) => url));
});
console.log(JSON.stringify({ web: web.size, one: one.figures, fleet: many.figures }));
const lacking = [...one.pages].filter((page) => !many.pages.has(page));
const besides = [...many.pages].filter((page) => !one.pages.has(page));
console.log(JSON.stringify({ lacking: lacking.length, besides: besides.length }));
for (const page of lacking.slice(0, 10)) console.log(`one machine only: ${page}`);
for (const page of besides.slice(0, 10)) console.log(`the fleet only: ${page}`);
await nats.close();
await server.close();
removeFolders();
process.exit(0);

async function watched(run: () => Promise<string[]>): Promise<{ pages: Set<string>; figures: object }> {
  server.log.length = 0;
  const began = performance.now();
  const urls = await run();
  const seconds = Math.round((performance.now() - began) / 1000);
  const figures = {
    pages: urls.length,
    twice: urls.length - new Set(urls).size,
    requests: server.log.length,
    tooSoon: tooSoon(),
    seconds,
  };
  return { pages: new Set(urls.map((url) => web.canonicalOf(url) ?? url)), figures };
}

/** Requests that came before their host's delay was over, as the web server saw it. */
function tooSoon(): number {
  const byHost = Map.groupBy(server.log, ({ host }) => host);
  let count = 0;
  for (const asked of byHost.values()) {
    asked.sort((a, b) => a.startedAt - b.startedAt);
    for (const [i, { startedAt }] of asked.entries())
      if (i > 0 && startedAt - asked[i - 1]!.endedAt < delayMs - 1) count += 1;
  }
  return count;
}
