import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';

it('a killed process leaves the frontier of its last commit, its leases waiting again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forage-frontier-'));
  const path = join(folder, 'crawl.db');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-crawl.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await exit;

  const db = openDatabase(path);
  const frontier = new SqliteFrontier(db);
  expect(frontier.stats()).toEqual({ waiting: 2, deferred: 0, leased: 0, done: 1, refused: 0, hosts: 2 });
  expect(frontier.find('https://c.test/')).toMatchObject({ state: 'done', page: 1 });
  expect(frontier.find('https://d.test/')).toBeUndefined();
  // b.test was leased at the commit, a.test was done after it.
  expect(frontier.take(5, 1000).map(({ host }) => host)).toEqual(['b.test', 'a.test']);
  db.close();
  rmSync(folder, { recursive: true });
});
