/**
 * Does memory stay bounded with large documents, and do pages of other hosts wait for them? Crawls two thousand small
 * pages, then the same beside a thousand PDFs of 1 to 50 MB, and prints the highest resident memory and how long the pages
 * took. Documents are deleted as they arrive and no WARC files are written, since both would need 25 GB.
 *
 * Without a delay, pages, documents and the server share all cores; with one it shows whether pages wait for documents.
 *
 *   npm run bench:documents-memory -- --documents 200 --delay 100
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crawl } from '../src/index.ts';
import { startChild } from './child.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '2000' },
    hosts: { type: 'string', default: '40' },
    /** Milliseconds between two requests to a host. */
    delay: { type: 'string', default: '0' },
  },
});
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

interface Result {
  documents: number;
  documentMb: number;
  pages: number;
  seconds: number;
  /** Until the last page was there. */
  pagesSeconds: number;
  highestRssMb: number;
}

const results = [await run(0), await run(Number(values.documents))];
for (const one of results)
  console.log(
    `${one.documents} documents, ${one.documentMb} MB, and ${one.pages} pages in ${one.seconds} s; the pages in ${one.pagesSeconds} s; at most ${one.highestRssMb} MB in memory`,
  );
console.log(JSON.stringify(results));

async function run(documents: number): Promise<Result> {
  const server = await startChild('documents-server.ts', [String(documents), values.pages, values.hosts]);
  const folder = mkdtempSync(join(tmpdir(), 'forage-documents-memory-'));
  const kept = join(folder, 'crawl', 'documents');
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;
  const result: Result = {
    documents: 0,
    documentMb: 0,
    pages: 0,
    seconds: 0,
    pagesSeconds: 0,
    highestRssMb: 0,
  };
  let bytes = 0;
  const sweep = (): void => {
    result.highestRssMb = Math.max(result.highestRssMb, megabytes(process.memoryUsage.rss()));
    for (const name of readable(kept)) {
      bytes += statSync(join(kept, name)).size;
      result.documents += 1;
      rmSync(join(kept, name));
    }
  };
  const timer = setInterval(sweep, 200);
  try {
    const crawling = crawl({
      topic: { name: 'herons', keywords: ['heron'], seeds: ['http://h0.bench.test/'] },
      out: join(folder, 'crawl'),
      settings: {
        recipe: 'breadth-first',
        documents: ['pdf'],
        archive: { warc: false },
        traps: false,
        politeness: { minDelayMs: Number(values.delay), delayFactor: 0 },
        http: {
          contact: 'mailto:bench@example.org',
          connectTo: { '*.bench.test': `127.0.0.1:${server.port}` },
          maxDocumentBytes: 60_000_000,
        },
      },
    });
    for await (const event of crawling)
      if (event.type === 'page' && !event.url.endsWith('.pdf')) {
        result.pages += 1;
        result.pagesSeconds = seconds();
      }
    await crawling.finished;
    result.seconds = seconds();
    sweep();
    result.documentMb = megabytes(bytes);
    return result;
  } finally {
    clearInterval(timer);
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readable(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  } catch {
    return [];
  }
}
