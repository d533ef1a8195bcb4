/** Workers in this process: orders, labels, budgets, copies of databases, and what a partition restores from. */
import { TimeoutError } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import { openDatabase } from '../../src/archive/database.ts';
import { databasePath } from '../../src/crawl/folder.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { type Order, readFleet, send } from '../../src/fleet/control.ts';
import { createFleet, deleteFleet } from '../../src/fleet/create.ts';
import { Lease } from '../../src/fleet/lease.ts';
import { entryAt, PartitionLog } from '../../src/fleet/log.ts';
import { type Heartbeat, heartbeatOf, spread } from '../../src/fleet/members.ts';
import { Mirror } from '../../src/fleet/mirror.ts';
import { namesOf } from '../../src/fleet/names.ts';
import type { PartitionReport, PartitionState } from '../../src/fleet/partition.ts';
import { type FleetStatus, statusOf } from '../../src/fleet/status.ts';
import { Worker, type WorkerEnd } from '../../src/fleet/worker.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { newFolder, optionsFor, removeFolders, type SmallWeb } from '../crawl/small-web.ts';
import { linkedWeb, SEED } from './linked-web.ts';
import { hasNats, type NatsServer, needsNats, startNats } from './nats-server.ts';
import { partitionsOf, until } from './worker-process.ts';

describe.skipIf(!hasNats)(`a worker${needsNats}`, () => {
  let server: NatsServer;
  let nats: Nats;
  let web: SmallWeb & { urls: string[] };
  const order = (given: Order): Promise<number> => send(nats, 'one', given);
  const status = async (): Promise<FleetStatus> => statusOf(nats, await readFleet(nats, 'one'));
  const begin = async (
    folder: string,
    connect = () => server.connect(),
  ): Promise<{ worker: Worker; end: Promise<WorkerEnd> }> => {
    const baseRule = { leastBytes: 2000, leastMs: 0 };
    const worker = await Worker.open({
      nats: await connect(),
      folder,
      fleet: 'one',
      baseRule,
      tell: (m) => process.env.FLEET_NOISE && console.log(m),
    });
    return { worker, end: worker.run() };
  };

  /** The second read of each log is not answered in time. */
  async function slowToAnswer(): Promise<Nats> {
    const own = await server.connect();
    const reads = new Map<string, number>();
    const read: Nats['read'] = async (stream, ...rest) => {
      const count = (reads.get(stream) ?? 0) + 1;
      reads.set(stream, count);
      if (stream.includes('_LOG_') && count === 2) throw new TimeoutError();
      return own.read(stream, ...rest);
    };
    return { ...own, read };
  }

  /** The first new judge is not stored in time. */
  async function slowToStore(): Promise<Nats> {
    const own = await server.connect();
    let isFirst = true;
    const publish: Nats['js']['publish'] = async (subject, ...rest) => {
      if (isFirst && subject.includes('judge')) {
        isFirst = false;
        throw new TimeoutError();
      }
      return own.js.publish(subject, ...rest);
    };
    return { ...own, js: { publish } as Nats['js'] };
  }

  beforeAll(async () => {
    server = await startNats();
    nats = await server.connect();
    web = await linkedWeb(6, 8);
    const { topic, settings = {} } = optionsFor(web, {
      seeds: [SEED],
      settings: {
        recipe: 'breadth-first',
        budget: { pages: 20 },
        politeness: { minDelayMs: 40, maxTries: 20, maxIdleSeconds: 600 },
        archive: { commitEveryMs: 100 },
      },
    });
    const rest = { partitions: 3, replicas: 1, ttlMs: 6000, maxBytes: 100_000_000 };
    await createFleet(nats, { name: 'one', topic: topicSchema.parse(topic), settings, ...rest });
  });

  afterAll(async () => {
    await web?.close();
    await server?.close();
    removeFolders();
  });

  it('ends at its budget, goes on elsewhere from the logs, and carries out orders', async () => {
    const first = await begin(newFolder());
    expect((await first.end).reason).toBe('budget-pages');
    expect(web.log.filter(({ path }) => path !== '/robots.txt')).toHaveLength(20);

    await order({ order: 'set', changes: { 'budget.pages': null, 'politeness.minDelayMs': 20 }, by: 'test' });
    await order({ order: 'seeds', urls: ['http://h5.test/7?new'], by: 'test' });
    await order({ order: 'label', labels: [{ url: SEED, label: 'no' }], by: 'ann' });
    await order({ order: 'resume', by: 'test' });
    // Another folder: everything comes from the logs, of which each fails to answer once.
    const second = await begin(newFolder(), slowToAnswer);
    expect((await second.end).reason).toBe('frontier-empty');
    const asked = web.log.filter(({ path }) => path !== '/robots.txt').map(({ host, path }) => host + path);
    expect(new Set(asked)).toEqual(new Set([...web.urls.map((url) => url.slice(7)), 'h5.test/7?new']));
    expect(asked.length).toBe(new Set(asked).size);

    const found = new Map<string, boolean>();
    const mirror = new Mirror(nats, await readFleet(nats, 'one'), newFolder());
    for await (const { url, relevant } of mirror.pages({})) found.set(url, relevant);
    // At the new seed there is no page.
    expect([...found.keys()].sort()).toEqual([...web.urls].sort());
    expect(found.get(SEED)).toBe(false);
    expect(found.get('http://h0.test/3')).toBe(true);

    // Between partitions of one worker messages do not go by way of NATS, except while one of them is not ready.
    const pairs = (await partitionsOf(nats, 'one')).flatMap(({ pairs }) => pairs);
    const messages = pairs.reduce((sum, { way, n }) => sum + (way === 'out' ? n : 0), 0);
    const { state } = await nats.jsm.streams.info(namesOf('one').inbox);
    expect(state.last_seq).toBeLessThan(messages);
    const links = (of: string) => pairs.reduce((sum, { way, links }) => sum + (way === of ? links : 0), 0);
    expect(links('in')).toBe(links('out'));
  });

  it.each([
    ['whose former owner was heard', 1000],
    ['whose former owner was not heard', undefined],
  ])('spends nothing of the budget while another restores a partition %s', async (_, heard) => {
    const BUDGET = 5;
    const settings = { recipe: 'breadth-first', budget: { pages: BUDGET }, politeness: { minDelayMs: 1 } };
    // On all hosts, so that whatever the partitions of the worker are, something waits in them.
    const seeds = Array.from({ length: 6 }, (_, h) => `http://h${h}.test/0`);
    const { topic, settings: all = {} } = optionsFor(web, { seeds, settings });
    // So long that nobody claims a partition of which another worker is the first.
    const rest = { partitions: 8, replicas: 1, ttlMs: 600_000, maxBytes: 100_000_000 };
    await createFleet(nats, { name: 'spent', topic: topicSchema.parse(topic), settings: all, ...rest });
    web.log.length = 0;
    const own = await Worker.open({
      nats: await server.connect(),
      folder: newFolder(),
      fleet: 'spent',
      tell() {},
    });
    const names = namesOf('spent');
    const beats: Heartbeat[] = [];
    const alive = nats.nc.subscribe(names.alive, {
      callback: (_, { data }) => {
        const beat = heartbeatOf(data)!;
        if (beat.worker === own.name) beats.push(beat);
      },
    });
    // The coordinator, so that ours does not end the fleet.
    const partition = 0;
    const isFirst = (name: string): boolean => spread([own.name, name], 8)[partition]![0] === name;
    const other = Array.from({ length: 100 }, (_, i) => `other-${i}`).find(isFirst)!;
    const say = (state: PartitionState, pages: number): void =>
      nats.nc.publish(names.alive, JSON.stringify(heartbeatWith(other, { partition, state, pages })));
    if (heard !== undefined) say('running', heard);
    else say('restoring', 0);
    await nats.nc.flush();
    let said = heard === undefined ? () => say('restoring', 0) : () => say('running', heard);
    const saying = setInterval(() => said(), 50);
    const end = own.run();
    try {
      const runs = (): boolean =>
        beats.at(-1)?.partitions.some((one) => one.partition !== partition && one.state === 'running') ===
        true;
      await until(runs);
      said = () => say('restoring', 0);
      const before = beats.length;
      await until(() => beats.length > before + 3);
      expect(web.log.filter(({ path }) => path !== '/robots.txt')).toEqual([]);
    } finally {
      clearInterval(saying);
      alive.unsubscribe();
      own.stop('enough');
      await end;
      await deleteFleet(nats, 'spent');
    }
  });

  it('learns one judge with the others, from the pages of all', async () => {
    const { topic, settings = {} } = optionsFor(web, {
      seeds: [SEED],
      settings: { recipe: 'adaptive', politeness: { minDelayMs: 10 }, archive: { commitEveryMs: 100 } },
    });
    const rest = { partitions: 5, replicas: 1, ttlMs: 15_000, maxBytes: 100_000_000 };
    await createFleet(nats, { name: 'learns', topic: topicSchema.parse(topic), settings, ...rest });
    const ends = await Promise.all(
      [1, 2].map(async () => {
        const own = { nats: await slowToStore(), folder: newFolder(), fleet: 'learns', tell() {} };
        return (await Worker.open(own)).run();
      }),
    );
    expect(ends.map(({ reason }) => reason)).toEqual(['frontier-empty', 'frontier-empty']);
    const { model } = await readFleet(nats, 'learns');
    // Fitted after 25 of 48 pages, which no partition has by itself.
    expect(model?.version).toBe(2);
    const partitions = await partitionsOf(nats, 'learns');
    expect(Math.max(...partitions.map(({ pages }) => pages.length))).toBeLessThan(25);
    for (const { path } of partitions) {
      const db = openDatabase(databasePath(path), { readOnly: true });
      expect(new CatalogueReader(db).latestModel()).toBe(2);
      db.close();
    }
    const { state } = await nats.jsm.streams.info(namesOf('learns').lessons);
    expect(state.messages).toBeGreaterThan(1);
  });

  it('keeps its logs short by copies of its databases', async () => {
    const names = namesOf('one');
    const { state } = await nats.jsm.streams.info(names.log(0));
    expect(state.first_seq).toBeGreaterThan(1);
    expect(state.messages).toBeLessThan(state.last_seq);
    const copies = await nats.jsm.streams.info(names.blobs);
    expect(copies.state.messages).toBeLessThan(20);
  });

  describe('that takes over from an owner that vanished', () => {
    const TTL_MS = 500;
    const DELAY_MS = 3000;
    const names = namesOf('left');

    /** A partition that somebody has, and who does not answer any more. */
    async function leave(totalTimeoutMs: number): Promise<Worker> {
      web.log.length = 0;
      const settings = { politeness: { minDelayMs: DELAY_MS }, http: { totalTimeoutMs } };
      const { topic, settings: all = {} } = optionsFor(web, { seeds: [SEED], settings });
      const rest = { partitions: 1, replicas: 1, ttlMs: TTL_MS, maxBytes: 100_000_000 };
      await createFleet(nats, { name: 'left', topic: topicSchema.parse(topic), settings: all, ...rest });
      const state = { epoch: 0, n: 0 };
      const claim = { kind: 'epoch', epoch: 1, owner: 'gone', state } as const;
      const log = new PartitionLog(nats, names, 0, await lastOf());
      await log.append(claim, new Lease(TTL_MS), new AbortController().signal);
      return Worker.open({ nats: await server.connect(), folder: newFolder(), fleet: 'left', tell() {} });
    }
    const lastOf = async (): Promise<number> => (await nats.jsm.streams.info(names.log(0))).state.last_seq;

    it('asks a host after the time of a request and the delay of the host', async () => {
      const worker = await leave(500);
      const began = Date.now();
      const end = worker.run();
      await until(() => web.log.length > 0);
      expect(web.log[0]!.startedAt - began).toBeGreaterThanOrEqual(TTL_MS + 500 + DELAY_MS);
      worker.stop('enough');
      await end;
      await deleteFleet(nats, 'left');
    });

    it('does not hand it on as free while requests of that owner may be under way', async () => {
      const worker = await leave(60_000);
      const before = await lastOf();
      const end = worker.run();
      await until(async () => (await lastOf()) > before);
      worker.stop('enough');
      await end;
      expect((await entryAt(nats, names, 0, await lastOf()))!.kind).not.toBe('release');
      expect(web.log).toEqual([]);
    });
  });

  it('asks nothing while the fleet is paused, and tells who is there', async () => {
    await order({ order: 'seeds', urls: ['http://h0.test/0?later'], by: 'test' });
    await order({ order: 'resume', by: 'test' });
    await order({ order: 'pause', by: 'test' });
    const before = web.log.length;
    const { worker, end } = await begin(newFolder());
    await until(async () => (await status()).workers.length === 1);
    const paused = await status();
    expect([paused.stands, paused.unowned.length, paused.workers[0]!.worker]).toEqual([
      'paused',
      3,
      worker.name,
    ]);
    expect(web.log.length).toBe(before);
    worker.stop('enough');
    expect(await end).toEqual({ reason: 'interrupted', detail: 'enough' });
  });
});

/** Of a worker with one partition. */
function heartbeatWith(
  worker: string,
  own: Pick<PartitionReport, 'partition' | 'state' | 'pages'>,
): Heartbeat {
  const counts = { relevant: 0, words: 0, bytes: 0, requests: 0, errors: 0, waiting: 0, elapsedMs: 0 };
  const rest = { epoch: 1, sent: 0, taken: 0, isQuiet: false, late: 0 };
  const report = { ...counts, ...rest, ...own, readyInMs: undefined, restoredMs: undefined };
  return { worker, order: 0, partitions: [report], room: 1, share: 1, version: 1, worths: [] };
}
