/**
 * The cost of the archive: encoding a page of 15 KB as a record, compared with a bare gzip of the same bytes in the
 * same run; indexing a file of such records, compared with bare decompression of the same bytes; and reading pages from
 * the frozen web in random order. The last line is one JSON object.
 *
 *   node bench/warc.ts [pages] [rounds] [file.warc.gz]
 *
 * With a file, indexing and reading are measured on it instead.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openFrozenWeb } from '../src/frozen/frozen.ts';
import { indexCaptures } from '../src/warc/captures.ts';
import { type ArchivedAnswer, encodeResponse } from '../src/warc/encode.ts';
import { WarcFiles } from '../src/warc/files.ts';

const PAGES = Number(process.argv[2] ?? 3000);
const ROUNDS = Number(process.argv[3] ?? 3);
const FILE = process.argv[4];
const PAGE_BYTES = 15_000;

let state = 42;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** Zipf-like words in short paragraphs with a link each, which compress about as well as real pages. */
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

function answerOf(number: number): ArchivedAnswer {
  let html = `<!doctype html><html><head><title>${word()} ${word()}</title></head><body>\n`;
  while (html.length < PAGE_BYTES) {
    const words = Array.from({ length: 20 }, word).join(' ');
    html += `<p class="text">${words} <a href="/${word()}/${word()}.html">${word()} ${word()}</a></p>\n`;
  }
  const wire = Buffer.from(html.slice(0, PAGE_BYTES));
  return {
    url: `https://bench.example/${number}.html`,
    startedAt: Date.UTC(2024, 0, 1),
    remoteAddress: '192.0.2.1',
    status: 200,
    statusText: 'OK',
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Length', String(wire.length)],
      ['Server', 'bench'],
    ],
    wire,
  };
}

async function seconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const folder = mkdtempSync(join(tmpdir(), 'forage-bench-warc-'));
const best = {
  encode: Infinity,
  gzip: Infinity,
  write: Infinity,
  index: Infinity,
  gunzip: Infinity,
  read: Infinity,
};
const keepBest = (name: keyof typeof best, taken: number) => {
  best[name] = Math.min(best[name], taken);
};

try {
  const answers = Array.from({ length: PAGES }, (_, number) => answerOf(number));
  for (let round = 0; round < ROUNDS; round++) {
    const members: Uint8Array[] = [];
    let gzipping = 0;
    let encoding = 0;
    // Interleaved, so that other load affects both.
    for (let start = 0; start < PAGES; start += 50) {
      const batch = answers.slice(start, start + 50);
      gzipping += await seconds(() => batch.map(({ wire }) => gzipSync(wire, { level: 1 })));
      encoding += await seconds(() => members.push(...batch.map((answer) => encodeResponse({ answer }))));
    }
    keepBest('gzip', gzipping);
    keepBest('encode', encoding);
    const files = new WarcFiles(join(folder, `round-${round}`));
    const writing = await seconds(() => {
      for (const member of members) files.append(member);
      files.close();
    });
    keepBest('write', writing);
  }

  const path = FILE ?? join(folder, 'round-0', 'crawl-00001.warc.gz');
  const packed = readFileSync(path);
  let records = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { captures } = await indexCaptures(path, { cache: false });
    records = captures.length;
    keepBest('index', await seconds(() => indexCaptures(path, { cache: false })));
    const unpacking = await seconds(() => {
      for (const { offset, length } of captures) gunzipSync(packed.subarray(offset, offset + length));
    });
    keepBest('gunzip', unpacking);
    const web = await openFrozenWeb([path], { cache: join(folder, 'cache') });
    const urls = [...web.urls()].sort(() => random() - 0.5);
    const reading = await seconds(async () => {
      for (const url of urls) await web.fetch({ url });
    });
    keepBest('read', (reading * captures.length) / urls.length);
    await web.close();
  }

  const perSecond = (count: number, taken: number) => Math.round(count / taken);
  const figures = {
    pages: PAGES,
    pageBytes: PAGE_BYTES,
    encodePerSecond: perSecond(PAGES, best.encode),
    bareGzipPerSecond: perSecond(PAGES, best.gzip),
    encodeToBareGzip: Number((best.encode / best.gzip).toFixed(2)),
    appendPerSecond: perSecond(PAGES, best.write),
    indexedRecords: records,
    indexSeconds: Number(best.index.toFixed(3)),
    indexToBareGunzip: Number((best.index / best.gunzip).toFixed(2)),
    readPerSecond: perSecond(records, best.read),
    readToBareGunzip: Number((best.read / best.gunzip).toFixed(2)),
  };
  console.log(`encode ${figures.encodePerSecond}/s, bare gzip ${figures.bareGzipPerSecond}/s`);
  console.log(
    `index ${records} records of ${(packed.length / 1e6).toFixed(1)} MB in ${figures.indexSeconds} s`,
  );
  console.log(`frozen web ${figures.readPerSecond} pages/s`);
  console.log(JSON.stringify(figures));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
