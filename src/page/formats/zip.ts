/**
 * Zip archives as documents use them: entries by name, stored or deflated (APPNOTE 6.3). All that is unpacked from one
 * archive is limited, whatever sizes it declares, so a bomb ends as a refusal.
 */
import { inflateRawSync } from 'node:zlib';
import { Unreadable } from './content.ts';

const MOST_ENTRIES = 20_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LONGEST_COMMENT = 65_535;

interface Entry {
  method: number;
  isEncrypted: boolean;
  packed: number;
  at: number;
}

export class Zip {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();
  readonly #mostBytes: number;
  #unpacked = 0;

  constructor(bytes: Uint8Array, mostBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#mostBytes = mostBytes;
    try {
      this.#readDirectory();
    } catch (error) {
      if (error instanceof RangeError) throw broken('its directory points outside of the file');
      throw error;
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Undefined if there is no such entry. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.isEncrypted) throw new Unreadable('encrypted', 'The document is protected by a password.');
    try {
      const unpacked = this.#unpack(entry);
      this.#unpacked += unpacked.length;
      return unpacked;
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw this.#tooLarge();
      throw broken(`${name}: ${(error as Error).message}`);
    }
  }

  /** An entry as text: UTF-8, or UTF-16 with its mark. */
  text(name: string): string | undefined {
    const bytes = this.read(name);
    if (bytes === undefined) return undefined;
    const isWide =
      bytes.length > 1 &&
      ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
    return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  }

  #readDirectory(): void {
    const bytes = this.#bytes;
    let end = bytes.length - 22;
    const first = Math.max(0, end - LONGEST_COMMENT);
    while (end >= first && bytes.readUInt32LE(end) !== END) end--;
    if (end < first) throw broken('its directory is missing, so it is not complete');
    const count = bytes.readUInt16LE(end + 10);
    if (count > MOST_ENTRIES) throw broken(`it has ${count} entries`);
    let at = bytes.readUInt32LE(end + 16);
    for (let i = 0; i < count; i++) {
      if (bytes.readUInt32LE(at) !== ENTRY) throw broken('its directory is damaged');
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
      this.#entries.set(name, {
        method: bytes.readUInt16LE(at + 10),
        isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
        packed: bytes.readUInt32LE(at + 20),
        at: bytes.readUInt32LE(at + 42),
      });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }

  #unpack({ method, packed, at }: Entry): Buffer {
    const bytes = this.#bytes;
    if (bytes.readUInt32LE(at) !== LOCAL) throw broken('an entry is not where its directory says');
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (start + packed > bytes.length) throw broken('an entry is longer than the file');
    const content = bytes.subarray(start, start + packed);
    const room = this.#mostBytes - this.#unpacked;
    if (room <= 0 || (method === 0 && packed > room)) throw this.#tooLarge();
    if (method === 0) return content;
    if (method !== 8) throw broken(`compression method ${method} is not known`);
    return inflateRawSync(content, { maxOutputLength: room });
  }

  #tooLarge(): Unreadable {
    const megabytes = Math.round(this.#mostBytes / 1e6);
    return new Unreadable('parse-memory', `The document unpacks into more than ${megabytes} MB.`);
  }
}

const broken = (what: string): Unreadable =>
  new Unreadable('parse-error', `The zip archive is damaged: ${what}.`);
