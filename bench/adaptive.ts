/**
 * What learning costs in the recipe `adaptive`.
 *
 *   npm run bench:adaptive                                both parts
 *   npm run bench:adaptive -- --part crawl --pages 2000 --rounds 2
 *   npm run bench:adaptive -- --part links --links 1000000
 *
 * `crawl`: the synthetic web of `npm run bench`, by keywords and with examples of both kinds, each beside breadth-first and in
 * a process of its own: pages per second, processor time per page, the longest time that learning held up the loop, and
 * the delay of the loop as a whole. `links`: as many waiting links as asked for, in the strategy and in a frontier on
 * disk, are ranked again after the judge has changed. Times are processor time of the loop's thread unless they say
 * otherwise, since other processes may use the machine.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { serialize } from 'node:v8';
import { openDatabase } from '../src/archive/database.ts';
import { Meta } from '../src/archive/meta.ts';
import { movedLinks } from '../src/crawl/returns.ts';
import { asWaiting } from '../src/crawl/waiting.ts';
import { SqliteFrontier } from '../src/frontier/sqlite-frontier.ts';
import { CommitteeLearner } from '../src/recipe/families/committee-learner.ts';
import { AdaptiveLinks } from '../src/strategy/adaptive-links.ts';
import type { LinkEvidence } from '../src/strategy/link-evidence.ts';
import { packFeatures } from '../src/strategy/link-words.ts';
import type { Ranked, Visit } from '../src/strategy/strategy.ts';
import { startChild } from './child.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'both' },
    pages: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '1' },
    links: { type: 'string', default: '1000000' },
    run: { type: 'string' },
    port: { type: 'string' },
  },
});
const pages = Number(values.pages);
const hosts = 200;

if (values.run !== undefined) console.log(JSON.stringify(await crawled(values.run, Number(values.port))));
else {
  const crawls = values.part === 'links' ? undefined : await compare();
  const links = values.part === 'crawl' ? undefined : rankedAgain(Number(values.links));
  console.log(JSON.stringify({ pages, crawls, links }));
}

interface Cost {
  pagesPerSecond: number;
  /** Of all threads. */
  cpuMsPerPage: number;
  /** The longest call of each part of the learning, in ms. */
  longest: Record<string, number>;
  /** Wall-clock time, in ms. */
  loopDelay: { p99: number; max: number };
}

async function compare(): Promise<Record<string, Cost>[]> {
  const server = await startChild('synthetic-server.ts', [String(pages), String(hosts)]);
  const rounds: Record<string, Cost>[] = [];
  try {
    for (let round = 0; round < Number(values.rounds); round++) {
      const costs: Record<string, Cost> = {};
      for (const run of ['breadth-first', 'keywords', 'examples']) {
        const given = ['--run', run, '--port', String(server.port), '--pages', String(pages)];
        const script = fileURLToPath(import.meta.url);
        const { stdout } = await promisify(execFile)(process.execPath, [script, ...given]);
        costs[run] = JSON.parse(stdout) as Cost;
        console.log(inWords(run, costs[run], costs['breadth-first']!));
      }
      rounds.push(costs);
    }
  } finally {
    server.stop();
  }
  return rounds;
}

function inWords(run: string, cost: Cost, breadthFirst: Cost): string {
  const { pagesPerSecond, cpuMsPerPage, longest, loopDelay } = cost;
  const speed = (pagesPerSecond / breadthFirst.pagesPerSecond).toFixed(2);
  const thrift = (breadthFirst.cpuMsPerPage / cpuMsPerPage).toFixed(2);
  const calls = Object.entries(longest).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
  return (
    `${run.padEnd(14)} ${pagesPerSecond.toFixed(0)} pages/s, ${speed} of breadth-first; ${cpuMsPerPage.toFixed(1)} ms of ` +
    `processor time a page, ${thrift} of breadth-first per ms; loop delay p99 ${loopDelay.p99.toFixed(0)}, most ` +
    `${loopDelay.max.toFixed(0)} ms${calls.length === 0 ? '' : `; longest calls in ms: ${calls.join(', ')}`}`
  );
}

/** Time starts at the first page: what is learnt before the crawl is not measured. */
async function crawled(run: string, port: number): Promise<Cost> {
  const { crawl } = await import('../src/index.ts');
  const longest: Record<string, number> = {};
  watch(AdaptiveLinks.prototype, ['reranked', 'rejudged', 'save', 'unsaved'], 'links', longest);
  watch(CommitteeLearner.prototype, ['visited', 'learn', 'save'], 'judge', longest);
  watch(Meta.prototype, ['setState'], 'state', longest);
  const out = mkdtempSync(join(tmpdir(), 'forage-bench-'));
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  const address = (page: number): string =>
    `http://h${page % hosts}.bench.test/section-${page % 7}/page-${page}.html`;
  const examples = {
    relevant: Array.from({ length: 20 }, (_, i) => address(5 * i + 5)),
    irrelevant: Array.from({ length: 100 }, (_, i) => address(5 * i + 1)),
  };
  const running = crawl({
    topic: {
      name: 'astronomy',
      keywords: ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'],
      seeds: [address(0)],
      ...(run === 'examples' ? { examples } : {}),
    },
    out: join(out, 'crawl'),
    settings: {
      recipe: run === 'breadth-first' ? run : 'adaptive',
      concurrency: 32,
      budget: { pages },
      politeness: { minDelayMs: 0, delayFactor: 0 },
      http: { contact: 'mailto:bench@example.org', connectTo: { '*.bench.test': `127.0.0.1:${port}` } },
    },
  });
  for await (const event of running) if (event.type === 'page') break;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const name of Object.keys(longest)) delete longest[name];
  const cpu = process.cpuUsage();
  const began = performance.now();
  const { summary } = await running.finished;
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  if (summary.pages < pages) throw new Error(`only ${summary.pages} pages`);
  return {
    pagesPerSecond: pages / seconds,
    cpuMsPerPage: (user + system) / 1000 / pages,
    longest: run === 'breadth-first' ? {} : longest,
    loopDelay: { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
  };
}

/** Notes the longest call of some methods. */
function watch(prototype: object, names: string[], of: string, longest: Record<string, number>): void {
  const methods = prototype as Record<string, (...given: unknown[]) => unknown>;
  for (const name of names) {
    const method = methods[name]!;
    methods[name] = function (...given) {
      const began = threadMs();
      const result = method.apply(this, given);
      const key = `${of}.${name}`;
      longest[key] = Math.max(longest[key] ?? 0, threadMs() - began);
      return result;
    };
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A crawl without a web fills strategy and frontier; then the judge changes its mind about what was fetched first. */
function rankedAgain(count: number) {
  const linksAPage = 100;
  const folder = mkdtempSync(join(tmpdir(), 'forage-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const db = openDatabase(join(folder, 'links.sqlite'));
  const frontier = new SqliteFrontier(db, { merge: 'first' });
  const strategy = new AdaptiveLinks({ rate: 0.3, steps: 3, surplus: false, most: 2 * count }, new Map());
  const heapBefore = heapMb();
  const scores = new Map<string, number>();
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const features = (n: number): string =>
    packFeatures(Uint32Array.from({ length: n }, () => random(65_536)).sort());
  const pool = Array.from(
    { length: 2000 },
    () => `${features(2)},${features(14)},${features(3)},${features(8)}`,
  );
  frontier.add([{ url: 'http://h0.test/', host: 'h0.test', priority: 1, depth: 0 }]);
  for (let page = 0; page * linksAPage < count; page++) {
    const [task] = frontier.take(1, 0);
    if (task === undefined || task.type === 'robots') throw new Error('Nothing waits.');
    const via = asWaiting(task);
    strategy.admits(via);
    const score = via.url.includes('/good') ? 0.6 + random(40) / 100 : random(30) / 100;
    if (scores.size < 600) scores.set(via.url, score);
    const links = Array.from({ length: linksAPage }, (_, position) => ({
      url: `http://h${random(1000)}.test/${random(10) === 0 ? 'good' : 'other'}${random(50)}/${page}-${position}.html`,
      anchor: 'a link',
      tag: 'a' as const,
      position,
      nofollow: false,
    }));
    const visit = {
      page: { url: via.url, links },
      judgement: { score, guide: score, relevant: score > 0.5 },
      signals: evidenceOf(linksAPage, pool, random),
      via,
    } as unknown as Visit<LinkEvidence>;
    const ranked: Ranked[] = [...strategy.visit(visit)];
    frontier.add(
      ranked.map(({ link: { url }, priority, why, carry }) => ({
        url,
        host: new URL(url).host,
        priority,
        depth: via.depth + 1,
        why,
        carry: JSON.stringify(carry),
      })),
    );
    frontier.settle(task, { kind: 'done' });
    frontier.reprioritise(movedLinks(strategy.reranked()));
  }
  db.commit();
  const heap = heapMb() - heapBefore;
  strategy.rejudged(new Map([...scores].map(([url, score]) => [url, 1 - score])));
  const began = threadMs();
  let slices = 0;
  let longestMs = 0;
  let moved = 0;
  while (strategy.isBehind() || slices === 0) {
    const from = threadMs();
    moved += frontier.reprioritise(movedLinks(strategy.reranked(true)));
    longestMs = Math.max(longestMs, threadMs() - from);
    slices += 1;
  }
  const seconds = (threadMs() - began) / 1000;
  const from = threadMs();
  frontier.reprioritise(movedLinks(strategy.unsaved()));
  serialize(strategy.save());
  const saveMs = threadMs() - from;
  const { waiting } = frontier.stats();
  db.close();
  console.log(
    `${waiting} waiting links ranked again in ${seconds.toFixed(1)} s of processor time, ${moved} moved; ${slices} slices, the ` +
      `longest ${longestMs.toFixed(0)} ms; state saved in ${saveMs.toFixed(0)} ms; ${heap.toFixed(0)} MB of memory`,
  );
  return { waiting, seconds, moved, slices, longestMs, saveMs, heapMb: heap };
}

function evidenceOf(
  length: number,
  pool: readonly string[],
  random: (below: number) => number,
): LinkEvidence {
  const shares = (): Float32Array => Float32Array.from({ length }, () => random(1000) / 1000);
  return {
    anchors: shares(),
    contexts: shares(),
    keywords: shares(),
    addresses: shares(),
    groups: Uint32Array.from({ length }, () => random(5)),
    words: Array.from({ length }, () => pool[random(pool.length)]!).join(' '),
  };
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
