/**
 * What a fleet costs: the same crawl by one process without NATS and by one worker with it, in turns; messages and bytes
 * a page; the share of links that leave their partition; how long a partition takes to be restored.
 *
 *   npm run bench:fleet -- [--pages 3000] [--hosts 400] [--partitions 16] [--rounds 3] [--recipe shark-search] [--commit 2000] [--local 0]
 *   npm run bench:fleet -- restore --links 5000,500000      a partition with that many links, built from its log and a copy
 *   npm run bench:fleet -- messages                         what one server and three can store
 *
 * Each crawl runs in a process of its own. Their time on the processor is printed beside the time that passed, because
 * the latter says little on a machine that has other work.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { openDatabase } from '../src/archive/database.ts';
import { record, replaceBy } from '../src/archive/recording.ts';
import { databasePath } from '../src/crawl/folder.ts';
import { openCrawl } from '../src/crawl/open.ts';
import { getBlob, PART_BYTES, putBlob } from '../src/fleet/blobs.ts';
import { createFleet } from '../src/fleet/create.ts';
import { Lease } from '../src/fleet/lease.ts';
import { PartitionLog } from '../src/fleet/log.ts';
import { namesOf } from '../src/fleet/names.ts';
import { build } from '../src/fleet/restore.ts';
import { Worker } from '../src/fleet/worker.ts';
import { SqliteFrontier } from '../src/frontier/sqlite-frontier.ts';
import { crawl, type SettingsInput } from '../src/index.ts';
import { topicSchema } from '../src/topic/topic.ts';
import { startNats } from '../test/fleet/nats-server.ts';
import { startChild } from './child.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '3000' },
    hosts: { type: 'string', default: '400' },
    partitions: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
    recipe: { type: 'string', default: 'shark-search' },
    commit: { type: 'string', default: '2000' },
    port: { type: 'string' },
    links: { type: 'string', default: '20000' },
    /** Share of the links that stay on their host. */
    local: { type: 'string', default: '0' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'forage-bench-fleet-'));
const topic = topicSchema.parse({
  name: 'bench',
  keywords: ['planet', 'galaxy', 'telescope', 'orbit', 'comet'],
  seeds: ['http://h0.test/section-0/page-0.html'],
  language: 'en',
});
const settings: SettingsInput = {
  recipe: values.recipe,
  threads: 1,
  concurrency: 64,
  budget: { pages: Number(values.pages) },
  http: { contact: 'mailto:bench@example.org', connectTo: { '*.test': `127.0.0.1:${values.port}` } },
  politeness: { robots: 'ignore', minDelayMs: 0, delayFactor: 0, sharedAddress: 'none' },
  // As in a fleet, which keeps no full texts.
  archive: { fullText: false, commitEveryMs: Number(values.commit) },
};

const [role] = positionals;
try {
  if (role === 'single') await single();
  else if (role === 'fleet') await fleet();
  else if (role === 'messages') for (const nodes of [1, 3]) await messagesOf(nodes);
  else if (role === 'restore') for (const links of values.links.split(',')) await restoreOf(Number(links));
  else await compare();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function compare(): Promise<void> {
  const { pages, hosts } = values;
  const web = await startChild('synthetic-server.ts', [
    String(2 * Number(pages)),
    hosts,
    '.test',
    values.local,
  ]);
  const runs: Record<string, { pagesPerSecond: number; cpuMsAPage: number }[]> = { single: [], fleet: [] };
  for (let round = 0; round < Number(values.rounds); round++)
    for (const one of ['single', 'fleet']) {
      const args = [...process.argv.slice(2), '--port', String(web.port), one];
      const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      });
      const line = stdout.trim().split('\n').at(-1)!;
      console.log(line);
      runs[one]!.push(JSON.parse(line));
    }
  web.stop();
  const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;
  const of = (one: string, key: 'pagesPerSecond' | 'cpuMsAPage'): number =>
    median(runs[one]!.map((run) => run[key]));
  console.log(
    JSON.stringify({
      speed: of('fleet', 'pagesPerSecond') / of('single', 'pagesPerSecond'),
      cpu: of('single', 'cpuMsAPage') / of('fleet', 'cpuMsAPage'),
    }),
  );
}

async function single(): Promise<void> {
  const clock = stopwatch();
  const run = crawl({ topic, out: join(folder, 'crawl'), settings });
  const { summary } = await run.finished;
  console.log(JSON.stringify({ role, ...clock(summary.pages) }));
}

async function fleet(): Promise<void> {
  const server = await startNats();
  const nats = await server.connect();
  const partitions = Number(values.partitions);
  const rest = { partitions, replicas: 1, ttlMs: 15_000, maxBytes: 4_000_000_000 };
  await createFleet(nats, { name: 'bench', topic, settings, ...rest });
  const clock = stopwatch();
  const worker = await Worker.open({ nats: await server.connect(), folder, tell: console.error });
  await worker.run();
  const names = namesOf('bench');
  let pages = 0;
  let links = 0;
  let leaving = 0;
  const log = { messages: 0, bytes: 0 };
  for (let p = 0; p < partitions; p++) {
    const { state } = await nats.jsm.streams.info(names.log(p));
    log.messages += state.messages;
    log.bytes += state.bytes;
    const { db, meta } = openCrawl(join(folder, 'bench', `p${String(p).padStart(4, '0')}`));
    pages += (meta.get('counts') as { pages: number }).pages;
    links += Number(db.sql.prepare('SELECT sum(json_array_length(links)) AS n FROM page_links').get()!.n);
    leaving += Number(db.sql.prepare(`SELECT sum(links) AS n FROM part_pair WHERE way = 'out'`).get()!.n);
    db.close();
  }
  const { state: inbox } = await nats.jsm.streams.info(names.inbox);
  const figures = clock(pages);
  console.log(
    JSON.stringify({
      role,
      ...figures,
      logMessagesAPage: log.messages / pages,
      logBytesAPage: log.bytes / pages,
      linkMessagesAPage: inbox.messages / pages,
      linkBytesAPage: inbox.bytes / pages,
      leavingShare: leaving / links,
    }),
  );
  await server.close();
}

/** A partition with this number of links: its log, and the time to build its database from it elsewhere. */
async function restoreOf(links: number): Promise<void> {
  const server = await startNats();
  const nats = await server.connect();
  const names = namesOf('bench');
  const rest = { partitions: 1, replicas: 1, ttlMs: 15_000, maxBytes: 8_000_000_000 };
  await createFleet(nats, {
    name: 'bench',
    topic,
    settings: { ...settings, http: { contact: 'mailto:b@example.org' } },
    ...rest,
  });
  const log = new PartitionLog(nats, names, 0, 1);
  const path = join(folder, `made-${links}.db`);
  const db = openDatabase(path);
  const patchsets: Uint8Array[] = [];
  record(db, (patchset) => patchsets.push(zstdCompressSync(patchset)));
  const frontier = new SqliteFrontier(db);
  for (let n = 0; n < links; n += 5000) {
    frontier.add(
      Array.from({ length: Math.min(5000, links - n) }, (_, i) => {
        const host = `h${(n + i) % 997}.test`;
        return {
          url: `http://${host}/a/longer/path/of-page-${n + i}.html`,
          host,
          priority: Math.random(),
          depth: 3,
          anchor: 'some words of an anchor',
          from: 1,
        };
      }),
    );
    db.commit();
  }
  db.close();
  for (const packed of patchsets)
    for (let at = 0; at < packed.length; at += PART_BYTES) {
      const isLast = at + PART_BYTES >= packed.length;
      const body = packed.subarray(at, at + PART_BYTES);
      const entry = {
        kind: 'changes',
        epoch: 1,
        owner: 'bench',
        state: { epoch: 1, n: 1 },
        isLast,
        body,
      } as const;
      await log.append(entry, new Lease(15_000), new AbortController().signal);
    }
  const copy = join(folder, 'copy');
  const fromLog = await timed(() => build({ nats, names, partition: 0 }, copy, log.last));
  const logBytes = patchsets.reduce((sum, { length }) => sum + length, 0);
  const bytes = statSync(databasePath(copy)).size;
  const stored = await putBlob(nats, names, 'base.0', readFileSync(databasePath(copy)));
  const fromCopy = await timed(async () =>
    replaceBy(join(folder, `again-${links}.db`), await getBlob(nats, names, stored)),
  );
  console.log(
    JSON.stringify({
      links,
      databaseMB: bytes / 1e6,
      logMB: logBytes / 1e6,
      entries: log.last,
      fromLog,
      fromCopy,
    }),
  );
  rmSync(copy, { recursive: true });
  await server.close();
}

/** How fast servers store messages of 1 kB, 64 on their way at a time. */
async function messagesOf(nodes: number): Promise<void> {
  const server = await startNats(nodes);
  const nats = await server.connect();
  await nats.jsm.streams.add({ name: 'bench', subjects: ['bench'], num_replicas: nodes });
  const body = new Uint8Array(1000);
  const many = 20_000;
  let left = many;
  const { seconds } = await timed(() =>
    Promise.all(
      Array.from({ length: 64 }, async () => {
        while (left-- > 0) await nats.js.publish('bench', body);
      }),
    ),
  );
  console.log(JSON.stringify({ nodes, messagesASecond: Math.round(many / seconds) }));
  await server.close();
}

async function timed(work: () => Promise<unknown>): Promise<{ seconds: number; cpuSeconds: number }> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 };
}

function stopwatch(): (pages: number) => { pages: number; pagesPerSecond: number; cpuMsAPage: number } {
  const began = performance.now();
  const cpu = process.cpuUsage();
  return (pages) => {
    const { user, system } = process.cpuUsage(cpu);
    return {
      pages,
      pagesPerSecond: (1000 * pages) / (performance.now() - began),
      cpuMsAPage: (user + system) / 1000 / pages,
    };
  };
}
