/**
 * The cost of storing a page: its row with tallies, 52 links, about 8 KB of indexed text, the duplicate lookup and a
 * ledger entry. Baseline, interleaved in the same run: the same bytes in one bare table. The last line is one JSON
 * object.
 *
 *   node bench/catalogue.ts [pages] [rounds]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrawlDatabase, openDatabase } from '../src/archive/database.ts';
import type { NewPage, NewPageLink } from '../src/archive/records.ts';
import { searchPages } from '../src/archive/search.ts';
import { SqliteCatalogue } from '../src/archive/sqlite-catalogue.ts';

const PAGES = Number(process.argv[2] ?? 5000);
const ROUNDS = Number(process.argv[3] ?? 3);
const LINKS = 52;
const TEXT_CHARACTERS = 8000;
const PAGES_PER_COMMIT = 200;

interface Sample {
  page: NewPage;
  links: NewPageLink[];
  text: string;
}

let state = 42;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** Zipf-like words: the k-th word of 60,000 occurs about 1/k times as often as the first. */
const SYLLABLES = 'the of an ing tion re con ment ver pro ist al den mar ly son der tal wor est'.split(' ');
function word(): string {
  return spell(Math.floor(60_000 ** random()));
}

function spell(number: number): string {
  let rank = number;
  let spelt = '';
  do {
    spelt += SYLLABLES[rank % 20];
    rank = Math.floor(rank / 20);
  } while (rank > 0);
  return spelt;
}

function text(characters: number): string {
  let words = word();
  while (words.length < characters) words += random() < 0.08 ? `. ${word()}` : ` ${word()}`;
  return words;
}

function hex(digits: number): string {
  let out = '';
  while (out.length < digits)
    out += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return out.slice(0, digits);
}

const samples: Sample[] = Array.from({ length: PAGES }, (_, i) => {
  const host = `host${Math.floor(random() ** 2 * 500)}.example`;
  return {
    page: {
      link: i + 1,
      url: `http://${host}/section${i % 17}/${hex(12)}.html`,
      host,
      outcome: 'page',
      status: 200,
      fetchedAt: 1_700_000_000_000 + i * 10,
      durationMs: 31.5,
      bytes: 30_000,
      wireBytes: 8_000,
      contentType: 'text/html; charset=utf-8',
      kind: 'html',
      title: text(40),
      language: 'en',
      digest: hex(64),
      fingerprint: hex(16),
      score: random(),
      relevant: random() < 0.3,
      why: ['asthma ×7', 'inhaler ×2 in title'],
      depth: 3,
      via: Math.max(1, i - 20),
      warc: { file: 'crawl-00001.warc.gz', offset: i * 9000, length: 9000 },
    },
    links: Array.from({ length: LINKS }, (_, position) => ({
      to: Math.floor(random() * PAGES * 30),
      url: '',
      anchor: text(18),
      priority: random(),
      why: 'anchor 0.4 + page 0.2',
      ...(position % 10 === 0 ? { fate: 'outside the scope' } : {}),
    })),
    text: text(TEXT_CHARACTERS),
  };
});

const PARTS = ['duplicates', 'page', 'links', 'text', 'ledger', 'refusals', 'commit'] as const;
type Part = (typeof PARTS)[number];

function full(db: CrawlDatabase, spent: Record<Part, number>): void {
  const catalogue = new SqliteCatalogue(db);
  db.commit();
  let before = performance.now();
  const lap = (part: Part) => {
    const now = performance.now();
    spent[part] += now - before;
    before = now;
  };
  samples.forEach(({ page, links, text }, i) => {
    catalogue.findByDigest(page.digest!);
    catalogue.findNear(page.fingerprint!);
    lap('duplicates');
    const { id } = catalogue.savePage(page);
    lap('page');
    catalogue.saveLinks(id, links);
    lap('links');
    catalogue.saveText(id, page.title!, text);
    lap('text');
    catalogue.saveLedger({
      host: page.host,
      at: page.fetchedAt,
      kind: 'fetch',
      waitedMs: 900,
      status: 200,
      bytes: 8000,
    });
    lap('ledger');
    for (let r = 0; r < 5; r++) catalogue.refuse('outside the scope', page.host, page.url);
    lap('refusals');
    if (i % PAGES_PER_COMMIT === PAGES_PER_COMMIT - 1) db.commit();
    lap('commit');
  });
  db.commit();
  lap('commit');
}

/** The same rows, without index (except the row id), tallies or search. */
function bare(db: CrawlDatabase): void {
  db.sql.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, a, b, c, d, e, f, g, h)');
  const insert = db.sql.prepare('INSERT INTO bare (a, b, c, d, e, f, g, h) VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  db.commit();
  samples.forEach(({ page, links, text }, i) => {
    const why = JSON.stringify(page.why);
    insert.run(page.link, page.url, page.host, page.status!, page.title!, page.digest!, why, text);
    for (const link of links) {
      insert.run(link.to!, null, link.anchor!, link.priority!, link.why!, link.fate ?? null, null, null);
    }
    if (i % PAGES_PER_COMMIT === PAGES_PER_COMMIT - 1) db.commit();
  });
  db.commit();
}

const folder = mkdtempSync(join(tmpdir(), 'forage-bench-'));
const fullRates: number[] = [];
const bareRates: number[] = [];
const spent = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
/** Microseconds of processor time per page: more stable than the wall clock on a shared machine. */
const cpu = { bare: 0, full: 0 };
let bytesPerPage = 0;
const searchMs: Record<string, number> = {};
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work, rates] of [
      ['bare', bare, bareRates],
      ['full', (db: CrawlDatabase) => full(db, spent), fullRates],
    ] as const) {
      const path = join(folder, `${name}-${round}.db`);
      const db = openDatabase(path);
      const start = performance.now();
      const busy = process.cpuUsage();
      work(db);
      rates.push((PAGES / (performance.now() - start)) * 1000);
      const { user, system } = process.cpuUsage(busy);
      cpu[name] += (user + system) / PAGES / ROUNDS;
      if (name === 'full' && round === ROUNDS - 1) {
        for (const query of [1, 30, 900]
          .map((rank) => spell(rank))
          .flatMap((w) => [w, `"the ${w}"`, `${w}*`])) {
          const begin = performance.now();
          searchPages(db, query);
          searchMs[query] = round1(performance.now() - begin);
        }
      }
      db.close();
      if (name === 'full') bytesPerPage = Math.round(statSync(path).size / PAGES);
      rmSync(path);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const microseconds = Object.fromEntries(
  PARTS.map((part) => [part, round1((spent[part] * 1000) / PAGES / ROUNDS)]),
);
for (const part of PARTS)
  console.log(`${part.padEnd(12)}${String(microseconds[part]).padStart(8)} µs a page`);
console.log(
  JSON.stringify({
    bench: 'catalogue',
    pages: PAGES,
    rounds: ROUNDS,
    linksPerPage: LINKS,
    pagesPerSecond: Math.round(median(fullRates)),
    barePagesPerSecond: Math.round(median(bareRates)),
    ratio: Math.round((median(fullRates) / median(bareRates)) * 100) / 100,
    cpuMicroseconds: { full: round1(cpu.full), bare: round1(cpu.bare) },
    microseconds,
    bytesPerPage,
    searchMs,
  }),
);

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
