import { createReadStream, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WARCParser, type WARCRecord } from 'warcio';
import { exportWarc } from '../../../src/archive/export/warc.ts';
import type { WarcPlace } from '../../../src/archive/records.ts';
import type { SqliteCatalogue } from '../../../src/archive/sqlite-catalogue.ts';
import { encodeResponse } from '../../../src/warc/encode.ts';
import { WarcFiles } from '../../../src/warc/files.ts';
import { aPage, newCatalogue, temporaryFolder } from '../crawl-folder.ts';

/** Ten pages in files of about three; page 4 has an incompressible body of two megabytes. */
function archivedCrawl(): { catalogue: SqliteCatalogue; folder: string; bodies: Map<string, Buffer> } {
  const folder = temporaryFolder();
  const catalogue = newCatalogue();
  const files = new WarcFiles(folder, { maxBytes: 1800 });
  const bodies = new Map<string, Buffer>();
  for (let i = 0; i < 10; i++) {
    const url = `http://example.org/${i}`;
    const body = i === 4 ? noise(2_000_000) : Buffer.from(`<title>Page ${i}</title>`.repeat(i + 1));
    bodies.set(url, body);
    const warc = files.append(
      encodeResponse({
        answer: {
          url,
          startedAt: 1_700_000_000_000 + i,
          status: 200,
          statusText: 'OK',
          headers: [['Content-Type', 'text/html']],
          wire: body,
        },
      }),
    );
    catalogue.savePage(aPage({ url, warc, relevant: i % 2 === 0 }));
  }
  files.close();
  return { catalogue, folder, bodies };
}

function noise(bytes: number): Buffer {
  const body = Buffer.alloc(bytes);
  let state = 1;
  for (let i = 0; i < bytes; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    body[i] = state >>> 24;
  }
  return body;
}

async function records(path: string): Promise<{ record: WARCRecord; payload: Buffer }[]> {
  const found: { record: WARCRecord; payload: Buffer }[] = [];
  for await (const record of WARCParser.iterRecords(createReadStream(path))) {
    found.push({ record, payload: Buffer.from(await record.readFully(false)) });
  }
  return found;
}

describe('a WARC file of selected pages', () => {
  test('is read by warcio: a warcinfo, then the relevant pages with their bytes', async () => {
    const { catalogue, folder, bodies } = archivedCrawl();
    const path = join(temporaryFolder(), 'relevant.warc.gz');
    expect(await exportWarc(catalogue.db, folder, path, { relevantOnly: true })).toEqual({
      pages: 5,
      missing: 0,
      damaged: 0,
    });
    const [first, ...rest] = await records(path);
    expect(first!.record.warcType).toBe('warcinfo');
    expect(first!.record.warcHeader('WARC-Filename')).toBe('relevant.warc.gz');
    expect(rest.map(({ record }) => [record.warcType, record.warcTargetURI])).toEqual(
      [0, 2, 4, 6, 8].map((i) => ['response', `http://example.org/${i}`]),
    );
    for (const { record, payload } of rest) {
      expect(payload.equals(bodies.get(record.warcTargetURI!)!)).toBe(true);
    }
  });

  test('contains the members as they are in the archive', async () => {
    const { catalogue, folder } = archivedCrawl();
    const path = join(temporaryFolder(), 'all.warc.gz');
    await exportWarc(catalogue.db, folder, path);
    const members = [];
    for (let id = 1; id <= 10; id++) {
      const { file, offset, length } = catalogue.read.pageById(id)!.warc!;
      members.push(readFileSync(join(folder, file)).subarray(offset, offset + length));
    }
    const wanted = Buffer.concat(members);
    const found = readFileSync(path);
    expect(found.subarray(found.length - wanted.length).equals(wanted)).toBe(true);
  });

  test('skips and counts missing records', async () => {
    const { catalogue, folder } = archivedCrawl();
    const { file, offset, length } = catalogue.read.pageById(10)!.warc!;
    truncateSync(join(folder, file), offset + length - 1);
    const misplace = (id: number, place: Partial<WarcPlace>): void => {
      const page = catalogue.read.pageById(id)!;
      catalogue.savePage({ ...page, warc: { ...page.warc!, ...place } });
    };
    misplace(1, { file: 'gone.warc.gz', offset: 0, length: 10 });
    misplace(2, { file: '../crawl.db', offset: 0, length: 10 });
    misplace(3, { offset: 5, length: 10 });
    misplace(4, { offset: -5 });
    catalogue.savePage(aPage({ link: 444_444 }));
    const path = join(temporaryFolder(), 'rest.warc.gz');
    expect(await exportWarc(catalogue.db, folder, path)).toEqual({ pages: 5, missing: 5, damaged: 1 });
    expect((await records(path)).map(({ record }) => record.warcTargetURI).slice(1)).toEqual(
      [4, 5, 6, 7, 8].map((i) => `http://example.org/${i}`),
    );
  });

  test('leaves out a record whose bytes were changed, and counts it', async () => {
    const { catalogue, folder } = archivedCrawl();
    const { warc } = catalogue.read.pageByUrl('http://example.org/4')!;
    const path = join(folder, warc!.file);
    const bytes = readFileSync(path);
    bytes.fill(0, warc!.offset + 1000, warc!.offset + 1016);
    writeFileSync(path, bytes);
    const out = join(folder, 'out.warc.gz');
    expect(await exportWarc(catalogue.db, folder, out)).toEqual({ pages: 9, missing: 0, damaged: 1 });
    expect((await records(out)).map(({ record }) => record.warcTargetURI)).not.toContain(
      'http://example.org/4',
    );
  });
});
