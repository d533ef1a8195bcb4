/** What a fleet is made of, without a server: numbers, clocks, hashes, messages, shares, ends, recorded changes. */
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type CrawlDatabase, openDatabase } from '../../src/archive/database.ts';
import { PartTables } from '../../src/archive/part-tables.ts';
import { foundAt } from '../../src/archive/parts/page-elsewhere.ts';
import { rebuild, record } from '../../src/archive/recording.ts';
import { databasePath } from '../../src/crawl/folder.ts';
import { startReaders } from '../../src/crawl/readers/readers.ts';
import { settingsSchema } from '../../src/crawl/settings.ts';
import { shareLearning } from '../../src/crawl/shared-learning.ts';
import { crawlPart } from '../../src/crawl/start.ts';
import { Turns } from '../../src/crawl/turns.ts';
import { EndFinder } from '../../src/fleet/end.ts';
import { Lease } from '../../src/fleet/lease.ts';
import { packLinks, unpackLinks } from '../../src/fleet/links.ts';
import { spread } from '../../src/fleet/members.ts';
import type { PartitionReport } from '../../src/fleet/partition.ts';
import { prepareFolder } from '../../src/fleet/partition-folder.ts';
import { partitionOf } from '../../src/fleet/partition-of.ts';
import type { NewLink } from '../../src/frontier/frontier.ts';
import { AddressLanes } from '../../src/host/ip-lanes.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { newFolder, optionsFor, removeFolders } from '../crawl/small-web.ts';
import { linkedWeb, SEED } from './linked-web.ts';

afterAll(removeFolders);

describe('messages between two partitions', () => {
  it('are taken once and in order, in whatever order and however often they come', () => {
    const bytes = (n: number): Uint8Array => Uint8Array.of(n);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 }),
        (most, disorder) => {
          const db = openDatabase('', { fleeting: true });
          const tables = new PartTables(db);
          const taken: number[] = [];
          const receive = (n: number): void =>
            tables.receive(7, n, bytes(n), ([number]) => {
              taken.push(number!);
              return 1;
            });
          const sent = disorder.filter((n) => n <= most);
          for (const n of sent) receive(n);
          for (let n = 1; n <= most; n++) receive(n);
          expect(taken).toEqual(Array.from({ length: most }, (_, i) => i + 1));
          expect(tables.exchanged()).toEqual({ sent: 0, taken: most });
          expect(tables.pending()).toBe(0);
          db.close();
        },
      ),
      { numRuns: 50 },
    );
  });

  it('have numbers of their own for each receiver, and stay until they have arrived', () => {
    const db = openDatabase('', { fleeting: true });
    const tables = new PartTables(db);
    const numbers = [3, 5, 3].map((to) => tables.put(to, Uint8Array.of(1), 10).n);
    expect(numbers).toEqual([1, 1, 2]);
    tables.arrived({ to: 3, n: 1, body: Uint8Array.of() });
    expect(tables.outgoing().map(({ to, n }) => [to, n])).toEqual([
      [3, 2],
      [5, 1],
    ]);
    expect(tables.exchanged().sent).toBe(30);
    db.close();
  });
});

describe('the right to send', () => {
  const clock = { mono: 0, day: 1000, monotonic: () => clock.mono, wall: () => clock.day };
  const pass = (mono: number, day = mono): void => {
    clock.mono += mono;
    clock.day += day;
  };

  it('ends a tenth before the time to live, counted from when the accepted entry was sent', () => {
    const lease = new Lease(10_000, clock);
    expect(lease.isHeld).toBe(false);
    const sent = lease.mark();
    pass(4000);
    lease.accepted(sent);
    pass(4999);
    expect(lease.isHeld).toBe(true);
    pass(1);
    expect(lease.isHeld).toBe(false);
  });

  it('comes back with the next accepted entry, and never after its end', () => {
    const lease = new Lease(10_000, clock);
    lease.accepted(lease.mark());
    pass(20_000);
    expect(lease.isHeld).toBe(false);
    lease.accepted(lease.mark());
    expect(lease.isHeld).toBe(true);
    lease.end();
    lease.accepted(lease.mark());
    expect(lease.isHeld).toBe(false);
  });

  it('ends while the machine sleeps, and when the time of day leaps; a day that is set back does not lengthen it', () => {
    for (const [mono, day, isHeld] of [
      [0, 60_000, false],
      [1000, 1000, true],
      [9500, -100_000, false],
      [1000, -100_000, true],
    ] as const) {
      const lease = new Lease(10_000, clock);
      lease.accepted(lease.mark());
      pass(mono, day);
      expect(lease.isHeld, `${mono} ${day}`).toBe(isHeld);
    }
  });

  it('is not shortened by an entry that was sent earlier and is answered later', () => {
    const lease = new Lease(10_000, clock);
    const first = lease.mark();
    pass(5000);
    lease.accepted(lease.mark());
    lease.accepted(first);
    pass(6000);
    expect(lease.isHeld).toBe(true);
  });
});

describe('partitions', () => {
  it('have all hosts of a registrable domain, by the first four bytes of its SHA-256', () => {
    const of = partitionOf(64);
    // printf example.org | sha256sum begins with bfabc374, which is 52 modulo 64; that of example.co.uk is 51.
    expect(of('www.example.org')).toBe(EXAMPLE_ORG);
    expect(of('example.org:8080')).toBe(EXAMPLE_ORG);
    expect(of('a.b.example.co.uk')).toBe(EXAMPLE_CO_UK);
    expect(of('example.co.uk')).toBe(EXAMPLE_CO_UK);
  });

  it('are spread evenly, and most stay where they are when a worker comes or goes', () => {
    const workers = Array.from({ length: 8 }, (_, i) => `w${i}`);
    const first = spread(workers, 64).map(([worker]) => worker!);
    for (const worker of workers) expect(first.filter((one) => one === worker)).toHaveLength(8);
    const without = spread(workers.slice(1), 64).map(([worker]) => worker!);
    const moved = first.filter((worker, p) => worker !== 'w0' && worker !== without[p]).length;
    expect(moved).toBeLessThan(20);
    expect(without).not.toContain('w0');
    const many = Array.from({ length: 100 }, (_, i) => `w${i}`);
    const owners = spread(many, 256).map(([worker]) => worker!);
    const shares = many.map((worker) => owners.filter((one) => one === worker).length);
    expect([Math.min(...shares), Math.max(...shares)]).toEqual([2, 3]);
  });
});

describe('links on their way', () => {
  const link = (url: string, more: Partial<NewLink> = {}): NewLink => ({
    url,
    host: new URL(url).host,
    priority: 0.5,
    depth: 2,
    anchor: 'an owl',
    from: 17,
    ...more,
  });
  const here = { urlRules: {}, owns: (host: string) => host !== 'elsewhere.test' };

  it('arrive as they were sent, with the page they were found on in its partition', () => {
    const sent = [
      link('http://a.test/1', { carry: '{"left":3}', why: 'near', hops: 1, type: 'sitemap' }),
      link('http://b.test/', { priority: -2.25 }),
    ];
    const [message, ...more] = packLinks(sent);
    expect(more).toEqual([]);
    const { links, lines } = unpackLinks(message!.body, 5, here);
    expect([message!.links.length, lines]).toEqual([2, 2]);
    expect(links.map(({ from, ...rest }) => ({ ...rest, ...foundAt(from!) }))).toEqual(
      sent.map(({ from: _, ...rest }) => ({ type: 'page', hops: 0, ...rest, partition: 5, page: 17 })),
    );
  });

  it('are divided into messages of at most 500', () => {
    const many = Array.from({ length: 1201 }, (_, i) => link(`http://a.test/${i}`));
    expect([...packLinks(many)].map(({ links }) => links.length)).toEqual([500, 500, 201]);
  });

  it('are left out one by one where they are not what they should be, and never throw', () => {
    const good = ['http://a.test/ok', 'page', 1, 0, 0, '', null, null, 3];
    const bad = [
      ['http://elsewhere.test/', 'page', 1, 0, 0, '', null, null, 3],
      ['file:///etc/passwd', 'page', 1, 0, 0, '', null, null, 3],
      ['http://A.test/../x', 'page', 1, 0, 0, '', null, null, 3],
      ['http://a.test/', 'robots', 1, 0, 0, '', null, null, 3],
      ['http://a.test/', 'page', null, 0, 0, '', null, null, 3],
      ['http://a.test/', 'page', 1, -1, 0, '', null, null, 3],
      ['http://a.test/', 'page', 1, 0, 0, '', '{broken', null, 3],
      'no list',
    ];
    const body = zstdCompressSync([good, ...bad].map((line) => JSON.stringify(line)).join('\n'));
    expect(unpackLinks(body, 1, here).links.map(({ url }) => url)).toEqual(['http://a.test/ok']);
    expect(unpackLinks(Uint8Array.of(1, 2, 3), 1, here)).toEqual({ links: [], lines: 0 });
  });
});

describe('the end of a fleet', () => {
  const settings = settingsSchema.parse({ budget: { pages: 10 } });
  const report = (partition: number, more: Partial<PartitionReport> = {}): [number, PartitionReport] => [
    partition,
    {
      ...{ partition, epoch: 1, state: 'running', pages: 1, relevant: 0, words: 0, bytes: 0, requests: 1 },
      ...{ errors: 0, waiting: 0, elapsedMs: 0, sent: 0, taken: 0, isQuiet: true, readyInMs: undefined },
      ...{ late: 0, restoredMs: undefined },
      ...more,
    } as PartitionReport,
  ];
  const twice = (...reports: [number, PartitionReport][]): string | undefined => {
    const finder = new EndFinder(2);
    finder.find(new Map(reports), settings);
    return finder.find(new Map(reports), settings)?.reason;
  };

  it('comes when all partitions are quiet and all links were taken, in two rounds in a row', () => {
    const finder = new EndFinder(2);
    const all = new Map([report(0, { sent: 3 }), report(1, { taken: 3 })]);
    expect(finder.find(all, settings)).toBeUndefined();
    expect(finder.find(all, settings)?.reason).toBe('frontier-empty');
  });

  it('does not come while a link is on its way, a partition is unknown, or something waits', () => {
    expect(twice(report(0, { sent: 3 }), report(1, { taken: 2 }))).toBeUndefined();
    expect(twice(report(0))).toBeUndefined();
    expect(twice(report(0), report(1, { isQuiet: false, readyInMs: 100 }))).toBeUndefined();
    expect(twice(report(0), report(1, { state: 'grace' }))).toBeUndefined();
  });

  it('comes when a budget is used up by all partitions together', () => {
    expect(twice(report(0, { pages: 6, isQuiet: false }), report(1, { pages: 4 }))).toBe('budget-pages');
  });
});

describe('recorded changes', () => {
  it('make the same database, from a crawl with links that left', async () => {
    const web = await linkedWeb(4, 5);
    const path = join(newFolder(), 'part');
    const patchsets: Uint8Array[] = [];
    const left: NewLink[] = [];
    const { topic, settings = {} } = optionsFor(web, {
      seeds: [SEED],
      settings: { archive: { commitEveryMs: 20 } },
    });
    const fleet = {
      topic: topicSchema.parse(topic),
      settings: settingsSchema.parse({ ...settings, recipe: 'adaptive' }),
    };
    const folder = prepareFolder(path, fleet as never, undefined);
    const stop = Promise.withResolvers<void>();
    const crawl = crawlPart(folder, {
      readers: startReaders(0),
      part: {
        archiveName: 'part',
        turns: new Turns(8),
        lanes: new AddressLanes('none', 0),
        number: 0,
        parts: 4,
        shared: shareLearning(fleet, {}),
        owns: (host) => host !== 'h3.test',
        leave: (links) => left.push(...links),
        othersAskForMs: () => undefined,
        storing() {},
        maySend: () => true,
        sentLate() {},
        opened(db) {
          const tables = record(db, (patchset) => patchsets.push(patchset));
          tables.put(1, Uint8Array.of(1, 2, 3), 1);
        },
        begun(on) {
          const timer = setInterval(() => {
            if (on.frontier.stats().waiting + on.frontier.stats().leased > 0) return;
            clearInterval(timer);
            stop.resolve();
          }, 20);
        },
      },
    });
    await Promise.race([stop.promise, crawl.finished]);
    crawl.stop();
    await crawl.finished;
    await web.close();
    expect(left.length).toBeGreaterThan(4);
    expect(left.every(({ host }) => host === 'h3.test')).toBe(true);
    expect(patchsets.length).toBeGreaterThan(2);

    const copy = join(newFolder(), 'copy.db');
    await rebuild(
      copy,
      (async function* () {
        yield* patchsets;
      })(),
    );
    const [made, built] = [databasePath(path), copy].map((file) => openDatabase(file, { readOnly: true }));
    const tables = tablesOf(made!);
    expect(tables).toEqual(tablesOf(built!));
    for (const table of tables) expect(rowsOf(built!, table), table).toEqual(rowsOf(made!, table));
    expect(rowsOf(made!, 'pages')).toHaveLength(15);
    // A table without a key is not recorded: re-crawls alone write to this one.
    expect(keyless(made!)).toEqual(['former_pages']);
    made!.close();
    built!.close();
  });
});

const EXAMPLE_ORG = 52;
const EXAMPLE_CO_UK = 51;

/** All but those of full texts, which are not recorded. */
const tablesOf = ({ sql }: CrawlDatabase): string[] =>
  sql
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'page_text%' ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name));

const rowsOf = ({ sql }: CrawlDatabase, table: string) => {
  const columns = sql.prepare(`SELECT name FROM pragma_table_info(?)`).all(table);
  const order = columns.map(({ name }) => `"${name}"`).join(', ');
  return sql.prepare(`SELECT * FROM "${table}" ORDER BY ${order}`).all();
};

const keyless = (db: CrawlDatabase): string[] =>
  tablesOf(db).filter(
    (table) =>
      !table.startsWith('sqlite_') &&
      db.sql.prepare('SELECT count(*) AS n FROM pragma_table_info(?) WHERE pk > 0').get(table)!.n === 0,
  );
