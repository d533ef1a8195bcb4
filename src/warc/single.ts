/**
 * Reads one record from the middle of a WARC file, at a position known from an index. Small records, which nearly all
 * are, take one read and one zlib call; large or unusual ones are streamed, where the block limit holds while
 * unpacking. A few files stay open between calls.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ForageError } from '../errors.ts';
import { readWarc, readWarcFile, type WarcRecord } from './read.ts';

const SMALL_PACKED_BYTES = 262_144;
const SMALL_BYTES = 2_097_152;

export class SingleRecords {
  readonly #open = new Map<string, number>();
  readonly #maxOpenFiles: number;

  constructor(options: { maxOpenFiles?: number } = {}) {
    this.#maxOpenFiles = options.maxOpenFiles ?? 32;
  }

  async read(
    path: string,
    place: { offset: number; length: number },
    maxBlockBytes: number,
  ): Promise<WarcRecord> {
    const chunks = place.length <= SMALL_PACKED_BYTES ? this.#small(path, place) : undefined;
    const records =
      chunks === undefined
        ? readWarcFile(path, { maxBlockBytes, start: place.offset, end: place.offset + place.length })
        : readWarc([chunks], { maxBlockBytes, name: path, offset: place.offset });
    // Where it is damaged, what looks like a record further on is not the one that was asked for.
    for await (const record of records) {
      if (record.place?.offset !== place.offset) break;
      return record;
    }
    throw new ForageError(
      'WARC_INVALID',
      `${path} no longer has a record at byte ${place.offset}; it was changed or damaged after it was opened.`,
    );
  }

  close(): void {
    for (const descriptor of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
  }

  /** The record's bytes, unpacked if that is fast. */
  #small(path: string, place: { offset: number; length: number }): Buffer | undefined {
    const bytes = Buffer.allocUnsafe(place.length);
    let length = 0;
    try {
      length = readSync(this.#descriptor(path), bytes, 0, place.length, place.offset);
    } catch (error) {
      throw new ForageError('FILE_UNREADABLE', `${path} cannot be read: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const raw = bytes.subarray(0, length);
    if (raw[0] !== 0x1f || raw[1] !== 0x8b) return raw;
    try {
      // Pages compress to about 25 % of their size, so most come out in one chunk.
      const chunkSize = Math.min(262_144, Math.max(16_384, raw.length * 4));
      return gunzipSync(raw, { maxOutputLength: SMALL_BYTES, chunkSize });
    } catch {
      return undefined;
    }
  }

  /** Least recently used first: an accessed file moves to the end. */
  #descriptor(path: string): number {
    let descriptor = this.#open.get(path);
    if (descriptor === undefined) {
      descriptor = openSync(path, 'r');
      const oldest = this.#open.size >= this.#maxOpenFiles ? this.#open.entries().next().value : undefined;
      if (oldest !== undefined) {
        closeSync(oldest[1]);
        this.#open.delete(oldest[0]);
      }
    } else {
      this.#open.delete(path);
    }
    this.#open.set(path, descriptor);
    return descriptor;
  }
}
