/**
 * A hash of a URL, the same on every machine and in every run: 53 bits, evenly distributed, different for every seed.
 * Two FNV-1a hashes over the UTF-16 units with different offsets, each mixed as in MurmurHash3. The probability of any
 * collision among a million URLs is about 1 in 20,000.
 */
export function addressHash(url: string, seed = 0): number {
  let low = mixed(0x811c9dc5 ^ seed);
  let high = mixed(0x2545f491 ^ seed ^ Math.floor(seed / 2 ** 32));
  for (let i = 0; i < url.length; i++) {
    const unit = url.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193) ^ (high >>> 15);
  }
  return (mixed(high) >>> 11) * 2 ** 32 + (mixed(low) >>> 0);
}

/** The hash scaled to 0 ≤ x < 1. */
export const addressChance = (url: string, seed = 0): number => addressHash(url, seed) / 2 ** 53;

function mixed(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return mix ^ (mix >>> 16);
}
