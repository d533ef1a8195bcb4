/**
 * The whole engine with everything on (robots, SQLite frontier, WARC, full-text index, keyword judge,
 * best-first), beside a bare loop of undici + htmlparser2 that only fetches, parses links and keeps a Set.
 * Same pages, same server, taken in turns, each in a process of its own, so that neither runs on code and memory
 * that the other has warmed or filled; the median of the ratios is the figure.
 *
 *   npm run bench                     4,000 pages, three rounds
 *   npm run bench -- --pages 1000 --rounds 1 --recipe breadth-first
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { Parser } from 'htmlparser2';
import { Agent, buildConnector, request } from 'undici';
import { startChild } from './child.ts';

enableCompileCache(); // as the command does
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '4000' },
    hosts: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '32' },
    recipe: { type: 'string', default: 'best-first/page+anchor' },
    threads: { type: 'string' },
    run: { type: 'string' },
    port: { type: 'string' },
  },
});
const pages = Number(values.pages);
const concurrency = Number(values.concurrency);
const start = 'http://h0.bench.test/section-0/page-0.html';

if (values.run === undefined) await compare();
else console.log(JSON.stringify(await timed(values.run === 'bare' ? bareLoop : engine, Number(values.port))));

interface Speed {
  pagesPerSecond: number;
  /** Processor time of the process, all its threads together. */
  cpuMsPerPage: number;
}

async function compare(): Promise<void> {
  const server = await startChild('synthetic-server.ts', [values.pages, values.hosts]);
  const rounds: { bare: Speed; forage: Speed; ratio: number }[] = [];
  try {
    for (let round = 1; round <= Number(values.rounds); round++) {
      const bare = await inOwnProcess('bare', server.port);
      const forage = await inOwnProcess('forage', server.port);
      const ratio = forage.pagesPerSecond / bare.pagesPerSecond;
      rounds.push({ bare, forage, ratio });
      console.log(
        `round ${round}: bare loop ${inWords(bare)}, Forage ${inWords(forage)}, ratio ${ratio.toFixed(3)}`,
      );
    }
  } finally {
    server.stop();
  }
  const ratio = rounds.map((round) => round.ratio).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!;
  console.log(`median ratio ${ratio.toFixed(3)} (bar 0.35, aim 0.5)`);
  console.log(JSON.stringify({ pages, recipe: values.recipe, ratio, rounds }));
}

async function inOwnProcess(run: string, port: number): Promise<Speed> {
  const given = Object.entries({ ...values, run, port: String(port) }).flatMap(([key, value]) =>
    value === undefined ? [] : [`--${key}`, value],
  );
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), ...given]);
  return JSON.parse(stdout) as Speed;
}

async function timed(run: (port: number) => Promise<number>, port: number): Promise<Speed> {
  await import('../src/index.ts'); // loading is not measured
  const cpu = process.cpuUsage();
  const began = performance.now();
  const done = await run(port);
  const { user, system } = process.cpuUsage(cpu);
  return {
    pagesPerSecond: (1000 * done) / (performance.now() - began),
    cpuMsPerPage: (user + system) / 1000 / done,
  };
}

function inWords({ pagesPerSecond, cpuMsPerPage }: Speed): string {
  return `${pagesPerSecond.toFixed(0)} pages/s (${cpuMsPerPage.toFixed(2)} ms processor time a page)`;
}

async function bareLoop(port: number): Promise<number> {
  const connect = buildConnector({});
  const agent = new Agent({
    connections: 2,
    connect: (options, done) => connect({ ...options, hostname: '127.0.0.1', port: String(port) }, done),
  });
  const seen = new Set([start]);
  const queue = [start];
  let done = 0;
  const worker = async (): Promise<void> => {
    while (done < pages) {
      const url = queue.shift();
      if (url === undefined) {
        await new Promise((wake) => setTimeout(wake, 1));
        continue;
      }
      const { body } = await request(url, { dispatcher: agent });
      const text = await body.text();
      const parser = new Parser({
        onopentag(name, attributes) {
          if (name !== 'a' || attributes.href === undefined) return;
          const target = new URL(attributes.href, url).href;
          if (seen.has(target)) return;
          seen.add(target);
          queue.push(target);
        },
      });
      parser.end(text);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await agent.close();
  return done;
}

async function engine(port: number): Promise<number> {
  const { crawl } = await import('../src/index.ts');
  const out = mkdtempSync(join(tmpdir(), 'forage-bench-'));
  try {
    const run = crawl({
      topic: {
        name: 'astronomy',
        keywords: ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'],
        seeds: [start],
      },
      out: join(out, 'crawl'),
      settings: {
        recipe: values.recipe,
        concurrency,
        ...(values.threads === undefined ? {} : { threads: Number(values.threads) }),
        budget: { pages },
        politeness: { minDelayMs: 0, delayFactor: 0 },
        http: { contact: 'mailto:bench@example.org', connectTo: { '*.bench.test': `127.0.0.1:${port}` } },
      },
    });
    const { summary, reason } = await run.finished;
    if (summary.pages < pages) throw new Error(`only ${summary.pages} pages: ${reason}`);
    return summary.pages;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
