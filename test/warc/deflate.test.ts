/** The reference is the inflater of node:zlib, and for the sizes its deflater at level 1. */
import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deflateBound, deflateInto } from '../../src/warc/deflate.ts';
import { packedMember } from '../../src/warc/packed-member.ts';

function packed(bytes: Uint8Array): Uint8Array {
  const room = new Uint8Array(deflateBound(bytes.length));
  return room.subarray(0, deflateInto(bytes, room, 0));
}

function comesBack(bytes: Uint8Array): boolean {
  return inflateRawSync(packed(bytes)).equals(bytes);
}

/** A small generator of numbers below 2^32, so that a failure can be run again. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state ^ (state >>> 15)) >>> 0;
  };
}

/** Words of a lexicon of 2,000, the first ones much oftener, in paragraphs with tags: about as repetitive as a page. */
function pageOf(size: number, next: () => number): Buffer {
  let html = '';
  while (html.length < size) {
    const rank = Math.floor(2000 ** ((next() % 10_000) / 10_000));
    html += next() % 12 === 0 ? `</p>\n<p class="c${rank % 9}">` : `w${(rank * 7919).toString(36)} `;
  }
  return Buffer.from(html.slice(0, size));
}

const MAKERS: [string, (size: number, next: () => number) => Uint8Array][] = [
  ['zeros', (size) => new Uint8Array(size)],
  ['noise', (size, next) => Uint8Array.from({ length: size }, () => next() >>> 16)],
  ['noise of four letters', (size, next) => Uint8Array.from({ length: size }, () => (next() >>> 16) & 3)],
  ['a period of 300', (size) => Uint8Array.from({ length: size }, (_, i) => ((i % 300) * 7) & 255)],
  [
    'a period above the window',
    (size) => Uint8Array.from({ length: size }, (_, i) => ((i % 40_009) ** 2 / 7) & 255),
  ],
  ['a page', (size, next) => pageOf(size, next)],
];

describe.each(MAKERS)('%s', (_name, make) => {
  it.each([
    0, 1, 2, 3, 4, 5, 8, 258, 1000, 15_000, 32_769, 65_534, 65_535, 65_536, 131_070, 131_071, 300_000,
  ])('of %i bytes come back as they were', (size) => {
    expect(comesBack(make(size, numbers(size)))).toBe(true);
  });
});

it('gives back any bytes, however they repeat', () => {
  const pieces = fc.array(
    fc.record({
      piece: fc.uint8Array({ minLength: 1, maxLength: 40 }),
      times: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(pieces, (parts) =>
      comesBack(Buffer.concat(parts.flatMap(({ piece, times }) => Array<Uint8Array>(times).fill(piece)))),
    ),
    { numRuns: 400 },
  );
});

it('gives back five megabytes of pages and noise in turns', () => {
  const next = numbers(5);
  const parts = Array.from({ length: 50 }, (_, i) => MAKERS[i % MAKERS.length]![1](100_000, next));
  expect(comesBack(Buffer.concat(parts))).toBe(true);
});

it('a record never repeats what only an earlier record held', () => {
  const page = pageOf(20_000, numbers(1));
  const first = Buffer.from(packed(page));
  expect(packed(page).length).toBe(first.length);
  expect(inflateRawSync(packed(page)).equals(page)).toBe(true);
});

it('noise grows by no more than its bound', () => {
  const noise = MAKERS[1]![1](200_000, numbers(3));
  expect(packed(noise).length).toBeLessThanOrEqual(200_000 + 4 * 5 + 1);
});

it('a page comes out within a tenth of what zlib makes of it at its fastest', () => {
  const page = pageOf(15_000, numbers(2));
  expect(packed(page).length).toBeLessThan(1.1 * deflateRawSync(page, { level: 1 }).length);
});

it('a packed member is read by gunzip, its checksum and length compared', () => {
  const page = pageOf(15_000, numbers(4));
  const member = packedMember(page);
  expect(gunzipSync(member).equals(page)).toBe(true);
  for (const at of [member.length - 1, member.length - 8]) {
    const damaged = Buffer.from(member);
    damaged[at]! ^= 1;
    expect(() => gunzipSync(damaged)).toThrow();
  }
});

it('a member larger than the room that is kept is whole, and so is the one after it', () => {
  for (const size of [3_000_000, 1500]) {
    const page = pageOf(size, numbers(size));
    expect(gunzipSync(packedMember(page)).equals(page)).toBe(true);
  }
});
