/**
 * The demonstration web by one machine, and by worker processes over a cluster of three NATS servers: do both have the same
 * pages, each once, was every link found as often, and was any host asked within its delay or by a worker that had lost it?
 *
 *   npm run bench:fleet-whole -- [--pages 30000] [--hosts 480] [--workers 4] [--nodes 3] [--partitions 16] [--delay 100]
 *
 * Left out are hosts whose pages depend on the order in which they are asked for (endless spaces, copies, errors that
 * pass), and those that answer slowly or ask for long delays: with them one run takes hours.
 */
import { parseArgs } from 'node:util';
import { createFleet } from '../src/fleet/create.ts';
import { topicSchema } from '../src/topic/topic.ts';
import { crawlOf, newFolder, optionsFor, removeFolders } from '../test/crawl/small-web.ts';
import { demoSites } from '../test/fleet/demo-sites.ts';
import { startNats } from '../test/fleet/nats-server.ts';
import { verdictOn } from '../test/fleet/verdict.ts';
import { pagesIn, work } from '../test/fleet/worker-process.ts';

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
const web = await demoSites({ pages: Number(values.pages), hosts: Number(values.hosts) });
const { seeds, hosts } = web;
/** A word of no page: spaces that bring less than others are left early, which depends on the order, too. */
const keywords = ['qqqqq'];
const settingsOf = (minDelayMs: number) => ({
  recipe: 'breadth-first',
  threads: 1,
  scope: { hosts },
  politeness: { minDelayMs, delayFactor: 0, maxTries: 20 },
  archive: { fullText: false, commitEveryMs: 1000 },
});
const began = performance.now();
const { folder: single } = await crawlOf(web, { seeds, keywords, settings: settingsOf(0) });
print({ hosts: hosts.length, oneMachine: pagesIn(single).length });
web.log.length = 0;

const server = await startNats(nodes);
const nats = await server.connect();
const { topic, settings = {} } = optionsFor(web, { seeds, keywords, settings: settingsOf(delayMs) });
const rest = { partitions: Number(values.partitions), replicas: nodes, ttlMs: 15_000, maxBytes: 4e9 };
await createFleet(nats, { name: 'whole', topic: topicSchema.parse(topic), settings, ...rest });
const owners = new Map<string, string>();
const workers = Array.from({ length: Number(values.workers) }, (_, i) => {
  const address = `127.0.1.${i + 1}`;
  const worker = work(server.url, newFolder(), 'whole', { address });
  owners.set(address, `-${worker.child.pid}-`);
  return worker;
});
const watching = setInterval(() => print({ requests: web.log.length }), 60_000);
await Promise.all(workers.map(({ exit }) => exit));
clearInterval(watching);
print({ requests: web.log.length });
print(await verdictOn(nats, 'whole', web, { single, delayMs, owners }));
await server.close();
await web.close();
removeFolders();
process.exit(0);

function print(figures: object): void {
  console.log(JSON.stringify({ ...figures, seconds: Math.round((performance.now() - began) / 1000) }));
}
