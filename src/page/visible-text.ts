/**
 * Collects the visible text in one pass over the source and without a string for each piece: white space collapsed,
 * entities decoded, blocks and lines separated by one newline. It also records where words start and how many words of
 * each block are link text, so that later questions (the words around a link, the density of a block) take two lookups.
 */
import { DecodingMode, EntityDecoder, htmlDecodeTree } from 'entities/decode';
import { Containers } from './containers.ts';

const NONE = 0;
const SPACE = 1;
const LINE = 2;
const BREAK = 3;

/** What a block of text is, by the elements around it. */
export const PLAIN_BLOCK = 0;
export const APART_BLOCK = 1;
export const HEADING_BLOCK = 2;

export interface Block {
  start: number;
  end: number;
  words: number;
  linkWords: number;
  kind: number;
  /** The container it is in. */
  node: number;
}

export class VisibleText {
  length = 0;
  words = 0;
  /** Whether text added now is link text. */
  inLink = false;
  /** The kind of blocks that start now. */
  kind = PLAIN_BLOCK;
  readonly containers = new Containers();
  /** Text was left out because there was too much. */
  cut = false;
  readonly source: string;
  /** The source as numbers: reading characters from a string takes four times as long. */
  readonly sourceUnits: Uint16Array;
  readonly #room: Room;
  readonly #units: Uint16Array;
  readonly #wordStarts: Int32Array;
  readonly #limit: number;
  #gap = BREAK;
  #seen = 0;
  #half = false;
  #blockStart: number[] = [];
  #blockWord: number[] = [];
  #blockLinkWords: number[] = [];
  #blockKind: number[] = [];
  #blockNode: number[] = [];

  constructor(source: string, maxLength: number) {
    this.source = source;
    // Text is never longer than its source, except for an entity that stands for two characters.
    this.#limit = Math.min(source.length + 4, maxLength);
    this.#room = takeRoom(source.length, this.#limit + 8);
    this.sourceUnits = this.#room.source;
    this.#units = this.#room.units;
    this.#wordStarts = this.#room.wordStarts;
    Buffer.from(this.sourceUnits.buffer).write(source, 'utf16le');
  }

  line(): void {
    if (this.#gap < LINE) this.#gap = LINE;
  }

  block(): void {
    this.#gap = BREAK;
  }

  /** Adds a piece of the source. */
  write(start: number, end: number, entities: boolean): void {
    let n = this.length;
    if (n + end - start >= this.#limit) {
      end = Math.max(start, Math.min(end, start + this.#limit - n - 1));
      this.cut = true;
    }
    const source = this.sourceUnits;
    const units = this.#units;
    const wordStarts = this.#wordStarts;
    const before = this.words;
    let words = before;
    let gap = this.#gap;
    let seen = this.#seen;
    for (let i = start; i < end; i++) {
      let c = source[i]!;
      let rest = 0;
      if (c <= 32) {
        if (gap === NONE) gap = SPACE;
        continue;
      }
      if (c === AMPERSAND && entities) {
        const consumed = decodeEntity(this.source, i);
        if (consumed > 0) {
          i += consumed - 1;
          c = entity[0]!;
          rest = entity[1]!;
        }
      }
      if ((c >= 127 || c <= 32) && isBlank(c)) {
        if (gap === NONE && c !== SOFT_HYPHEN) gap = SPACE;
        continue;
      }
      if (gap !== NONE) {
        if (n > 0) units[n++] = gap === SPACE ? 32 : 10;
        if (gap === BREAK) this.#startBlock(n, words);
        gap = NONE;
        wordStarts[words++] = n;
        this.#half = true;
      } else if (c >= 0x3040 && isDense(c)) {
        // Two characters of a script without spaces count as about one word.
        if (!this.#half) wordStarts[words++] = n;
        this.#half = !this.#half;
      }
      units[n++] = c;
      if (rest !== 0) units[n++] = rest;
      seen |= c | rest;
      // The rest of a word in plain letters needs none of the checks above.
      while (i + 1 < end) {
        c = source[i + 1]!;
        if (c <= 32 || c >= 127 || c === AMPERSAND) break;
        units[n++] = c;
        i++;
      }
    }
    this.length = n;
    this.words = words;
    this.#gap = gap;
    this.#seen = seen;
    if (this.inLink && words > before) {
      this.#blockLinkWords[this.#blockLinkWords.length - 1]! += words - before;
    }
  }

  /** The text, and the same with spaces for newlines, from which anchors and their contexts are cut. */
  finish(): { text: string; flat: string } {
    const { length } = this;
    const units = this.#units.subarray(0, length);
    if (this.#seen < 256) {
      const bytes = Buffer.allocUnsafe(length);
      for (let i = 0; i < length; i++) bytes[i] = units[i]!;
      const text = bytes.toString('latin1');
      for (let i = bytes.indexOf(10); i !== -1; i = bytes.indexOf(10, i + 1)) bytes[i] = 32;
      return { text, flat: bytes.toString('latin1') };
    }
    const bytes = Buffer.from(units.buffer, units.byteOffset, length * 2);
    const text = bytes.toString('utf16le');
    for (let i = units.indexOf(10); i !== -1; i = units.indexOf(10, i + 1)) units[i] = 32;
    return { text, flat: bytes.toString('utf16le') };
  }

  /** Where up to `count` words before a position start, given the number of words up to it. */
  startBefore(place: number, words: number, count: number): number {
    if (words === 0) return place;
    const start = Math.max(this.#wordStarts[Math.max(0, words - count)]!, place - count * LONGEST_WORD);
    return start < place ? this.startAfter(start) : place;
  }

  /** Where the text after a position starts: past the space that ends a word. */
  startAfter(place: number): number {
    return place < this.length && this.#units[place]! <= 32 ? place + 1 : place;
  }

  /** Where up to `count` words after a position end, given the number of words up to it. */
  endAfter(place: number, words: number, count: number): number {
    let end = words + count < this.words ? this.#wordStarts[words + count]! : this.length;
    end = Math.min(end, place + count * LONGEST_WORD);
    return end > place && this.#units[end - 1]! <= 32 ? end - 1 : end;
  }

  blocks(): Block[] {
    const starts = this.#blockStart;
    return starts.map((start, at) => ({
      start,
      end: at + 1 < starts.length ? starts[at + 1]! - 1 : this.length,
      words: (at + 1 < starts.length ? this.#blockWord[at + 1]! : this.words) - this.#blockWord[at]!,
      linkWords: this.#blockLinkWords[at]!,
      kind: this.#blockKind[at]!,
      node: this.#blockNode[at]!,
    }));
  }

  /** Releases the buffer for the next page; nothing can be read after this. */
  release(): void {
    giveRoom(this.#room);
  }

  #startBlock(start: number, word: number): void {
    this.#blockStart.push(start);
    this.#blockWord.push(word);
    this.#blockLinkWords.push(0);
    this.#blockKind.push(this.kind);
    this.#blockNode.push(this.containers.current);
  }
}

const AMPERSAND = 38;
const SOFT_HYPHEN = 0xad;
/** Ten "words" of a script without spaces, or of noise, must not be ten paragraphs. */
const LONGEST_WORD = 24;

/** Spaces of all kinds and characters without a width. */
function isBlank(c: number): boolean {
  if (c < 0x2000) return c <= 32 || (c >= 127 && c <= 0xa0) || c === SOFT_HYPHEN || c === 0x1680;
  if (c <= 0x206f) return c <= 0x200b || c === 0x2028 || c === 0x2029 || c === 0x202f || c >= 0x205f;
  return c === 0x3000 || c === 0xfeff;
}

/** Kana and Han, written without spaces. */
function isDense(c: number): boolean {
  return c <= 0x30ff || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff);
}

/** The one or two UTF-16 units of the entity decoded last. */
const entity = new Uint16Array(2);
let entityLength = 0;
const decoder = new EntityDecoder(htmlDecodeTree, (codePoint, consumed) => {
  if (entityLength === 0) entity[1] = 0;
  const character = String.fromCodePoint(codePoint);
  for (let i = 0; i < character.length && entityLength < 2; i++)
    entity[entityLength++] = character.charCodeAt(i);
  entityConsumed = consumed;
});
let entityConsumed = 0;

/** How many characters of the source the entity at a position takes, 0 if there is none. */
function decodeEntity(source: string, at: number): number {
  entityLength = 0;
  entityConsumed = 0;
  decoder.startEntity(DecodingMode.Legacy);
  if (decoder.write(source, at + 1) < 0) decoder.end();
  return entityLength === 0 ? 0 : entityConsumed;
}

interface Room {
  source: Uint16Array;
  units: Uint16Array;
  wordStarts: Int32Array;
}

/** One buffer is kept between pages: reading is synchronous, so at most one page uses it at a time. */
let spare: Room | undefined;
const SMALLEST_ROOM = 1 << 16;
const LARGEST_SPARE = 1 << 19;

function takeRoom(sourceLength: number, textLength: number): Room {
  const room = spare;
  spare = undefined;
  if (room !== undefined && room.source.length >= sourceLength && room.units.length >= textLength)
    return room;
  const size = Math.max(SMALLEST_ROOM, textLength);
  return {
    source: new Uint16Array(Math.max(SMALLEST_ROOM, sourceLength)),
    units: new Uint16Array(size),
    wordStarts: new Int32Array(size),
  };
}

function giveRoom(room: Room): void {
  if (room.source.length <= LARGEST_SPARE) spare = room;
}
