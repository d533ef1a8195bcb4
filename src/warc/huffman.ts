/**
 * Prefix codes as deflate wants them (RFC 1951, 3.2.2): a length for every symbol that occurs, none above a limit,
 * and the canonical codes of these lengths, lowest bit first.
 *
 * Lengths are those of Huffman (1952), found in place in the sorted frequencies as by Moffat and Katajainen (1995).
 * Where a length is above the limit the code is evened out by counts: not always the best code under the limit, but
 * within a fraction of a percent, and such frequencies are rare.
 */

const MAX_LENGTH = 15;
const MAX_SYMBOLS = 288;
const SYMBOL_BITS = 9;
const SYMBOL_MASK = (1 << SYMBOL_BITS) - 1;

const sorted = new Int32Array(MAX_SYMBOLS);
const weights = new Float64Array(MAX_SYMBOLS);
const counts = new Uint16Array(MAX_LENGTH + 1);
const nextCodes = new Uint16Array(MAX_LENGTH + 1);

/**
 * Fills `lengths` and `codes` for the first `symbols` frequencies; 0 is the length of what does not occur. At least
 * two symbols get a code, since not every reader takes a code of one. A frequency stays below 2^23.
 */
export function makeCode(
  frequencies: Int32Array,
  symbols: number,
  limit: number,
  lengths: Uint8Array,
  codes: Uint16Array,
): void {
  let used = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    lengths[symbol] = 0;
    if (frequencies[symbol] !== 0) sorted[used++] = (frequencies[symbol]! << SYMBOL_BITS) | symbol;
  }
  for (let symbol = 0; used < 2; symbol++) {
    if (frequencies[symbol] === 0) sorted[used++] = (1 << SYMBOL_BITS) | symbol;
  }
  sorted.subarray(0, used).sort();
  for (let i = 0; i < used; i++) weights[i] = sorted[i]! >>> SYMBOL_BITS;
  weightsToDepths(used);
  depthsToCounts(used, limit);

  let length = limit;
  for (let i = 0; i < used; i++) {
    while (counts[length] === 0) length--;
    counts[length] = counts[length]! - 1;
    lengths[sorted[i]! & SYMBOL_MASK] = length;
  }
  lengthsToCodes(lengths, symbols, codes);
}

/** From weights in rising order to the depths of their leaves, in falling order, in the same room. */
function weightsToDepths(n: number): void {
  // Pairs the two lightest of leaves and inner nodes; a node's place then holds its parent's.
  weights[0] = weights[0]! + weights[1]!;
  let root = 0;
  let leaf = 2;
  for (let node = 1; node < n - 1; node++) {
    let weight = 0;
    for (let child = 0; child < 2; child++) {
      if (leaf >= n || (root < node && weights[root]! < weights[leaf]!)) {
        weight += weights[root]!;
        weights[root++] = node;
      } else weight += weights[leaf++]!;
    }
    weights[node] = weight;
  }
  // Parents to the depths of inner nodes.
  weights[n - 2] = 0;
  for (let node = n - 3; node >= 0; node--) weights[node] = weights[weights[node]!]! + 1;
  // How many inner nodes each depth has says how many leaves it has.
  let available = 1;
  let depth = 0;
  let inner = n - 2;
  let next = n - 1;
  while (available > 0) {
    let innerHere = 0;
    while (inner >= 0 && weights[inner] === depth) {
      innerHere++;
      inner--;
    }
    for (let leaves = available - innerHere; leaves > 0; leaves--) weights[next--] = depth;
    available = 2 * innerHere;
    depth++;
  }
}

/** How many symbols have each length, none above the limit. */
function depthsToCounts(n: number, limit: number): void {
  counts.fill(0);
  let room = 1 << limit;
  for (let i = 0; i < n; i++) {
    const length = Math.min(weights[i]!, limit);
    counts[length] = counts[length]! + 1;
    room -= 1 << (limit - length);
  }
  // Each step makes one leaf of a shorter length a level longer and hangs one of the longest beside it.
  while (room < 0) {
    let length = limit - 1;
    while (counts[length] === 0) length--;
    counts[length] = counts[length]! - 1;
    counts[length + 1] = counts[length + 1]! + 2;
    counts[limit] = counts[limit]! - 1;
    room++;
  }
}

/** Canonical codes, turned round because deflate sends them from the highest bit on. */
export function lengthsToCodes(lengths: Uint8Array, symbols: number, codes: Uint16Array): void {
  counts.fill(0);
  for (let symbol = 0; symbol < symbols; symbol++) {
    const length = lengths[symbol]!;
    counts[length] = counts[length]! + 1;
  }
  let code = 0;
  counts[0] = 0;
  for (let length = 1; length <= MAX_LENGTH; length++) {
    code = (code + counts[length - 1]!) << 1;
    nextCodes[length] = code;
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const length = lengths[symbol]!;
    if (length === 0) continue;
    const forward = nextCodes[length]!;
    nextCodes[length] = forward + 1;
    codes[symbol] = ((reversedBytes[forward & 0xff]! << 8) | reversedBytes[forward >>> 8]!) >>> (16 - length);
  }
}

const reversedBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) reversed |= 0x80 >> bit;
  return reversed;
});
