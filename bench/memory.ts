/**
 * Does memory stay flat in a long crawl? Crawls 100,000 generated pages with everything on and prints resident memory
 * after every 5 %; flat means no growth after the first 10 %.
 *
 *   npm run bench:memory -- --pages 20000
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crawl } from '../src/index.ts';
import { startChild } from './child.ts';

enableCompileCache(); // as the command does
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '100000' }, hosts: { type: 'string', default: '1000' } },
});
const pages = Number(values.pages);
const server = await startChild('synthetic-server.ts', [values.pages, values.hosts]);
const folder = mkdtempSync(join(tmpdir(), 'forage-memory-'));
const samples: { pages: number; rssMb: number }[] = [];
try {
  const run = crawl({
    topic: {
      name: 'astronomy',
      keywords: ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'],
      seeds: [`http://h0.bench.test/section-0/page-0.html`],
    },
    out: join(folder, 'crawl'),
    settings: {
      budget: { pages },
      politeness: { minDelayMs: 0, delayFactor: 0 },
      http: {
        contact: 'mailto:bench@example.org',
        connectTo: { '*.bench.test': `127.0.0.1:${server.port}` },
      },
    },
  });
  let next = pages / 20;
  for await (const event of run) {
    if (event.type !== 'page' || event.n < next) continue;
    samples.push({ pages: event.n, rssMb: Math.round(process.memoryUsage.rss() / 1e6) });
    console.log(`${event.n} pages: ${samples.at(-1)!.rssMb} MB`);
    next += pages / 20;
  }
  console.log((await run.finished).detail);
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
const tenth = samples.find((sample) => sample.pages >= pages / 10)!.rssMb;
const later = samples.filter((sample) => sample.pages > pages / 10).map((sample) => sample.rssMb);
const highest = Math.max(...later);
const last = samples.at(-1)!.rssMb;
console.log(`after 10 % ${tenth} MB, at most ${highest} MB later, ${last} MB at the end`);
console.log(JSON.stringify({ pages, afterTenthMb: tenth, highestMb: highest, lastMb: last, samples }));
