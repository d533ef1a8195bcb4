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
 *   node bench/desk.ts --only load --delay 15000    measures twice: while the crawl never waits, and while it waits that long
 *                                                   between two requests to each of its 1,000 hosts, as on the Web
 *
 * Times are those of a clock: on a busy machine they grow with its load, which the last line, one JSON object, has beside
 * them. For first paint it also has the processor time of the desk, where the system tells it.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { openDatabase } from '../src/archive/database.ts';
import { SqliteCatalogue } from '../src/archive/sqlite-catalogue.ts';
import { createFolder, databasePath } from '../src/crawl/folder.ts';
import { settingsSchema } from '../src/crawl/settings.ts';
import { SqliteFrontier } from '../src/frontier/sqlite-frontier.ts';
import { topicSchema } from '../src/topic/topic.ts';
import { chromiumPath, launchChromium } from '../test/lab/chromium.ts';
import { underLoad } from './desk-load.ts';
import { ask, cpuOf, type Desk, loads, noteLoad, startDesk } from './desk-process.ts';

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
const WORDS = ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'];

const folder = mkdtempSync(join(tmpdir(), 'forage-bench-desk-'));
const results: Record<string, unknown> = {};
try {
  const isWanted = (part: string): boolean => values.only === undefined || values.only === part;
  if (isWanted('paint')) await firstPaint(Number(values.paint));
  if (isWanted('rows')) await scrolled(Number(values.rows));
  if (isWanted('load')) {
    const [pages, seconds, delayMs] = [values.pages, values.seconds, values.delay].map(Number) as [
      number,
      number,
      number,
    ];
    Object.assign(results, await underLoad({ folder, pages, seconds, delayMs }));
    console.log(inspect(results, { depth: 4 }));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ ...results, load: loads.map((load) => Number(load.toFixed(1))) }));

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
      noteLoad();
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
      noteLoad();
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
