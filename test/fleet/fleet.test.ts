/** A fleet of worker processes over a real NATS server crawls what one machine crawls, each page once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageRecord } from '../../src/archive/records.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { readFleet, send } from '../../src/fleet/control.ts';
import { createFleet } from '../../src/fleet/create.ts';
import { statusOf } from '../../src/fleet/status.ts';
import { crawlOf, newFolder, optionsFor, pagesOf, removeFolders, type SmallWeb } from '../crawl/small-web.ts';
import { linkedWeb, SEED } from './linked-web.ts';
import { hasNats, type NatsServer, needsNats, startNats } from './nats-server.ts';

const PARTITIONS = 6;
const DELAY_MS = 100;
const bin = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));

describe.skipIf(!hasNats)(`a fleet${needsNats}`, () => {
  let server: NatsServer;
  let nats: Nats;
  let web: SmallWeb & { urls: string[] };
  let single: string[];
  const folders = [newFolder(), newFolder(), newFolder()];
  const workers: ReturnType<typeof work>[] = [];
  let codes: (number | null)[];

  beforeAll(async () => {
    server = await startNats();
    nats = await server.connect();
    web = await linkedWeb(10, 6);
    const small = {
      seeds: [SEED],
      settings: {
        recipe: 'breadth-first',
        politeness: { minDelayMs: DELAY_MS },
        http: { totalTimeoutMs: 3000 },
        archive: { commitEveryMs: 300 },
      },
    };
    const { folder } = await crawlOf(web, small);
    single = pagesIn(folder).map(({ url }) => url);
    web.log.length = 0;
    const { topic, settings = {} } = optionsFor(web, small);
    const fleet = { name: 'test', partitions: PARTITIONS, replicas: 1, ttlMs: 8000, maxBytes: 50_000_000 };
    await createFleet(nats, { ...fleet, topic: topic as never, settings });
    // All are there before the first takes a partition.
    await send(nats, 'test', { order: 'pause', by: 'test' });
    workers.push(...folders.map((folder) => work(server.url, folder)));
    await until(async () => (await statusOf(nats, await readFleet(nats, 'test'))).workers.length === 3);
    await send(nats, 'test', { order: 'resume', by: 'test' });
    codes = await Promise.all(workers.map(({ exit }) => exit));
  });

  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await web?.close();
    await server?.close();
    removeFolders();
  });

  it('ends by itself on all machines when nothing waits anywhere', async () => {
    expect(codes).toEqual([0, 0, 0]);
    expect((await readFleet(nats, 'test')).stop?.reason).toBe('frontier-empty');
  });

  it('has the pages that one machine has, each in one partition, each asked once', () => {
    const found = partitions(folders).flatMap(({ pages }) => pages.map(({ url }) => url));
    expect(found.sort()).toEqual([...single].sort());
    expect(found.sort()).toEqual([...web.urls].sort());
    const asked = web.log.filter(({ path }) => path !== '/robots.txt').map(({ host, path }) => host + path);
    expect(asked.length).toBe(new Set(asked).size);
  });

  it('asks each host from one machine, and never within its delay', () => {
    for (const host of new Set(web.log.map(({ host }) => host))) {
      const asked = web.askedOf(host);
      const gaps = asked.slice(1).map(({ startedAt }, i) => startedAt - asked[i]!.endedAt);
      expect(Math.min(...gaps), host).toBeGreaterThanOrEqual(DELAY_MS);
    }
    const hostsOf = partitions(folders).map(
      ({ pages }) => new Set(pages.map(({ url }) => new URL(url).host)),
    );
    for (const [i, one] of hostsOf.entries())
      for (const other of hostsOf.slice(i + 1))
        expect([...one].filter((host) => other.has(host))).toEqual([]);
  });

  it('takes every link that one partition sent to another', () => {
    const exchanged = partitions(folders).map(({ pairs }) => pairs);
    const sum = (way: string): number =>
      exchanged.flat().reduce((sum, pair) => sum + (pair.way === way ? pair.links : 0), 0);
    expect(sum('out')).toBeGreaterThan(100);
    expect(sum('in')).toBe(sum('out'));
  });
});

/** The last owner of each partition has all of it. */
function partitions(
  folders: readonly string[],
): { pages: PageRecord[]; pairs: { way: string; links: number }[] }[] {
  const all = folders.flatMap((folder) => {
    const inside = join(folder, 'test');
    return readdirSync(inside).map((name) => ({
      name,
      path: join(inside, name),
      ...stateOf(join(inside, name)),
    }));
  });
  const last = new Map<string, (typeof all)[number]>();
  for (const one of all) if ((last.get(one.name)?.epoch ?? -1) < one.epoch) last.set(one.name, one);
  return [...last.values()].map(({ path, pairs }) => ({ pages: pagesIn(path), pairs }));
}

function stateOf(path: string): { epoch: number; pairs: { way: string; links: number }[] } {
  const { db } = openCrawl(path);
  try {
    const epoch = Number(db.sql.prepare(`SELECT value FROM part_meta WHERE key = 'epoch'`).get()?.value ?? 0);
    const pairs = db.sql.prepare('SELECT way, links FROM part_pair').all() as {
      way: string;
      links: number;
    }[];
    return { epoch, pairs };
  } finally {
    db.close();
  }
}

const pagesIn = (path: string): PageRecord[] => pagesOf(path).filter(({ outcome }) => outcome === 'page');

function work(url: string, folder: string): { child: ChildProcess; exit: Promise<number | null> } {
  const child = spawn(process.execPath, [bin, 'fleet', 'work', '--nats', url, '--folder', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, exit };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(200);
}
