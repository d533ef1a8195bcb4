/** The journal of labels: several processes add to it while another one saves what it has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import { type CrawlDatabase, openDatabase } from '../../src/archive/database.ts';
import { appendLabels, labelJournalPath, saveJournal } from '../../src/archive/label-journal.ts';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';

const WRITERS = 4;
const LINES = 150;
let folder: string;
let path: string;
let db: CrawlDatabase;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forage-test-'));
  path = join(folder, 'crawl.db');
  db = openDatabase(path, { sole: true });
  new SqliteCatalogue(db);
  db.commit();
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const label = (page: number, by: string) => ({ page, label: 'relevant', by, drawn: 'chosen' }) as const;

it('has every line of several processes once, each in the order of its process, whatever its length', async () => {
  const module = new URL('../../src/archive/label-journal.ts', import.meta.url).href;
  const write = `
    const { appendLabels } = await import(${JSON.stringify(module)});
    const by = process.argv[1];
    for (let n = 1; n <= ${LINES}; n++) {
      const labels = Array.from({ length: n % 10 === 0 ? 1000 : 1 }, () => ({ page: n, label: 'relevant', by, drawn: 'chosen' }));
      appendLabels(${JSON.stringify(path)}, { at: n, by, labels });
    }`;
  const children = Array.from({ length: WRITERS }, (_, w) =>
    spawn(process.execPath, ['--input-type=module', '-e', write, String(w)], { stdio: 'inherit' }),
  );
  let running = WRITERS;
  for (const child of children) void once(child, 'exit').then(() => running--);
  const seen: Record<string, number[]> = {};
  const take = (): void => {
    saveJournal(db, ({ by, at, labels }) => {
      expect(labels).toHaveLength(at % 10 === 0 ? 1000 : 1);
      seen[by] = [...(seen[by] ?? []), at];
    });
    db.commit();
  };
  while (running > 0) {
    take();
    await turn();
  }
  take();
  const all = Array.from({ length: LINES }, (_, i) => i + 1);
  expect(seen).toEqual(Object.fromEntries(children.map((_, w) => [w, all])));
  expect(children.map(({ exitCode }) => exitCode)).toEqual(children.map(() => 0));
});

it('leaves out a line that was cut short, and keeps the next', () => {
  appendFileSync(labelJournalPath(path), '{"at":1,"by":"cut sh');
  appendLabels(path, { at: 2, by: 'ann', labels: [label(7, 'ann')] });
  const reader = openDatabase(path, { readOnly: true });
  const read = new CatalogueReader(reader);
  expect(read.labels()).toMatchObject([{ page: 7, by: 'ann', seq: 1 }]);
  expect([read.labelsOf([7]), read.labelsOf([8])]).toMatchObject([[{ page: 7 }], []]);
  reader.close();
  const saved: string[] = [];
  saveJournal(db, ({ by }) => saved.push(by));
  expect(saved).toEqual(['ann']);
  // What was saved is not committed: a crash would bring it back.
  db.sql.exec('ROLLBACK; BEGIN IMMEDIATE');
  saveJournal(db, ({ by }) => saved.push(by));
  saveJournal(db, ({ by }) => saved.push(by));
  expect(saved).toEqual(['ann', 'ann']);
});

it('begins again with another file that is shorter', () => {
  db.commit();
  rmSync(labelJournalPath(path));
  saveJournal(db, () => {});
  expect(new SqliteCatalogue(db).meta.get('labelsSaved')).toBe(0);
  appendLabels(path, { at: 3, by: 'bob', labels: [label(7, 'bob')] });
  const saved: string[] = [];
  saveJournal(db, ({ by }) => saved.push(by));
  expect(saved).toEqual(['bob']);
});
