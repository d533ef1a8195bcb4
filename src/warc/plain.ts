/**
 * The uncompressed bytes of a WARC file for the record reader: headers up to the blank line, a block of known length,
 * the newlines after it. Tracks where in the file a record starts and ends.
 */
import type { Piece } from './members.ts';

export interface Mark {
  /** Offset in the file: of the record itself if plain, of its gzip member if compressed. */
  offset: number;
  /** No other record precedes this one in its gzip member. */
  first: boolean;
}

const EMPTY = Buffer.alloc(0);
const CR = 13;
const LF = 10;

export class PlainBytes {
  readonly #pieces: AsyncGenerator<Piece>;
  readonly #gzipped: boolean;
  #held: Buffer = EMPTY;
  /** Plain: offset of the next byte. Compressed: of the member that contains the next byte. */
  #offset = 0;
  /** Only newlines have been read from the current member. */
  #fresh = true;
  /** Where the last completed member ended. */
  #memberEnd = 0;
  #inMember = false;
  #damage: { fault: string; offset: number } | undefined;

  constructor(pieces: AsyncGenerator<Piece>, gzipped: boolean) {
    this.#pieces = pieces;
    this.#gzipped = gzipped;
  }

  mark(): Mark {
    return { offset: this.#offset, first: this.#fresh };
  }

  /** The compression error since the last call, if any; reported once. */
  takeDamage(): { fault: string; offset: number } | undefined {
    const damage = this.#damage;
    this.#damage = undefined;
    return damage;
  }

  async skipNewlines(most: number): Promise<void> {
    let skipped = 0;
    for (;;) {
      while (this.#held.length === 0) if (!(await this.#more())) return;
      const count = newlinesAtStart(this.#held, most - skipped);
      skipped += count;
      const fresh = this.#fresh;
      this.#drop(count);
      this.#fresh = fresh;
      if (this.#held.length > 0 || skipped === most) return;
    }
  }

  /** Text up to and including the blank line. */
  async takeHead(maxBytes: number): Promise<{ text: string } | 'end' | 'torn' | 'too-long'> {
    while (this.#held.length === 0) if (!(await this.#more())) return 'end';
    for (;;) {
      const end = headEnd(this.#held);
      if (end >= 0 && end <= maxBytes) {
        const text = this.#held.toString('utf8', 0, end);
        this.#drop(end);
        return { text };
      }
      const beginning = this.#held.toString('latin1', 0, 5);
      if (!'WARC/'.startsWith(beginning)) return { text: beginning };
      if (this.#held.length > maxBytes) return 'too-long';
      if (!(await this.#more())) return 'torn';
    }
  }

  /** The first `maxBytes` of a block; undefined if the data ends first. */
  async takeBlock(length: number, maxBytes: number): Promise<Buffer | undefined> {
    const kept: Buffer[] = [];
    let room = Math.min(length, maxBytes);
    for (let rest = length; rest > 0; ) {
      while (this.#held.length === 0) if (!(await this.#more())) return undefined;
      const taken = this.#held.subarray(0, rest);
      if (room > 0) kept.push(taken.subarray(0, room));
      room -= Math.min(room, taken.length);
      rest -= taken.length;
      this.#drop(taken.length);
    }
    return kept.length === 1 ? kept[0]! : Buffer.concat(kept);
  }

  /** Skips the newlines after a block and returns the record's position, if it can be read on its own. */
  async endRecord(start: Mark): Promise<{ offset: number; length: number } | undefined> {
    if (!this.#gzipped) {
      await this.skipNewlines(4);
      return { offset: start.offset, length: this.#offset - start.offset };
    }
    while (this.#inMember) {
      this.#drop(newlinesAtStart(this.#held, this.#held.length));
      if (this.#held.length > 0 || !(await this.#more())) return undefined;
    }
    return start.first ? { offset: start.offset, length: this.#memberEnd - start.offset } : undefined;
  }

  /** Skips to what looks like a record: at the start of a member or of a line. */
  async seekRecord(): Promise<void> {
    for (;;) {
      const at = this.#held.indexOf('\nWARC/');
      if (at >= 0) {
        this.#drop(at + 1);
        return;
      }
      this.#drop(Math.max(0, this.#held.length - 5));
      const offset = this.#offset;
      if (!(await this.#more())) {
        this.#held = EMPTY;
        return;
      }
      if (this.#gzipped && this.#offset !== offset) return;
    }
  }

  #drop(count: number): void {
    if (count === 0) return;
    this.#held = this.#held.subarray(count);
    this.#fresh = false;
    if (!this.#gzipped) this.#offset += count;
  }

  /** Reads one piece; false at the end, and on damaged compression. */
  async #more(): Promise<boolean> {
    const { done, value: piece } = await this.#pieces.next();
    if (done) return false;
    if (piece.kind === 'bytes') {
      this.#held = this.#held.length === 0 ? piece.bytes : Buffer.concat([this.#held, piece.bytes]);
    } else if (piece.kind === 'start') {
      this.#inMember = true;
      if (this.#held.length === 0) {
        this.#offset = piece.offset;
        this.#fresh = true;
      }
    } else if (piece.kind === 'end') {
      this.#inMember = false;
      this.#memberEnd = piece.offset;
    } else {
      this.#damage = { fault: piece.detail, offset: piece.offset };
      this.#inMember = false;
      this.#held = EMPTY;
      return false;
    }
    return true;
  }
}

function newlinesAtStart(bytes: Buffer, most: number): number {
  let count = 0;
  while (count < bytes.length && count < most && (bytes[count] === CR || bytes[count] === LF)) count++;
  return count;
}

/** Position after the first blank line, whatever its newlines; -1 if there is none. */
function headEnd(bytes: Buffer): number {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return -1;
}
