/**
 * A fleet of worker processes over a cluster of three real NATS servers crawls what one machine crawls, each page once;
 * also when workers are killed and suspended.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFleet } from '../../src/cli/fleet-results.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { readFleet, send } from '../../src/fleet/control.ts';
import { createFleet } from '../../src/fleet/create.ts';
import { Lease } from '../../src/fleet/lease.ts';
import { PartitionLog } from '../../src/fleet/log.ts';
import { Mirror } from '../../src/fleet/mirror.ts';
import { namesOf } from '../../src/fleet/names.ts';
import { statusOf } from '../../src/fleet/status.ts';
import type { CrawlOptions, SettingsInput } from '../../src/index.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { crawlOf, newFolder, optionsFor, removeFolders, type SmallWeb } from '../crawl/small-web.ts';
import { demoSites } from './demo-sites.ts';
import { linkedWeb, SEED } from './linked-web.ts';
import { hasNats, type NatsServer, needsNats, startNats } from './nats-server.ts';
import { type Verdict, verdictOn } from './verdict.ts';
import {
  crossingIn,
  type LoggedPartition,
  linksOf,
  pagesIn,
  partitionsOf,
  until,
  type WorkerProcess,
  work,
} from './worker-process.ts';

const DELAY_MS = 100;
const small: { seeds: string[]; settings: SettingsInput } = {
  seeds: [SEED],
  settings: {
    recipe: 'breadth-first',
    // However busy the machine is: a request that takes long is tried again, and none is given up.
    politeness: { minDelayMs: DELAY_MS, maxTries: 20, maxIdleSeconds: 600 },
    archive: { commitEveryMs: 200 },
  },
};

describe.skipIf(!hasNats)(`a fleet${needsNats}`, () => {
  let server: NatsServer;
  let nats: Nats;
  let web: SmallWeb & { urls: string[] };
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    server = await startNats(3);
    nats = await server.connect();
    web = await linkedWeb(10, 6);
  });

  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await web?.close();
    await server?.close();
    removeFolders();
  });

  /** Workers that know of each other before the first takes a partition. `owners` gets the address of each. */
  async function start(
    name: string,
    { topic, settings = {} }: Pick<CrawlOptions, 'topic' | 'settings'>,
    { count, ttlMs, owners }: { count: number; ttlMs: number; owners?: Map<string, string> },
  ): Promise<WorkerProcess[]> {
    const rest = { partitions: 6, replicas: 3, ttlMs, maxBytes: 100_000_000 };
    await createFleet(nats, { name, topic: topicSchema.parse(topic), settings, ...rest });
    await send(nats, name, { order: 'pause', by: 'test' });
    const begun = Array.from({ length: count }, (_, i) => {
      const address = owners && `127.0.1.${i + 1}`;
      const worker = work(server.url, newFolder(), name, { address });
      if (address !== undefined) owners!.set(address, `-${worker.child.pid}-`);
      return worker;
    });
    workers.push(...begun);
    await until(async () => (await statusOf(nats, await readFleet(nats, name))).workers.length === count);
    await send(nats, name, { order: 'resume', by: 'test' });
    return begun;
  }

  const urlsOf = (partitions: readonly LoggedPartition[]): string[] =>
    partitions.flatMap(({ pages }) => pages.map(({ url }) => url)).sort();
  function expectPolite(): void {
    for (const host of new Set(web.log.map(({ host }) => host))) {
      const asked = web.askedOf(host);
      const gaps = asked.slice(1).map(({ startedAt }, i) => startedAt - asked[i]!.endedAt);
      expect(Math.min(...gaps), host).toBeGreaterThanOrEqual(DELAY_MS);
    }
  }

  describe('of four workers that nothing disturbs, on sites of the demonstration web', () => {
    let codes: (number | null)[];
    let single: string;
    let found: Verdict;

    beforeAll(async () => {
      const sites = await demoSites();
      const { seeds, hosts } = sites;
      const settings = { ...small.settings, scope: { hosts } };
      const quick = { ...settings, politeness: { ...settings.politeness, minDelayMs: 0 } };
      single = (await crawlOf(sites, { seeds, settings: quick })).folder;
      sites.log.length = 0;
      const delayMs = 20;
      const paced = { ...settings, politeness: { ...settings.politeness, minDelayMs: delayMs } };
      const owners = new Map<string, string>();
      const begun = await start('calm', optionsFor(sites, { seeds, settings: paced }), {
        count: 4,
        ttlMs: 8000,
        owners,
      });
      codes = await Promise.all(begun.map(({ exit }) => exit));
      found = await verdictOn(nats, 'calm', sites, { single, delayMs, owners });
      await sites.close();
    });

    it('ends by itself on all machines when nothing waits anywhere', async () => {
      expect(codes).toEqual([0, 0, 0, 0]);
      expect((await readFleet(nats, 'calm')).stop?.reason).toBe('frontier-empty');
    });

    it('has the pages that one machine has, each once, each asked once', () => {
      expect(pagesIn(single).length).toBeGreaterThan(200);
      expect(found).toMatchObject({ pages: pagesIn(single).length, lost: 0, twice: 0, askedAgain: 0 });
    });

    it('finds every link as often as one machine, and takes it once where it belongs', () => {
      expect([found.finds, found.differing]).toEqual([found.due, 0]);
      expect(found.sent).toBeGreaterThan(100);
      expect(found.taken).toBe(found.sent);
    });

    it('asks no host within its delay, and nothing for a partition that another has', () => {
      expect(found).toMatchObject({ tooSoon: 0, oldEpoch: 0, unknown: 0 });
    });

    it('exports as one what its logs have, each page once', async () => {
      const all = pagesIn(single).map(({ url }) => url);
      const unlike = pagesIn(single).filter(({ outcome }) => outcome === 'page');
      const out = join(newFolder(), 'pages.jsonl');
      const state = await readFleet(nats, 'calm');
      await exportFleet(nats, state, { out });
      const lines = readFileSync(out, 'utf8').trim().split('\n');
      const exported = lines.map((line) => JSON.parse(line).url as string);
      expect(exported.length).toBe(new Set(exported).size);
      expect(all).toEqual(expect.arrayContaining(exported));
      expect(exported).toEqual(expect.arrayContaining(unlike.map(({ url }) => url)));
      const visits: string[] = [];
      const mirror = new Mirror(nats, state, newFolder());
      for (let round = 0; round < 2; round++)
        for await (const { url } of mirror.visits({})) if (all.includes(url)) visits.push(url);
      expect(visits.sort()).toEqual(all.sort());
    });
  });

  it('gives a partition to one of four that claim it at the same time, 100 times of 100', async () => {
    const clients = await Promise.all([1, 2, 3, 4].map(() => server.connect()));
    const names = namesOf('race');
    await nats.jsm.streams.add({ name: names.log(0), subjects: [names.logSubject(0)], num_replicas: 3 });
    const { signal } = new AbortController();
    for (let round = 1; round <= 100; round++) {
      const claims = clients.map((client, i) => {
        const state = { epoch: 0, n: 0 };
        const claim = { kind: 'epoch', epoch: round, owner: String(i), state } as const;
        return new PartitionLog(client, names, 0, round - 1).append(claim, new Lease(60_000), signal);
      });
      expect((await Promise.all(claims)).filter((isOurs) => isOurs)).toHaveLength(1);
    }
  });

  describe('of two workers, of which one is suspended and the other then killed', () => {
    let partitions: LoggedPartition[];
    let links: number;

    beforeAll(async () => {
      const quick = { ...small.settings, politeness: { ...small.settings.politeness, minDelayMs: 0 } };
      const { folder } = await crawlOf(web, { ...small, settings: quick });
      links = crossingIn(folder, 6).reduce((sum, crossing) => sum + crossing);
      web.log.length = 0;
      // A partition waits as long as a request may take after it was taken over.
      const settings = { ...small.settings, http: { totalTimeoutMs: 5000 } };
      const [one, other] = (await start('rough', optionsFor(web, { ...small, settings }), {
        count: 2,
        ttlMs: 2500,
      })) as [WorkerProcess, WorkerProcess];
      await until(() => web.log.length > 15);
      one.child.kill('SIGSTOP');
      // Until the other has taken over what it had, if the machine gives it the time.
      const asked = web.log.length;
      await until(async () => {
        const { reports } = await statusOf(nats, await readFleet(nats, 'rough'));
        return reports.filter(({ state }) => state === 'running').length === 6 || web.log.length > asked + 30;
      });
      one.child.kill('SIGCONT');
      await until(() => web.log.length > asked + 10);
      other.child.kill('SIGKILL');
      await one.exit;
      partitions = await partitionsOf(nats, 'rough');
    });

    it('ends with all pages', () => {
      expect(urlsOf(partitions)).toEqual([...web.urls].sort());
    });

    it('asks no host within its delay, whoever asks', expectPolite);

    it('has counted every link between partitions once', () => {
      expect(linksOf(partitions, 'in')).toBe(links);
      expect(linksOf(partitions, 'out')).toBe(links);
    });
  });
});
