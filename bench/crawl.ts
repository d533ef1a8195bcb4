/**
 * The whole engine with everything on (robots, SQLite frontier, WARC, full-text index, keyword judge, best-first),
 * compared with a bare loop of undici + htmlparser2 that only fetches, parses links and keeps a Set. Same pages, same
 * server, interleaved, each in a separate process, so that neither profits from code or memory the other has warmed or
 * filled; the result is the median of the ratios.
 *
 *   npm run bench                     4,000 pages, seven rounds
 *   npm run bench -- --pages 1000 --rounds 1 --recipe breadth-first
 *   npm run bench -- --recipe all     every recipe compared with breadth-first, 1,500 pages each
 *   npm run bench -- --links apart    all links before the text, instead of one before each paragraph
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
import { crawlFlags } from '../src/own-module.ts';
import { strategyKind } from '../src/recipe/parts.ts';
import type { Recipe } from '../src/recipe/recipe.ts';
import { findRecipe, recipes } from '../src/recipe/registry.ts';
import { startChild } from './child.ts';

enableCompileCache(); // as the command does
const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    hosts: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '7' },
    concurrency: { type: 'string', default: '32' },
    recipe: { type: 'string', default: 'best-first/page+anchor' },
    links: { type: 'string', default: 'among' },
    threads: { type: 'string' },
    run: { type: 'string' },
    port: { type: 'string' },
    /** A crawl of the same web that recipes can learn from. */
    earlier: { type: 'string' },
  },
});
const pages = Number(values.pages ?? (values.recipe === 'all' ? 1500 : 4000));
const concurrency = Number(values.concurrency);
const start = 'http://h0.bench.test/section-0/page-0.html';

if (values.run === undefined) await (values.recipe === 'all' ? compareRecipes() : compare());
else console.log(JSON.stringify(await timed(values.run === 'bare' ? bareLoop : engine, Number(values.port))));

interface Speed {
  pagesPerSecond: number;
  /** Processor time of the process, all threads together. */
  cpuMsPerPage: number;
}

async function compare(): Promise<void> {
  const server = await startServer();
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

/** Compares each recipe with the breadth-first crawls before and after it, since the speed of a machine changes. */
async function compareRecipes(): Promise<void> {
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'forage-bench-earlier-'));
  const ratios: Record<string, number> = {};
  try {
    const earlier = join(folder, 'crawl');
    await crawlWith('breadth-first', server.port, earlier);
    const speedOf = (recipe: string) => inOwnProcess('forage', server.port, { recipe, earlier });
    let before = await speedOf('breadth-first');
    for (const { name } of recipes().filter((recipe) => recipe.name !== 'breadth-first')) {
      const speed = await speedOf(name);
      const after = await speedOf('breadth-first');
      const baseline = (before.pagesPerSecond + after.pagesPerSecond) / 2;
      before = after;
      ratios[name] = speed.pagesPerSecond / baseline;
      console.log(
        `${name.padEnd(34)} ${inWords(speed)}, ${ratios[name].toFixed(2)} of breadth-first's ${baseline.toFixed(0)}`,
      );
    }
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const [slowest, least] = Object.entries(ratios).toSorted(([, a], [, b]) => a - b)[0]!;
  console.log(`the slowest is ${slowest}: ${least.toFixed(2)} (bar 0.33)`);
  console.log(JSON.stringify({ pages, ratios }));
}

function startServer() {
  return startChild('synthetic-server.ts', [String(pages), values.hosts, '.bench.test', '0', values.links]);
}

async function inOwnProcess(
  run: string,
  port: number,
  more: { recipe?: string; earlier?: string } = {},
): Promise<Speed> {
  const asked = { ...values, ...more, pages: String(pages), run, port: String(port) };
  const given = Object.entries(asked).flatMap(([key, value]) =>
    value === undefined ? [] : [`--${key}`, value],
  );
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...crawlFlags,
    fileURLToPath(import.meta.url),
    ...given,
  ]);
  return JSON.parse(stdout) as Speed;
}

async function timed(
  run: (port: number, restart: () => void) => Promise<number>,
  port: number,
): Promise<Speed> {
  await import('../src/index.ts'); // loading is not measured
  let cpu = process.cpuUsage();
  let began = performance.now();
  const done = await run(port, () => {
    cpu = process.cpuUsage();
    began = performance.now();
  });
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

async function engine(port: number, restart: () => void): Promise<number> {
  const out = mkdtempSync(join(tmpdir(), 'forage-bench-'));
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  return await crawlWith(values.recipe, port, join(out, 'crawl'), restart);
}

/** With an earlier crawl, time starts at the first page: what a recipe learns before it is not measured. */
async function crawlWith(name: string, port: number, out: string, restart?: () => void): Promise<number> {
  const { crawl } = await import('../src/index.ts');
  const run = crawl({
    topic: topicOf(values.earlier !== undefined),
    out,
    settings: {
      recipe: name,
      set: learnsFrom(findRecipe(name), values.earlier),
      concurrency,
      ...(values.threads === undefined ? {} : { threads: Number(values.threads) }),
      budget: { pages },
      politeness: { minDelayMs: 0, delayFactor: 0 },
      http: { contact: 'mailto:bench@example.org', connectTo: { '*.bench.test': `127.0.0.1:${port}` } },
    },
  });
  if (values.earlier !== undefined) {
    for await (const event of run) {
      if (event.type !== 'page') continue;
      restart?.();
      break;
    }
  }
  const { summary, reason } = await run.finished;
  if (summary.pages < pages) throw new Error(`only ${summary.pages} pages: ${reason}`);
  return summary.pages;
}

/** Every fifth page of the synthetic web is on its topic. */
function topicOf(withExamples: boolean) {
  const keywords = ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'];
  const address = (page: number): string =>
    `http://h${page % Number(values.hosts)}.bench.test/section-${page % 7}/page-${page}.html`;
  const examples = {
    relevant: Array.from({ length: 20 }, (_, i) => address(5 * i + 5)),
    irrelevant: Array.from({ length: 100 }, (_, i) => address(5 * i + 1)),
  };
  const terms = { genre: keywords.slice(0, 4), content: keywords.slice(4) };
  return { name: 'astronomy', keywords, seeds: [start], ...(withExamples ? { examples, ...terms } : {}) };
}

/** The earlier crawl, for recipes that need back-links or judged pages. */
function learnsFrom({ strategy }: Recipe, earlier: string | undefined): Record<string, unknown> {
  if (earlier === undefined) return {};
  const asked = ['backlinks', 'earlier'].filter((key) => key in strategyKind(strategy.kind).settings.shape);
  return Object.fromEntries(asked.map((key) => [key, earlier]));
}
