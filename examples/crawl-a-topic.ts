/**
 * Crawls for a topic and listens while it runs: `node examples/crawl-a-topic.ts [folder]`.
 * The demonstration web answers on loopback, so it needs no network.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crawl, createDemoWeb, loadTopic, startDemoServer } from 'forage-crawler';

const server = await startDemoServer(createDemoWeb());
const out = process.argv[2] ?? join(mkdtempSync(join(tmpdir(), 'forage-')), 'birds');

const run = crawl({
  topic: loadTopic(fileURLToPath(new URL('topics/birds.yaml', import.meta.url))),
  out,
  settings: {
    budget: { pages: 150 },
    // The demonstration web tolerates a short delay. On the live Web omit both: the defaults are polite.
    politeness: { minDelayMs: 20, delayFactor: 1 },
    http: {
      contact: 'https://example.org/about-my-crawl',
      // Names under .test do not exist: all of them are directed to the demonstration server.
      connectTo: { '*.test': `127.0.0.1:${server.port}` },
    },
  },
});

for await (const event of run) {
  if (event.type === 'page' && event.relevant)
    console.log(`${event.score.toFixed(2)}  ${event.title}  (${event.why[0]})`);
  if (event.type === 'refused') console.log(`left alone: ${event.url} (${event.reason})`);
}

const { detail, summary } = await run.finished;
console.log(`${summary.relevant} relevant of ${summary.pages} pages; stopped: ${detail}`);
console.log(`The crawl is in ${out}`);
await server.close();
