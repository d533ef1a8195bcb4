import { expect, test } from 'vitest';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { aPage, newCatalogue, openIn, temporaryFolder } from './crawl-folder.ts';

/** Flips the given bits of 16 hex digits, by BigInt: another way than that of the code under test. */
function flip(fingerprint: string, ...bits: number[]): string {
  let value = BigInt(`0x${fingerprint}`);
  for (const bit of bits) value ^= 1n << BigInt(bit);
  return value.toString(16).padStart(16, '0');
}

const PRINT = 'f0e1d2c3b4a59687';

test('the first page with the same bytes is found, not a later duplicate of it', () => {
  const catalogue = newCatalogue();
  const digest = 'ab'.repeat(32);
  expect(catalogue.findByDigest(digest)).toBeUndefined();
  const first = catalogue.savePage(aPage({ digest })).id;
  catalogue.savePage(aPage({ digest, outcome: 'duplicate', duplicateOf: first }));
  expect(catalogue.findByDigest(digest)).toBe(first);
  expect(catalogue.findByDigest('cd'.repeat(32))).toBeUndefined();
});

test('a fingerprint with up to three bits changed is found, wherever the bits are', () => {
  const catalogue = newCatalogue();
  const page = catalogue.savePage(aPage({ fingerprint: PRINT })).id;
  expect(catalogue.findNear(PRINT)).toEqual({ page, distance: 0 });
  for (let bit = 0; bit < 64; bit++) {
    expect(catalogue.findNear(flip(PRINT, bit))).toEqual({ page, distance: 1 });
    // 0, 21 and 42 further: always three different bits, mostly in three different bands.
    const three = flip(PRINT, bit, (bit + 21) % 64, (bit + 42) % 64);
    expect(catalogue.findNear(three)).toEqual({ page, distance: 3 });
    expect(catalogue.findNear(three, 2)).toBeUndefined();
  }
});

test('four changed bits are too many, even in one band', () => {
  const catalogue = newCatalogue();
  catalogue.savePage(aPage({ fingerprint: PRINT }));
  expect(catalogue.findNear(flip(PRINT, 0, 1, 2, 3))).toBeUndefined();
  expect(catalogue.findNear(flip(PRINT, 0, 16, 32, 48))).toBeUndefined();
});

test('the closest of several is returned', () => {
  const catalogue = newCatalogue();
  catalogue.savePage(aPage({ fingerprint: flip(PRINT, 1, 2, 3) }));
  const close = catalogue.savePage(aPage({ fingerprint: flip(PRINT, 63) })).id;
  catalogue.savePage(aPage({ fingerprint: flip(PRINT, 5, 6) }));
  expect(catalogue.findNear(PRINT)).toEqual({ page: close, distance: 1 });
});

test('a near-duplicate is not indexed, so that its neighbours are compared with the original', () => {
  const catalogue = newCatalogue();
  const original = catalogue.savePage(aPage({ fingerprint: PRINT })).id;
  const near = flip(PRINT, 0, 1, 2);
  catalogue.savePage(aPage({ fingerprint: near, outcome: 'near-duplicate', nearDuplicateOf: original }));
  expect(catalogue.findNear(near)).toEqual({ page: original, distance: 3 });
});

test('an empty or invalid fingerprint matches nothing', () => {
  const catalogue = newCatalogue();
  for (const fingerprint of ['0000000000000000', '', 'xyz', '12345678']) {
    catalogue.savePage(aPage({ fingerprint }));
    expect(catalogue.findNear(fingerprint)).toBeUndefined();
  }
});

test('a page that is fetched again loses its former fingerprint', () => {
  const catalogue = newCatalogue();
  catalogue.savePage(aPage({ link: 5_000_001, fingerprint: PRINT }));
  const other = '0f1e2d3c4b5a6978';
  const page = catalogue.savePage(aPage({ link: 5_000_001, fingerprint: other })).id;
  expect(catalogue.findNear(PRINT)).toBeUndefined();
  expect(catalogue.findNear(other)).toEqual({ page, distance: 0 });
});

test('after a restart the same pages match, duplicates still excluded', () => {
  const folder = temporaryFolder();
  const first = new SqliteCatalogue(openIn(folder));
  const page = first.savePage(aPage({ fingerprint: PRINT })).id;
  first.savePage(aPage({ fingerprint: flip(PRINT, 9), outcome: 'near-duplicate', nearDuplicateOf: page }));
  first.db.close();
  expect(new SqliteCatalogue(openIn(folder)).findNear(flip(PRINT, 9))).toEqual({ page, distance: 1 });
});

test('among ten thousand fingerprints the nearest is found, as by brute force', () => {
  const catalogue = newCatalogue();
  // By a linear congruential generator (Knuth's constants).
  let state = 1n;
  const random = (): bigint => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    return state;
  };
  const prints = Array.from({ length: 10_000 }, () => random().toString(16).padStart(16, '0'));
  const pages = prints.map((fingerprint) => catalogue.savePage(aPage({ fingerprint })).id);
  for (const i of [0, 17, 4_000, 9_999]) {
    expect(catalogue.findNear(flip(prints[i]!, 3, 40))).toEqual({ page: pages[i], distance: 2 });
  }
  expect(catalogue.findNear(flip(prints[5]!, 1, 2, 33, 63))).toBeUndefined();
});
