/** Logs, readers and stored files on a real NATS server. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { databasePath } from '../../src/crawl/folder.ts';
import { makeFolder } from '../../src/disk.ts';
import { getBlob, putBlob } from '../../src/fleet/blobs.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { readFleet } from '../../src/fleet/control.ts';
import { createFleet, deleteFleet } from '../../src/fleet/create.ts';
import { type Commit, Journal } from '../../src/fleet/journal.ts';
import { Lease } from '../../src/fleet/lease.ts';
import { entryAt, type NewEntry, PartitionLog } from '../../src/fleet/log.ts';
import { namesOf } from '../../src/fleet/names.ts';
import { publish, SubjectReader } from '../../src/fleet/subject-reader.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { hasNats, type NatsServer, needsNats, startNats } from './nats-server.ts';

describe.skipIf(!hasNats)(`on a NATS server${needsNats}`, () => {
  const names = namesOf('t');
  const { signal } = new AbortController();
  let server: NatsServer;
  let nats: Nats;

  beforeAll(async () => {
    server = await startNats();
    nats = await server.connect();
    const topic = { name: 't', keywords: ['comet'], seeds: ['http://a.test/'] };
    const settings = { recipe: 'breadth-first', http: { contact: 'mailto:test@example.org' } };
    const rest = { partitions: 3, replicas: 1, ttlMs: 5000, maxBytes: 90_000_000 };
    await createFleet(nats, { name: 't', topic: topic as never, settings, ...rest });
  });

  afterAll(async () => {
    await server?.close();
    removeFolders();
  });

  const entry = (owner: string, epoch = 1): NewEntry => ({
    kind: 'epoch',
    owner,
    epoch,
    state: { epoch: 0, n: 0 },
  });

  it('one of four workers that claim a partition at the same time gets it, 50 times of 50', async () => {
    for (let round = 0, last = 1; round < 50; round++, last++) {
      const claims = ['a', 'b', 'c', 'd'].map((owner) =>
        new PartitionLog(nats, names, 0, last).append(entry(owner, round + 1), new Lease(5000), signal),
      );
      const won = (await Promise.all(claims)).map((isOurs, i) => (isOurs ? 'abcd'[i] : undefined));
      const [owner, ...others] = won.filter((one) => one !== undefined);
      expect(others).toEqual([]);
      expect((await entryAt(nats, names, 0, last + 1))?.owner).toBe(owner);
    }
  });

  it('an entry whose answer is lost is found, and is ours only if it is', async () => {
    const lease = new Lease(5000);
    const deaf = {
      ...nats,
      js: {
        publish: async (...args: Parameters<Nats['js']['publish']>) => {
          await nats.js.publish(...args);
          throw new Error('timeout');
        },
      } as unknown as Nats['js'],
    };
    const log = new PartitionLog(deaf, names, 1, 1);
    expect(await log.append(entry('a'), lease, signal)).toBe(true);
    expect([log.last, lease.isHeld]).toEqual([2, true]);
    // Another has come first: the answer is lost, and what is there is not ours.
    const late = new PartitionLog(
      { ...nats, js: { publish: () => Promise.reject(new Error('timeout')) } as never },
      names,
      1,
      1,
    );
    expect(await late.append(entry('b'), new Lease(5000), signal)).toBe(false);
  });

  it('nothing follows a release: no beat, and no copy of the database that was under way', async () => {
    const path = newFolder();
    makeFolder(dirname(databasePath(path)));
    const db = openDatabase(databasePath(path), { sole: true });
    const released = Promise.withResolvers<void>();
    const copied = Promise.withResolvers<void>();
    const slow = {
      ...nats,
      js: {
        async publish(...args: Parameters<Nats['js']['publish']>) {
          const isCopy = args[0].startsWith(names.blobSubject(''));
          if (isCopy) await released.promise;
          const published = await nats.js.publish(...args);
          if (isCopy) copied.resolve();
          return published;
        },
      } as Nats['js'],
    };
    const lost: string[] = [];
    const journal = new Journal(
      {
        ...{ nats: slow, names, path, owner: 'a', ttlMs: 2000, partition: 2 },
        baseRule: { leastBytes: 0, leastMs: 0 },
        accepted() {},
        lost: () => void lost.push('lost'),
        broken: ({ message }) => void lost.push(message),
        tell: (message) => void lost.push(message),
      },
      (await entryAt(nats, names, 2, 1))!,
    );
    const commit: Omit<Commit, 'n'> = {
      patchset: randomBytes(100),
      messages: [],
      settled: [],
      stored: undefined,
      inbox: 0,
    };
    expect(await journal.claim()).toBe(true);
    for (const n of [1, 2]) {
      journal.add({ ...commit, n });
      while (!journal.isEmpty) await sleep(5);
    }
    expect(await journal.release()).toBe(true);
    released.resolve();
    await copied.promise;
    // A beat is due after 600 ms.
    await sleep(1500);
    const { state } = await nats.jsm.streams.info(names.log(2));
    expect((await entryAt(nats, names, 2, state.last_seq))!.kind).toBe('release');
    journal.close();
    db.close();
    expect(lost).toEqual([]);
  });

  it('a reader gets every message of its subject once, in order, also those from while the server was away', async () => {
    const read: string[] = [];
    const reader = new SubjectReader(
      nats,
      names,
      { stream: names.inbox, subject: names.inboxSubject(2), after: 0 },
      (message) => void read.push(message.string()),
    );
    const send = (text: string, p = 2): Promise<number> => publish(nats, names, names.inboxSubject(p), text);
    await send('1');
    await send('not for it', 1);
    await send('2');
    while (read.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await server.kill();
    await server.start();
    for (;;) if (await send('3').catch(() => undefined)) break;
    // Without a hint.
    await nats.js.publish(names.inboxSubject(2), '4');
    while (read.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    await reader.close();
    expect([...new Set(read)]).toEqual(['1', '2', '3', '4']);
  });

  it('a stored file comes back as it was, and a damaged one is refused', async () => {
    const bytes = randomBytes(1_300_000);
    const blob = await putBlob(nats, names, 'test', bytes);
    expect(blob.last - blob.first).toBe(2);
    expect(Buffer.compare(await getBlob(nats, names, blob), bytes)).toBe(0);
    await expect(getBlob(nats, names, { ...blob, last: blob.last - 1 })).rejects.toThrow(
      /damaged or incomplete/,
    );
  });

  it('a fleet that is not there is named, with those that are', async () => {
    await expect(readFleet(nats, 'owls')).rejects.toThrow(
      'There is no fleet "owls" on this server; there is t.',
    );
    expect((await readFleet(nats, undefined)).name).toBe('t');
    expect(await deleteFleet(nats, 't')).toBe(7);
    await expect(readFleet(nats, undefined)).rejects.toThrow('There is no fleet on this server.');
  });
});
