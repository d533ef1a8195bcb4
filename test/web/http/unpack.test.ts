import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { unpack } from '../../../src/web/http/unpack.ts';

const MB = 1024 * 1024;
const small = Buffer.from('A page about foraging. '.repeat(500));
// 300 KB that no coding can shrink, so that it takes the path of large bodies.
const large = Buffer.alloc(300 * 1024);
for (let i = 0, seed = 1; i < large.length; i++) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  large[i] = 32 + ((seed >> 16) % 90);
}

const packers: [coding: string, pack: (plain: Buffer) => Buffer][] = [
  ['gzip', (plain) => zlib.gzipSync(plain)],
  ['x-gzip', (plain) => zlib.gzipSync(plain)],
  ['deflate', (plain) => zlib.deflateSync(plain)],
  ['deflate', (plain) => zlib.deflateRawSync(plain)],
  ['br', (plain) => zlib.brotliCompressSync(plain, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['zstd', (plain) => zlib.zstdCompressSync(plain)],
];

async function bodyOf(wire: Uint8Array, coding: string, maxBytes = 10 * MB): Promise<Buffer> {
  const unpacked = await unpack(wire, coding, maxBytes);
  if (!unpacked.ok) throw new Error(unpacked.detail);
  return Buffer.from(unpacked.body);
}

/** toEqual compares byte by byte through the matcher, which takes seconds for a megabyte. */
function expectSame(body: Buffer, expected: Buffer): void {
  expect(body.length).toBe(expected.length);
  expect(body.equals(expected)).toBe(true);
}

// The packed forms come from node:zlib, which wraps the original zlib, brotli and zstd.
describe.each(packers)('%s', (coding, pack) => {
  test('is removed from small and large bodies', async () => {
    expectSame(await bodyOf(pack(small), coding), small);
    const wire = pack(large);
    expect(wire.length).toBeGreaterThan(64 * 1024);
    expectSame(await bodyOf(wire, coding), large);
  });

  test('is removed up to the exact limit and not beyond', async () => {
    for (const plain of [small, large]) {
      expectSame(await bodyOf(pack(plain), coding, plain.length), plain);
      expect(await unpack(pack(plain), coding, plain.length - 1)).toMatchObject({
        reason: 'unpacked-too-large',
      });
    }
  });

  test('unpacks to much more than one call handles', async () => {
    const plain = Buffer.alloc(5 * MB, 'forage ');
    expectSame(await bodyOf(pack(plain), coding), plain);
    expect(await unpack(pack(plain), coding, 4 * MB)).toMatchObject({ reason: 'unpacked-too-large' });
  });

  test('that is truncated gives what came before', async () => {
    // zstd comes in blocks of 128 KB (RFC 8878), of which a part is worth nothing.
    for (const plain of coding === 'zstd' ? [large] : [large.subarray(0, 50_000), large]) {
      const wire = pack(plain);
      const body = await bodyOf(wire.subarray(0, Math.floor(wire.length * 0.9)), coding);
      expect(body.length).toBeGreaterThan(plain.length / 4);
      expectSame(body, plain.subarray(0, body.length));
    }
  });

  test('that was never applied is a bad encoding', async () => {
    expect(await unpack(Buffer.from('<html>plain after all</html>'), coding, MB)).toMatchObject({
      ok: false,
      reason: 'bad-encoding',
    });
  });

  test('of nothing is nothing', async () => {
    expect(await bodyOf(pack(Buffer.alloc(0)), coding)).toHaveLength(0);
    expect(await bodyOf(Buffer.alloc(0), coding)).toHaveLength(0);
  });
});

describe('damage', () => {
  test('within a body leaves what came before it', async () => {
    const wire = zlib.gzipSync(large.subarray(0, 60_000));
    wire.fill(0xff, 40_000, 40_200);
    const body = await bodyOf(wire, 'gzip');
    expect(body.length).toBeGreaterThan(20_000);
    expectSame(body.subarray(0, 20_000), large.subarray(0, 20_000));
  });

  test('after the body is harmless', async () => {
    expect(await bodyOf(Buffer.concat([zlib.gzipSync(small), Buffer.from('\0\0junk')]), 'gzip')).toEqual(
      small,
    );
  });
});

describe('several codings', () => {
  test('are removed from last to first', async () => {
    const wire = zlib.brotliCompressSync(zlib.gzipSync(small));
    expectSame(await bodyOf(wire, 'gzip, br'), small);
    expectSame(await bodyOf(wire, 'GZIP,identity,Br'), small);
  });

  test('may be two but not three', async () => {
    const twice = zlib.gzipSync(zlib.gzipSync(small));
    expectSame(await bodyOf(twice, 'gzip, gzip'), small);
    expect(await unpack(zlib.gzipSync(twice), 'gzip, gzip, gzip', MB)).toMatchObject({
      reason: 'bad-encoding',
    });
  });

  test('hold the limit at each layer', async () => {
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(20 * MB)));
    expect(bomb.length).toBeLessThan(2_000);
    expect(await unpack(bomb, 'gzip, gzip', 10 * MB)).toMatchObject({ reason: 'unpacked-too-large' });
  });
});

describe('names of codings', () => {
  test.each(['', 'identity', 'none', 'utf-8', 'binary', '__proto__', 'constructor', ' , '])(
    '%j leaves the body unchanged',
    async (coding) => {
      expectSame(await bodyOf(small, coding), small);
    },
  );

  test('that are real but were never offered are refused', async () => {
    expect(await unpack(small, 'compress', MB)).toMatchObject({ ok: false, reason: 'bad-encoding' });
  });
});

test('a zstd frame that wants a window of 128 MB is refused', async () => {
  // RFC 8878, 3.1.1: magic number, a frame header descriptor without options, window descriptor 17 << 3 for
  // 2^(10+17) bytes, then one raw last block of one byte.
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x09, 0x00, 0x00, 0x61]);
  expect(zlib.zstdDecompressSync(frame).toString()).toBe('a');
  expect(await unpack(frame, 'zstd', MB)).toMatchObject({ ok: false, reason: 'bad-encoding' });
});
