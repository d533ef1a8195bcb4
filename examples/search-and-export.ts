/**
 * Searches the pages of a crawl, shows how it reached one, and exports its pages: `node examples/search-and-export.ts`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  archivePath,
  crawl,
  createDemoWeb,
  exportCsv,
  exportJsonLines,
  exportWarc,
  openCrawl,
  searchPages,
  startDemoServer,
} from 'forage-crawler';

const web = createDemoWeb();
const topic = web.topics.find(({ name }) => name === 'birds')!;
const server = await startDemoServer(web);
const folder = mkdtempSync(join(tmpdir(), 'forage-'));
const out = join(folder, 'birds');
await crawl({
  topic,
  out,
  settings: {
    // A crawl this small is faster without threads.
    threads: 0,
    budget: { pages: 1000, relevant: 8 },
    politeness: { minDelayMs: 20, delayFactor: 1 },
    http: {
      contact: 'https://example.org/about-my-crawl',
      connectTo: { '*.test': `127.0.0.1:${server.port}` },
    },
  },
}).finished;
await server.close();

// Read-only: also works on a running crawl.
const { db, read } = openCrawl(out);
const wanted = topic.keywords.map(({ term }) => term).join(' OR ');
for (const hit of searchPages(db, `${wanted} -aircraft`, { limit: 3 })) {
  console.log(`${hit.title}\n  ${hit.snippet.replaceAll('\n', ' ')}`);
}
const [best] = searchPages(db, wanted, { limit: 1, relevantOnly: true });
if (best) {
  const path = read.pathTo(best.page).map(({ url }) => url);
  console.log(`The way to the best: ${path.join(' > ')}`);
}

const csv = join(folder, 'birds.csv');
console.log(`${await exportCsv(db, csv, { relevantOnly: true })} pages as CSV`);
console.log(`  ${readFileSync(csv, 'utf8').split('\r\n', 1)[0]}`);
console.log(`${await exportJsonLines(db, join(folder, 'birds.jsonl'), { text: true })} pages as JSON lines`);
const { pages } = await exportWarc(db, archivePath(out), join(folder, 'birds.warc.gz'), { minScore: 0.1 });
console.log(`${pages} pages as WARC`);
db.close();
rmSync(folder, { recursive: true });
