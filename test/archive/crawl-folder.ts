/** A crawl's database in a temporary folder, and pages to put into it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type CrawlDatabase, type DatabaseOptions, openDatabase } from '../../src/archive/database.ts';
import type { NewPage } from '../../src/archive/records.ts';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';

const folders: string[] = [];
const handles: CrawlDatabase[] = [];

afterEach(() => {
  for (const db of handles.splice(0)) if (db.sql.isOpen) db.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forage-archive-'));
  folders.push(folder);
  return folder;
}

export function openIn(folder: string, options: DatabaseOptions = {}): CrawlDatabase {
  const db = openDatabase(join(folder, 'crawl.db'), options);
  handles.push(db);
  return db;
}

export function newCatalogue(): SqliteCatalogue {
  return new SqliteCatalogue(openIn(temporaryFolder()));
}

let links = 0;

/** A page that was fetched well; every call has a different link. */
export function aPage(given: Partial<NewPage> = {}): NewPage {
  const link = given.link ?? ++links;
  return {
    link,
    url: `http://example.org/page/${link}`,
    host: 'example.org',
    outcome: 'page',
    status: 200,
    fetchedAt: 1_700_000_000_000 + link,
    durationMs: 12,
    bytes: 1000,
    wireBytes: 400,
    contentType: 'text/html',
    kind: 'html',
    title: `Page ${link}`,
    score: 0.25,
    relevant: false,
    depth: 0,
    ...given,
  };
}
