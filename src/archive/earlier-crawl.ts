/** Opens the database of an earlier crawl for reading. A file of another version is refused. */
import { join } from 'node:path';
import { CatalogueReader } from './catalogue-reader.ts';
import { type CrawlDatabase, openDatabase } from './database.ts';

export function readEarlierCrawl<T>(
  folder: string,
  read: (reader: CatalogueReader, db: CrawlDatabase) => T,
): T {
  const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
  try {
    return read(new CatalogueReader(db), db);
  } finally {
    db.close();
  }
}
