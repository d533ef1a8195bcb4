import { expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';

const MB = 1024;

it('the cache is small until the frontier has a million links, in a crawl and after a restart', () => {
  const db = openDatabase(':memory:');
  const cacheKb = () => -Number(db.sql.prepare('PRAGMA cache_size').get()?.cache_size);
  new SqliteFrontier(db);
  db.sql.exec(`INSERT INTO frontier_host VALUES (1, 'a.test');
    INSERT INTO frontier_link (host, hash, id, other_hash, state, priority, depth, hops, finds, tries)
      VALUES (1, 1, 999998, 1, 2, 0, 0, 0, 1, 0);
    INSERT INTO frontier_text (id, host, hash, url, anchor) VALUES (999998, 1, 1, 'http://a.test/', '')`);
  const frontier = new SqliteFrontier(db);
  const add = (path: string) =>
    frontier.add([{ url: `http://a.test/${path}`, host: 'a.test', priority: 1, depth: 1 }]);
  add('a');
  expect(cacheKb()).toBe(64 * MB);
  add('b');
  expect(cacheKb()).toBe(384 * MB);
  db.sql.exec(`PRAGMA cache_size = ${-64 * MB}`);
  new SqliteFrontier(db);
  expect(cacheKb()).toBe(384 * MB);
  db.close();
});
