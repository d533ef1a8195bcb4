/**
 * The desk under load, with real crawls, a desk in a process of its own and, for first paint, chromium:
 *
 *   first paint   of the desk's pages over a crawl of 100,000 pages, by a desk that has not looked at it yet
 *   labels        200 of them on a running crawl of 50,000 pages, as fast as they are answered and at five a second: how
 *                 soon each is kept, and how soon it is learnt from
 *   rows          from a scroll to the rows in sight, in a list of a million pages, and at a second scroll to the same place
 *   readers       50 event streams and 200 searches a second beside a running crawl
 *   pace          of the crawl in both, as a share of its pace without them, before and after
 *
 *   node bench/desk.ts [--pages 50000] [--paint 100000] [--rows 1000000] [--only paint|rows|load] [--seconds 20]
 *   node bench/desk.ts --only load --delay 15000    once its pages are read, the crawl waits that long between two requests
 *                                                   to each of its 1,000 hosts, as on the Web; without, it never waits
 *
 * Times are those of a clock: on a busy machine they grow with its load, which the last line, one JSON object, has beside
 * them. For first paint it also has the processor time of the desk, where the system tells it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/archive/database.ts';
import { SqliteCatalogue } from '../src/archive/sqlite-catalogue.ts';
import { createFolder, databasePath } from '../src/crawl/folder.ts';
import { LABELS_TAUGHT } from '../src/crawl/model-versions.ts';
import { openCrawl } from '../src/crawl/open.ts';
import { settingsSchema } from '../src/crawl/settings.ts';
import { SqliteFrontier } from '../src/frontier/sqlite-frontier.ts';
import { topicSchema } from '../src/topic/topic.ts';
import { chromiumPath, launchChromium } from '../test/lab/chromium.ts';
import { startChild } from './child.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '50000' },
    paint: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    delay: { type: 'string', default: '0' },
  },
});
const SECONDS = Number(values.seconds);
const LABELS = 200;
const LABELS_A_SECOND = 5;
const STREAMS = 50;
const SEARCHES_A_SECOND = 200;
const WORDS = ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'];

const folder = mkdtempSync(join(tmpdir(), 'forage-bench-desk-'));
const results: Record<string, unknown> = {};
const loads: number[] = [];
try {
  const isWanted = (part: string): boolean => values.only === undefined || values.only === part;
  if (isWanted('paint')) await firstPaint(Number(values.paint));
  if (isWanted('rows')) await scrolled(Number(values.rows));
  if (isWanted('load')) await underLoad(Number(values.pages));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ ...results, load: loads.map((load) => Number(load.toFixed(1))) }));

interface Desk {
  origin: string;
  secret: string;
  url: string;
  pid: number;
  /** Why its process is not there any more, if it is not. */
  ended(): string | undefined;
  stop(): void;
}

async function startDesk(path: string): Promise<Desk> {
  const forage = fileURLToPath(new URL('../bin/forage.js', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [forage, 'desk', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout! }).once('line', resolve),
  );
  let ended: string | undefined;
  child.once('exit', (code, signal) => {
    ended = `the desk ended: ${signal ?? `code ${code}`}`;
  });
  const url = /http:\S+/.exec(line)![0];
  return {
    url,
    ended: () => ended,
    pid: child.pid!,
    origin: new URL(url).origin,
    secret: new URL(url).searchParams.get('token')!,
    stop: () => child.kill('SIGTERM'),
  };
}

async function ask<T>(
  { origin, secret, ended }: Desk,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<T> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new Error(`${path}: ${ended() ?? (error.cause as Error | undefined)?.message ?? error.message}`);
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

// ---- first paint

async function firstPaint(pages: number): Promise<void> {
  const crawls = join(folder, 'paint');
  mkdirSync(crawls);
  largeCrawl(join(crawls, 'large'), pages);
  largeCrawl(join(crawls, 'small'), 1000);
  if (chromiumPath === undefined) return;
  const browser = await launchChromium();
  let desk: Desk | undefined;
  const paints: Record<string, { ms: number[]; cpuMs: number[] }> = {};
  try {
    for (const path of ['', '/pages', '/pages?sort=best', '/label', '/judge', '/sites', '/graph']) {
      // Each by a desk that has read nothing yet, and once more.
      desk = await startDesk(crawls);
      // Its threads are up: that of lists, and that of whole tables.
      await ask(desk, '/crawls/small/pages');
      await ask(desk, '/crawls/small/survey');
      const page = await browser.newPage();
      await page.goto(desk.url, { waitUntil: 'commit' });
      const seen = { ms: [] as number[], cpuMs: [] as number[] };
      paints[path || 'live'] = seen;
      for (let time = 0; time < 2; time++) {
        const before = cpuOf(desk.pid);
        await page.goto(`${desk.origin}/c/large${path}`);
        // The desk's policy forbids what waitForFunction does.
        const painted = (): Promise<unknown> =>
          page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`);
        while ((await painted()) === undefined) await sleep(20);
        const ms = Number(await painted());
        seen.ms.push(Math.round(ms));
        seen.cpuMs.push(cpuOf(desk.pid) - before);
      }
      loads.push(loadavg()[0]!);
      console.log(
        `first paint of ${path || 'live'}: ${seen.ms.join(', then ')} ms; the desk worked ${seen.cpuMs.join(', then ')} ms`,
      );
      await page.close();
      desk.stop();
    }
  } finally {
    desk?.stop();
    await browser.close();
  }
  results.firstPaint = paints;
}

async function scrolled(pages: number): Promise<void> {
  const crawls = join(folder, 'rows');
  mkdirSync(crawls);
  largeCrawl(join(crawls, 'large'), pages, { hasTexts: false });
  if (chromiumPath === undefined) return;
  const browser = await launchChromium();
  const desk = await startDesk(crawls);
  const seen: Record<string, number[]> = {};
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(120_000);
    await page.goto(desk.url, { waitUntil: 'commit' });
    for (const sort of ['newest', 'best'] as const) {
      await page.goto(`${desk.origin}/c/large/pages?sort=${sort}`);
      await page.locator('#list [data-row="0"] a').waitFor();
      const times: number[] = [];
      // Far down for the first time, to other places, by one screen, and back.
      for (const share of [0.5, 0.9, 0.1, 0.99999, 0.100_02, 0]) {
        const begun = performance.now();
        await page.evaluate(
          `(() => { const list = document.getElementById('list'); const pane = list.closest('.list-pane');
             (pane.scrollHeight > pane.clientHeight ? pane : document.documentElement).scrollTop = ${share} * list.offsetHeight; })()`,
        );
        const inSight = `(() => { const rows = [...document.querySelectorAll('#list [data-row]')].map((row) => Number(row.dataset.row));
          return document.querySelector('#list .coming') === null && Math.abs(Math.min(...rows) / ${pages} - ${share}) < 0.001; })()`;
        while ((await page.evaluate(inSight)) !== true) await sleep(5);
        times.push(Math.round(performance.now() - begun));
      }
      seen[sort] = times;
      loads.push(loadavg()[0]!);
      console.log(
        `a list of ${pages} pages, ${sort} first: rows in sight ${times.join(', ')} ms after a scroll`,
      );
    }
  } finally {
    desk.stop();
    await browser.close();
  }
  results.rows = { pages, ...seen };
}

/** All threads together; 0 where there is no /proc. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

/** Written by the crawl's own catalogue and frontier, without the fetching. */
function largeCrawl(path: string, pages: number, { hasTexts = true } = {}): void {
  const topic = topicSchema.parse({
    name: 'large',
    title: 'Large',
    keywords: WORDS,
    seeds: ['http://h0.test/'],
  });
  createFolder(path, topic, settingsSchema.parse({}));
  const db = openDatabase(databasePath(path), { sole: true });
  const catalogue = new SqliteCatalogue(db);
  const frontier = new SqliteFrontier(db);
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let relevant = 0;
  for (let i = 0; i < pages; i++) {
    const host = `h${Math.floor(2000 * random() ** 2)}.test`;
    const score = random() ** 2;
    const isRelevant = score > 0.5;
    relevant += Number(isRelevant);
    const { id } = catalogue.savePage({
      link: i + 1,
      url: `http://${host}/section-${i % 7}/page-${i}.html`,
      host,
      outcome: 'page',
      status: 200,
      fetchedAt: 1_700_000_000_000 + 20 * i,
      durationMs: 5 + 200 * random(),
      bytes: 15_000,
      contentType: 'text/html',
      kind: 'html',
      title: `Page ${i} about the ${WORDS[i % 8]}`,
      language: 'en',
      digest: `${i}`.padStart(64, '0'),
      score,
      margin: score - 0.5,
      relevant: isRelevant,
      why: [`${(score / 2).toFixed(3)} ${WORDS[i % 8]} ×7`],
      depth: 3,
      via: i === 0 ? undefined : Math.max(1, i - Math.floor(50 * random())),
      model: 1,
    });
    const text = `${WORDS[i % 8]} ${WORDS[(i * 3) % 8]} ${'words of a page '.repeat(30)}`;
    if (hasTexts) catalogue.saveText(id, `Page ${i}`, text);
    if (i % 5000 === 0) db.commit();
  }
  for (let i = 0; i < pages; i += 1000)
    frontier.add(
      Array.from({ length: 1000 }, (_, k) => ({
        url: `http://h${(i + k) % 2000}.test/waiting/${i + k}`,
        host: `h${(i + k) % 2000}.test`,
        priority: random(),
        depth: 4,
      })),
    );
  catalogue.saveModel({
    version: 1,
    at: Date.now(),
    recipe: 'adaptive',
    detail: { judge: { threshold: 0.5 } },
  });
  const counts = { pages, relevant, words: 0, unjudged: 0, bytes: 15_000 * pages, requests: pages };
  const none = {
    duplicates: 0,
    redirects: 0,
    errors: 0,
    refused: 0,
    faults: 0,
    politeWaitMs: 0,
    elapsedMs: 20 * pages,
  };
  catalogue.meta.set('counts', { ...counts, ...none });
  catalogue.meta.set('startedAt', 1_700_000_000_000);
  catalogue.meta.set('stop', { reason: 'budget', detail: 'the budget of pages is used up' });
  db.close();
}

// ---- a running crawl

async function underLoad(pages: number): Promise<void> {
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
    const minDelayMs = Number(values.delay);
    await ask(desk, '/crawls/load/settings', { 'politeness.minDelayMs': minDelayMs }, 'PATCH');
    await sleep(minDelayMs); // each host is asked once more before it waits
    const alone = await pace(desk, () => sleep(1000 * SECONDS));
    const hurried = await labelPace(desk, 0);
    const steady = await labelPace(desk, 1000 / LABELS_A_SECOND);
    const between = await pace(desk, () => sleep(1000 * SECONDS));
    const searches: Searches = { ms: [], refused: 0, unanswered: 0 };
    const cpuBefore = cpuOf(desk.pid);
    const withReaders = await pace(desk, () => searched(desk, searches));
    const deskCpuMs = cpuOf(desk.pid) - cpuBefore;
    const after = await pace(desk, () => sleep(1000 * SECONDS));
    await ask(desk, '/crawls/load/stop', {});
    const learnt = learntAfter(join(crawls, 'load'));
    const without = (alone + between) / 2;
    results.pages = read;
    for (const [name, { keptMs, pagesPerSecond, count }, first] of [
      ['labelsAsFastAsAnswered', hurried, 0],
      [`labels${LABELS_A_SECOND}ASecond`, steady, hurried.count],
    ] as const)
      results[name] = {
        count,
        keptMs: spread(keptMs),
        inForceMs: spread(learnt.slice(first, first + count)),
        pace: round(pagesPerSecond / without),
      };
    results.readers = {
      streams: STREAMS,
      asked: SEARCHES_A_SECOND * SECONDS,
      answered: searches.ms.length,
      refused: searches.refused,
      unanswered: searches.unanswered,
      answeredMs: spread(searches.ms),
      // Of the whole desk, its event streams included.
      cpuMsASearch: round(deskCpuMs / (searches.ms.length - searches.refused)),
      pace: round(withReaders / ((between + after) / 2)),
    };
    const paces = [alone, hurried.pagesPerSecond, steady.pagesPerSecond, between, withReaders, after];
    results.pagesPerSecond = paces.map(round);
    console.log(results);
  } finally {
    await ask(desk, '/crawls/load/stop', {}).catch(() => {});
    desk.stop();
    web.stop();
  }
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
  loads.push(loadavg()[0]!);
  return (1000 * (now - before)) / (to - from);
}

/** Labels one page after the other, one every `gapMs` at most. The lessons that follow count in the pace. */
async function labelPace(
  desk: Desk,
  gapMs: number,
): Promise<{ keptMs: number[]; pagesPerSecond: number; count: number }> {
  const { pages } = await ask<{ pages: { id: number }[] }>(
    desk,
    `/crawls/load/queue?queue=border&limit=${LABELS}`,
  );
  const keptMs: number[] = [];
  const pagesPerSecond = await pace(desk, async () => {
    const end = performance.now() + 1000 * SECONDS;
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

async function searched({ origin, secret }: Desk, searches: Searches): Promise<void> {
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${secret}` };
  const streams = Array.from({ length: STREAMS }, async () => {
    // As the pages of the desk listen.
    const url = `${origin}/api/v1/crawls/load/events?only=status`;
    const response = await fetch(url, { headers, signal: gone.signal });
    for await (const _ of response.body!) void _;
  });
  const waiting: Promise<void>[] = [];
  const end = performance.now() + 1000 * SECONDS;
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
