import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CrawlDatabase, openDatabase } from '../../src/archive/database.ts';
import { FrontierReader } from '../../src/frontier/frontier-reader.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';

let folder: string;
let db: CrawlDatabase;
let other: CrawlDatabase;

/** Seven links of seven hosts: one done, one refused, one deferred, one out, one chosen, two that wait. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forage-reader-'));
  db = openDatabase(join(folder, 'crawl.db'));
  const frontier = new SqliteFrontier(db, { batch: 5 });
  frontier.add(
    Array.from({ length: 7 }, (_, i) => ({
      url: `https://h${i + 1}.test:8080/`,
      host: `h${i + 1}.test:8080`,
      priority: -i,
      depth: 1,
      anchor: `link ${i + 1}`,
      why: 'near',
    })),
  );
  frontier.refill(1000);
  const [done, refused, deferred] = frontier.take(4, 1000);
  frontier.settle(done!, { kind: 'done', page: 12 });
  frontier.settle(refused!, { kind: 'refused', reason: 'robots' });
  frontier.settle(deferred!, { kind: 'retry', notBefore: 9000, reason: 'timeout' });
  db.commit();
  other = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
});
afterEach(() => {
  other.close();
  db.close();
  rmSync(folder, { recursive: true });
});

it('links are counted by state beside a crawl at work; what is out or chosen waits', () => {
  expect(new FrontierReader(other).counts()).toEqual({ waiting: 4, deferred: 1, done: 1, refused: 1 });
});

it('a link is found by its id and by its URL, with its state and the reason for it', () => {
  const reader = new FrontierReader(other);
  expect(reader.link(1)).toMatchObject({
    url: 'https://h1.test:8080/',
    state: 'done',
    page: 12,
    anchor: 'link 1',
  });
  expect(reader.link(2)).toMatchObject({
    host: 'h2.test:8080',
    state: 'refused',
    reason: 'robots',
    why: 'near',
  });
  expect(reader.find('https://h3.test:8080/')).toMatchObject({ id: 3, state: 'deferred', reason: 'timeout' });
  expect([4, 5, 6].map((id) => reader.link(id)?.state)).toEqual(['waiting', 'waiting', 'waiting']);
});

it('a link that the crawl never met is not there', () => {
  const reader = new FrontierReader(other);
  expect(reader.link(99)).toBeUndefined();
  expect(reader.find('https://h1.test:8080/other')).toBeUndefined();
  expect(reader.find('https://unheard.test/')).toBeUndefined();
  expect(reader.find('no url')).toBeUndefined();
});

it('a whole frontier answers beside the one that is at work, too', () => {
  const looking = new SqliteFrontier(other);
  expect(looking.stats()).toMatchObject({ waiting: 4, deferred: 1, leased: 0 });
  expect(looking.find('https://h6.test:8080/')).toMatchObject({ state: 'waiting' });
});
