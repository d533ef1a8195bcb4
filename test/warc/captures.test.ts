import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cacheFolder, indexCaptures } from '../../src/warc/captures.ts';
import {
  encodeRequest,
  encodeResponse,
  encodeRevisit,
  newRecordId,
  payloadDigest,
} from '../../src/warc/encode.ts';
import { answer, handMade, page, STARTED_AT, temporaryFolder } from './sample.ts';

function archive() {
  const folder = temporaryFolder();
  const path = join(folder, 'some.warc.gz');
  const recordId = newRecordId();
  const digest = payloadDigest(answer().wire);
  const members = [
    encodeResponse({ answer: answer(), recordId }),
    encodeRequest({ answer: answer() }),
    encodeResponse({
      answer: answer({ url: 'https://example.org/gone', status: 404, statusText: 'Not Found' }),
    }),
    encodeRevisit({
      answer: answer({ url: 'https://example.org/again' }),
      payloadDigest: digest,
      refersTo: { recordId, url: answer().url, startedAt: STARTED_AT },
    }),
  ];
  writeFileSync(path, Buffer.concat(members));
  return { folder, path, cache: join(folder, 'cache'), recordId, digest, members };
}

test('an index contains responses and revisits with status and position, and nothing else', async () => {
  const { path, recordId, digest, members } = archive();
  const { captures, damage } = await indexCaptures(path, { cache: false });
  expect(damage).toEqual([]);
  expect(captures.map(({ url, status }) => [url, status])).toEqual([
    [answer().url, 200],
    ['https://example.org/gone', 404],
    ['https://example.org/again', 200],
  ]);
  expect(captures[0]).toMatchObject({ offset: 0, length: members[0]!.length, recordId, digest });
  expect(captures[1]?.offset).toBe(members[0]!.length + members[1]!.length);
  expect(captures[2]?.revisit).toEqual({ recordId, url: answer().url, date: '2024-02-29T12:34:56.789Z' });
});

test('an index from the cache equals the one that was built', async () => {
  const { path, cache } = archive();
  const built = await indexCaptures(path, { cache });
  const [entry] = readdirSync(cache);
  const { ino } = statSync(join(cache, entry!));
  expect(await indexCaptures(path, { cache })).toEqual(built);
  expect(statSync(join(cache, entry!)).ino).toBe(ino);
});

test('a changed file is indexed again, under the same cache entry', async () => {
  const { path, cache } = archive();
  await indexCaptures(path, { cache });
  writeFileSync(path, handMade('http://b.example/', page('other')));
  expect((await indexCaptures(path, { cache })).captures.map(({ url }) => url)).toEqual([
    'http://b.example/',
  ]);
  expect(readdirSync(cache)).toHaveLength(1);
});

test('a file of the same size with another modification time is indexed again', async () => {
  const { path, cache } = archive();
  const bytes = Buffer.from(handMade('http://a.example/', page('one')));
  writeFileSync(path, bytes);
  await indexCaptures(path, { cache });
  writeFileSync(path, Buffer.concat([gzipSync(''), Buffer.alloc(bytes.length - gzipSync('').length)]));
  utimesSync(path, 1, 1);
  expect((await indexCaptures(path, { cache })).captures).toEqual([]);
});

test('a damaged, truncated or empty cache entry is rebuilt', async () => {
  const { path, cache } = archive();
  const built = await indexCaptures(path, { cache });
  const entry = join(cache, readdirSync(cache)[0]!);
  const good = readFileSync(entry);
  const changed = Buffer.from(good);
  changed[good.length - 20] = 0x40;
  for (const bad of [changed, good.subarray(0, good.length - 30), Buffer.alloc(0), Buffer.from('no line')]) {
    writeFileSync(entry, bad);
    expect(await indexCaptures(path, { cache })).toEqual(built);
    expect(readFileSync(entry)).toEqual(good);
  }
});

test('an unwritable cache is not an error', async () => {
  const { path, folder } = archive();
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, 'a file where the folder should be');
  expect((await indexCaptures(path, { cache: blocked })).captures).toHaveLength(3);
});

test('damage is reported in the index and stored in the cache', async () => {
  const { path, cache, members } = archive();
  writeFileSync(path, Buffer.concat(members).subarray(0, -20));
  const offset = members.slice(0, 3).reduce((sum, member) => sum + member.length, 0);
  const sentence = `at byte ${offset}: the file ends inside a record; nothing readable follows`;
  expect((await indexCaptures(path, { cache })).damage).toEqual([sentence]);
  expect((await indexCaptures(path, { cache })).damage).toEqual([sentence]);
});

test('a file that is gzipped as a whole is refused with a remedy', async () => {
  const path = join(temporaryFolder(), 'whole.warc.gz');
  const plain = ['http://a.example/', 'http://b.example/'].map((url) =>
    handMade(url, page('x'), { gzip: false }),
  );
  writeFileSync(path, gzipSync(Buffer.concat(plain)));
  await expect(indexCaptures(path, { cache: false })).rejects.toMatchObject({
    code: 'WARC_INVALID',
    message: expect.stringContaining('gunzip'),
  });
});

test('FORAGE_CACHE sets the location of the cache', () => {
  const before = process.env.FORAGE_CACHE;
  process.env.FORAGE_CACHE = '/somewhere/else';
  try {
    expect(cacheFolder()).toBe('/somewhere/else');
  } finally {
    if (before === undefined) delete process.env.FORAGE_CACHE;
    else process.env.FORAGE_CACHE = before;
  }
});
