/**
 * What silence and slow documents cost a crawl, with every default on (politeness, robots.txt, threads, archive):
 *   - 50 good hosts beside 1,000 names that no name server answers for and 1,000 hosts that accept connections and
 *     never answer, all of them ranked first, compared with the 50 good hosts alone;
 *   - 10 hosts of HTML beside 10 hosts of PDFs that take seconds to read, compared with the HTML hosts alone, and how
 *     long after its time budget the crawl ends.
 * Each crawl runs in a process of its own against the same server (`stall-server.ts`). The last line is JSON.
 *
 *   npm run bench:stall
 *   npm run bench:stall -- --seconds 30
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startChild } from './child.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** The start pages, by their links: `silent=1000 hanging=1000 html=50`. */
    run: { type: 'string' },
    port: { type: 'string' },
    dnsPort: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const LIVE = {
  robots: 'obey',
  minDelayMs: 1000,
  delayFactor: 5,
  sharedAddress: 'public',
  sitemaps: 'relevant-hosts',
} as const;

if (values.run === undefined) await compare();
else console.log(JSON.stringify(await measure(values.run, Number(values.port), Number(values.dnsPort))));

interface Figures {
  /** Pages of the hosts that serve HTML. */
  html: number;
  pdf: number;
  /** How long after the end of its time budget the crawl had ended. */
  lateMs: number;
}

async function compare(): Promise<void> {
  const server = await startChild<{ port: number; dnsPort: number }>('stall-server.ts', []);
  const inOwnProcess = async (links: string): Promise<Figures> => {
    const args = ['--run', links, '--port', String(server.port), '--dnsPort', String(server.dnsPort)];
    const { stdout } = await promisify(execFile)(process.execPath, [
      fileURLToPath(import.meta.url),
      ...args,
      ...['--seconds', values.seconds],
    ]);
    const figures = JSON.parse(stdout.trim().split('\n').at(-1)!) as Figures;
    console.log(
      `${links}: ${(figures.html / seconds).toFixed(1)} HTML pages/s, ${figures.pdf} PDFs, ended ${(figures.lateMs / 1000).toFixed(1)} s after ${seconds} s`,
    );
    return figures;
  };
  try {
    const alone = await inOwnProcess('html=50');
    const beside = await inOwnProcess('silent=1000 hanging=1000 html=50');
    const htmlAlone = await inOwnProcess('html=10');
    const besidePdf = await inOwnProcess('pdf=10 html=10');
    const silence = { alone, beside, ratio: beside.html / alone.html };
    const documents = { alone: htmlAlone, beside: besidePdf, ratio: besidePdf.html / htmlAlone.html };
    console.log(
      `beside silent hosts ${silence.ratio.toFixed(2)}, beside slow PDFs ${documents.ratio.toFixed(2)} of the pages alone (bar 0.8)`,
    );
    console.log(JSON.stringify({ seconds, silence, documents }));
  } finally {
    server.stop();
  }
}

async function measure(links: string, port: number, dnsPort: number): Promise<Figures> {
  const { crawl, createHttpWeb } = await import('../src/index.ts');
  const { createLookup } = await import('../src/web/ip/resolve.ts');
  const folder = mkdtempSync(join(tmpdir(), 'forage-stall-'));
  try {
    const web = createHttpWeb({
      userAgent: 'Forage/0.1 (+mailto:bench@example.org)',
      allowPrivate: true,
      lookup: createLookup([`127.0.0.1:${dnsPort}`]),
    });
    const began = performance.now();
    const run = crawl({
      topic: {
        name: 'astronomy',
        keywords: ['planet', 'galaxy', 'comet'],
        seeds: links.split(' ').map((kind, i) => `http://s${i}.test:${port}/start?${kind}`),
      },
      out: join(folder, 'crawl'),
      web,
      // As on the live Web: the defaults for a web that is given are those of frozen ones.
      settings: { concurrency: 32, politeness: LIVE, budget: { seconds } },
    });
    const figures: Figures = { html: 0, pdf: 0, lateMs: 0 };
    let startedAt = began;
    for await (const event of run.listen({ wait: true })) {
      if (event.type === 'start') startedAt = performance.now();
      if (event.type !== 'page') continue;
      if (event.url.endsWith('.pdf')) figures.pdf += 1;
      else if (new URL(event.url).hostname.startsWith('g')) figures.html += 1;
    }
    const { reason, detail } = await run.finished;
    if (reason !== 'budget-time') throw new Error(`The crawl ended early: ${detail}`);
    figures.lateMs = Math.round(performance.now() - startedAt - 1000 * seconds);
    await web.close();
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
