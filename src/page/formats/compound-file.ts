/**
 * Compound files ([MS-CFB]), the container of old office documents: streams by name. Chains of sectors are followed at
 * most as far as the file is long, so a chain that bites its tail ends as a refusal.
 */
import { Unreadable } from './content.ts';

const SIGNATURE = 0xe11ab1a1e011cfd0n;
const LAST_REGULAR = 0xfffffffa;
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const DIFAT_IN_HEADER = 109;

interface Stream {
  start: number;
  size: number;
}

export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #sectorBytes: number;
  readonly #miniBytes: number;
  readonly #miniCutoff: number;
  readonly #fat: number[] = [];
  readonly #streams = new Map<string, Stream>();
  #miniFat: Buffer = Buffer.alloc(0);
  #miniStream: Buffer = Buffer.alloc(0);

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#bytes.length < HEADER_BYTES || this.#bytes.readBigUInt64LE(0) !== SIGNATURE)
      throw broken('its header is damaged');
    this.#sectorBytes = 1 << this.#bytes.readUInt16LE(30);
    this.#miniBytes = 1 << this.#bytes.readUInt16LE(32);
    this.#miniCutoff = this.#bytes.readUInt32LE(56);
    if (this.#sectorBytes !== 512 && this.#sectorBytes !== 4096) throw broken('its sectors have an odd size');
    this.#readFat();
    this.#readDirectory();
  }

  get names(): string[] {
    return [...this.#streams.keys()];
  }

  read(name: string): Buffer | undefined {
    const stream = this.#streams.get(name);
    if (stream === undefined) return undefined;
    const { start, size } = stream;
    const whole = size < this.#miniCutoff ? this.#readMini(start, size) : this.#chain(start);
    return whole.subarray(0, size);
  }

  #readFat(): void {
    const bytes = this.#bytes;
    const sectors: number[] = [];
    for (let i = 0; i < DIFAT_IN_HEADER; i++) sectors.push(bytes.readUInt32LE(76 + 4 * i));
    let next = bytes.readUInt32LE(68);
    for (let i = bytes.readUInt32LE(72), steps = 0; i > 0 && next <= LAST_REGULAR; i--) {
      if (++steps > this.#mostSectors) throw broken('its sectors form a circle');
      const sector = this.#sector(next);
      for (let at = 0; at < sector.length - 4; at += 4) sectors.push(sector.readUInt32LE(at));
      next = sector.readUInt32LE(sector.length - 4);
    }
    for (const number of sectors.filter((one) => one <= LAST_REGULAR)) {
      const sector = this.#sector(number);
      for (let at = 0; at < sector.length; at += 4) this.#fat.push(sector.readUInt32LE(at));
      if (this.#fat.length > this.#mostSectors + this.#sectorBytes) break;
    }
  }

  #readDirectory(): void {
    const directory = this.#chain(this.#bytes.readUInt32LE(48));
    for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
      const nameBytes = Math.min(64, directory.readUInt16LE(at + 64));
      const type = directory[at + 66];
      const start = directory.readUInt32LE(at + 116);
      const size = directory.readUInt32LE(at + 120);
      if (type === 5 && size > 0) this.#miniStream = this.#chain(start).subarray(0, size);
      if (type !== 2 || nameBytes < 2) continue;
      const name = directory.toString('utf16le', at, at + nameBytes - 2);
      if (!this.#streams.has(name)) this.#streams.set(name, { start, size });
    }
    const miniFatStart = this.#bytes.readUInt32LE(60);
    if (miniFatStart <= LAST_REGULAR) this.#miniFat = this.#chain(miniFatStart);
  }

  #chain(start: number): Buffer {
    const sectors: Buffer[] = [];
    for (let sector = start; sector <= LAST_REGULAR; sector = this.#fat[sector] ?? 0xfffffffe) {
      if (sectors.length > this.#mostSectors) throw broken('its sectors form a circle');
      sectors.push(this.#sector(sector));
    }
    return Buffer.concat(sectors);
  }

  #readMini(start: number, size: number): Buffer {
    const sectors: Buffer[] = [];
    const most = Math.ceil(size / this.#miniBytes);
    for (let sector = start; sector <= LAST_REGULAR && sectors.length < most; ) {
      sectors.push(this.#miniStream.subarray(sector * this.#miniBytes, (sector + 1) * this.#miniBytes));
      if (4 * sector + 4 > this.#miniFat.length) break;
      sector = this.#miniFat.readUInt32LE(4 * sector);
    }
    return Buffer.concat(sectors);
  }

  /** Sectors count from behind the header, which fills one. The last one may be shorter. */
  #sector(number: number): Buffer {
    const at = (number + 1) * this.#sectorBytes;
    if (at >= this.#bytes.length) throw broken('a sector is outside of the file, so it is not complete');
    const sector = this.#bytes.subarray(at, at + this.#sectorBytes);
    return sector.length === this.#sectorBytes ? sector : Buffer.concat([sector], this.#sectorBytes);
  }

  get #mostSectors(): number {
    return Math.ceil(this.#bytes.length / this.#sectorBytes);
  }
}

const broken = (what: string): Unreadable =>
  new Unreadable('parse-error', `The office file is damaged: ${what}.`);
