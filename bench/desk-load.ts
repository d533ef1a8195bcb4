/**
 * The desk beside a running crawl: how soon labels are kept and learnt from, how soon searches are answered, and at what
 * pace the crawl goes on meanwhile. `bench/desk.ts` runs it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LABELS_TAUGHT } from '../src/crawl/model-versions.ts';
import { openCrawl } from '../src/crawl/open.ts';
import { startChild } from './child.ts';
import { ask, cpuOf, type Desk, noteLoad, startDesk } from './desk-process.ts';

const LABELS = 200;
const LABELS_A_SECOND = 5;
const STREAMS = 50;
const SEARCHES_A_SECOND = 200;
const WORDS = ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'];

export interface Load {
  folder: string;
  /** Read before anything is measured. */
  pages: number;
  /** Of each measurement. */
  seconds: number;
  /** Measured once more while the crawl waits this long between two requests to a host. */
  delayMs: number;
}

export async function underLoad({ folder, pages, seconds, delayMs }: Load): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  const crawls = join(folder, 'load');
  mkdirSync(crawls);
  const web = await startChild('synthetic-server.ts', [String(20 * pages), '1000']);
  const desk = await startDesk(crawls);
  // The crawl has a process of its own, which would go on without its web, and find that it refuses connections.
  const interrupted = async (): Promise<void> => {
    await ask(desk, '/crawls/load/stop', {}).catch(() => {});
    desk.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    await ask(desk, '/crawls', {
      name: 'load',
      title: 'Astronomy',
      keywords: WORDS,
      seeds: ['http://h0.bench.test/section-0/page-0.html'],
      settings: {
        budget: { pages: 20 * pages },
        concurrency: 16,
        http: { contact: 'mailto:bench@example.org', connectTo: { '*.bench.test': `127.0.0.1:${web.port}` } },
        politeness: { minDelayMs: 0, delayFactor: 0, sitemaps: 'off' },
      },
    });
    let read = 0;
    while (read < pages) {
      await sleep(2000);
      const { figures, state, stateSentence } = await ask<{
        figures: { pages: number };
        state: string;
        stateSentence: string;
      }>(desk, '/crawls/load');
      if (state !== 'running' && figures.pages > 0)
        throw new Error(`after ${figures.pages} pages: ${stateSentence}`);
      if (Math.floor(figures.pages / 5000) > Math.floor(read / 5000)) console.log(`${figures.pages} pages`);
      read = figures.pages;
    }
    results.pages = read;
    const measured: Measured[] = [];
    for (const delay of new Set([0, delayMs])) {
      measured.push(await measure(desk, delay, seconds));
      console.log(`measured with a delay of ${delay} ms`);
    }
    await ask(desk, '/crawls/load/stop', {});
    const learnt = learntAfter(join(crawls, 'load'));
    for (const one of measured) results[one.name] = inWords(one, learnt);
    return results;
  } finally {
    await ask(desk, '/crawls/load/stop', {}).catch(() => {});
    desk.stop();
    web.stop();
  }
}

interface Measured {
  name: string;
  seconds: number;
  hurried: Labelled;
  steady: Labelled;
  searches: Searches;
  deskCpuMs: number;
  withReaders: number;
  /** The pace with nothing else: before labels, between labels and searches, after them. */
  alone: [number, number, number];
}

async function measure(desk: Desk, delayMs: number, seconds: number): Promise<Measured> {
  await ask(desk, '/crawls/load/settings', { 'politeness.minDelayMs': delayMs }, 'PATCH');
  await sleep(delayMs); // each host is asked once more before it waits
  const before = await pace(desk, () => sleep(1000 * seconds));
  const hurried = await labelPace(desk, 0, seconds);
  const steady = await labelPace(desk, 1000 / LABELS_A_SECOND, seconds);
  const between = await pace(desk, () => sleep(1000 * seconds));
  const searches: Searches = { ms: [], refused: 0, unanswered: 0 };
  const cpuBefore = cpuOf(desk.pid);
  const withReaders = await pace(desk, () => searched(desk, searches, seconds));
  const deskCpuMs = cpuOf(desk.pid) - cpuBefore;
  const after = await pace(desk, () => sleep(1000 * seconds));
  const name = delayMs === 0 ? 'flatOut' : `delayOf${delayMs}Ms`;
  return {
    name,
    seconds,
    hurried,
    steady,
    searches,
    deskCpuMs,
    withReaders,
    alone: [before, between, after],
  };
}

/** `learnt`: of all labels in their order, how long each took; those of this measurement are taken off. */
function inWords(of: Measured, learnt: number[]): Record<string, unknown> {
  const { hurried, steady, searches, seconds, withReaders, alone } = of;
  const labels = ({ keptMs, pagesPerSecond, count }: Labelled): object => ({
    count,
    keptMs: spread(keptMs),
    inForceMs: spread(learnt.splice(0, count)),
    pace: round((2 * pagesPerSecond) / (alone[0] + alone[1])),
  });
  return {
    labelsAsFastAsAnswered: labels(hurried),
    [`labels${LABELS_A_SECOND}ASecond`]: labels(steady),
    readers: {
      streams: STREAMS,
      asked: SEARCHES_A_SECOND * seconds,
      answered: searches.ms.length,
      refused: searches.refused,
      unanswered: searches.unanswered,
      answeredMs: spread(searches.ms),
      // Of the whole desk, its event streams included.
      cpuMsASearch: round(of.deskCpuMs / (searches.ms.length - searches.refused)),
      pace: round((2 * withReaders) / (alone[1] + alone[2])),
    },
    pagesPerSecond: {
      alone: alone.map(round),
      labelled: [hurried, steady].map(({ pagesPerSecond }) => round(pagesPerSecond)),
      searched: round(withReaders),
    },
  };
}

/** Pages a second while something else goes on. */
async function pace(desk: Desk, work: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<[number, number]> => {
    await sleep(600); // the desk looks twice a second
    const { figures } = await ask<{ figures: { requests: number; pages: number } }>(desk, '/crawls/load');
    return [figures.pages, performance.now()];
  };
  const [before, from] = await count();
  await work();
  const [now, to] = await count();
  noteLoad();
  return (1000 * (now - before)) / (to - from);
}

interface Labelled {
  keptMs: number[];
  pagesPerSecond: number;
  count: number;
}

/** Labels one page after the other, one every `gapMs` at most. The lessons that follow count in the pace. */
async function labelPace(desk: Desk, gapMs: number, seconds: number): Promise<Labelled> {
  const { pages } = await ask<{ pages: { id: number }[] }>(
    desk,
    `/crawls/load/queue?queue=border&limit=${LABELS}`,
  );
  const keptMs: number[] = [];
  const pagesPerSecond = await pace(desk, async () => {
    const end = performance.now() + 1000 * seconds;
    for (const [i, { id }] of pages.entries()) {
      const begun = performance.now();
      await ask(desk, '/crawls/load/labels', {
        labels: [{ page: id, label: i % 3 === 0 ? 'relevant' : 'not-relevant' }],
      });
      keptMs.push(performance.now() - begun);
      await sleep(Math.max(0, gapMs - (performance.now() - begun)));
    }
    await sleep(Math.max(0, end - performance.now()));
  });
  return { keptMs, pagesPerSecond, count: pages.length };
}

/** From the crawl's record: how long after each label a model was in force that had learnt from it. */
function learntAfter(path: string): number[] {
  const { read, meta, db } = openCrawl(path);
  const labels = read.labels();
  const taught = read
    .events(100_000)
    .filter(({ kind }) => kind === 'taught')
    .reverse();
  const last = Number(meta.get(LABELS_TAUGHT) ?? 0);
  db.close();
  const times: number[] = [];
  let place = 0;
  for (const { at, detail } of taught)
    for (let n = (detail as { labels: number }).labels; n > 0 && place < labels.length; n--)
      times.push(at - labels[place++]!.at);
  if (last < (labels.at(-1)?.seq ?? 0)) times.push(Number.POSITIVE_INFINITY);
  return times;
}

interface Searches {
  /** From the question to the answer, refusals included. */
  ms: number[];
  /** Because too many waited. */
  refused: number;
  /** The desk takes a thousand connections at most. */
  unanswered: number;
}

async function searched({ origin, secret }: Desk, searches: Searches, seconds: number): Promise<void> {
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${secret}` };
  const streams = Array.from({ length: STREAMS }, async () => {
    // As the pages of the desk listen.
    const url = `${origin}/api/v1/crawls/load/events?only=status`;
    const response = await fetch(url, { headers, signal: gone.signal });
    for await (const _ of response.body!) void _;
  });
  const waiting: Promise<void>[] = [];
  const end = performance.now() + 1000 * seconds;
  for (let i = 0; performance.now() < end; i++) {
    const due = performance.now() + 1000 / SEARCHES_A_SECOND;
    const query = `${WORDS[i % 8]} ${WORDS[(3 * i + 1) % 8]} -${(i * 7919) % 100_000}`;
    const begun = performance.now();
    waiting.push(
      fetch(`${origin}/api/v1/crawls/load/pages?limit=10&q=${encodeURIComponent(query)}`, { headers })
        .then(async (response) => {
          await response.text();
          searches.ms.push(performance.now() - begun);
          if (!response.ok) searches.refused += 1;
        })
        .catch(() => void searches.unanswered++),
    );
    await sleep(Math.max(0, due - performance.now()));
  }
  await Promise.all(waiting);
  gone.abort();
  await Promise.allSettled(streams);
}

function spread(times: readonly number[]): Record<string, number> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
}

function round(n: number): number {
  return Number(n.toFixed(2));
}
