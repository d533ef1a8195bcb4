/**
 * The whole engine with everything on (robots, SQLite frontier, WARC, full-text index, keyword judge,
 * best-first), beside a bare loop of undici + htmlparser2 that only fetches, parses links and keeps a Set.
 * Same pages, same server, same run, taken in turns; the ratio of the medians is the figure.
 *
 *   npm run bench                     4,000 pages, three rounds
 *   npm run bench -- --pages 1000 --rounds 1 --recipe breadth-first
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Parser } from 'htmlparser2';
import { Agent, buildConnector, request } from 'undici';
import { crawl } from '../src/index.ts';
import { startChild } from './child.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '4000' },
    hosts: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '32' },
    recipe: { type: 'string', default: 'best-first/page+anchor' },
    threads: { type: 'string' },
  },
});
const pages = Number(values.pages);
const concurrency = Number(values.concurrency);

const server = await startChild('synthetic-server.ts', [values.pages, values.hosts]);
const connect = buildConnector({});
const start = `http://h0.bench.test/section-0/page-0.html`;

const bare: Speed[] = [];
const ours: Speed[] = [];
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    bare.push(await timed(bareLoop));
    ours.push(await timed(engine));
    console.log(
      `round ${round + 1}: bare loop ${inWords(bare.at(-1)!)}, Forage ${inWords(ours.at(-1)!)}, ratio ${(ours.at(-1)!.pagesPerSecond / bare.at(-1)!.pagesPerSecond).toFixed(3)}`,
    );
  }
} finally {
  server.stop();
}
const bareSpeed = median(bare);
const ourSpeed = median(ours);
const ratio = ourSpeed.pagesPerSecond / bareSpeed.pagesPerSecond;
console.log(`median ratio ${ratio.toFixed(3)} (bar 0.35, aim 0.5)`);
console.log(JSON.stringify({ pages, rounds: bare.length, bare: bareSpeed, forage: ourSpeed, ratio }));

interface Speed {
  pagesPerSecond: number;
  /** Processor time of this process, all its threads together. */
  cpuMsPerPage: number;
}

async function timed(run: () => Promise<number>): Promise<Speed> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const done = await run();
  const { user, system } = process.cpuUsage(cpu);
  return {
    pagesPerSecond: (1000 * done) / (performance.now() - began),
    cpuMsPerPage: (user + system) / 1000 / done,
  };
}

function median(speeds: Speed[]): Speed {
  const middle = (values: number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return {
    pagesPerSecond: middle(speeds.map((speed) => speed.pagesPerSecond)),
    cpuMsPerPage: middle(speeds.map((speed) => speed.cpuMsPerPage)),
  };
}

function inWords({ pagesPerSecond, cpuMsPerPage }: Speed): string {
  return `${pagesPerSecond.toFixed(0)} pages/s (${cpuMsPerPage.toFixed(2)} ms processor time a page)`;
}

async function bareLoop(): Promise<number> {
  const agent = new Agent({
    connections: 2,
    connect: (options, done) =>
      connect({ ...options, hostname: '127.0.0.1', port: String(server.port) }, done),
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

async function engine(): Promise<number> {
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
        http: {
          contact: 'mailto:bench@example.org',
          connectTo: { '*.bench.test': `127.0.0.1:${server.port}` },
        },
      },
    });
    const { summary, reason } = await run.finished;
    if (summary.pages < pages) throw new Error(`only ${summary.pages} pages: ${reason}`);
    return summary.pages;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
