/** The Parquet tables as DuckDB reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { exportCsv } from '../../../src/archive/export/csv.ts';
import { exportParquet } from '../../../src/archive/export/parquet.ts';
import type { SqliteCatalogue } from '../../../src/archive/sqlite-catalogue.ts';
import { aPage, newCatalogue, temporaryFolder } from '../crawl-folder.ts';

type Row = Record<string, unknown>;

/** Answers a query over the files of a folder, which it names by `$folder`. */
async function duckdb(folder: string, query: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(query.replaceAll('$folder', folder))).getRowObjectsJson() as Row[];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const NASTY = 'tab\t "quote" \u0000 emoji 🦉 and \ud800 alone';

function smallCrawl(): SqliteCatalogue {
  const catalogue = newCatalogue();
  for (let n = 1; n <= 5; n++) {
    const { id } = catalogue.savePage(
      aPage({
        link: n,
        url: `http://example.org/${n}`,
        title: n === 2 ? NASTY : `Page ${n}`,
        score: n / 10,
        margin: -n,
        relevant: n > 3,
        why: n === 1 ? [] : ['owl ×2', 'barn'],
        ...(n === 3 ? { findings: { genre: 0.5 }, language: 'en', via: 1 } : {}),
        fetchedAt: Date.UTC(2026, 0, n, 3, 4, 5, 678),
      }),
    );
    catalogue.saveText(id, `Page ${n}`, `Text ${n}`);
    catalogue.saveLinks(id, [
      {
        to: (n % 5) + 1,
        url: `http://example.org/${(n % 5) + 1}`,
        anchor: 'next',
        priority: 0.5,
        why: 'near',
      },
      { url: 'http://elsewhere.test/', fate: 'scope' },
    ]);
  }
  const again = { score: 0.9, margin: 1, relevant: true, why: ['again'], model: 2, at: Date.UTC(2026, 1, 1) };
  catalogue.saveJudgement(1, again);
  catalogue.db.commit();
  return catalogue;
}

test('DuckDB reads pages, links and judgements with their types and values', async () => {
  const catalogue = smallCrawl();
  const folder = join(temporaryFolder(), 'tables');
  expect(await exportParquet(catalogue.db, folder, { text: true })).toBe(5);
  expect(readdirSync(folder).sort()).toEqual(['judgements.parquet', 'links.parquet', 'pages.parquet']);

  const types = await duckdb(folder, `DESCRIBE SELECT * FROM '$folder/pages.parquet'`);
  expect(Object.fromEntries(types.map((row) => [row.column_name, row.column_type]))).toMatchObject({
    id: 'BIGINT',
    url: 'VARCHAR',
    relevant: 'BOOLEAN',
    score: 'DOUBLE',
    why: 'VARCHAR[]',
    fetched_at: 'TIMESTAMP',
    text: 'VARCHAR',
  });
  const pages = await duckdb(folder, `SELECT * FROM '$folder/pages.parquet' ORDER BY id`);
  expect(pages.map(({ id, url, score, relevant }) => [id, url, score, relevant])).toEqual([
    ['1', 'http://example.org/1', 0.9, true],
    ['2', 'http://example.org/2', 0.2, false],
    ['3', 'http://example.org/3', 0.3, false],
    ['4', 'http://example.org/4', 0.4, true],
    ['5', 'http://example.org/5', 0.5, true],
  ]);
  expect(pages[1]).toMatchObject({
    title: NASTY.replace('\ud800', '\ufffd'),
    why: ['owl ×2', 'barn'],
    language: null,
    via: null,
    text: 'Text 2',
    fetched_at: '2026-01-02 03:04:05.678',
  });
  expect(pages[2]).toMatchObject({ findings: '{"genre":0.5}', language: 'en', via: '1' });

  expect(
    await duckdb(
      folder,
      `SELECT a.url AS source, b.url AS target, anchor FROM '$folder/links.parquet' AS links
       JOIN '$folder/pages.parquet' AS a ON a.id = links.page JOIN '$folder/pages.parquet' AS b ON b.id = links.target
       WHERE a.id = 5`,
    ),
  ).toEqual([{ source: 'http://example.org/5', target: 'http://example.org/1', anchor: 'next' }]);
  expect(
    await duckdb(folder, `SELECT skipped, count(*) AS n FROM '$folder/links.parquet' GROUP BY 1 ORDER BY 1`),
  ).toEqual([
    { skipped: 'scope', n: '5' },
    { skipped: null, n: '5' },
  ]);
  expect(
    await duckdb(
      folder,
      `SELECT model, latest, score, why FROM '$folder/judgements.parquet' WHERE page = 1 ORDER BY 1`,
    ),
  ).toEqual([
    { model: '0', latest: false, score: 0.1, why: [] },
    { model: '2', latest: true, score: 0.9, why: ['again'] },
  ]);
});

test('the pages have every column of the CSV table, and what a page says of itself', async () => {
  const catalogue = newCatalogue();
  const about = {
    authors: ['Ann Aster', 'Bo Birk'],
    published: '2024-05-01',
    siteName: 'Owls',
    description: 'All.',
  };
  catalogue.savePage(aPage({ about }));
  const folder = join(temporaryFolder(), 'tables');
  await exportParquet(catalogue.db, folder);
  const [page] = await duckdb(folder, `SELECT * FROM '$folder/pages.parquet'`);
  expect(page).toMatchObject({
    authors: ['Ann Aster', 'Bo Birk'],
    published: '2024-05-01',
    modified: null,
    site_name: 'Owls',
    description: 'All.',
  });
  const csv = join(folder, 'pages.csv');
  await exportCsv(catalogue.db, csv);
  const names = readFileSync(csv, 'utf8').split('\r\n')[0]!.split(',');
  expect(Object.keys(page!)).toEqual(expect.arrayContaining(names));
});

test('groups of rows lose nothing, a filter holds for all tables, and an empty table has its columns', async () => {
  const catalogue = newCatalogue();
  const { id } = catalogue.savePage(aPage({ relevant: true }));
  const many = Array.from({ length: 45_000 }, (_, n) => ({ url: `http://example.org/${n}`, fate: 'scope' }));
  catalogue.saveLinks(id, many);
  catalogue.savePage(aPage({ relevant: false }));
  const folder = join(temporaryFolder(), 'tables');
  expect(await exportParquet(catalogue.db, folder, {})).toBe(2);
  const links = `'$folder/links.parquet'`;
  expect(
    await duckdb(folder, `SELECT count(DISTINCT url) AS urls, sum(position) AS positions FROM ${links}`),
  ).toEqual([{ urls: '45000', positions: String((45_000 * 44_999) / 2) }]);
  const groups = `SELECT row_group_num_rows AS n FROM parquet_metadata(${links}) WHERE path_in_schema = 'url'`;
  expect(await duckdb(folder, groups)).toEqual([{ n: '20000' }, { n: '20000' }, { n: '5000' }]);

  // Files of an earlier export are replaced.
  expect(await exportParquet(catalogue.db, folder, { irrelevantOnly: true })).toBe(1);
  expect(await duckdb(folder, `SELECT page, url FROM ${links}`)).toEqual([]);
  expect(await duckdb(folder, `SELECT relevant FROM '$folder/pages.parquet'`)).toEqual([{ relevant: false }]);
  expect(readdirSync(folder).sort()).toEqual(['judgements.parquet', 'links.parquet', 'pages.parquet']);
});
