import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodeResponse } from '../../src/warc/encode.ts';
import { WarcFiles } from '../../src/warc/files.ts';
import { answer, readByWarcio, temporaryFolder } from './sample.ts';

function record(path: string): Uint8Array {
  return encodeResponse({ answer: answer({ url: `https://example.org/${path}` }) });
}

async function urlsIn(folder: string): Promise<(string | null)[][]> {
  const files = readdirSync(folder).sort();
  const records = await Promise.all(files.map((file) => readByWarcio(readFileSync(join(folder, file)))));
  return records.map((list) => list.map((r) => r.header('WARC-Target-URI') ?? r.type ?? null));
}

describe('appending', () => {
  test('returns the position of a record immediately', () => {
    const folder = temporaryFolder();
    const files = new WarcFiles(folder, { name: 'moss' });
    const members = [record('1'), record('2')];
    const places = members.map((member) => files.append(member));
    files.close();
    expect(places.map((place) => place.file)).toEqual(['moss-00001.warc.gz', 'moss-00001.warc.gz']);
    const bytes = readFileSync(join(folder, 'moss-00001.warc.gz'));
    for (const [index, { offset, length }] of places.entries()) {
      expect(gunzipSync(bytes.subarray(offset, offset + length))).toEqual(gunzipSync(members[index]!));
    }
  });

  test('starts every file with a warcinfo record and continues in the next when one is full', async () => {
    const folder = temporaryFolder();
    const files = new WarcFiles(folder, { maxBytes: 1500, info: [['software', 'Forage 9']] });
    for (const path of ['1', '2', '3', '4', '5']) files.append(record(path));
    files.close();
    const urls = await urlsIn(folder);
    expect(urls.length).toBeGreaterThan(1);
    expect(urls.map((list) => list[0])).toEqual(urls.map(() => 'warcinfo'));
    expect(urls.flat().filter((url) => url !== 'warcinfo')).toEqual(
      ['1', '2', '3', '4', '5'].map((path) => `https://example.org/${path}`),
    );
    const names = readdirSync(folder).sort();
    for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1500);
    const [info] = await readByWarcio(readFileSync(join(folder, names[1]!)));
    expect(info?.header('WARC-Filename')).toBe('crawl-00002.warc.gz');
    expect(info?.block.toString()).toContain('software: Forage 9\r\n');
  });

  test('keeps small records in memory until they are flushed', () => {
    const folder = temporaryFolder();
    const files = new WarcFiles(folder);
    files.append(record('1'));
    expect(readdirSync(folder)).toEqual([]);
    files.flush();
    expect(statSync(join(folder, 'crawl-00001.warc.gz')).size).toBe(files.position().length);
    files.close();
  });

  test('of a new run does not touch the files of an earlier one', async () => {
    const folder = temporaryFolder();
    for (const path of ['1', '2']) {
      const files = new WarcFiles(folder);
      files.append(record(path));
      files.close();
    }
    expect(await urlsIn(folder)).toEqual([
      ['warcinfo', 'https://example.org/1'],
      ['warcinfo', 'https://example.org/2'],
    ]);
  });

  test('refuses a name that would escape the folder', () => {
    expect(() => new WarcFiles(temporaryFolder(), { name: '../moss' })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});

describe('rewinding to a stored position', () => {
  test('removes everything written after it, including partial records and later files', async () => {
    const folder = temporaryFolder();
    const first = new WarcFiles(folder, { maxBytes: 2500 });
    first.append(record('1'));
    first.sync();
    const position = first.position();
    for (const path of ['2', '3', '4', '5', '6', '7']) first.append(record(path));
    first.close();
    expect(readdirSync(folder).length).toBeGreaterThan(1);
    appendFileSync(join(folder, position.file), record('torn').subarray(0, 40));

    const second = new WarcFiles(folder, { maxBytes: 2500 });
    expect(second.rewindTo(position)).toBe(0);
    expect(second.position()).toEqual(position);
    const place = second.append(record('8'));
    expect(place).toMatchObject({ file: position.file, offset: position.length });
    second.close();
    expect(await urlsIn(folder)).toEqual([['warcinfo', 'https://example.org/1', 'https://example.org/8']]);
  });

  test('to the very beginning starts the first file again', async () => {
    const folder = temporaryFolder();
    const first = new WarcFiles(folder);
    const position = first.position();
    first.append(record('1'));
    first.close();
    const second = new WarcFiles(folder);
    second.rewindTo(position);
    second.append(record('2'));
    second.close();
    expect(await urlsIn(folder)).toEqual([['warcinfo', 'https://example.org/2']]);
  });

  test('reports how many bytes were lost and continues in a new file', async () => {
    const folder = temporaryFolder();
    const first = new WarcFiles(folder);
    first.append(record('1'));
    first.append(record('2'));
    first.close();
    const position = first.position();
    truncateSync(join(folder, position.file), position.length - 30);
    const second = new WarcFiles(folder);
    expect(second.rewindTo(position)).toBe(30);
    expect(second.append(record('3')).file).toBe('crawl-00002.warc.gz');
    second.close();
    const [, urls] = await urlsIn(folder);
    expect(urls).toEqual(['warcinfo', 'https://example.org/3']);
  });

  test('refuses a position of another crawl and touches nothing', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notes.txt'), 'keep');
    const files = new WarcFiles(folder);
    for (const file of ['notes.txt', '../crawl-00001.warc.gz', 'other-00001.warc.gz']) {
      expect(() => files.rewindTo({ file, length: 0 })).toThrow(
        expect.objectContaining({ code: 'CRAWL_FOLDER' }),
      );
    }
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('keep');
  });
});
