/** Opens a crawl, running or not, read-only. Close `db` when done. */
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { type CrawlDatabase, openDatabase } from '../archive/database.ts';
import { Meta } from '../archive/meta.ts';
import { type CrawlFolder, checkDatabase, databasePath, openFolder } from './folder.ts';

export interface OpenCrawl {
  folder: CrawlFolder;
  db: CrawlDatabase;
  read: CatalogueReader;
  meta: Meta;
}

export function openCrawl(path: string): OpenCrawl {
  const folder = openFolder(path);
  checkDatabase(path);
  const db = openDatabase(databasePath(path), { readOnly: true });
  return { folder, db, read: new CatalogueReader(db), meta: new Meta(db) };
}
