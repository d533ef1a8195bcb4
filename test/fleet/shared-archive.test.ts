/** Bodies of pages that outlive the disk of the worker that fetched them. */
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivePath, openFolder } from '../../src/crawl/folder.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import { StoredPages } from '../../src/crawl/stored-pages.ts';
import { collect } from '../../src/fleet/collect.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { readFleet } from '../../src/fleet/control.ts';
import { createFleet } from '../../src/fleet/create.ts';
import { namesOf } from '../../src/fleet/names.ts';
import { bringFile } from '../../src/fleet/shared-archive.ts';
import { statusOf } from '../../src/fleet/status.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { newFolder, optionsFor, removeFolders } from '../crawl/small-web.ts';
import { linkedWeb, SEED } from './linked-web.ts';
import { hasNats, type NatsServer, needsNats, startNats } from './nats-server.ts';
import { pagesIn, until, work } from './worker-process.ts';

describe.skipIf(!hasNats)(`a fleet with a shared archive${needsNats}`, () => {
  let server: NatsServer;
  let nats: Nats;
  let web: Awaited<ReturnType<typeof linkedWeb>>;
  const out = join(newFolder(), 'out');

  beforeAll(async () => {
    server = await startNats();
    nats = await server.connect();
    web = await linkedWeb(6, 10);
    const { topic, settings = {} } = optionsFor(web, {
      seeds: [SEED],
      settings: {
        recipe: 'breadth-first',
        politeness: { minDelayMs: 60, maxTries: 20, maxIdleSeconds: 600 },
        http: { totalTimeoutMs: 3000 },
        // Several files for each partition.
        archive: { commitEveryMs: 150, maxFileBytes: 4000 },
      },
    });
    const rest = { partitions: 4, replicas: 1, ttlMs: 2500, maxBytes: 100_000_000 };
    await createFleet(nats, {
      name: 'shared',
      topic: topicSchema.parse(topic),
      settings,
      archive: 'shared',
      ...rest,
    });
    const lost = newFolder();
    const first = work(server.url, lost, 'shared');
    await until(() => web.log.length > 20);
    first.child.kill('SIGKILL');
    await first.exit;
    rmSync(lost, { recursive: true });
    const folder = newFolder();
    expect(await work(server.url, folder, 'shared').exit).toBe(0);
    rmSync(folder, { recursive: true });
    await collect(nats, await readFleet(nats, 'shared'), { out, folders: [], texts: true });
  });

  afterAll(async () => {
    await web?.close();
    await server?.close();
    removeFolders();
  });

  it('has the body of every page, although the disks of all workers are lost', async () => {
    const pages = pagesIn(out);
    expect(pages.map(({ url }) => url).sort()).toEqual([...web.urls].sort());
    const { db, read } = openCrawl(out);
    const stored = new StoredPages(openFolder(out), read);
    for (const { url, warc, duplicateOf } of pages) {
      const { body } = await stored.answerOf({ url, warc: warc!, duplicateOf });
      expect(Buffer.from(body).toString()).toContain('<a href=');
    }
    stored.close();
    db.close();
    expect(new Set(pages.map(({ warc }) => warc!.file)).size).toBeGreaterThan(8);
  });

  it('brings only what is missing of a file, and nothing for a name that is not one', async () => {
    const names = namesOf('shared');
    const folder = archivePath(out);
    const file = readdirSync(folder).sort()[0]!;
    const { size } = statSync(join(folder, file));
    truncateSync(join(folder, file), 100);
    await bringFile(nats, names, folder, file);
    expect(statSync(join(folder, file)).size).toBe(size);
    const before = readdirSync(folder).length;
    for (const bad of ['../escaped.warc.gz', 'unknown.warc.gz', '.warc.gz', 'a b.warc.gz'])
      await bringFile(nats, names, folder, bad);
    expect(readdirSync(folder).length).toBe(before);
  });

  it('says how full the stream of the archive is', async () => {
    const { streams } = await statusOf(nats, await readFleet(nats, 'shared'));
    const archive = streams.find(({ name }) => name.endsWith('_ARCHIVE'))!;
    expect([archive.bytes > 1000, archive.maxBytes]).toEqual([true, 60_000_000]);
  });
});
