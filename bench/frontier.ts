/**
 * The cost of frontier operations with a hundred thousand links and with ten million.
 *
 *   npm run bench:frontier -- --links 10000000 --hosts 100000
 *
 * A frontier grows page by page to each of the two sizes and is measured there. Every sample includes all its writes,
 * commits and checkpoint; generating the pages is not counted. Baselines: the same rows in a table with only a primary
 * key, and the smaller size in the in-memory frontier. The cost is wall-clock time; the ratio without time waiting for
 * a processor is printed next to it, for busy machines.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CrawlDatabase, openDatabase } from '../src/archive/database.ts';
import type { Frontier, HostTimes, NewLink, RobotsTask, Task } from '../src/frontier/frontier.ts';
import { MemoryFrontier } from '../src/frontier/memory-frontier.ts';
import { SqliteFrontier } from '../src/frontier/sqlite-frontier.ts';
import { type Rate, Stopwatch } from './database-stopwatch.ts';
import { GrowingWeb, LINKS_A_PAGE, OWN_LINKS } from './growing-web.ts';

const SMALL_RUNS = 5;
const PAGES_A_COMMIT = 500;
/** Pages generated at a time, while the stopwatch is paused. */
const PAGES_A_BATCH = 20;
const CRAWL_DELAY_MS = 1000;
const TASKS_AT_ONCE = 64;
const RATIO_BAR = 2.5;
const MEMORY_BAR_MB = 1024;

const { values: options } = parseArgs({
  options: {
    links: { type: 'string', default: '10000000' },
    small: { type: 'string', default: '100000' },
    hosts: { type: 'string', default: '100000' },
    ops: { type: 'string', default: '20000' },
  },
});
const linkCount = whole('links');
const smallCount = Math.min(whole('small'), linkCount);
const hostCount = whole('hosts');
const opCount = Math.min(whole('ops'), smallCount / 5);

const OPERATIONS = {
  new: 'new links',
  known: 'known links, nothing better',
  raised: 'known links, each one raised',
  takeSettle: 'take and settle',
  plain: 'plain inserts',
};
type Operation = keyof typeof OPERATIONS;
const MEMORY_OPERATIONS = ['new', 'known', 'raised', 'takeSettle'] as const;
interface Sample extends Record<Operation, Rate> {
  links: number;
  rssMb: number;
  fileMb: number;
  reopenMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'forage-bench-frontier-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));

console.log(
  `${count(linkCount)} links on ${count(hostCount)} hosts; pages of ${LINKS_A_PAGE} links, ${OWN_LINKS} to the page's own ` +
    `host (drawn evenly), ${LINKS_A_PAGE - OWN_LINKS} to hosts drawn by Zipf's law (s = 1); a commit every ` +
    `${PAGES_A_COMMIT} pages.`,
);
let longestCommitMs = 0;
let files = 0;
const started = performance.now();
const smalls = Array.from({ length: SMALL_RUNS }, () => ({
  ...measureFrontier(smallCount),
  plain: measurePlain(smallCount),
}));
const inMemory = measureInMemory(smallCount);
const large = { ...measureFrontier(linkCount), plain: measurePlain(linkCount) };
report(median(smalls), large);

function measureFrontier(upTo: number): Omit<Sample, 'plain'> {
  const path = freshPath();
  const db = openDatabase(path);
  const gate = delayGate();
  const { links, ...rates } = measureOperations(db, new SqliteFrontier(db, { gate }), gate, upTo);
  const rssMb = process.memoryUsage.rss() / 2 ** 20;
  const fileMb = statSync(path).size / 2 ** 20;
  db.close();

  const start = performance.now();
  const again = openDatabase(path);
  const { waiting } = new SqliteFrontier(again).stats();
  const reopenMs = performance.now() - start;
  again.close();
  if (waiting !== links - opCount) throw new Error(`${waiting} links wait, not ${links - opCount}.`);
  return { ...rates, links, rssMb, fileMb, reopenMs };
}

/** The same without a database: it only measures time. */
function measureInMemory(upTo: number): ReturnType<typeof measureOperations> {
  const db = openDatabase('', { fleeting: true });
  const gate = delayGate();
  const rates = measureOperations(db, new MemoryFrontier({ gate }), gate, upTo);
  db.close();
  return rates;
}

/** Grows a frontier and measures it. The last part of the growth is the sample of new links. */
function measureOperations(
  db: CrawlDatabase,
  frontier: Frontier,
  gate: DelayGate,
  upTo: number,
): Record<Exclude<Operation, 'plain'>, Rate> & { links: number } {
  const web = new GrowingWeb(hostCount);
  let links = 0;
  const add = (found: NewLink[]) => {
    for (const { fresh } of frontier.add(found)) if (fresh) links++;
  };
  const newPage = () => web.newPage();

  measurePages(db, upTo - sampleShare(upTo), newPage, add);
  const fresh = measurePages(db, upTo - links, newPage, add);
  const held = links;
  const known = measurePages(db, opCount * 5, () => web.knownPage(() => -1), add);
  const raised = measurePages(db, opCount * 5, () => web.knownPage(() => 1 + web.random()), add);
  if (links !== held) throw new Error('A page of known links brought a new one.');
  return { new: fresh, known, raised, takeSettle: measureTakeSettle(db, frontier, gate), links };
}

function measureTakeSettle(db: CrawlDatabase, frontier: Frontier, gate: DelayGate): Rate {
  const watch = new Stopwatch(db);
  const out: (Task | RobotsTask)[] = [];
  let now = 0;
  for (let settled = 0; settled < opCount; ) {
    now += 10;
    out.push(...frontier.take(TASKS_AT_ONCE - out.length, now));
    const task = out.shift();
    if (task === undefined) continue;
    gate.answered(task.host, now);
    frontier.settle(task, { kind: 'done', page: settled });
    if (++settled % PAGES_A_COMMIT === 0) db.commit();
  }
  for (const task of out) frontier.settle(task, { kind: 'returned' });
  return watch.rate(opCount);
}

interface DelayGate extends HostTimes {
  answered(host: string, now: number): void;
}

/** Every host waits for the same time after an answer. */
function delayGate(): DelayGate {
  const times = new Map<string, number>();
  return {
    mayAsk: (host) => times.get(host) ?? 0,
    answered: (host, now) => void times.set(host, now + CRAWL_DELAY_MS),
  };
}

/** The same rows, the primary key and no index. */
function measurePlain(upTo: number): Rate {
  const db = openDatabase(freshPath());
  db.sql.exec(`CREATE TABLE plain (id INTEGER PRIMARY KEY, host INTEGER, hash INTEGER, other_hash INTEGER,
    state INTEGER, priority REAL, depth INTEGER, hops INTEGER, tries INTEGER, finds INTEGER, mean REAL,
    from_page INTEGER, page INTEGER, not_before REAL, url TEXT, anchor TEXT, carry TEXT, why TEXT, reason TEXT) STRICT`);
  const insert =
    db.sql.prepare(`INSERT INTO plain (id, host, hash, other_hash, state, priority, depth, hops, tries,
    finds, from_page, url, anchor, carry, why) VALUES (?, ?, ?, ?, 0, ?, ?, ?, 0, 1, ?, ?, ?, ?, ?)`);
  const web = new GrowingWeb(hostCount);
  let id = 0;
  const add = (links: NewLink[]) => {
    for (const { url, priority, depth, from = 0, anchor = '', why = '' } of links) {
      id++;
      // The host number and the hashes only matter for their width here.
      const hash = Math.imul(id, 0x9e3779b1);
      insert.run(id, from, hash, ~hash, priority, depth, 0, from, url, anchor, null, why);
    }
  };
  const newPage = () => web.newPage();
  measurePages(db, upTo - sampleShare(upTo), newPage, add);
  const rate = measurePages(db, upTo - id, newPage, add);
  db.close();
  return rate;
}

/** Nothing is deleted before the end: freeing a large file keeps some disks busy long after. */
function freshPath(): string {
  return join(folder, `${++files}.db`);
}

/** The frontier has about its nominal size while the sample is added. */
function sampleShare(upTo: number): number {
  return Math.min(upTo * 0.4, 500_000);
}

function measurePages(
  db: CrawlDatabase,
  links: number,
  makePage: () => NewLink[],
  add: (links: NewLink[]) => void,
): Rate {
  const watch = new Stopwatch(db);
  const pages = Math.ceil(links / LINKS_A_PAGE);
  for (let made = 0; made < pages; ) {
    watch.pause();
    const batch = Array.from({ length: Math.min(PAGES_A_BATCH, pages - made) }, makePage);
    watch.resume();
    for (const page of batch) {
      add(page);
      if (++made % PAGES_A_COMMIT !== 0) continue;
      const start = performance.now();
      db.commit();
      longestCommitMs = Math.max(longestCommitMs, performance.now() - start);
    }
  }
  return watch.rate(pages * LINKS_A_PAGE);
}

/** The median sample of each operation: small ones are short, and some may be disturbed. */
function median(samples: Sample[]): Sample {
  const middle = { ...samples[0]! };
  for (const key of Object.keys(OPERATIONS) as Operation[]) {
    const rates = samples.map((sample) => sample[key]).sort((a, b) => a.wallUs - b.wallUs);
    middle[key] = rates[rates.length >> 1]!;
  }
  return middle;
}

function report(small: Sample, large: Sample): void {
  const line = (words: string, ...cells: string[]) =>
    console.log(words.padEnd(30) + cells.map((cell) => cell.padStart(16)).join(''));
  const costRatio: Record<string, number> = {};
  const ownRatio: Record<string, number> = {};
  line(
    '\na second',
    `at ${count(small.links)}`,
    `at ${count(large.links)}`,
    'cost ratio',
    'without queue',
    `at most ${RATIO_BAR}`,
  );
  for (const key of Object.keys(OPERATIONS) as Operation[]) {
    const [before, after] = [small[key], large[key]];
    costRatio[key] = Number((before.perSecond / after.perSecond).toFixed(2));
    ownRatio[key] = Number((after.ownUs / before.ownUs).toFixed(2));
    const rates = [count(before.perSecond), count(after.perSecond)];
    const bar = costRatio[key] <= RATIO_BAR ? 'met' : 'MISSED';
    line(
      OPERATIONS[key],
      ...rates,
      costRatio[key].toFixed(2),
      ownRatio[key].toFixed(2),
      key === 'plain' ? '' : bar,
    );
  }
  line('resident memory, MB', count(small.rssMb), count(large.rssMb));
  line('file, MB', count(small.fileMb), count(large.fileMb));
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const verdict = (met: boolean) => (met ? 'met' : 'MISSED');
  console.log(`
highest resident memory ${peakMb} MB (at most ${MEMORY_BAR_MB}: ${verdict(peakMb <= MEMORY_BAR_MB)})
a new link at ${count(large.links)} costs ${(large.plain.perSecond / large.new.perSecond).toFixed(2)} plain inserts
in memory a second, at ${count(inMemory.links)}: ${MEMORY_OPERATIONS.map((key) => `${OPERATIONS[key]} ${count(inMemory[key].perSecond)}`).join('; ')}
longest commit ${count(longestCommitMs)} ms; opened again in ${count(large.reopenMs)} ms
the whole run took ${count((performance.now() - started) / 1000)} s
`);
  const rounded = { small, large, costRatio, ownRatio, peakMb, longestCommitMs, hosts: hostCount };
  console.log(
    JSON.stringify(rounded, (_key, value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value)),
  );
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function whole(name: keyof typeof options): number {
  const value = Number(options[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`--${name} must be a whole number above 0, not ${options[name]}.`);
  process.exit(1);
}
