/**
 * Stops a crawl in the middle and resumes it later: `node examples/stop-and-resume.ts`. A crash instead of the stop
 * would lose at most what came after the last commit (`archive.commitEveryMs`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl, createDemoWeb, resume, startDemoServer } from 'forage-crawler';

const web = createDemoWeb();
const server = await startDemoServer(web);
const folder = mkdtempSync(join(tmpdir(), 'forage-'));
const out = join(folder, 'crawl');

const first = crawl({
  topic: web.topics.find(({ name }) => name === 'birds')!,
  out,
  settings: {
    // A crawl this small is faster without threads.
    threads: 0,
    budget: { pages: 80 },
    politeness: { minDelayMs: 20, delayFactor: 1 },
    http: {
      contact: 'https://example.org/about-my-crawl',
      connectTo: { '*.test': `127.0.0.1:${server.port}` },
    },
  },
});
const seen = new Set<string>();
for await (const event of first) {
  if (event.type !== 'page') continue;
  seen.add(event.url);
  if (event.n === 30) first.stop();
}
const stopped = await first.finished;
console.log(`Stopped (${stopped.reason}) with ${stopped.summary.pages} pages`);

// The folder contains everything. A budget counts from the start of the crawl, and may be raised.
const second = resume(out, { budget: { pages: 100 } });
let again = 0;
for await (const event of second) if (event.type === 'page' && seen.has(event.url)) again += 1;
const ended = await second.finished;
console.log(`Went on to ${ended.summary.pages} pages (${ended.reason}); fetched twice: ${again}`);

await server.close();
rmSync(folder, { recursive: true });
