/**
 * A streaming reader for WARC files of any origin, versions 1.0 and 1.1: plain, one gzip member per record, or gzipped
 * as a whole. Memory is bounded by `maxBlockBytes` whatever the file claims. A truncated end or a damaged part, also at
 * the beginning, is reported and skipped; only what neither is named nor begins like a WARC file is refused.
 */
import { createReadStream } from 'node:fs';
import { ForageError } from '../errors.ts';
import { ByteSource } from './bytes.ts';
import { gzipMembers, plainPieces } from './members.ts';
import { PlainBytes } from './plain.ts';

export interface WarcRecord {
  /** `1.0`, `1.1`. */
  version: string;
  /** `response`, `request`, `revisit`, `warcinfo` … in lower case. */
  type: string;
  headers: [name: string, value: string][];
  /** WARC-Target-URI, without the angle brackets that some writers add; empty if there is none. */
  url: string;
  /** Where the record can be read on its own; undefined if it shares a gzip member with others. */
  place: { offset: number; length: number } | undefined;
  /** As the record declares it. */
  blockLength: number;
  /** The block, or its beginning: compare `block.length` with `blockLength`. */
  block: Buffer;
}

export interface Damage {
  offset: number;
  detail: string;
  /** Where reading resumed; undefined if nothing readable followed: a truncated end. */
  resumedAt: number | undefined;
}

export interface ReadOptions {
  /** At most this much of each block is kept; the rest is skipped. */
  maxBlockBytes?: number;
  onDamage?: (damage: Damage) => void;
  /** The source's name in error messages. */
  name?: string;
  /** Offset of the first byte in its file. */
  offset?: number;
}

/** Reads a file, or its bytes from `start` to `end` (exclusive). */
export function readWarcFile(
  path: string,
  options: ReadOptions & { start?: number; end?: number } = {},
): AsyncGenerator<WarcRecord> {
  const { start = 0, end, ...rest } = options;
  // A stream would read the byte at its end.
  if (end !== undefined && end <= start) return readWarc([], { name: path, ...rest });
  const stream = createReadStream(path, {
    highWaterMark: 262_144,
    start,
    ...(end !== undefined && { end: end - 1 }),
  });
  return readWarc(namedErrors(stream, path), { name: path, offset: start, ...rest });
}

export async function* readWarc(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<WarcRecord> {
  const source = new ByteSource(chunks, options.offset ?? 0);
  try {
    const gzipped = await isGzip(source, options.name ?? 'The input');
    const plain = new PlainBytes(gzipped ? gzipMembers(source) : plainPieces(source), gzipped);
    yield* records(plain, options);
  } finally {
    await source.close();
  }
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

async function isGzip(source: ByteSource, name: string): Promise<boolean> {
  const first = await source.peek(16);
  if (first[0] === 0x1f && first[1] === 0x8b) return true;
  if (first.subarray(0, 4).equals(ZSTD_MAGIC)) {
    throw new ForageError(
      'WARC_INVALID',
      `${name} is compressed with zstd; unpack it first with: zstd -d FILE`,
    );
  }
  const text = first.toString('latin1').trimStart();
  if (text !== '' && 'WARC/'.startsWith(text.slice(0, 5))) return false;
  if (isNamedWarc(name)) return /\.gz$/i.test(name);
  if (text === '') return false;
  throw new ForageError(
    'WARC_INVALID',
    `${name} is not a WARC file; use one that ends in .warc or .warc.gz.`,
  );
}

const isNamedWarc = (name: string): boolean => /\.warc(\.gz)?$/i.test(name);

async function* records(plain: PlainBytes, options: ReadOptions): AsyncGenerator<WarcRecord> {
  const { maxBlockBytes = 67_108_864, name = 'The input' } = options;
  let pending: { offset: number; detail: string } | undefined;
  let first = true;
  for (;;) {
    const outcome = await readRecord(plain, maxBlockBytes);
    if (outcome === 'end') break;
    if ('fault' in outcome) {
      if (first && outcome.fault === NOT_A_RECORD && !isNamedWarc(name)) {
        throw new ForageError(
          'WARC_INVALID',
          `${name} contains no WARC records; use a file that ends in .warc or .warc.gz.`,
        );
      }
      pending ??= { offset: outcome.offset, detail: outcome.fault };
      await plain.seekRecord();
    } else {
      if (pending !== undefined) options.onDamage?.({ ...pending, resumedAt: outcome.startedAt });
      pending = undefined;
      yield outcome.record;
    }
    first = false;
  }
  if (pending !== undefined) options.onDamage?.({ ...pending, resumedAt: undefined });
}

type Outcome = { record: WarcRecord; startedAt: number } | { fault: string; offset: number } | 'end';

const NOT_A_RECORD = 'no WARC record begins here';
const MAX_HEAD_BYTES = 65_536;

async function readRecord(plain: PlainBytes, maxBlockBytes: number): Promise<Outcome> {
  await plain.skipNewlines(Number.POSITIVE_INFINITY);
  const damageBefore = plain.takeDamage();
  if (damageBefore !== undefined) return damageBefore;
  const start = plain.mark();
  const fault = (detail: string): Outcome => plain.takeDamage() ?? { fault: detail, offset: start.offset };
  const head = await plain.takeHead(MAX_HEAD_BYTES);
  if (head === 'end') return plain.takeDamage() ?? 'end';
  if (head === 'torn') return fault('the file ends inside the head of a record');
  if (head === 'too-long') return fault('the head of a record has no end');
  const version = /^WARC\/(\d+\.\d+)[ \t]*\r?\n/.exec(head.text)?.[1];
  if (version === undefined) return fault(NOT_A_RECORD);
  const headers = parseFields(head.text.slice(head.text.indexOf('\n') + 1));
  const length = field(headers, 'content-length') ?? '';
  const blockLength = /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  if (blockLength === undefined) return fault('a record without a usable Content-Length');
  const block = await plain.takeBlock(blockLength, maxBlockBytes);
  if (block === undefined) return fault('the file ends inside a record');
  const place = await plain.endRecord(start);
  const damageWithin = plain.takeDamage();
  if (damageWithin !== undefined) return damageWithin;
  const url = field(headers, 'warc-target-uri') ?? '';
  return {
    startedAt: start.offset,
    record: {
      version,
      type: (field(headers, 'warc-type') ?? '').toLowerCase(),
      headers,
      url: url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url,
      place,
      blockLength,
      block,
    },
  };
}

/** `Name: value` lines; a line that starts with white space continues the previous one. */
export function parseFields(text: string): [name: string, value: string][] {
  const fields: [name: string, value: string][] = [];
  for (const line of text.split('\n')) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (last !== undefined && (line.startsWith(' ') || line.startsWith('\t'))) last[1] += ` ${line.trim()}`;
    else if (colon > 0) fields.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return fields;
}

function field(headers: [string, string][], lowerName: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === lowerName)?.[1];
}

async function* namedErrors(stream: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw new ForageError('FILE_UNREADABLE', `${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
