import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { exportCsv } from '../../../src/archive/export/csv.ts';
import { exportJsonLines } from '../../../src/archive/export/json-lines.ts';
import { type ExportFilter, nearDuplicatesLeftOut } from '../../../src/archive/export/selected-pages.ts';
import { exportTextCorpus } from '../../../src/archive/export/text-corpus.ts';
import { aPage, newCatalogue, temporaryFolder } from '../crawl-folder.ts';
import { HOSTILE_TITLES, hostileCrawl } from './hostile-crawl.ts';

/** RFC 4180 by its grammar, one character at a time; refuses what the grammar does not have. */
function parseCsv(file: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < file.length) {
    let field = '';
    if (file[at] === '"') {
      for (at++; !(file[at] === '"' && file[at + 1] !== '"'); at++) {
        if (at >= file.length) throw new Error('a quote is not closed');
        if (file[at] === '"') at++;
        field += file[at];
      }
      at++;
    } else {
      for (; at < file.length && !/[,\r]/.test(file[at]!); at++) {
        if (/["\n]/.test(file[at]!)) throw new Error(`a bare sign at ${at}`);
        field += file[at];
      }
    }
    record.push(field);
    if (file[at] === ',') at++;
    else if (file.startsWith('\r\n', at)) {
      at += 2;
      records.push(record);
      record = [];
    } else throw new Error(`neither comma nor CRLF at ${at}`);
  }
  if (record.length > 0) throw new Error('the last line has no end');
  return records;
}

async function exported(write: (target: Writable) => Promise<unknown>): Promise<string> {
  const stream = new PassThrough();
  const read = text(stream);
  await write(stream);
  stream.end();
  return read;
}

describe('CSV', () => {
  test('has a column for each thing that judges found', async () => {
    const { catalogue } = hostileCrawl();
    const page = { host: 'h.test', outcome: 'page', fetchedAt: 1, depth: 0 };
    catalogue.savePage({
      ...page,
      link: 901,
      url: 'http://h.test/1',
      findings: { genre: 0.25, content: 0.5 },
    });
    catalogue.savePage({ ...page, link: 902, url: 'http://h.test/2', findings: { layer: 2 } });
    const [names, ...records] = parseCsv(await exported((target) => exportCsv(catalogue.db, target)));
    const valuesOf = (url: string) => {
      const record = records.find((one) => one.includes(url))!;
      return ['content', 'genre', 'layer'].map((name) => record[names!.indexOf(name)]);
    };
    expect(valuesOf('http://h.test/1')).toEqual(['0.5', '0.25', '']);
    expect(valuesOf('http://h.test/2')).toEqual(['', '', '2']);
  });

  test('survives a round trip field by field, whatever the titles', async () => {
    const { catalogue, pages } = hostileCrawl();
    const [names, ...records] = parseCsv(
      await exported((target) => exportCsv(catalogue.db, target, { guardFormulas: false })),
    );
    const column = (name: string) => records.map((record) => record[names!.indexOf(name)]);
    expect(records).toHaveLength(HOSTILE_TITLES.length);
    expect(new Set(records.map((record) => record.length))).toEqual(new Set([names!.length]));
    expect(column('title')).toEqual(HOSTILE_TITLES.map((title) => title.replaceAll('\0', '\ufffd')));
    expect(column('url')).toEqual(pages.map((page) => page.url));
    expect(column('score')).toEqual(pages.map((page) => String(page.score)));
  });

  test('has no field that a spreadsheet would run as a formula', async () => {
    const { catalogue } = hostileCrawl();
    const file = await exported((target) => exportCsv(catalogue.db, target));
    const [names, ...records] = parseCsv(file);
    expect(records[8]![names!.indexOf('title')]).toBe(`'${HOSTILE_TITLES[8]}`);
    expect(records[0]![names!.indexOf('title')]).toBe(HOSTILE_TITLES[0]);
    expect(records.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  });

  test('has the text of each page in a last column if asked to', async () => {
    const { catalogue, pages } = hostileCrawl();
    const file = await exported((target) => exportCsv(catalogue.db, target, { text: true }));
    const [names, ...records] = parseCsv(file);
    expect(names!.at(-1)).toBe('text');
    const texts = pages.map((page) => catalogue.read.textOf(page.id)?.text ?? '');
    expect(records.map((record) => record.at(-1)!.replace(/^'/, ''))).toEqual(
      texts.map((text) => text.replaceAll('\0', '\ufffd')),
    );
  });
});

test('near-duplicates are exported if asked for, and counted if not', async () => {
  const catalogue = newCatalogue();
  catalogue.savePage(aPage({ url: 'http://example.org/a' }));
  catalogue.savePage(aPage({ url: 'http://example.org/b', outcome: 'near-duplicate', relevant: true }));
  catalogue.savePage(aPage({ url: 'http://example.org/c', outcome: 'near-duplicate', relevant: false }));
  const { db } = catalogue;
  db.commit();
  const lines = async (options: ExportFilter) =>
    (await exported((target) => exportJsonLines(db, target, options))).trimEnd().split('\n').length;
  expect(await lines({})).toBe(1);
  expect(await lines({ nearDuplicates: true })).toBe(3);
  expect(nearDuplicatesLeftOut(db, {})).toBe(2);
  expect(nearDuplicatesLeftOut(db, { relevantOnly: true })).toBe(1);
  expect(nearDuplicatesLeftOut(db, { nearDuplicates: true })).toBe(0);
});

describe('JSON lines', () => {
  test('are one object per line, even for readers that split at every Unicode line end', async () => {
    const { catalogue } = hostileCrawl();
    const file = await exported((target) => exportJsonLines(catalogue.db, target, { text: true }));
    const lines = file.split(/\r\n|[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/);
    expect(lines.pop()).toBe('');
    const objects = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(objects.map((object) => object.title)).toEqual(HOSTILE_TITLES);
    expect(objects[1]).toMatchObject({ id: 2, relevant: false, score: 0.1, why: [HOSTILE_TITLES[1]] });
    expect(objects.map((object) => object.text)).toEqual(
      HOSTILE_TITLES.map((title, i) => (i === 0 ? '' : `Text of page ${i}\n${title}`)),
    );
    expect(objects[0]!.fetchedAt).toBe(new Date(1_700_000_000_000 + 1000).toISOString());
  });

  test.each([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ relevantOnly: true }, [1, 4, 7, 10]],
    [{ minScore: 0.7 }, [8, 9, 10]],
    [{ language: 'fr' }, [2, 4, 6, 8, 10]],
    [{ host: 'b.example', relevantOnly: true }, [7, 10]],
    [{ everything: true }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ])('with the filter %j are those of the pages %j', async (filter, ids) => {
    const { catalogue } = hostileCrawl();
    const path = join(temporaryFolder(), 'pages.jsonl');
    expect(await exportJsonLines(catalogue.db, path, filter)).toBe(ids.length);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(ids);
  });

  test('of more pages than one batch are all there once', async () => {
    const { catalogue } = hostileCrawl();
    for (let link = 10_000; link < 11_234; link++) {
      catalogue.savePage({
        link,
        url: `http://x/${link}`,
        host: 'x',
        outcome: 'page',
        fetchedAt: 0,
        depth: 0,
      });
    }
    const file = await exported((target) => exportJsonLines(catalogue.db, target));
    const ids = file
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(10 + 1234);
  });
});

describe('the corpus of texts', () => {
  test('has a file for every page with a text, and an index of them', async () => {
    const { catalogue } = hostileCrawl();
    const folder = join(temporaryFolder(), 'corpus');
    expect(await exportTextCorpus(catalogue.db, folder)).toBe(9);
    expect(readdirSync(folder).sort()).toEqual([
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => `${String(id).padStart(7, '0')}.txt`),
      'index.tsv',
    ]);
    const [names, ...lines] = readFileSync(join(folder, 'index.tsv'), 'utf8').trimEnd().split('\n');
    expect(names!.split('\t').slice(0, 3)).toEqual(['file', 'url', 'title']);
    expect(lines).toHaveLength(9);
    for (const line of lines) {
      const [file, url, , ...rest] = line.split('\t');
      expect(rest).toHaveLength(5);
      const i = Number(url!.split('b=')[1]);
      expect(readFileSync(join(folder, file!), 'utf8')).toBe(`Text of page ${i}\n${HOSTILE_TITLES[i]}`);
    }
  });

  test('does not write into a folder that is not empty', async () => {
    const { catalogue } = hostileCrawl();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    await expect(exportTextCorpus(catalogue.db, folder)).rejects.toMatchObject({ code: 'USAGE' });
    expect(readdirSync(folder)).toEqual(['mine.txt']);
  });
});

describe('what is written', () => {
  test('to an impossible path is reported, and leaves nothing behind', async () => {
    const { catalogue } = hostileCrawl();
    const folder = temporaryFolder();
    const path = join(folder, 'never', 'pages.csv');
    await expect(exportCsv(catalogue.db, path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('to a failing stream ends the export with its error', async () => {
    const { catalogue } = hostileCrawl();
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) });
    await expect(exportCsv(catalogue.db, broken)).rejects.toThrow('the disk is full');
  });
});
