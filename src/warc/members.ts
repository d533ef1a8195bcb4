/**
 * The uncompressed bytes of a gzip file, with its member boundaries (RFC 1952). A WARC file has one member per record,
 * and reading a single record requires knowing where its member starts and ends.
 *
 * Memory use is small regardless of what a member unpacks to. Damage does not end reading: it is reported in place, and
 * the next member is searched for.
 */
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteSource } from './bytes.ts';

export type Piece =
  | { kind: 'start'; offset: number }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'end'; offset: number }
  | { kind: 'damage'; offset: number; detail: string };

export async function* gzipMembers(source: ByteSource): AsyncGenerator<Piece> {
  while ((await source.peek(1)).length > 0) {
    const start = source.offset;
    const headerFault = await skipHeader(source);
    if (headerFault !== undefined) {
      yield { kind: 'damage', offset: start, detail: headerFault };
      await source.seek(MAGIC, Math.max(source.offset, start + 1));
      continue;
    }
    yield { kind: 'start', offset: start };
    const fault = yield* inflateMember(source);
    if (fault === undefined) {
      yield { kind: 'end', offset: source.offset };
    } else {
      yield { kind: 'damage', offset: start, detail: fault };
      await source.seek(MAGIC, Math.max(source.offset, start + 1));
    }
  }
}

/** An uncompressed file looks like one member without an end. */
export async function* plainPieces(source: ByteSource): AsyncGenerator<Piece> {
  yield { kind: 'start', offset: source.offset };
  for (let bytes = await source.next(); bytes !== undefined; bytes = await source.next()) {
    yield { kind: 'bytes', bytes };
  }
}

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
const HAS_HEADER_CRC = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const RESERVED_FLAGS = 0xe0;
const MAX_HEADER_TEXT = 4096;

/** Returns what is wrong, if anything. */
async function skipHeader(source: ByteSource): Promise<string | undefined> {
  const fixed = await source.peek(10);
  if (!fixed.subarray(0, 3).equals(MAGIC.subarray(0, fixed.length))) return 'no gzip member begins here';
  if (fixed.length < 10) return 'the file ends inside a gzip header';
  const flags = fixed[3]!;
  if (flags & RESERVED_FLAGS) return 'a gzip header with unknown flags';
  source.skip(10);
  if (flags & HAS_EXTRA) {
    const size = await source.peek(2);
    const extra = size.length < 2 ? 0 : 2 + size.readUInt16LE();
    if (size.length < 2 || (await source.peek(extra)).length < extra)
      return 'the file ends inside a gzip header';
    source.skip(extra);
  }
  for (const text of [HAS_NAME, HAS_COMMENT]) {
    if (!(flags & text)) continue;
    const end = (await source.peek(MAX_HEADER_TEXT)).indexOf(0);
    if (end < 0) return 'a gzip header without an end';
    source.skip(end + 1);
  }
  if (flags & HAS_HEADER_CRC) {
    if ((await source.peek(2)).length < 2) return 'the file ends inside a gzip header';
    source.skip(2);
  }
  return undefined;
}

/**
 * Raw inflate stops where its stream ends, and `bytesWritten` says how much of the last chunk it consumed; the gzip
 * classes of node:zlib would continue into the next member. Returns what is wrong, if anything.
 */
async function* inflateMember(source: ByteSource): AsyncGenerator<Piece, string | undefined> {
  const whole = await inflateAtOnce(source);
  if (whole !== undefined) {
    yield { kind: 'bytes', bytes: whole };
    return trailerFault(source, crc32(whole), whole.length);
  }
  const inflater = createInflateRaw({ chunkSize: 65_536 });
  let given = 0;
  let lastChunk: Buffer = Buffer.alloc(0);
  const feed = (error?: Error | null) => {
    const isOver = inflater.bytesWritten < given;
    if (error || isOver || inflater.destroyed) return;
    source.next().then(
      (chunk) => {
        if (chunk === undefined) {
          inflater.end();
          return;
        }
        given += chunk.length;
        lastChunk = chunk;
        inflater.write(chunk, feed);
      },
      (unreadable: Error) => inflater.destroy(unreadable),
    );
  };
  let checksum = 0;
  let length = 0;
  let fault: string | undefined;
  feed();
  try {
    for await (const bytes of inflater as AsyncIterable<Buffer>) {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      yield { kind: 'bytes', bytes };
    }
  } catch (error) {
    if (!isZlibError(error)) throw error;
    fault =
      error.code === 'Z_BUF_ERROR' ? 'the file ends inside a record' : `broken gzip data (${error.message})`;
  }
  if (fault !== undefined) {
    source.unread(lastChunk);
    return fault;
  }
  source.unread(lastChunk.subarray(lastChunk.length - (given - inflater.bytesWritten)));
  return trailerFault(source, checksum, length);
}

async function trailerFault(
  source: ByteSource,
  checksum: number,
  length: number,
): Promise<string | undefined> {
  const trailer = await source.peek(8);
  if (trailer.length < 8) return 'the file ends inside a record';
  source.skip(8);
  const fits = trailer.readUInt32LE(0) === checksum && trailer.readUInt32LE(4) === length % 2 ** 32;
  return fits ? undefined : 'a gzip checksum that does not match';
}

const AT_ONCE_BYTES = 1_048_576;

/** Avoids a stream for a small member that is completely in the buffer, as nearly all are. */
async function inflateAtOnce(source: ByteSource): Promise<Buffer | undefined> {
  const chunk = await source.next();
  if (chunk === undefined) return undefined;
  try {
    const options = {
      info: true,
      chunkSize: 65_536,
      maxOutputLength: AT_ONCE_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    };
    const { buffer, engine } = inflateRawSync(chunk, options) as unknown as Inflated;
    if (engine.bytesWritten < chunk.length) {
      source.unread(chunk.subarray(engine.bytesWritten));
      return buffer;
    }
  } catch {
    // Too large or damaged: the stream finds out which.
  }
  source.unread(chunk);
  return undefined;
}

/** What the synchronous calls of node:zlib return with `info`. */
interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

function isZlibError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
