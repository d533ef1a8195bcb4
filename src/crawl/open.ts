/** Opens a crawl, running or not, read-only. Close `db` when done. */
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { type CrawlDatabase, openDatabase } from '../archive/database.ts';
import { Meta } from '../archive/meta.ts';
import { hasTables } from '../archive/schema.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { type CrawlFolder, checkDatabase, databasePath, hasDatabase, openFolder } from './folder.ts';

export interface OpenCrawl {
  folder: CrawlFolder;
  db: CrawlDatabase;
  read: CatalogueReader;
  meta: Meta;
}

export function openCrawl(path: string): OpenCrawl {
  const crawl = openBegun(path);
  if (crawl === undefined)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${notBegun(path)} Wait for its first ones, or start it: forage resume ${typed(path)}`,
    );
  return crawl;
}

/** The same; undefined if the crawl ended, or still prepares itself, before its first commit. */
export function openBegun(path: string): OpenCrawl | undefined {
  const folder = openFolder(path);
  checkDatabase(path);
  if (!hasDatabase(path)) return undefined;
  const db = openDatabase(databasePath(path), { readOnly: true });
  if (hasTables(db)) return { folder, db, read: new CatalogueReader(db), meta: new Meta(db) };
  db.close();
  return undefined;
}

export const notBegun = (path: string): string => `${path} has not fetched a page yet.`;
export const startIt = (path: string): string => `Start it: forage resume ${typed(path)}`;
