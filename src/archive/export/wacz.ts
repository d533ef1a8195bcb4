/**
 * A crawl as one WACZ file (Web Archive Collection Zipped, 1.1.1), which ReplayWeb.page opens: the WARC files, stored so
 * that any record can be read by its offset; an index of all captures in compressed blocks; the list of pages with their
 * texts, for search; a data package with the digest of every file. Everything is streamed.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CatalogueReader } from '../catalogue-reader.ts';
import type { CrawlDatabase } from '../database.ts';
import type { PageRecord } from '../records.ts';
import { ArchivedRecords } from './archived-records.ts';
import { cdxjLine } from './cdxj.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';
import { Zip } from './zip.ts';

export interface WaczOptions extends ExportFilter {
  /** Of the collection, as readers show it. */
  title?: string;
}

export interface WaczExport {
  /** In the list of pages. */
  pages: number;
  captures: number;
  /** Parts of the archive that cannot be read. */
  damaged: number;
}

export async function exportWacz(
  db: CrawlDatabase,
  archiveFolder: string,
  target: ExportTarget,
  options: WaczOptions = {},
): Promise<WaczExport> {
  const records = await ArchivedRecords.of(db, archiveFolder, options);
  const done: WaczExport = { pages: 0, captures: 0, damaged: records.damaged };
  const created = new Date();
  const zip = new Zip({ modified: created });
  const index = new BlockIndex();
  const pages = new PageList(db, options);
  async function* pieces() {
    for (const file of records.files())
      yield* zip.file(`archive/${file}`, bytesOf(records, archiveFolder, file), { stored: true });
    yield* zip.file(`indexes/${INDEX}`, index.blocks(records), { stored: true });
    yield* zip.file('indexes/index.idx', index.lines());
    yield* zip.file('pages/pages.jsonl', pages.lines());
    const about = Buffer.from(JSON.stringify(dataPackage(zip, created, pages.main, options.title), null, 2));
    yield* zip.file('datapackage.json', [about]);
    const digest = { path: 'datapackage.json', hash: `sha256:${sha256(about)}` };
    yield* zip.file('datapackage-digest.json', [Buffer.from(JSON.stringify(digest, null, 2))]);
    yield zip.end();
  }
  try {
    await writeOut(target, pieces());
  } finally {
    records.close();
  }
  return { ...done, pages: pages.count, captures: index.captures };
}

async function* bytesOf(records: ArchivedRecords, folder: string, file: string): AsyncGenerator<Uint8Array> {
  for (const { start, end } of records.runsOf(file))
    yield* createReadStream(join(folder, file), { start, end: end - 1, highWaterMark: 262_144 });
}

const INDEX = 'index.cdx.gz';
const LINES_A_BLOCK = 1000;

/** CDXJ in gzip members of some lines each, and a line for each member: a reader fetches the one it needs. */
class BlockIndex {
  captures = 0;
  readonly #lines = [`!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: INDEX })}\n`];
  #offset = 0;

  *blocks(records: ArchivedRecords): Generator<Uint8Array> {
    let lines: string[] = [];
    let first = '';
    for (const record of records.captures({ moved: true })) {
      this.captures++;
      if (lines.length === 0) first = `${record.urlKey} ${record.timestamp}`;
      lines.push(cdxjLine(record));
      if (lines.length < LINES_A_BLOCK) continue;
      yield this.#block(first, lines);
      lines = [];
    }
    if (lines.length > 0) yield this.#block(first, lines);
  }

  *lines(): Generator<Uint8Array> {
    for (const line of this.#lines) yield Buffer.from(line);
  }

  #block(first: string, lines: string[]): Uint8Array {
    const text = Buffer.from(lines.join(''));
    const member = gzipSync(text);
    // Of the lines, not of the member: so readers check it.
    const digest = `sha256:${sha256(text)}`;
    const place = { offset: this.#offset, length: member.length, digest, filename: INDEX };
    this.#lines.push(`${first} ${JSON.stringify(place)}\n`);
    this.#offset += member.length;
    return member;
  }
}

/** `json-pages-1.0`, with the text of each page. */
class PageList {
  count = 0;
  /** Shown first: the relevant page with the highest score, otherwise the first page. */
  main: PageRecord | undefined;
  readonly #db: CrawlDatabase;
  readonly #filter: ExportFilter;

  constructor(db: CrawlDatabase, filter: ExportFilter) {
    this.#db = db;
    this.#filter = filter;
  }

  *lines(): Generator<Uint8Array> {
    const reader = new CatalogueReader(this.#db);
    yield line({ format: 'json-pages-1.0', id: 'pages', title: 'All pages', hasText: true });
    for (const page of selectedPages(this.#db, this.#filter)) {
      this.count++;
      if (this.main === undefined || isBetter(page, this.main)) this.main = page;
      yield line({
        id: String(page.id),
        url: page.url,
        ts: new Date(page.fetchedAt).toISOString(),
        title: page.title || page.url,
        size: page.bytes,
        text: reader.textOf(page.id, this.#filter.asOf)?.text ?? '',
      });
    }
  }
}

const isBetter = (page: PageRecord, than: PageRecord): boolean =>
  page.relevant && (!than.relevant || (page.score ?? 0) > (than.score ?? 0));

const line = (value: object): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);

function dataPackage(
  zip: Zip,
  created: Date,
  main: PageRecord | undefined,
  title: string | undefined,
): object {
  return {
    profile: 'data-package',
    wacz_version: '1.1.1',
    software: 'Forage',
    title,
    created: created.toISOString(),
    ...(main && { mainPageUrl: main.url, mainPageDate: new Date(main.fetchedAt).toISOString() }),
    resources: zip.written.map(({ path, hash, bytes }) => ({
      name: path.split('/').at(-1)!,
      path,
      hash,
      bytes,
    })),
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
