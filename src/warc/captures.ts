/**
 * The index of a WARC file: which responses it contains, for which URLs, and where. Built in one streaming pass and
 * stored in the user's cache folder, keyed by the file's path, size and modification time, so that a large file is read
 * once. A stale, damaged or differently versioned cache entry is rebuilt.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { header } from '../web/web.ts';
import { httpStatus } from './http.ts';
import { readWarcFile, type WarcRecord } from './read.ts';

export interface Capture {
  /** As recorded. */
  url: string;
  offset: number;
  length: number;
  /** 0 if unknown: a revisit without HTTP headers. */
  status: number;
  /** WARC-Date, as recorded. */
  date: string;
  recordId: string;
  /** WARC-Payload-Digest; empty if the record has none. */
  digest: string;
  /** Set on a revisit: the payload is in another record. */
  revisit?: { recordId: string; url: string; date: string };
  /** Set on a page as a browser showed it: the record id of what the server sent. */
  renderedFrom?: string;
  /** Set if it is not a page but what one requested while it was rendered: `script`, `fetch` … */
  resourceType?: string;
}

export interface CaptureIndex {
  path: string;
  captures: Capture[];
  /** Parts of the file that could not be read, as sentences. */
  damage: string[];
}

export interface IndexOptions {
  /** Where indexes are stored; `cacheFolder()` by default, false for none. */
  cache?: string | false;
}

export async function indexCaptures(path: string, options: IndexOptions = {}): Promise<CaptureIndex> {
  const full = resolve(path);
  const stamp = await stampOf(full);
  const cache = options.cache ?? cacheFolder();
  const entry = cache === false ? undefined : join(cache, `${fileKey(full)}.captures`);
  const kept = entry === undefined ? undefined : await readEntry(entry, stamp);
  if (kept !== undefined) return { path: full, ...kept };
  const built = await build(full);
  if (cache !== false && entry !== undefined) await writeEntry(cache, entry, stamp, built);
  return { path: full, ...built };
}

/** FORAGE_CACHE, otherwise the system's usual cache location. */
export function cacheFolder(): string {
  const { FORAGE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (FORAGE_CACHE) return FORAGE_CACHE;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'forage');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'forage', 'cache');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'forage');
}

type Contents = Omit<CaptureIndex, 'path'>;

/** Enough of a block for its status line. */
const HEAD_BYTES = 256;

async function build(path: string): Promise<Contents> {
  const captures: Capture[] = [];
  const damage: string[] = [];
  const records = readWarcFile(path, {
    maxBlockBytes: HEAD_BYTES,
    onDamage: ({ offset, detail, resumedAt }) =>
      damage.push(
        `at byte ${offset}: ${detail}${resumedAt === undefined ? '; nothing readable follows' : ''}`,
      ),
  });
  for await (const record of records) {
    const capture = captureOf(record, path);
    if (capture !== undefined) captures.push(capture);
  }
  return { captures, damage };
}

function captureOf(record: WarcRecord, path: string): Capture | undefined {
  if (record.type !== 'response' && record.type !== 'revisit' && record.type !== 'conversion')
    return undefined;
  if (!/^https?:\/\//i.test(record.url)) return undefined;
  if (record.place === undefined) {
    throw new ForageError(
      'WARC_INVALID',
      `${path} is compressed as a whole, so single pages cannot be read from it; unpack it with gunzip and use the .warc file.`,
    );
  }
  const status = httpStatus(record.block);
  if (status === undefined && record.type !== 'revisit') return undefined;
  const text = (name: string) => header(record.headers, name) ?? '';
  const resourceType = header(record.headers, 'WARC-Resource-Type');
  return {
    url: record.url,
    ...record.place,
    status: status ?? 0,
    date: text('WARC-Date'),
    recordId: text('WARC-Record-ID'),
    digest: text('WARC-Payload-Digest'),
    ...(record.type === 'revisit' && {
      revisit: {
        recordId: text('WARC-Refers-To'),
        url: text('WARC-Refers-To-Target-URI'),
        date: text('WARC-Refers-To-Date'),
      },
    }),
    ...(record.type === 'conversion' && { renderedFrom: text('WARC-Refers-To') }),
    ...(resourceType !== undefined && { resourceType }),
  };
}

function fileKey(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}

async function stampOf(path: string): Promise<string> {
  try {
    const { size, mtimeNs } = await stat(path, { bigint: true });
    return `${size} ${mtimeNs}`;
  } catch (error) {
    throw new ForageError('FILE_UNREADABLE', `${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const FORMAT = 'forage captures 2';

/** Lines of tab-separated text; the first line has the format, a stamp and a checksum of everything after it. */
async function writeEntry(cache: string, entry: string, stamp: string, contents: Contents): Promise<void> {
  const lines = contents.captures.map((capture) => {
    const { url, offset, length, status, date, recordId, digest, revisit } = capture;
    const { renderedFrom = '', resourceType = '' } = capture;
    const row = [url, offset, length, status, date, recordId, digest, renderedFrom, resourceType];
    if (revisit !== undefined) row.push(revisit.recordId, revisit.url, revisit.date);
    return row.map((cell) => String(cell).replaceAll('\t', ' ')).join('\t');
  });
  const text = [...lines, ...contents.damage.map((sentence) => `!${sentence}`)].join('\n');
  const body = Buffer.from(text);
  const temporary = `${entry}.${process.pid}`;
  try {
    makeFolder(cache);
    await writeFile(temporary, [`${FORMAT}\t${stamp}\t${crc32(body)}\n`, body]);
    await rename(temporary, entry);
  } catch {
    // If the cache cannot be written, the next start is slower; nothing else is lost.
    await rm(temporary, { force: true }).catch(() => {});
  }
}

async function readEntry(entry: string, stamp: string): Promise<Contents | undefined> {
  const bytes = await readFile(entry).catch(() => undefined);
  const firstLine = bytes?.indexOf('\n') ?? -1;
  if (bytes === undefined || firstLine < 0) return undefined;
  const body = bytes.subarray(firstLine + 1);
  if (bytes.toString('utf8', 0, firstLine) !== `${FORMAT}\t${stamp}\t${crc32(body)}`) return undefined;
  const contents: Contents = { captures: [], damage: [] };
  for (let start = 0; start < body.length; ) {
    const lineEnd = body.indexOf('\n', start);
    const end = lineEnd < 0 ? body.length : lineEnd;
    const line = body.toString('utf8', start, end);
    start = end + 1;
    if (line.startsWith('!')) contents.damage.push(line.slice(1));
    else contents.captures.push(captureOfLine(line));
  }
  return contents;
}

function captureOfLine(line: string): Capture {
  const cells = line.split('\t');
  const cell = (index: number) => cells[index] ?? '';
  return {
    url: cell(0),
    offset: Number(cell(1)),
    length: Number(cell(2)),
    status: Number(cell(3)),
    date: cell(4),
    recordId: cell(5),
    digest: cell(6),
    ...(cell(7) !== '' && { renderedFrom: cell(7) }),
    ...(cell(8) !== '' && { resourceType: cell(8) }),
    ...(cells.length > 9 && { revisit: { recordId: cell(9), url: cell(10), date: cell(11) } }),
  };
}
