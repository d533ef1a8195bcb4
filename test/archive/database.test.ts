import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import { openDatabase } from '../../src/archive/database.ts';
import { openIn, temporaryFolder } from './crawl-folder.ts';

test('a file that is not a database is refused by name', () => {
  const path = join(temporaryFolder(), 'crawl.db');
  writeFileSync(path, 'these are not the pages that you are looking for '.repeat(100));
  for (const readOnly of [false, true]) {
    expect(() => openDatabase(path, { readOnly })).toThrow(
      expect.objectContaining({ code: 'CRAWL_FOLDER', message: expect.stringContaining(path) }),
    );
  }
});

test('a missing folder is refused by name', () => {
  const path = join(temporaryFolder(), 'never', 'crawl.db');
  expect(() => openDatabase(path)).toThrow(expect.objectContaining({ code: 'CRAWL_FOLDER' }));
});

test('an empty database has no crawl to read', () => {
  const folder = temporaryFolder();
  openIn(folder).close();
  expect(() => new CatalogueReader(openIn(folder, { readOnly: true }))).toThrow(/contains no crawl/);
});

test('beforeCommit runs before a commit and before closing', () => {
  const folder = temporaryFolder();
  const db = openIn(folder);
  db.sql.exec('CREATE TABLE marks (n INTEGER)');
  let n = 0;
  db.beforeCommit(() => db.sql.prepare('INSERT INTO marks VALUES (?)').run(++n));
  db.commit();
  db.close();
  const after = openIn(folder, { readOnly: true });
  expect(after.sql.prepare('SELECT n FROM marks').all()).toEqual([{ n: 1 }, { n: 2 }]);
});

test('two exclusive writers cannot both open the file', () => {
  const folder = temporaryFolder();
  const db = openIn(folder, { sole: true, waitMs: 20 });
  expect(() => openIn(folder, { sole: true, waitMs: 20 })).toThrow(/Another process is writing/);
  db.close();
  openIn(folder, { sole: true, waitMs: 20 });
});

test('a full disk is reported as such, and committed data stays', () => {
  const folder = temporaryFolder();
  const db = openIn(folder);
  db.sql.exec('CREATE TABLE lines (line TEXT)');
  db.sql.prepare('INSERT INTO lines VALUES (?)').run('kept');
  db.commit();
  // SQLite's own limit on the size of the file answers with the code of a full disk.
  db.sql.exec('PRAGMA max_page_count = 3');
  db.beforeCommit(() => db.sql.prepare('INSERT INTO lines VALUES (?)').run('x'.repeat(100_000)));
  expect(() => db.close()).toThrow(/disk is full/);
  const after = openIn(folder, { readOnly: true });
  expect(after.sql.prepare('SELECT line FROM lines').all()).toEqual([{ line: 'kept' }]);
});

test('after a commit that failed nothing is written, although its transaction is over', () => {
  const folder = temporaryFolder();
  const db = openIn(folder);
  db.sql.exec('CREATE TABLE lines (line TEXT)');
  const write = db.sql.prepare('INSERT INTO lines VALUES (?)');
  db.commit();
  // As SQLite does by itself when a commit cannot be written.
  db.beforeCommit(() => db.sql.exec('ROLLBACK'));
  write.run('lost');
  expect(() => db.commit()).toThrow();
  expect(() => write.run('half a page')).toThrow(/readonly/);
  db.sql.close();
  const after = openIn(folder, { readOnly: true });
  expect(after.sql.prepare('SELECT line FROM lines').all()).toEqual([]);
});
