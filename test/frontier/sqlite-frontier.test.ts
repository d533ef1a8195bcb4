/** What the frontier on disk promises beyond the contract: it outlives its process, and writes only what changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrawlDatabase, openDatabase } from '../../src/archive/database.ts';
import type { FrontierOptions, NewLink } from '../../src/frontier/frontier.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';
import { TestGate } from './test-gate.ts';

const NOW = 1_700_000_000_000;
let folder: string;
let db: CrawlDatabase;
let frontier: SqliteFrontier;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forage-frontier-'));
  open();
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function open(options: FrontierOptions = {}) {
  db = openDatabase(join(folder, 'crawl.db'));
  frontier = new SqliteFrontier(db, options);
}

function restart(options: FrontierOptions = {}) {
  db.close();
  open(options);
}

const link = (url: string, priority: number, more: Partial<NewLink> = {}): NewLink => ({
  url: `https://${url}`,
  host: url.split('/')[0]!,
  priority,
  depth: 1,
  ...more,
});
const take = (n: number, now = NOW) => frontier.take(n, now).map(({ url }) => url.slice('https://'.length));

describe('after a restart', () => {
  it('a host is ready when the gate of the new process says so', () => {
    frontier.add([link('a.test/1', 1), link('a.test/2', 1)]);
    const gate = new TestGate();
    gate.hold('a.test', NOW + 3_600_000);
    restart({ gate });
    expect(take(1, NOW + 3_599_999)).toEqual([]);
    expect(frontier.nextReadyAt()).toBe(NOW + 3_600_000);
    expect(take(1, NOW + 3_600_000)).toEqual(['a.test/1']);
  });

  it('a link whose robots.txt was out waits, and its robots.txt goes first again', () => {
    frontier.add([link('a.test/1', 1)]);
    const gate = new TestGate();
    gate.unread.add('https://a.test/robots.txt');
    restart({ gate });
    expect(take(1)).toEqual(['a.test/robots.txt']);
    restart({ gate });
    expect(frontier.stats()).toMatchObject({ waiting: 1, leased: 0 });
    expect(take(1)).toEqual(['a.test/robots.txt']);
  });

  it('a deferred link is deferred still, with its tries and all that belongs to it', () => {
    frontier.add([link('a.test/1', 0.5, { carry: '{"d":1}' }), link('a.test/2', 0.5)]);
    const [task] = frontier.take(1, NOW);
    frontier.settle(task!, { kind: 'retry', notBefore: NOW + 1000, reason: 'timeout' });
    restart();
    expect(frontier.find('https://a.test/1')).toMatchObject({ state: 'deferred', reason: 'timeout' });
    expect(take(1, NOW + 999)).toEqual(['a.test/2']);
    restart();
    const [again] = frontier.take(1, NOW + 1000);
    expect(again).toMatchObject({ url: 'https://a.test/1', priority: 0.5, tries: 1, carry: '{"d":1}' });
  });

  it('a promotion is kept', () => {
    frontier.add([link('a.test/1', 0.1, { from: 1 }), link('a.test/2', 0, { from: 1 })]);
    frontier.promote([2], 0.3, 'max');
    restart();
    expect(take(1)).toEqual(['a.test/2']);
  });

  it('a batch continues, including a link of it that was handed out', () => {
    restart({ batch: 2, now: NOW });
    const visit = () => {
      if (frontier.wantsRefill(NOW)) frontier.refill(NOW);
      const [task] = frontier.take(1, NOW);
      frontier.settle(task!, { kind: 'done' });
      return task!.url.slice('https://'.length);
    };
    frontier.add([link('a.test/1', 3), link('b.test/2', 2), link('a.test/3', 1)]);
    frontier.refill(NOW);
    expect(take(1)).toEqual(['a.test/1']);
    frontier.add([link('c.test/4', 9)]);
    restart({ batch: 2, now: NOW });
    expect(frontier.stats()).toMatchObject({ waiting: 4, done: 0, leased: 0 });
    expect([visit(), visit(), visit(), visit()]).toEqual(['a.test/1', 'b.test/2', 'c.test/4', 'a.test/3']);
    expect(frontier.stats()).toMatchObject({ waiting: 0, done: 4 });
  });

  it('a link has its type', () => {
    frontier.add([link('a.test/map.xml', 1, { type: 'sitemap' }), link('b.test/1', 0.5, { type: 'page' })]);
    restart();
    expect(frontier.take(2, NOW).map(({ type }) => type)).toEqual(['sitemap', 'page']);
  });
});

it('a find of nothing better does not write', () => {
  frontier.add([link('a.test/1', 0.5)]);
  const changes = () => db.sql.prepare('SELECT total_changes() AS n').get()!.n;
  const before = changes();
  frontier.add([link('a.test/1', 0.5), link('a.test/1', 0.2, { depth: 4 })]);
  expect(changes()).toBe(before);
});

it('the view names the type of every link, and stores none for a page', () => {
  frontier.add([link('a.test/1', 1), link('a.test/2', 1, { type: 'document' })]);
  const types = (table: string) =>
    db.sql
      .prepare(`SELECT type FROM ${table} ORDER BY id`)
      .all()
      .map(({ type }) => type);
  expect(types('frontier')).toEqual(['page', 'document']);
  expect(types('frontier_text')).toEqual([null, 'document']);
});
