/** A crawl of one machine becomes a fleet, and a fleet becomes a crawl of one machine, with nothing lost or counted twice. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { searchPages } from '../../src/archive/search.ts';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { exportFleet } from '../../src/cli/fleet-results.ts';
import { checkCrawl } from '../../src/crawl/check-folder.ts';
import { createFolder, databasePath, openFolder } from '../../src/crawl/folder.ts';
import { labelPages } from '../../src/crawl/label-pages.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import { judgeAgain } from '../../src/crawl/rejudge.ts';
import { settingsSchema } from '../../src/crawl/settings.ts';
import { crawl, resume } from '../../src/crawl/start.ts';
import { collect } from '../../src/fleet/collect.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { readFleet, send } from '../../src/fleet/control.ts';
import { createFleet } from '../../src/fleet/create.ts';
import { takeIn } from '../../src/fleet/take-in.ts';
import { Worker } from '../../src/fleet/worker.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import {
  newFolder,
  optionsFor,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from '../crawl/small-web.ts';
import { linkedWeb, SEED } from './linked-web.ts';
import { hasNats, type NatsServer, needsNats, startNats } from './nats-server.ts';
import { findsOf } from './verdict.ts';
import { pagesIn } from './worker-process.ts';

const rest = { partitions: 5, replicas: 1, ttlMs: 8000, maxBytes: 100_000_000 };

const urlsIn = (path: string): string[] =>
  pagesIn(path)
    .map(({ url }) => url)
    .sort();

describe.skipIf(!hasNats)(`a crawl that is taken into a fleet and back${needsNats}`, () => {
  let server: NatsServer;
  let nats: Nats;
  let web: SmallWeb & { urls: string[] };
  const single = join(newFolder(), 'single');
  const begun = join(newFolder(), 'begun');
  const workers = [newFolder(), newFolder()];
  const out = join(newFolder(), 'out');
  const settings = (pages?: number) =>
    optionsFor(web, {
      seeds: [SEED],
      settings: {
        recipe: 'breadth-first',
        politeness: { minDelayMs: 10, maxTries: 20, maxIdleSeconds: 600 },
        archive: { commitEveryMs: 100 },
        ...(pages === undefined ? {} : { budget: { pages } }),
      },
    });

  beforeAll(async () => {
    server = await startNats();
    nats = await server.connect();
    web = await linkedWeb(8, 6);
    await crawl({ ...settings(), out: single }).finished;
    web.log.length = 0;
    await crawl({ ...settings(17), out: begun }).finished;
    const folder = openFolder(begun);
    const { budget: _, ...kept } = folder.settings;
    await createFleet(nats, { name: 'taken', topic: folder.topic, settings: kept, from: begun, ...rest });
    const both = await Promise.all(
      workers.map(async (path) =>
        Worker.open({ nats: await server.connect(), fleet: 'taken', folder: path, tell: () => {} }),
      ),
    );
    await Promise.all(both.map((worker) => worker.run()));
    await collect(nats, await readFleet(nats, 'taken'), { out, folders: [...workers, begun], texts: true });
  });

  afterAll(async () => {
    await web?.close();
    await server?.close();
    removeFolders();
  });

  it('has the pages of a crawl that was not interrupted, each once, and asks for none twice', () => {
    expect(urlsIn(out)).toEqual(urlsIn(single));
    expect(urlsIn(out)).toEqual([...web.urls].sort());
    const asked = web.log.filter(({ path }) => path !== '/robots.txt').map(({ host, path }) => host + path);
    expect(asked.length).toBe(new Set(asked).size);
  });

  it('has found every link as often, and knows where it leads', () => {
    expect(findsOf(out)).toEqual(findsOf(single));
    const { db } = openCrawl(out);
    expect(
      db.sql.prepare('SELECT count(*) AS n FROM links WHERE to_link IS NULL AND fate IS NULL').get()!.n,
    ).toBe(0);
    db.close();
  });

  it('has the same tables: counts, outcomes, hosts, depths, the pages that pages were found on', () => {
    for (const query of [
      `SELECT outcome, pages, relevant, bytes FROM outcomes ORDER BY outcome`,
      `SELECT name, fetches, pages, relevant, bytes, errors FROM hosts ORDER BY name`,
      `SELECT state, count(*) AS n FROM frontier_link GROUP BY state`,
      `SELECT name, path, directories.pages FROM directories JOIN hosts ON hosts.id = host ORDER BY name, path`,
      `SELECT pages.url FROM pages WHERE via IS NOT NULL AND via NOT IN (SELECT id FROM pages)`,
      `SELECT pages.url FROM pages JOIN frontier ON frontier.id = link WHERE frontier.url <> pages.url`,
    ]) {
      const [here, there] = [out, single].map((path) => {
        const { db } = openCrawl(path);
        const rows = db.sql.prepare(query).all();
        db.close();
        return rows;
      });
      expect(here, query).toEqual(there);
    }
    const counts = [out, single].map((path) => {
      const { db, meta } = openCrawl(path);
      const { pages, relevant, words, duplicates } = meta.get('counts') as Record<string, number>;
      db.close();
      return { pages, relevant, words, duplicates };
    });
    expect(counts[0]).toEqual(counts[1]);
  });

  it('is a whole crawl folder: every page in its WARC file, its text to be searched, judged again, and resumed', async () => {
    expect((await checkCrawl(out)).problems).toEqual([]);
    const { db } = openCrawl(out);
    expect(db.sql.prepare('SELECT count(*) AS n FROM page_text').get()!.n).toBe(web.urls.length);
    expect(searchPages(db, 'comet', { limit: 1000 }).length).toBe(
      web.urls.filter((url) => /\/[03]$/.test(url)).length,
    );
    db.close();
    expect((await judgeAgain(out, { threshold: 0.9 })).read).toBe(web.urls.length);
    web.log.length = 0;
    const stop = await resume(out).finished;
    expect([stop.reason, web.log.length]).toEqual(['frontier-empty', 0]);
    await expect(
      collect(nats, await readFleet(nats, 'taken'), { out, folders: [], texts: false }),
    ).rejects.toThrow('was continued here since');
  });
});

describe.skipIf(!hasNats)(`a fleet that is collected before its end${needsNats}`, () => {
  let server: NatsServer;
  let nats: Nats;
  let web: SmallWeb;
  const out = join(newFolder(), 'out');
  const worker = newFolder();
  const hosts = Array.from({ length: 6 }, (_, i) => `h${i}.test`);
  // Every page links to all hosts, and the page /same of every host has the same bytes.
  const table = Object.fromEntries(
    hosts.flatMap((host, h) => [
      [`${host}/`, page([...hosts.map((other) => `http://${other}/${h}`), '/same'], `comet ${prose(host)}`)],
      [`${host}/same`, page([], 'comet, the same words on every host')],
      ...hosts.map((_, i) => [
        `${host}/${i}`,
        page([`http://${hosts[(h + i) % hosts.length]}/`], `comet ${prose(`${host}${i}`)}`),
      ]),
    ]),
  );
  const whole = async () =>
    collect(nats, await readFleet(nats, 'early'), { out, folders: [worker], texts: true });

  beforeAll(async () => {
    server = await startNats();
    nats = await server.connect();
    web = await smallWeb(table, { threads: 0 });
    const { topic, settings = {} } = optionsFor(web, {
      seeds: ['http://h0.test/'],
      settings: {
        recipe: 'breadth-first',
        politeness: { minDelayMs: 10, maxTries: 20, maxIdleSeconds: 600 },
        archive: { commitEveryMs: 100 },
        budget: { pages: 14 },
      },
    });
    await createFleet(nats, { name: 'early', topic: topicSchema.parse(topic), settings, ...rest });
    const only = await Worker.open({ nats, fleet: 'early', folder: worker, tell: () => {} });
    await only.run();
  });

  afterAll(async () => {
    await web?.close();
    await server?.close();
    removeFolders();
  });

  it('is a snapshot while it may go on, which is not resumed', async () => {
    await send(nats, 'early', { order: 'resume', by: 'test' });
    const { isWhole, pages, waiting } = await whole();
    expect([isWhole, pages >= 13]).toEqual([false, true]);
    expect(waiting).toBeGreaterThan(0);
    await expect(resume(out).finished).rejects.toThrow('is a snapshot of the fleet "early"');
  });

  it('is brought up to date, with the labels of both, and goes on where it was on one machine', async () => {
    await labelPages(out, [{ url: 'http://h0.test/', answer: 'no' }], { by: 'ann' });
    await send(nats, 'early', { order: 'stop', reason: 'interrupted', detail: 'enough', by: 'test' });
    const before = visitsIn(out);
    const { isWhole, missing, texts } = await whole();
    expect({ isWhole, missing, texts }).toEqual({ isWhole: true, missing: [], texts: 0 });
    expect(visitsIn(out)).toEqual(before);
    expect(pagesIn(out).find(({ url }) => url === 'http://h0.test/')?.relevant).toBe(false);
    await resume(out, { budget: { pages: 1000 } }).finished;
    const asked = web.log.filter(({ path }) => path !== '/robots.txt').map(({ host, path }) => host + path);
    expect([...asked].sort()).toEqual(Object.keys(table).sort());
    expect((await checkCrawl(out)).problems).toEqual([]);
  });

  it('counts a page with the same bytes in several partitions once', async () => {
    const { topic, settings = {} } = optionsFor(web, { seeds: hosts.map((host) => `http://${host}/same`) });
    const settled = { ...settings, recipe: 'breadth-first', archive: { commitEveryMs: 100 } };
    await createFleet(nats, { name: 'same', topic: topicSchema.parse(topic), settings: settled, ...rest });
    await (await Worker.open({ nats, fleet: 'same', folder: worker, tell: () => {} })).run();
    const once = join(newFolder(), 'once');
    const got = await collect(nats, await readFleet(nats, 'same'), { out: once, folders: [], texts: true });
    expect([got.pages, got.relevant, got.withoutText]).toEqual([1, 1, 1]);
    expect(got.missing.length).toBeGreaterThan(0);
    const { db, read } = openCrawl(once);
    expect(read.countsByOutcome().map(({ outcome, pages }) => [outcome, pages])).toEqual([
      ['duplicate', 5],
      ['page', 1],
    ]);
    db.close();
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const format of ['csv', 'warc'])
      await exportFleet(nats, await readFleet(nats, 'same'), {
        format,
        out: join(newFolder(), 'pages'),
        folder: [],
      });
    // Tables need no WARC file.
    expect(complaints.mock.calls.filter(([text]) => String(text).includes('WARC files'))).toHaveLength(1);
    complaints.mockRestore();
  });
});

describe.skipIf(!hasNats)(`a crawl that learns, in a fleet and back${needsNats}`, () => {
  it('goes on with what it has learnt, without a fault', async () => {
    const server = await startNats();
    const nats = await server.connect();
    const web = await linkedWeb(6, 8);
    const adaptive = {
      seeds: [SEED],
      settings: { recipe: 'adaptive', budget: { pages: 15 }, archive: { commitEveryMs: 100 } },
    };
    const begun = join(newFolder(), 'begun');
    await crawl({ ...optionsFor(web, adaptive), out: begun }).finished;
    const { topic, settings } = openFolder(begun);
    const more = { ...settings, budget: { ...settings.budget, pages: 30 } };
    await createFleet(nats, { name: 'learns', topic, settings: more, from: begun, ...rest });
    const folder = newFolder();
    await (await Worker.open({ nats, fleet: 'learns', folder, tell: () => {} })).run();
    const out = join(newFolder(), 'out');
    await collect(nats, await readFleet(nats, 'learns'), { out, folders: [folder, begun], texts: false });
    const visits = [begun, out].map((path) => {
      const { db, meta } = openCrawl(path);
      const { visits } = meta.getState('strategy') as { visits: number };
      db.close();
      return visits;
    }) as [number, number];
    expect(visits[0]).toBeGreaterThan(5);
    expect(visits[1]).toBeGreaterThan(visits[0]);
    await resume(out, { budget: { pages: 1000 } }).finished;
    expect(urlsIn(out)).toEqual([...web.urls].sort());
    const { db, read } = openCrawl(out);
    expect(read.faultCounts()).toEqual([]);
    db.close();
    await web.close();
    await server.close();
  });
});

describe('a crawl that cannot be taken into a fleet', () => {
  it('is refused with the reason', async () => {
    const path = join(newFolder(), 'young');
    createFolder(
      path,
      topicSchema.parse({ name: 'young', keywords: ['owl'], seeds: ['http://a.test/'] }),
      settingsSchema.parse({}),
    );
    const db = openDatabase(databasePath(path), { sole: true });
    new SqliteCatalogue(db);
    db.close();
    await expect(takeIn(path, 4)).rejects.toThrow('cannot be taken into a fleet: it has not begun');
  });
});

const visitsIn = (path: string): unknown[] => {
  const { db, read } = openCrawl(path);
  const visits = [...read.visitsSince(0, 1000)].map(({ seq, url, fetchedAt }) => [seq, url, fetchedAt]);
  db.close();
  return visits;
};
