import { appendFileSync, createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WARCRecord, WARCSerializer } from 'warcio';
import { type Damage, readWarc, readWarcFile, type WarcRecord } from '../../src/warc/read.ts';
import { handMade, page, temporaryFolder } from './sample.ts';

/** Splits bytes into pieces of a given size, so that boundaries fall everywhere. */
function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(
  bytes: Buffer,
  options: { size?: number; maxBlockBytes?: number; name?: string } = {},
) {
  const damage: Damage[] = [];
  const records: WarcRecord[] = [];
  const { size = 65_536, ...rest } = options;
  for await (const record of readWarc(inPieces(bytes, size), { ...rest, onDamage: (d) => damage.push(d) })) {
    records.push(record);
  }
  return { records, damage, urls: records.map((record) => record.url) };
}

const URLS = ['http://a.example/', 'http://b.example/2', 'http://c.example/3?x=y'];

function members(gzip: boolean, version = '1.0'): Buffer[] {
  return URLS.map((url, i) => handMade(url, page(`page ${i} `.repeat(50 * i + 1)), { gzip, version }));
}

describe('every form of WARC file gives the same records', () => {
  test.each([
    ['plain', Buffer.concat(members(false))],
    ['one gzip member per record', Buffer.concat(members(true))],
    ['gzipped as a whole', gzipSync(Buffer.concat(members(false)))],
    ['version 1.1', Buffer.concat(members(true, '1.1'))],
  ])('%s, for any chunk size', async (_, bytes) => {
    for (const size of [1, 7, 1000, 65_536]) {
      const { records, damage, urls } = await readAll(bytes, { size });
      expect(urls).toEqual(URLS);
      expect(records.map((record) => record.block.toString())).toEqual(
        URLS.map((_, i) => page(`page ${i} `.repeat(50 * i + 1))),
      );
      expect(damage).toEqual([]);
    }
  });

  test('as warcio writes it', async () => {
    const written = await Promise.all(
      URLS.map((url) => {
        const body = [new TextEncoder().encode(`body of ${url}`)];
        const httpHeaders = { 'Content-Type': 'text/plain' };
        const record = WARCRecord.create(
          { url, type: 'response', date: '2020-01-01T00:00:00Z', httpHeaders },
          body,
        );
        return WARCSerializer.serialize(record, { gzip: true });
      }),
    );
    const { records, urls } = await readAll(Buffer.concat(written));
    expect(urls).toEqual(URLS);
    expect(records.map((r) => r.block.toString().split('\r\n\r\n')[1])).toEqual(
      URLS.map((u) => `body of ${u}`),
    );
  });

  test('even if one record is spread over several gzip members', async () => {
    const plain = Buffer.concat(members(false));
    const cut = plain.length >> 1;
    const bytes = Buffer.concat([gzipSync(plain.subarray(0, cut)), gzipSync(plain.subarray(cut))]);
    const { urls, damage } = await readAll(bytes);
    expect(urls).toEqual(URLS);
    expect(damage).toEqual([]);
  });
});

describe('the place of a record', () => {
  test('in a file of gzip members is the member, which unpacks on its own', async () => {
    const list = members(true);
    const bytes = Buffer.concat(list);
    const { records } = await readAll(bytes);
    expect(records.map(({ place }) => place)).toEqual([
      { offset: 0, length: list[0]!.length },
      { offset: list[0]!.length, length: list[1]!.length },
      { offset: list[0]!.length + list[1]!.length, length: list[2]!.length },
    ]);
    const { offset, length } = records[1]!.place!;
    expect(gunzipSync(bytes.subarray(offset, offset + length)).includes(URLS[1]!)).toBe(true);
  });

  test('in a plain file is the offset of its version line', async () => {
    const list = members(false);
    const { records } = await readAll(Buffer.concat(list), { size: 13 });
    expect(records.map(({ place }) => place?.offset)).toEqual([
      0,
      list[0]!.length,
      list[0]!.length + list[1]!.length,
    ]);
  });

  test('is unknown in a file that is gzipped as a whole', async () => {
    const { records } = await readAll(gzipSync(Buffer.concat(members(false))));
    expect(records.map(({ place }) => place)).toEqual([undefined, undefined, undefined]);
  });

  test('can be used to read a single record from a file', async () => {
    const path = join(temporaryFolder(), 'some.warc.gz');
    writeFileSync(path, Buffer.concat(members(true)));
    const { records } = await readAll(Buffer.concat(members(true)));
    const { offset, length } = records[2]!.place!;
    const found: string[] = [];
    for await (const { url } of readWarcFile(path, { start: offset, end: offset + length })) found.push(url);
    expect(found).toEqual([URLS[2]]);
  });

  test('of no length has no record and no damage', async () => {
    const path = join(temporaryFolder(), 'some.warc.gz');
    writeFileSync(path, Buffer.concat(members(true)));
    const damage: Damage[] = [];
    for (const start of [0, 100]) {
      const records = readWarcFile(path, { start, end: start, onDamage: (one) => damage.push(one) });
      expect(await records.next()).toEqual({ done: true, value: undefined });
    }
    expect(damage).toEqual([]);
  });
});

describe('damage is reported and skipped', () => {
  test.each([
    ['gzip', true],
    ['plain', false],
  ])('a %s file truncated at any point', async (_, gzip) => {
    const list = members(gzip);
    const start = list[0]!.length + list[1]!.length;
    for (const kept of [1, 3, 12, 20, 150, list[2]!.length - 20]) {
      const { urls, damage } = await readAll(Buffer.concat([list[0]!, list[1]!, list[2]!.subarray(0, kept)]));
      expect(urls).toEqual(URLS.slice(0, 2));
      expect(damage).toMatchObject([{ offset: start, resumedAt: undefined }]);
    }
  });

  test('bytes that were changed inside a gzip member cost only that record', async () => {
    const list = members(true);
    const bytes = Buffer.concat(list);
    const inside = list[0]!.length + 40;
    for (const size of [50, 65_536]) {
      const changed = Buffer.from(bytes);
      changed[inside] = changed[inside]! ^ 0x55;
      const { urls, damage } = await readAll(changed, { size });
      expect(urls).toEqual([URLS[0], URLS[2]]);
      expect(damage).toMatchObject([
        { offset: list[0]!.length, resumedAt: list[0]!.length + list[1]!.length },
      ]);
    }
  });

  test('garbage between records is skipped', async () => {
    for (const gzip of [true, false]) {
      const list = members(gzip);
      const bytes = Buffer.concat([
        list[0]!,
        Buffer.from('rubbish \x1f\x8b\x08 rubbish\r\n'.repeat(40)),
        list[1]!,
      ]);
      const { urls, damage } = await readAll(bytes, { size: 100 });
      expect(urls).toEqual(URLS.slice(0, 2));
      expect(damage).toHaveLength(1);
    }
  });

  test.each(['', '-5', '99999999999999999999', '1e3', 'many'])(
    'a record whose Content-Length is "%s" does not hide the next one',
    async (length) => {
      const bad = Buffer.from(
        members(false)[0]!
          .toString()
          .replace(/^Content-Length: .*$/m, `Content-Length: ${length}`),
      );
      const { urls, damage } = await readAll(Buffer.concat([bad, members(false)[1]!]));
      expect(urls).toEqual([URLS[1]]);
      expect(damage).toHaveLength(1);
    },
  );

  test.each([
    ['.warc.gz', true],
    ['.warc', false],
  ])('of the first bytes of a file named %s costs the first record', async (ending, gzip) => {
    const bytes = Buffer.concat(members(gzip));
    for (const filler of [0, 0x20, 0xab]) {
      bytes.fill(filler, 0, 40);
      const { urls, damage } = await readAll(bytes, { size: 100, name: `crawl-00001${ending}` });
      expect(urls).toEqual(URLS.slice(1));
      expect(damage).toMatchObject([{ offset: 0 }]);
    }
    const rubbish = await readAll(Buffer.alloc(1000, 0xab), { name: `crawl-00001${ending}` });
    expect(rubbish.urls).toEqual([]);
    expect(rubbish.damage).toMatchObject([{ offset: 0, resumedAt: undefined }]);
  });

  test('record headers without an end are abandoned, not buffered', async () => {
    const endless = Buffer.from(`WARC/1.0\r\nX: ${'y'.repeat(300_000)}`);
    const { records, damage } = await readAll(endless);
    expect(records).toEqual([]);
    expect(damage).toMatchObject([{ detail: 'the head of a record has no end' }]);
  });
});

describe('hostile files', () => {
  test('a member that unpacks to 300 MB is read within its limit', async () => {
    const size = 300_000_000;
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: ${size}\r\n\r\n`;
    const million = Buffer.alloc(1_000_000, 'a');
    const plain = [head, ...new Array<Buffer>(300).fill(million), '\r\n\r\n'];
    const path = join(temporaryFolder(), 'bomb.warc.gz');
    await pipeline(Readable.from(plain), createGzip({ level: 1 }), createWriteStream(path));
    appendFileSync(path, members(true)[1]!);
    const before = process.memoryUsage().rss;
    let peak = 0;
    const lengths: [number, number][] = [];
    const chunks = createReadStream(path);
    chunks.on('data', () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    });
    for await (const record of readWarc(chunks, { maxBlockBytes: 1000 })) {
      lengths.push([record.block.length, record.blockLength]);
    }
    expect(lengths[0]).toEqual([1000, size]);
    expect(lengths).toHaveLength(2);
    expect(peak - before).toBeLessThan(150_000_000);
  });

  test('any change to a file costs no record before it and causes no error but a refusal', async () => {
    const change = fc.record({
      gzip: fc.boolean(),
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      removed: fc.integer({ min: 0, max: 60 }),
      inserted: fc.uint8Array({ maxLength: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ gzip, at, removed, inserted }) => {
        const list = members(gzip);
        const bytes = Buffer.concat(list);
        const offset = Math.floor(at * bytes.length);
        const changed = Buffer.concat([
          bytes.subarray(0, offset),
          inserted,
          bytes.subarray(offset + removed),
        ]);
        const untouched = offset < list[0]!.length ? 0 : offset < list[0]!.length + list[1]!.length ? 1 : 2;
        try {
          const { urls } = await readAll(changed, { size: 97 });
          expect(urls.slice(0, untouched)).toEqual(URLS.slice(0, untouched));
        } catch (error) {
          expect(error).toMatchObject({ code: 'WARC_INVALID' });
          expect(untouched).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['text', Buffer.from('<html>This is a web page.</html>')],
    ['a gzipped text', gzipSync('<html>This is a web page.</html>')],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0])],
  ])('%s is refused by name', async (_, bytes) => {
    await expect(readAll(bytes)).rejects.toMatchObject({ code: 'WARC_INVALID' });
  });

  test('an empty file has no records and is not an error', async () => {
    expect(await readAll(Buffer.alloc(0))).toEqual({ records: [], damage: [], urls: [] });
  });

  test('a missing file is named', async () => {
    const path = join(temporaryFolder(), 'missing.warc.gz');
    await expect(readWarcFile(path).next()).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('missing.warc.gz'),
    });
  });
});

test('a folded header line, a URL in angle brackets and bare newlines are parsed', async () => {
  const text = [
    'WARC/1.0',
    'WARC-Type: Response',
    'WARC-Target-URI: <http://a.example/>',
    'X-Long: one',
    '  two',
    'Content-Length: 2',
    '',
    'ok\n\n',
  ].join('\n');
  const { records } = await readAll(Buffer.from(text));
  expect(records[0]).toMatchObject({ type: 'response', url: 'http://a.example/' });
  expect(records[0]?.headers).toContainEqual(['X-Long', 'one two']);
  expect(records[0]?.block.toString()).toBe('ok');
});
