/**
 * The cost of bringing a crawl elsewhere, each compared with what it cannot do without, in the same run: CDXJ with bare
 * decompression of the same archive, WACZ with that and a bare copy of the files, Parquet and JSON lines with reading the
 * same pages and texts from the catalogue, batches for a destination with the same. In seconds of processor time, which
 * a busy machine changes little. The last line is one JSON object.
 *
 *   node bench/export.ts [pages] [rounds]
 */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CatalogueReader } from '../src/archive/catalogue-reader.ts';
import { openDatabase } from '../src/archive/database.ts';
import { exportCdxj } from '../src/archive/export/cdxj.ts';
import { exportJsonLines } from '../src/archive/export/json-lines.ts';
import { exportParquet } from '../src/archive/export/parquet.ts';
import { selectedPages } from '../src/archive/export/selected-pages.ts';
import { exportWacz } from '../src/archive/export/wacz.ts';
import { SqliteCatalogue } from '../src/archive/sqlite-catalogue.ts';
import { createFolder, databasePath } from '../src/crawl/folder.ts';
import { settingsSchema } from '../src/crawl/settings.ts';
import { nextBatch } from '../src/send/next-batch.ts';
import { parseTopic } from '../src/topic/load.ts';
import { encodeRequest, encodeResponse } from '../src/warc/encode.ts';
import { WarcFiles } from '../src/warc/files.ts';

const PAGES = Number(process.argv[2] ?? 5000);
const ROUNDS = Number(process.argv[3] ?? 3);
const LINKS_A_PAGE = 30;

let state = 42;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const SYLLABLES = 'ba co da fe gi ho ka la me ni or pa re su ti un va wo xe za'.split(' ');
function word(): string {
  let rank = Math.floor(60_000 ** random());
  let spelt = '';
  do {
    spelt += SYLLABLES[rank % 20];
    rank = Math.floor(rank / 20);
  } while (rank > 0);
  return spelt;
}

const folder = mkdtempSync(join(tmpdir(), 'forage-bench-export-'));
const crawl = join(folder, 'crawl');
createFolder(crawl, parseTopic('name: bench\nkeywords: [owl]'), settingsSchema.parse({}));
const archive = join(crawl, 'archive');

function fill(): void {
  const db = openDatabase(databasePath(crawl));
  const catalogue = new SqliteCatalogue(db);
  const files = new WarcFiles(archive, { name: 'bench', maxBytes: 20_000_000 });
  for (let n = 1; n <= PAGES; n++) {
    const url = `https://h${n % 50}.example/${word()}/${n}.html`;
    const text = Array.from({ length: 600 }, word).join(' ');
    const links = Array.from({ length: LINKS_A_PAGE }, () => `/${word()}/${word()}.html`);
    const html = `<title>${n}</title><p>${text}</p>${links.map((href) => `<a href="${href}">${word()}</a>`).join('\n')}`;
    const answer = {
      url,
      startedAt: Date.UTC(2026, 0, 1) + n,
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', 'text/html']] as [string, string][],
      requestHeaders: [],
      wire: Buffer.from(html),
    };
    files.append(encodeRequest({ answer }));
    const warc = files.append(encodeResponse({ answer }));
    const { id } = catalogue.savePage({
      link: n,
      url,
      host: `h${n % 50}.example`,
      outcome: 'page',
      status: 200,
      fetchedAt: answer.startedAt,
      title: `Page ${n}`,
      kind: 'html',
      score: random(),
      relevant: n % 4 === 0,
      why: ['owl ×2'],
      depth: 1,
      warc,
    });
    catalogue.saveText(id, `Page ${n}`, text);
    catalogue.saveLinks(
      id,
      links.map((href) => ({ url: new URL(href, url).href, anchor: word(), fate: 'scope' })),
    );
    if (n % 500 === 0) db.commit();
  }
  files.close();
  db.close();
}
fill();

const db = openDatabase(databasePath(crawl), { readOnly: true });
const warcs = readdirSync(archive).map((name) => join(archive, name));
const archiveBytes = warcs.reduce((sum, path) => sum + statSync(path).size, 0);
const best: Record<string, number> = {};

async function measure(name: string, work: () => unknown): Promise<void> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  best[name] = Math.min(best[name] ?? Infinity, (user + system) / 1e6);
}

function readAll(): number {
  const read = new CatalogueReader(db);
  let characters = 0;
  for (const page of selectedPages(db, {})) characters += read.textOf(page.id)?.text.length ?? 0;
  return characters;
}

function batches(): number {
  let since = 0;
  let messages = 0;
  for (;;) {
    const batch = nextBatch(crawl, 'bench', { since, most: 200 }, {});
    if (batch === undefined) return messages;
    since = batch.to;
    messages += JSON.stringify(batch.messages).length;
  }
}

for (let round = 0; round < ROUNDS; round++) {
  await measure('gunzip', () => {
    for (const path of warcs) gunzipSync(readFileSync(path));
  });
  await measure('cdxj', () => exportCdxj(db, archive, join(folder, 'index.cdxj')));
  await measure('copy', () => {
    for (const path of warcs) copyFileSync(path, join(folder, 'copy'));
  });
  await measure('wacz', () => exportWacz(db, archive, join(folder, 'bench.wacz')));
  await measure('read', readAll);
  await measure('jsonl', () => exportJsonLines(db, join(folder, 'pages.jsonl'), { text: true }));
  await measure('parquet', () => exportParquet(db, join(folder, 'tables'), { text: true }));
  await measure('batches', batches);
}
db.close();
const ratio = (a: string, ...of: string[]): number =>
  Math.round((100 * best[a]!) / of.reduce((sum, name) => sum + best[name]!, 0)) / 100;
const figures = {
  pages: PAGES,
  archiveBytes,
  waczBytes: statSync(join(folder, 'bench.wacz')).size,
  parquetBytes: readdirSync(join(folder, 'tables')).reduce(
    (sum, name) => sum + statSync(join(folder, 'tables', name)).size,
    0,
  ),
  jsonlBytes: statSync(join(folder, 'pages.jsonl')).size,
  seconds: Object.fromEntries(
    Object.entries(best).map(([name, taken]) => [name, Math.round(taken * 1000) / 1000]),
  ),
  cdxjOverGunzip: ratio('cdxj', 'gunzip'),
  waczOverGunzipAndCopy: ratio('wacz', 'gunzip', 'copy'),
  jsonlOverReading: ratio('jsonl', 'read'),
  parquetOverReading: ratio('parquet', 'read'),
  batchesOverReading: ratio('batches', 'read'),
};
rmSync(folder, { recursive: true, force: true });
for (const [name, taken] of Object.entries(best))
  console.log(`${name.padEnd(10)} ${(taken * 1000).toFixed(0).padStart(7)} ms`);
console.log(JSON.stringify(figures));
