/**
 * The archive of a crawl: gzip members appended to NAME-00001.warc.gz, NAME-00002.warc.gz, …, each file starting with a
 * warcinfo record and limited to about `maxBytes`.
 *
 * A crash may leave the archive files and the database that records their positions out of step. So the database stores
 * `position()` with every commit, after `flush` (the bytes survive the process) or `sync` (they survive a power cut),
 * and a resumed crawl passes it to `rewindTo`: anything written after that commit, partial records included, is cut
 * off. All calls are synchronous, so that nothing can be appended between a flush and the commit that follows it.
 */
import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder, onDisk } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { encodeWarcinfo } from './encode.ts';

export interface WarcPosition {
  /** The file's name inside the archive folder. */
  file: string;
  /** How many of its bytes are valid. */
  length: number;
}

export interface WarcPlace {
  file: string;
  offset: number;
  length: number;
}

export interface WarcFilesOptions {
  /** The prefix of every file name: letters, digits, dot, dash, underscore. */
  name?: string;
  /** A new file is started before one grows beyond this, unless a single record is larger. */
  maxBytes?: number;
  /** The contents of every file's warcinfo record: software, operator, robots … */
  info?: [name: string, value: string][];
}

/** Appends are buffered up to this size and written in one call. */
const BUFFER_BYTES = 1_000_000;

export class WarcFiles {
  readonly folder: string;
  readonly #name: string;
  readonly #maxBytes: number;
  readonly #info: [name: string, value: string][];
  #number: number;
  /** Of the current file, including the buffer. */
  #length = 0;
  #descriptor: number | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  /** Files of an earlier run are not touched: writing starts with the next number, unless `rewindTo` is called. */
  constructor(folder: string, options: WarcFilesOptions = {}) {
    this.folder = folder;
    this.#name = options.name ?? 'crawl';
    if (!/^[A-Za-z0-9._-]+$/.test(this.#name)) {
      throw new ForageError(
        'INPUT_INVALID',
        `"${this.#name}" cannot be the prefix of a WARC file name; use letters, digits, dots and dashes.`,
      );
    }
    this.#maxBytes = options.maxBytes ?? 1_000_000_000;
    this.#info = options.info ?? [['software', 'Forage']];
    onDisk(folder, () => makeFolder(folder));
    this.#number = Math.max(0, ...this.#numbers()) + 1;
  }

  /** Returns the record's position immediately; the bytes reach the disk with the next `flush` or `sync`. */
  append(member: Uint8Array): WarcPlace {
    if (this.#length > 0 && this.#length + member.length > this.#maxBytes) this.#startNextFile();
    if (this.#length === 0) this.#collect(this.#warcinfo());
    const place = { file: this.#fileName(this.#number), offset: this.#length, length: member.length };
    this.#collect(member);
    if (this.#waitingBytes > BUFFER_BYTES) this.flush();
    return place;
  }

  /** Covers everything appended so far. Call `flush` or `sync` before storing it. */
  position(): WarcPosition {
    return { file: this.#fileName(this.#number), length: this.#length };
  }

  /** Passes everything to the operating system. */
  flush(): void {
    if (this.#waitingBytes === 0) return;
    this.#onFile(() => {
      this.#descriptor ??= this.#open();
      writeAll(this.#descriptor, this.#waiting, this.#length - this.#waitingBytes);
    });
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** Passes everything to the disk. */
  sync(): void {
    this.flush();
    this.#onFile(() => {
      if (this.#descriptor !== undefined) fdatasyncSync(this.#descriptor);
    });
  }

  /** The same without waiting for the disk: resolves when it has everything that was appended so far. */
  async syncLater(): Promise<void> {
    this.flush();
    const [descriptor, path] = [this.#descriptor, this.#path()];
    if (descriptor === undefined) return;
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    fdatasync(descriptor, resolve);
    const error = await promise;
    // A file that was closed meanwhile is on the disk already.
    if (error !== null && this.#descriptor === descriptor)
      onDisk(path, () => {
        throw error;
      });
  }

  /**
   * Truncates the archive to a stored position and deletes later files. Returns how many bytes before the position are
   * missing on disk (after a power cut without `sync`), normally 0; a file with missing bytes is left as it is, and
   * writing continues in the next.
   */
  rewindTo(position: WarcPosition): number {
    const number = this.#numberOf(position.file);
    if (number === undefined || !Number.isSafeInteger(position.length) || position.length < 0) {
      throw new ForageError(
        'CRAWL_FOLDER',
        `The crawl's database refers to "${position.file}", which is not a WARC file of this crawl; restore the crawl folder as a whole.`,
      );
    }
    this.#leaveFile();
    for (const later of this.#numbers()) {
      if (later > number) rmSync(join(this.folder, this.#fileName(later)));
    }
    const path = join(this.folder, position.file);
    const found = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (found > position.length) onDisk(path, () => truncateSync(path, position.length));
    const lost = Math.max(0, position.length - found);
    this.#number = lost > 0 ? number + 1 : number;
    this.#length = lost > 0 ? 0 : position.length;
    return lost;
  }

  close(): void {
    this.sync();
    this.#leaveFile();
  }

  #collect(member: Uint8Array): void {
    this.#waiting.push(member);
    this.#waitingBytes += member.length;
    this.#length += member.length;
  }

  #startNextFile(): void {
    this.sync();
    this.#leaveFile();
    this.#number++;
    this.#length = 0;
  }

  /** Drops what is still buffered; call `flush` first to keep it. */
  #leaveFile(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #onFile<T>(work: () => T): T {
    return onDisk(this.#path(), work);
  }

  #path(): string {
    return join(this.folder, this.#fileName(this.#number));
  }

  #open(): number {
    const descriptor = openSync(this.#path(), constants.O_CREAT | constants.O_RDWR);
    syncFolder(this.folder);
    return descriptor;
  }

  #warcinfo(): Uint8Array {
    return encodeWarcinfo({
      date: Date.now(),
      fileName: this.#fileName(this.#number),
      fields: [
        ...this.#info,
        ['format', 'WARC File Format 1.1'],
        ['conformsTo', 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'],
      ],
    });
  }

  #fileName(number: number): string {
    return `${this.#name}-${String(number).padStart(5, '0')}.warc.gz`;
  }

  #numbers(): number[] {
    return readdirSync(this.folder).flatMap((file) => this.#numberOf(file) ?? []);
  }

  #numberOf(file: string): number | undefined {
    if (!file.startsWith(`${this.#name}-`)) return undefined;
    const digits = /^(\d{5,9})\.warc\.gz$/.exec(file.slice(this.#name.length + 1))?.[1];
    return digits === undefined ? undefined : Number(digits);
  }
}

/** Usually one call; the system may write less than requested. */
function writeAll(descriptor: number, pieces: Uint8Array[], position: number): void {
  const bytes = Buffer.concat(pieces);
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}

/**
 * A new file's name is durable only once its folder is synced; systems that cannot sync a folder report an error and do
 * not need to.
 */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {}
}
