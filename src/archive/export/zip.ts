/**
 * A ZIP file as a stream of bytes (APPNOTE 6.3.10): nothing is held in memory but the directory, and no size need be
 * known in advance. Sizes and offsets are always those of ZIP64, so that a file may be of any size; bytes that are
 * compressed already are stored as they are, so that a reader can take a part of them by its offset.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** What was written of one file. */
export interface Zipped {
  path: string;
  /** Before compression. */
  bytes: number;
  /** Of the bytes before compression: `sha256:` and hexadecimal digits. */
  hash: string;
}

export class Zip {
  readonly written: Zipped[] = [];
  readonly #directory: Buffer[] = [];
  readonly #time: number;
  #offset: number;

  /** `offset` is what precedes the first byte in its file. */
  constructor({ modified = new Date(), offset = 0 } = {}) {
    this.#time = dosTime(modified);
    this.#offset = offset;
  }

  /** The bytes of one more file. */
  async *file(path: string, bytes: Bytes, { stored = false } = {}): AsyncGenerator<Uint8Array> {
    const start = this.#offset;
    const name = Buffer.from(path);
    const hash = createHash('sha256');
    let size = 0;
    let crc = 0;
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        size += chunk.length;
        crc = crc32(chunk, crc);
        hash.update(chunk);
        yield chunk;
      }
    }
    const method = stored ? STORED : DEFLATED;
    yield this.#count(this.#localHeader(name, method));
    const dataAt = this.#offset;
    for await (const chunk of stored ? measured() : deflated(measured())) yield this.#count(chunk);
    const packed = this.#offset - dataAt;
    yield this.#count(descriptor(crc, packed, size));
    this.#directory.push(this.#directoryEntry(name, method, { crc, packed, size, start }));
    this.written.push({ path, bytes: size, hash: `sha256:${hash.digest('hex')}` });
  }

  /** The directory, which ends the file. */
  end(): Uint8Array {
    const directory = Buffer.concat(this.#directory);
    const count = this.#directory.length;
    const at = this.#offset;
    const end64 = fields([4, 0x06064b50], [8, 44], [2, MADE_BY], [2, ZIP64], [4, 0], [4, 0]);
    const sizes64 = fields([8, count], [8, count], [8, directory.length], [8, at]);
    const locator = fields([4, 0x07064b50], [4, 0], [8, at + directory.length], [4, 1]);
    const end = fields(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, MAX16],
      [2, MAX16],
      [4, MAX32],
      [4, MAX32],
      [2, 0],
    );
    return Buffer.concat([directory, end64, sizes64, locator, end]);
  }

  #count<Chunk extends Uint8Array>(chunk: Chunk): Chunk {
    this.#offset += chunk.length;
    return chunk;
  }

  #localHeader(name: Buffer, method: number): Buffer {
    const head = fields([4, 0x04034b50], [2, ZIP64], [2, FLAGS], [2, method], [4, this.#time], [4, 0]);
    const sizes = fields([4, MAX32], [4, MAX32], [2, name.length], [2, 20]);
    return Buffer.concat([head, sizes, name, fields([2, 1], [2, 16], [8, 0], [8, 0])]);
  }

  #directoryEntry(
    name: Buffer,
    method: number,
    { crc, packed, size, start }: { crc: number; packed: number; size: number; start: number },
  ): Buffer {
    const head = fields([4, 0x02014b50], [2, MADE_BY], [2, ZIP64], [2, FLAGS], [2, method], [4, this.#time]);
    const sizes = fields([4, crc], [4, MAX32], [4, MAX32], [2, name.length], [2, 28], [2, 0]);
    const place = fields([2, 0], [2, 0], [4, REGULAR_FILE], [4, MAX32]);
    return Buffer.concat([
      head,
      sizes,
      place,
      name,
      fields([2, 1], [2, 24], [8, size], [8, packed], [8, start]),
    ]);
  }
}

const STORED = 0;
const DEFLATED = 8;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const ZIP64 = 45;
/** Unix, so that the attributes of a file mean what they say. */
const MADE_BY = 0x0300 | ZIP64;
const REGULAR_FILE = 0o100644 * 2 ** 16;
const MAX16 = 0xffff;
const MAX32 = 0xffffffff;

const descriptor = (crc: number, packed: number, size: number): Buffer =>
  fields([4, 0x08074b50], [4, crc], [8, packed], [8, size]);

async function* deflated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packing = createDeflateRaw();
  const fed = pipeline(Readable.from(bytes), packing);
  // Reported by the loop below, too; without this it would end the process.
  fed.catch(() => {});
  for await (const chunk of packing) yield chunk as Buffer;
  await fed;
}

/** Little-endian numbers, each with its width in bytes. */
function fields(...given: [width: 2 | 4 | 8, value: number][]): Buffer {
  const bytes = Buffer.alloc(given.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of given) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
}

/** Date and time in the form of MS-DOS, which begins in 1980. */
function dosTime(date: Date): number {
  const year = Math.max(0, date.getUTCFullYear() - 1980);
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return day * 2 ** 16 + time;
}
