/**
 * A fingerprint of a URL, by which the frontier finds it again: 64 bits in two halves. The first gives the link's
 * position among those of its host, the second confirms that it is the same URL. The chance that two of ten million
 * URLs of one host share both is about one in three hundred thousand.
 *
 * HalfSipHash-2-4 (Aumasson and Bernstein's SipHash on 32-bit words). It is keyed, with a new key for every crawl, so
 * that no site can prepare links that collide, which would make lookups slow or confuse links with each other. Unlike
 * the original it takes UTF-16 code units for bytes: the same for the ASCII of a parsed URL, and harmless for anything
 * else.
 */
export type HashKey = readonly [number, number];

export function hashUrl(url: string, key: HashKey): number {
  const length = url.length;
  const words = length >>> 2;
  let v0 = key[0];
  let v1 = key[1];
  let v2 = 0x6c796765 ^ key[0];
  let v3 = 0x74656462 ^ key[1];
  // One round for each whole word, one for the rest with the length, one to finish.
  for (let turn = 0; turn <= words + 1; turn++) {
    const word = turn < words ? wordAt(url, turn << 2) : turn === words ? lastWord(url, words << 2) : 0;
    let rounds = 2;
    if (turn > words) {
      v2 ^= 0xff;
      rounds = 4;
    }
    v3 ^= word;
    for (; rounds > 0; rounds--) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
  }
  other = v0 ^ v2;
  return v1 ^ v3;
}

/**
 * The second half for the URL hashed last; stored separately, because returning two numbers would allocate an object.
 */
export function otherHalf(): number {
  return other;
}
let other = 0;

function wordAt(text: string, at: number): number {
  return (
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)
  );
}

function lastWord(text: string, at: number): number {
  let word = text.length << 24;
  for (let shift = 0; at < text.length; at++, shift += 8) word |= text.charCodeAt(at) << shift;
  return word;
}
