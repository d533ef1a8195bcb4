/**
 * Deflate (RFC 1951) for web pages, in plain TypeScript over buffers that are made once.
 *
 * The compressor of node:zlib takes a native handle for every record, with memory outside the heap that drives the
 * garbage collector into full collections every few hundred pages. This one looks for repeats of four bytes and
 * more at one earlier place (a table of hashes with a slot each, as in LZ4 or Snappy), never looks back on a match
 * it has taken, and gives each block of 64 KB a Huffman code of its own. It has no levels: whoever wants it smaller
 * asks zlib.
 */
import { makeCode } from './huffman.ts';

/** As many bytes as `deflateInto` may write for so many: every block may be stored as it is. */
export function deflateBound(length: number): number {
  return length + 5 * (Math.floor(length / BLOCK) + 1) + SLACK;
}

/** Writes the bytes of `source` compressed into `target` from `at` on, and answers where they end. */
export function deflateInto(source: Uint8Array, target: Uint8Array, at: number): number {
  const { length } = source;
  if (origin + length > MAX_ORIGIN) {
    seen.fill(0);
    origin = 1;
  }
  const sourceView = new DataView(source.buffer, source.byteOffset, length);
  const targetView = new DataView(target.buffer, target.byteOffset, target.length);
  bits = 0;
  bitCount = 0;
  out = at;
  let start = 0;
  do {
    const end = Math.min(start + BLOCK, length);
    const sequences = findRepeats(sourceView, start, end);
    writeBlock(source, start, end, sequences, targetView, end === length);
    start = end;
  } while (start < length);
  flushBits(targetView);
  // What was remembered of this record lies before the next one's origin.
  origin += length;
  return out;
}

/** No more than a stored block can hold. */
const BLOCK = 65_535;
const SLACK = 16;
const WINDOW = 32_768;
const MIN_REPEAT = 4;
const MAX_REPEAT = 258;
const HASH_BITS = 14;
const HASH_FACTOR = 0x9e3779b1;
const HASH_SHIFT = 32 - HASH_BITS;
const MAX_ORIGIN = 2 ** 30;

/**
 * For each hash of four bytes, side by side: where they stood last, counted from the beginning of the first record,
 * and which they were.
 */
const seen = new Int32Array(2 << HASH_BITS);
let origin = 1;

/** A block as sequences: so many bytes as they are, then a repeat. */
const MAX_SEQUENCES = Math.ceil(BLOCK / MIN_REPEAT) + 1;
const runs = new Uint16Array(MAX_SEQUENCES);
const repeatLengths = new Uint16Array(MAX_SEQUENCES);
const distances = new Uint16Array(MAX_SEQUENCES);

const LITERALS = 286;
const DISTANCES = 30;
const BLOCK_END = 256;
const FIRST_LENGTH = 257;
const literalFrequencies = new Int32Array(LITERALS);
const distanceFrequencies = new Int32Array(DISTANCES);

/** Fills the sequences and the frequencies of a block; answers how many sequences there are. */
function findRepeats(source: DataView, start: number, end: number): number {
  literalFrequencies.fill(0);
  distanceFrequencies.fill(0);
  literalFrequencies[BLOCK_END] = 1;
  const base = origin;
  const lastStart = end - MIN_REPEAT;
  let sequences = 0;
  let at = start;
  let runStart = start;
  while (at <= lastStart) {
    const word = source.getInt32(at, true);
    const slot = 2 * (Math.imul(word, HASH_FACTOR) >>> HASH_SHIFT);
    const earlier = seen[slot]! - base;
    seen[slot] = at + base;
    if (seen[slot + 1] !== word || earlier < 0 || at - earlier > WINDOW) {
      seen[slot + 1] = word;
      literalFrequencies[word & 0xff]!++;
      at++;
      continue;
    }
    const length = repeatLength(source, earlier, at, Math.min(end, at + MAX_REPEAT));
    const distance = at - earlier;
    runs[sequences] = at - runStart;
    repeatLengths[sequences] = length;
    distances[sequences++] = distance;
    literalFrequencies[FIRST_LENGTH + lengthSymbols[length]!]!++;
    distanceFrequencies[distanceSymbol(distance)]!++;
    at += length;
    runStart = at;
    if (at > lastStart) break;
    // Of the places within a repeat only the last is remembered: it often begins the next one.
    const last = source.getInt32(at - 1, true);
    const lastSlot = 2 * (Math.imul(last, HASH_FACTOR) >>> HASH_SHIFT);
    seen[lastSlot] = at - 1 + base;
    seen[lastSlot + 1] = last;
  }
  for (; at < end; at++) literalFrequencies[source.getUint8(at)]!++;
  return sequences;
}

/** Four bytes are known to be the same; looks at four more at a time. */
function repeatLength(source: DataView, earlier: number, at: number, end: number): number {
  const gap = at - earlier;
  let place = at + MIN_REPEAT;
  while (place <= end - 4) {
    const difference = source.getInt32(place - gap, true) ^ source.getInt32(place, true);
    if (difference !== 0) return place - at + ((31 - Math.clz32(difference & -difference)) >>> 3);
    place += 4;
  }
  while (place < end && source.getUint8(place - gap) === source.getUint8(place)) place++;
  return place - at;
}

function distanceSymbol(distance: number): number {
  const below = distance - 1;
  if (below < 4) return below;
  const exponent = 31 - Math.clz32(below);
  return 2 * exponent + ((below >>> (exponent - 1)) & 1);
}

/** Of a length: its symbol, from 0 on; of a symbol: the shortest length, and the bits that say how much longer. */
const lengthSymbols = new Uint8Array(MAX_REPEAT + 1);
const shortest = new Uint16Array(29);
const lengthBits = new Uint8Array(29);
for (let symbol = 0, length = 3; symbol < 28; symbol++) {
  shortest[symbol] = length;
  lengthBits[symbol] = symbol < 8 ? 0 : (symbol - 4) >> 2;
  for (let i = 0; i < 1 << lengthBits[symbol]!; i++) lengthSymbols[length++] = symbol;
}
lengthSymbols[MAX_REPEAT] = 28;
shortest[28] = MAX_REPEAT;

/** With its extra bits (5 for a length, 13 for a distance) a code has at most 24, and is written in one go. */
const MAX_CODE = 15;
const MAX_DISTANCE_CODE = 11;
const literalLengths = new Uint8Array(LITERALS);
const literalCodes = new Uint16Array(LITERALS);
const distanceLengths = new Uint8Array(DISTANCES);
const distanceCodes = new Uint16Array(DISTANCES);

let bits = 0;
let bitCount = 0;
let out = 0;

function writeBlock(
  source: Uint8Array,
  start: number,
  end: number,
  sequences: number,
  target: DataView,
  isLast: boolean,
): void {
  makeCode(literalFrequencies, LITERALS, MAX_CODE, literalLengths, literalCodes);
  makeCode(distanceFrequencies, DISTANCES, MAX_DISTANCE_CODE, distanceLengths, distanceCodes);
  const headBits = prepareHead();
  if ((headBits + bodyBits()) / 8 >= end - start) return writeStored(source, start, end, target, isLast);
  put(target, isLast ? 1 : 0, 1);
  put(target, 2, 2);
  writeHead(target);
  writeSequences(source, start, end, sequences, target);
}

function bodyBits(): number {
  let sum = 0;
  for (let symbol = 0; symbol < LITERALS; symbol++) {
    const extra = symbol < FIRST_LENGTH ? 0 : lengthBits[symbol - FIRST_LENGTH]!;
    sum += literalFrequencies[symbol]! * (literalLengths[symbol]! + extra);
  }
  for (let symbol = 0; symbol < DISTANCES; symbol++) {
    const extra = symbol < 4 ? 0 : (symbol >> 1) - 1;
    sum += distanceFrequencies[symbol]! * (distanceLengths[symbol]! + extra);
  }
  return sum;
}

function writeStored(
  source: Uint8Array,
  start: number,
  end: number,
  target: DataView,
  isLast: boolean,
): void {
  put(target, isLast ? 1 : 0, 3);
  flushBits(target);
  const length = end - start;
  put(target, length, 16);
  put(target, ~length & 0xffff, 16);
  new Uint8Array(target.buffer, target.byteOffset).set(source.subarray(start, end), out);
  out += length;
}

/** The lengths of the two codes are themselves run-length coded and given a code (RFC 1951, 3.2.7). */
const SENT_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const SENT_SYMBOLS = SENT_ORDER.length;
const REPEAT_LAST = 16;
const ZEROS = 17;
const MANY_ZEROS = 18;
const SENT_BITS = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 7);
const sentFrequencies = new Int32Array(SENT_SYMBOLS);
const sentLengths = new Uint8Array(SENT_SYMBOLS);
const sentCodes = new Uint16Array(SENT_SYMBOLS);
const bothLengths = new Uint8Array(LITERALS + DISTANCES);
/** A symbol each, with the value of its extra bits above it. */
const sent = new Uint16Array(LITERALS + DISTANCES);
let sentCount = 0;
let sentLiterals = 0;
let sentDistances = 0;
let sentOrders = 0;

/** Answers how many bits the head will take. */
function prepareHead(): number {
  sentLiterals = LITERALS;
  while (literalLengths[sentLiterals - 1] === 0) sentLiterals--;
  sentDistances = DISTANCES;
  while (sentDistances > 1 && distanceLengths[sentDistances - 1] === 0) sentDistances--;
  for (let i = 0; i < sentLiterals; i++) bothLengths[i] = literalLengths[i]!;
  for (let i = 0; i < sentDistances; i++) bothLengths[sentLiterals + i] = distanceLengths[i]!;
  sentFrequencies.fill(0);
  sentCount = 0;
  const all = sentLiterals + sentDistances;
  for (let i = 0; i < all; ) {
    const length = bothLengths[i]!;
    let end = i + 1;
    while (end < all && bothLengths[end] === length) end++;
    if (length !== 0) {
      send(length, 0);
      i++;
    }
    let left = end - i;
    while (left >= 3) {
      const most = length === 0 ? 138 : 6;
      const run = Math.min(left, most);
      if (length !== 0) send(REPEAT_LAST, run - 3);
      else if (run <= 10) send(ZEROS, run - 3);
      else send(MANY_ZEROS, run - 11);
      left -= run;
    }
    for (; left > 0; left--) send(length, 0);
    i = end;
  }
  makeCode(sentFrequencies, SENT_SYMBOLS, 7, sentLengths, sentCodes);
  sentOrders = SENT_SYMBOLS;
  while (sentOrders > 4 && sentLengths[SENT_ORDER[sentOrders - 1]!] === 0) sentOrders--;
  let sum = 17 + 3 * sentOrders;
  for (let symbol = 0; symbol < SENT_SYMBOLS; symbol++)
    sum += sentFrequencies[symbol]! * (sentLengths[symbol]! + SENT_BITS[symbol]!);
  return sum;
}

function send(symbol: number, extra: number): void {
  sentFrequencies[symbol]!++;
  sent[sentCount++] = symbol | (extra << 8);
}

function writeHead(target: DataView): void {
  put(target, sentLiterals - 257, 5);
  put(target, sentDistances - 1, 5);
  put(target, sentOrders - 4, 4);
  for (let i = 0; i < sentOrders; i++) put(target, sentLengths[SENT_ORDER[i]!]!, 3);
  for (let i = 0; i < sentCount; i++) {
    const symbol = sent[i]! & 0xff;
    put(target, sentCodes[symbol]!, sentLengths[symbol]!);
    put(target, sent[i]! >>> 8, SENT_BITS[symbol]!);
  }
}

/**
 * Up to 7 bits wait from one symbol to the next, and a symbol with its extra bits has at most 24, so that 32 bits
 * are always enough: four bytes are written each time, of which the whole ones count.
 */
function writeSequences(
  source: Uint8Array,
  start: number,
  end: number,
  sequences: number,
  target: DataView,
): void {
  packCodes();
  let waiting = bits;
  let count = bitCount;
  let to = out;
  let at = start;
  for (let sequence = 0; sequence <= sequences; sequence++) {
    const runEnd = sequence < sequences ? at + runs[sequence]! : end;
    for (; at < runEnd; at++) {
      const code = packedLiterals[source[at]!]!;
      waiting |= (code & CODE_MASK) << count;
      count += code >>> CODE_BITS;
      target.setInt32(to, waiting, true);
      to += count >>> 3;
      waiting >>>= count & 24;
      count &= 7;
    }
    if (sequence === sequences) break;
    const length = repeatLengths[sequence]!;
    const lengthCode = packedLengths[length]!;
    waiting |= (lengthCode & CODE_MASK) << count;
    count += lengthCode >>> CODE_BITS;
    target.setInt32(to, waiting, true);
    to += count >>> 3;
    waiting >>>= count & 24;
    count &= 7;

    const distance = distances[sequence]!;
    const symbol = distanceSymbol(distance);
    const codeLength = distanceLengths[symbol]!;
    const extra = symbol < 4 ? 0 : (symbol >>> 1) - 1;
    const value = distanceCodes[symbol]! | (((distance - 1) & ((1 << extra) - 1)) << codeLength);
    waiting |= value << count;
    count += codeLength + extra;
    target.setInt32(to, waiting, true);
    to += count >>> 3;
    waiting >>>= count & 24;
    count &= 7;
    at += length;
  }
  bits = waiting;
  bitCount = count;
  out = to;
  put(target, literalCodes[BLOCK_END]!, literalLengths[BLOCK_END]!);
}

/** A code, or a code with its extra bits, with the number of the bits above it. */
const CODE_BITS = 24;
const CODE_MASK = (1 << CODE_BITS) - 1;
const packedLiterals = new Int32Array(256);
const packedLengths = new Int32Array(MAX_REPEAT + 1);

function packCodes(): void {
  for (let literal = 0; literal < 256; literal++)
    packedLiterals[literal] = literalCodes[literal]! | (literalLengths[literal]! << CODE_BITS);
  for (let length = MIN_REPEAT; length <= MAX_REPEAT; length++) {
    const symbol = lengthSymbols[length]!;
    const codeLength = literalLengths[FIRST_LENGTH + symbol]!;
    const extra = (length - shortest[symbol]!) << codeLength;
    const count = codeLength + lengthBits[symbol]!;
    packedLengths[length] = literalCodes[FIRST_LENGTH + symbol]! | extra | (count << CODE_BITS);
  }
}

function put(target: DataView, value: number, count: number): void {
  bits |= value << bitCount;
  bitCount += count;
  while (bitCount >= 8) {
    target.setUint8(out++, bits);
    bits >>>= 8;
    bitCount -= 8;
  }
}

function flushBits(target: DataView): void {
  if (bitCount > 0) target.setUint8(out++, bits);
  bits = 0;
  bitCount = 0;
}
