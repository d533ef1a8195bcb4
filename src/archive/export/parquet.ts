/**
 * The tables of a crawl as Parquet files in a folder: `pages`, `links`, `judgements`, and `documents` where they were
 * collected. For DuckDB, pandas, Polars, Spark. Written in groups of rows, so that memory is bounded; compressed with
 * Zstandard.
 */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { makeFolder, unwritable } from '../../disk.ts';
import { CatalogueReader } from '../catalogue-reader.ts';
import type { CrawlDatabase } from '../database.ts';
import { DocumentReader } from '../document-reader.ts';
import { openHandNotes } from '../hand-notes.ts';
import {
  type Column,
  documentColumns,
  judgementColumns,
  judgementsOf,
  linkColumns,
  pageColumns,
  schemaOf,
} from './parquet-tables.ts';
import { choosesPages, type ExportFilter, selectedPages } from './selected-pages.ts';

export interface ParquetOptions extends ExportFilter {
  /** Include the text of each page. */
  text?: boolean;
  /** The database of people's notes, whose verdicts on documents override those of the crawl. */
  notes?: string;
}

/** Returns the number of pages written. Files of an earlier export are replaced. */
export async function exportParquet(
  db: CrawlDatabase,
  folder: string,
  options: ParquetOptions = {},
): Promise<number> {
  const read = new CatalogueReader(db);
  const pages = () => selectedPages(db, options);
  const textOf = (page: number): string | undefined => read.textOf(page)?.text;
  try {
    makeFolder(folder);
    const count = await writeTable(folder, 'pages', pageColumns(options.text ? textOf : undefined), pages());
    await writeTable(
      folder,
      'links',
      linkColumns,
      pages().flatMap((page) => read.linksOf(page.id)),
    );
    await writeTable(
      folder,
      'judgements',
      judgementColumns,
      pages().flatMap((page) => judgementsOf(page, read)),
    );
    await writeDocuments(db, folder, options);
    return count;
  } catch (error) {
    throw unwritable(folder, error);
  }
}

async function writeDocuments(db: CrawlDatabase, folder: string, options: ParquetOptions): Promise<void> {
  const notes = options.notes === undefined ? undefined : openHandNotes(options.notes);
  try {
    const documents = new DocumentReader(db, notes);
    if (documents.isEmpty) return;
    const isChosen = choosesPages(options)
      ? new Set(selectedPages(db, { ...options, nearDuplicates: true }).map(({ id }) => id))
      : undefined;
    const chosen = documents.list().filter(({ page }) => isChosen?.has(page) ?? true);
    await writeTable(folder, 'documents', documentColumns, chosen);
  } finally {
    notes?.close();
  }
}

const ROWS_A_GROUP = 20_000;
/** Characters, where texts are long. */
const SIZE_OF_A_GROUP = 16_000_000;

/** The file appears under its name when it is complete. */
async function writeTable<Row>(
  folder: string,
  name: string,
  columns: readonly Column<Row>[],
  rows: Iterable<Row>,
): Promise<number> {
  const path = join(folder, `${name}.parquet`);
  const part = `${path}.part`;
  try {
    const writer = new ParquetWriter({
      writer: fileWriter(part),
      schema: schemaOf(columns),
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    });
    let count = 0;
    for (const group of groupsOf(columns, rows)) {
      count += group[0]!.length;
      const columnData = columns.map((column, i) => ({ name: column.name, data: group[i]! }));
      await writer.write({ columnData, rowGroupSize: ROWS_A_GROUP });
    }
    await writer.finish();
    await rename(part, path);
    return count;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Columns of values, a group of rows at a time. */
function* groupsOf<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<unknown[][]> {
  const empty = () => columns.map((): unknown[] => []);
  let group = empty();
  let size = 0;
  for (const row of rows) {
    for (const [i, column] of columns.entries()) {
      const value = column.of(row) ?? null;
      if (typeof value === 'string') size += value.length;
      group[i]!.push(value);
    }
    if (group[0]!.length < ROWS_A_GROUP && size < SIZE_OF_A_GROUP) continue;
    yield group;
    group = empty();
    size = 0;
  }
  if (group[0]!.length > 0) yield group;
}
