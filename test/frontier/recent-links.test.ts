import { expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { type Bar, RecentLinks } from '../../src/frontier/recent-links.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';
import { hashUrl } from '../../src/frontier/url-hash.ts';

const bar: Bar = { priority: 0.5, depth: 3, hops: 1 };
/** The hashes of a number, in no order. */
const hash = (n: number): [number, number] => [Math.imul(n, 0x9e3779b1), Math.imul(n, 0x85ebca6b)];
const knows = (links: RecentLinks, n: number): number | undefined => links.unchangedBy(...hash(n), 0.5, 3, 1);

it('a find counts when it is better or nearer, and else changes nothing', () => {
  const links = new RecentLinks();
  links.remember(1, 2, 77, bar);
  expect(links.unchangedBy(1, 2, 0.5, 3, 1)).toBe(77);
  expect(links.unchangedBy(1, 2, 0.4, 9, 2)).toBe(77);
  expect(links.unchangedBy(1, 2, 0.6, 3, 1)).toBeUndefined();
  expect(links.unchangedBy(1, 2, 0.5, 2, 1)).toBeUndefined();
  expect(links.unchangedBy(1, 2, 0.5, 3, 0)).toBeUndefined();
});

it('nothing beats what is done, and everything what counts every find', () => {
  const links = new RecentLinks();
  links.remember(1, 1, 5, { priority: Infinity, depth: -Infinity, hops: -Infinity });
  links.remember(2, 2, 6, { priority: -Infinity, depth: Infinity, hops: Infinity });
  expect(links.unchangedBy(1, 1, 1e300, 0, 0)).toBe(5);
  expect(links.unchangedBy(2, 2, -1e300, 1e6, 1e6)).toBeUndefined();
});

it('two links that share the first half of the hash are two', () => {
  const links = new RecentLinks();
  links.remember(9, 1, 100, bar);
  expect(links.unchangedBy(9, 2, 0, 9, 9)).toBeUndefined();
  links.remember(9, 2, 200, bar);
  expect(links.unchangedBy(9, 1, 0, 9, 9)).toBe(100);
  expect(links.unchangedBy(9, 2, 0, 9, 9)).toBe(200);
  links.forget(9);
  expect(links.unchangedBy(9, 1, 0, 9, 9)).toBeUndefined();
  expect(links.unchangedBy(9, 2, 0, 9, 9)).toBeUndefined();
});

it('keeps what is found again and again, and drops what was not found for a hundred thousand others', () => {
  const links = new RecentLinks();
  links.remember(...hash(1), 1, bar);
  links.remember(...hash(2), 2, bar);
  for (let n = 3; n < 300_000; n++) {
    links.remember(...hash(n), n, bar);
    if (n % 20_000 === 0) expect(knows(links, 1)).toBe(1);
  }
  expect(knows(links, 1)).toBe(1);
  expect(knows(links, 2)).toBeUndefined();
  expect(knows(links, 299_999)).toBe(299_999);
  expect(knows(links, 260_000)).toBe(260_000);
  links.clear();
  expect(knows(links, 1)).toBeUndefined();
  expect(knows(links, 299_999)).toBeUndefined();
});

it('a link found last before the halves are swapped is still recognised', () => {
  const links = new RecentLinks();
  links.remember(...hash(1), 1, bar);
  for (let n = 2; n <= 50_000; n++) links.remember(...hash(n), n, bar);
  for (let n = 50_001; n <= 100_000; n++) links.remember(...hash(n), n, bar);
  expect(knows(links, 7)).toBe(7);
  expect(links.unchangedBy(...hash(99_999), 0.5, 3, 1)).toBe(99_999);
});

it('the frontier keeps both of two URLs that share the first half of the hash', () => {
  const db = openDatabase(':memory:');
  db.sql.exec('CREATE TABLE frontier_key (k0 INTEGER NOT NULL, k1 INTEGER NOT NULL) STRICT');
  db.sql.exec('INSERT INTO frontier_key VALUES (1, 2)');
  const byHash = new Map<number, string>();
  let pair: [string, string] | undefined;
  for (let n = 0; pair === undefined; n++) {
    const url = `http://a.test/${n}`;
    const other = byHash.get(hashUrl(url, [1, 2]));
    if (other !== undefined) pair = [other, url];
    byHash.set(hashUrl(url, [1, 2]), url);
  }
  const frontier = new SqliteFrontier(db);
  const add = (url: string) => frontier.add([{ url, host: 'a.test', priority: 0.5, depth: 1 }])[0]!;
  expect([add(pair[0]), add(pair[0]), add(pair[1])]).toEqual([
    { id: 1, fresh: true },
    { id: 1, fresh: false },
    { id: 2, fresh: true },
  ]);
  db.close();
});
