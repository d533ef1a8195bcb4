/**
 * Several faults in one run, each of which the script bench/fleet-faults.ts repeats by itself: messages sent twice and in
 * disorder, a worker that is suspended for longer than its time to live, and the server killed and started again.
 */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/start.ts';
import { createFleet } from '../../src/fleet/create.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { newFolder, optionsFor, removeFolders } from '../crawl/small-web.ts';
import { linkedWeb, SEED } from './linked-web.ts';
import { hasNats, needsNats, startNats } from './nats-server.ts';
import { verdictOn } from './verdict.ts';
import { until, work } from './worker-process.ts';

const DELAY_MS = 60;
const TTL_MS = 3000;
/** How long the next owner of a partition waits for requests of the former one. */
const GRACE_MS = 5000;

describe.skipIf(!hasNats)(`a fleet with many faults${needsNats}`, () => {
  afterAll(removeFolders);

  it('has what one machine has, asks no host too soon, and nothing for a partition that another has taken', async () => {
    const server = await startNats();
    const nats = await server.connect();
    const web = await linkedWeb(6, 6);
    const { topic, settings = {} } = optionsFor(web, {
      seeds: [SEED],
      settings: {
        recipe: 'breadth-first',
        politeness: { minDelayMs: DELAY_MS, maxTries: 20, maxIdleSeconds: 600 },
        http: { totalTimeoutMs: GRACE_MS },
        archive: { commitEveryMs: 200 },
      },
    });
    const single = join(newFolder(), 'single');
    await crawl({ topic, settings, out: single }).finished;
    web.log.length = 0;
    const rest = { partitions: 4, replicas: 1, ttlMs: TTL_MS, maxBytes: 50_000_000 };
    await createFleet(nats, { name: 'faults', topic: topicSchema.parse(topic), settings, ...rest });
    const owners = new Map<string, string>();
    const workers = ['127.0.1.1', '127.0.1.2'].map((address) => {
      const worker = work(server.url, newFolder(), 'faults', { address, disorder: true });
      owners.set(address, `-${worker.child.pid}-`);
      return worker;
    });
    try {
      await until(() => web.log.length > 12);
      workers[0]!.child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 1.2 * TTL_MS));
      workers[0]!.child.kill('SIGCONT');
      await server.kill();
      await server.start();
      expect(await Promise.all(workers.map(({ exit }) => exit))).toEqual([0, 0]);
      const found = await verdictOn(nats, 'faults', web, { single, delayMs: DELAY_MS, owners });
      expect(found).toMatchObject({ lost: 0, twice: 0, differing: 0, tooSoon: 0, unknown: 0 });
      expect([found.finds, found.taken]).toEqual([found.due, found.sent]);
      expect(found.oldEpochMs).toBeLessThan(GRACE_MS);
    } finally {
      for (const { child } of workers) child.kill('SIGKILL');
      await web.close();
      await server.close();
    }
  });
});
