/**
 * Proves a crawl's folder whole: the database in itself, every record of the archive by gzip's checksum and its own
 * digests, and the two against each other. Reads everything, writes nothing; a running crawl may be checked.
 */
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlDatabase } from '../archive/database.ts';
import { filesNamed, integrityOf, pageCounts, recordsIn } from '../archive/integrity.ts';
import type { WarcPosition } from '../warc/files.ts';
import { parseHttp } from '../warc/http.ts';
import { readWarcFile, type WarcRecord } from '../warc/read.ts';
import { header } from '../web/web.ts';
import { archivePath, checkDatabase, databasePath, openFolder, warcFiles } from './folder.ts';
import { openCrawl } from './open.ts';

export interface CheckOptions {
  signal?: AbortSignal | undefined;
  /** Bytes of the archive read so far, and of all. */
  progress?(done: number, of: number): void;
}

export interface CrawlCheck {
  /** What is wrong, as sentences; empty if the folder is whole. */
  problems: string[];
  /** What is worth knowing and harmless. */
  notes: string[];
  /** Fetched URLs in the catalogue, records in the archive and its bytes. */
  urls: number;
  records: number;
  bytes: number;
}

/** Of each kind of problem in a file, this many are named. */
const NAMED = 5;
const MAX_BLOCK_BYTES = 2 ** 28;

export async function checkCrawl(path: string, options: CheckOptions = {}): Promise<CrawlCheck> {
  openFolder(path);
  checkDatabase(path);
  const check: CrawlCheck = { problems: [], notes: [], urls: 0, records: 0, bytes: 0 };
  const inDatabase = integrityOf(databasePath(path));
  for (const line of inDatabase) check.problems.push(`crawl.db: ${line}`);
  const crawl = inDatabase.length === 0 ? openCrawl(path) : undefined;
  try {
    if (crawl !== undefined) checkTables(crawl.db, check);
    const files = warcFiles(path);
    const sizes = new Map(files.map((file) => [file, statSync(join(archivePath(path), file)).size]));
    const end = crawl?.meta.get('warc') as WarcPosition | undefined;
    if (end !== undefined) checkEnd(end, sizes, check);
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const file of files) {
      const before = check.bytes;
      const inFile = new FileCheck(file, crawl && recordsIn(crawl.db, file));
      for await (const record of readWarcFile(join(archivePath(path), file), {
        maxBlockBytes: MAX_BLOCK_BYTES,
        // What follows the last commit may break off anywhere, and counts for nothing.
        ...(file === end?.file ? { end: end.length } : {}),
        onDamage: ({ offset, detail }) => inFile.damaged(`at byte ${offset}: ${detail}`),
      })) {
        if (options.signal?.aborted) return check;
        check.records += 1;
        inFile.record(record);
        options.progress?.(before + (record.place?.offset ?? 0), all);
      }
      check.bytes += sizes.get(file)!;
      check.problems.push(...inFile.problems());
    }
    for (const file of crawl === undefined ? [] : filesNamed(crawl.db))
      if (!sizes.has(file))
        check.problems.push(
          `archive/${file} is missing: ${recordsIn(crawl!.db, file).size} pages were in it`,
        );
  } finally {
    crawl?.db.close();
  }
  return check;
}

function checkTables(db: CrawlDatabase, check: CrawlCheck): void {
  const { pages, tallied } = pageCounts(db);
  check.urls = pages;
  if (pages !== tallied)
    check.problems.push(`crawl.db: ${pages} URLs were fetched, but the tallies count ${tallied}`);
}

/** The archive must reach at least as far as the last commit says. */
function checkEnd(
  end: WarcPosition,
  sizes: ReadonlyMap<string, number>,
  { problems, notes }: CrawlCheck,
): void {
  const size = sizes.get(end.file) ?? 0;
  if (size < end.length)
    problems.push(`archive/${end.file} has ${size} bytes, and had ${end.length} at the last commit`);
  if (size > end.length)
    notes.push(
      `archive/${end.file}: ${size - end.length} bytes were written after the last commit; a resumed crawl writes them again`,
    );
}

class FileCheck {
  readonly #file: string;
  readonly #expected: Map<number, { url: string; length: number }> | undefined;
  readonly #found = new Map<string, string[]>();

  constructor(file: string, expected: Map<number, { url: string; length: number }> | undefined) {
    this.#file = file;
    this.#expected = expected;
  }

  damaged(detail: string): void {
    this.#note('cannot be read', detail);
  }

  record(record: WarcRecord): void {
    const { url, place, type } = record;
    const isWhole = record.block.length === record.blockLength;
    if (isWhole && !hasDigest(record, 'WARC-Block-Digest', record.block))
      this.#note('do not have the digest that they were written with', url);
    const hasPayload = type === 'response' || type === 'conversion';
    const body = isWhole && hasPayload ? parseHttp(record.block)?.body : undefined;
    if (body !== undefined && !hasDigest(record, 'WARC-Payload-Digest', body))
      this.#note('do not have the payload that they were written with', url);
    if (place === undefined) return;
    const expected = this.#expected?.get(place.offset);
    if (expected === undefined) return;
    this.#expected!.delete(place.offset);
    if (expected.url !== url || expected.length !== place.length)
      this.#note('are not those that the catalogue names', `${expected.url} (found ${url})`);
  }

  problems(): string[] {
    for (const { url } of this.#expected?.values() ?? [])
      this.#note('are in the catalogue and not in the file', url);
    return [...this.#found].map(([what, examples]) => {
      const more = examples.length > NAMED ? ', …' : '';
      return `archive/${this.#file}: ${examples.length} records ${what}: ${examples.slice(0, NAMED).join(', ')}${more}`;
    });
  }

  #note(what: string, example: string): void {
    const examples = this.#found.get(what) ?? [];
    examples.push(example);
    this.#found.set(what, examples);
  }
}

/** Digests of other kinds than ours are not checked. */
function hasDigest({ headers }: WarcRecord, name: string, bytes: Uint8Array): boolean {
  const [kind, value] = header(headers, name)?.split(':') ?? [];
  return kind !== 'sha256' || value === hash('sha256', bytes, 'hex');
}
