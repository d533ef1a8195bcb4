/** A NATS server with TLS and a password, and what others may publish on the subjects of a fleet. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { headers } from '@nats-io/transport-node';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrawl } from '../../src/crawl/open.ts';
import { collect } from '../../src/fleet/collect.ts';
import { connectNats, type Nats } from '../../src/fleet/connect.ts';
import { after, orderOf, readFleet } from '../../src/fleet/control.ts';
import { createFleet } from '../../src/fleet/create.ts';
import { packLinks, unpackLinks } from '../../src/fleet/links.ts';
import { heartbeatOf } from '../../src/fleet/members.ts';
import { namesOf } from '../../src/fleet/names.ts';
import { FROM, NUMBER, senderOf } from '../../src/fleet/outbox.ts';
import { Worker } from '../../src/fleet/worker.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { newFolder, optionsFor, removeFolders, type SmallWeb } from '../crawl/small-web.ts';
import { linkedWeb, SEED } from './linked-web.ts';
import { hasNats, type NatsServer, needsNats, startNats } from './nats-server.ts';
import { pagesIn } from './worker-process.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const needs = hasOpenssl ? needsNats : ' (skipped: no openssl; on Debian: apt-get install openssl)';

afterAll(removeFolders);

describe.skipIf(!hasNats || !hasOpenssl)(`a NATS server with TLS and a password${needs}`, () => {
  let server: NatsServer;
  const folder = newFolder();
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name)) as [string, string];

  beforeAll(async () => {
    const subject = ['-subj', '/CN=nats', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-keyout',
      key,
      '-out',
      cert,
    ];
    execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
    server = await startNats(1, {
      args: ['--tls', '--tlscert', cert, '--tlskey', key, '--user', 'ann', '--pass', 'p@ss:1'],
      scheme: `tls://ann:${encodeURIComponent('p@ss:1')}@`,
      connect: { ca: cert },
    });
  });

  afterAll(() => server?.close());

  it('takes a fleet from those who trust its certificate and know the password', async () => {
    const nats = await server.connect();
    const topic = topicSchema.parse({ name: 't', keywords: ['comet'], seeds: ['http://a.test/'] });
    const settings = { recipe: 'breadth-first', http: { contact: 'mailto:test@example.org' } };
    const rest = { partitions: 2, replicas: 1, ttlMs: 5000, maxBytes: 50_000_000 };
    await createFleet(nats, { name: 't', topic, settings, ...rest });
    expect((await readFleet(nats, 't')).partitions).toBe(2);
  });

  it('is not believed without its authority, and does not believe a wrong password', async () => {
    await expect(connectNats({ servers: server.url })).rejects.toThrow(
      /No NATS server answers .*certificate/,
    );
    const wrong = server.url.replace(encodeURIComponent('p@ss:1'), 'guess');
    const refused = connectNats({ servers: wrong, ca: cert });
    await expect(refused).rejects.not.toThrow('guess');
    await expect(refused).rejects.toThrow(/No NATS server answers .*Authorization/i);
  });
});

const link = { url: 'http://a.test/1', host: 'a.test', priority: 0.5, depth: 1, anchor: 'an owl', from: 3 };
const good = [...packLinks([link, { ...link, url: 'http://b.test/' }])][0]!.body;
const orders = [
  { order: 'pause', by: 'ann' },
  { order: 'set', changes: { 'budget.pages': 3 }, by: 'ann' },
  { order: 'seeds', urls: ['http://a.test/'], by: 'ann' },
  { order: 'label', labels: [{ url: 'http://a.test/', label: 'yes' }], by: 'ann' },
].map((order) => new TextEncoder().encode(JSON.stringify(order)));

/** Random bytes, or a good message with some bytes changed, cut off or repeated. */
const broken = (...messages: Uint8Array[]) =>
  fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc
      .tuple(
        fc.constantFrom(...messages),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
        fc.nat(),
      )
      .map(([message, changes, cut]) => {
        const bytes = Uint8Array.from(message);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return cut % 3 === 0 ? bytes.slice(0, cut % bytes.length) : bytes;
      }),
  );

describe('messages that others made', () => {
  const here = { urlRules: {}, owns: (host: string) => host === 'a.test' };

  it('bring only links that a page could have brought, to hosts of the partition', () => {
    const lines = new TextEncoder().encode(
      [...'ab']
        .map((c) => JSON.stringify([`http://${c}.test/`, 'page', 1, 0, 0, 'x', '{}', null, 3]))
        .join('\n'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          broken(good),
          broken(lines).map((text) => zstdCompressSync(text)),
        ),
        (body) => {
          for (const { url, host, priority, depth, carry } of unpackLinks(body, 1, here).links) {
            expect(host).toBe('a.test');
            expect(new URL(url).protocol).toMatch(/^https?:$/);
            expect(Number.isFinite(priority) && Number.isInteger(depth)).toBe(true);
            if (carry !== undefined) JSON.parse(carry);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are no orders and no heartbeats, unless they are', () => {
    const state = { settings: {}, topic: { seeds: [] }, labels: [], last: 0 } as never;
    fc.assert(
      fc.property(broken(...orders), (body) => {
        const order = orderOf(body);
        if (order !== undefined) expect(after(state, order, 7).last).toBe(7);
        heartbeatOf(body);
      }),
      { numRuns: 2000 },
    );
  });

  it('have a sender among the partitions and a number that may come', () => {
    const of = (from: string, n: string) =>
      senderOf({ get: (name) => ({ [FROM]: from, [NUMBER]: n })[name] ?? '' }, 8, () => 5);
    expect([of('7', '6'), of('0', '1')]).toEqual([
      { from: 7, n: 6 },
      { from: 0, n: 1 },
    ]);
    for (const [from, n] of [
      ...[
        ['8', '1'],
        ['-1', '1'],
        ['', '1'],
        ['1', ''],
        ['1', '0'],
        ['1', '1e3'],
        ['1.5', '2'],
      ],
      ...[
        ['1', '9007199254740993'],
        ['1', '200000'],
        ['x', 'y'],
      ],
    ] as [string, string][])
      expect(of(from, n), `${from} ${n}`).toBeUndefined();
    expect(senderOf(undefined, 8, () => 0)).toBeUndefined();
  });
});

describe.skipIf(!hasNats)(`a fleet on whose subjects others publish${needsNats}`, () => {
  let server: NatsServer;
  let nats: Nats;
  let web: SmallWeb & { urls: string[] };

  beforeAll(async () => {
    server = await startNats();
    nats = await server.connect();
    web = await linkedWeb(4, 4);
  });

  afterAll(async () => {
    await web?.close();
    await server?.close();
  });

  it('drops and counts what is none of its messages, and ends with its pages', async () => {
    const { topic, settings = {} } = optionsFor(web, { seeds: [SEED] });
    const own = { ...settings, recipe: 'breadth-first', archive: { commitEveryMs: 100 } };
    const rest = { partitions: 3, replicas: 1, ttlMs: 8000, maxBytes: 50_000_000 };
    await createFleet(nats, { name: 'open', topic: topicSchema.parse(topic), settings: own, ...rest });
    const names = namesOf('open');
    const publish = async (from: string, n: string, body: Uint8Array | string) => {
      const header = headers();
      header.set(FROM, from);
      header.set(NUMBER, n);
      for (let p = 0; p < 3; p++) await nats.js.publish(names.inboxSubject(p), body, { headers: header });
    };
    for (let p = 0; p < 3; p++) await nats.js.publish(names.inboxSubject(p), 'no headers');
    await publish('99', '1', good);
    await publish('0', '99999999', good);
    await publish('1', '77', 'far ahead, and nothing before it');
    await publish('2', '0', Buffer.alloc(900_000));
    await nats.js.publish(names.controlSubject, '{"order":"stop"}');
    await nats.js.publish(names.controlSubject, Buffer.alloc(100_000));
    nats.nc.publish(names.alive, '{"worker":7}');
    const worker = await Worker.open({ nats, fleet: 'open', folder: newFolder(), tell: () => {} });
    expect((await worker.run()).reason).toBe('frontier-empty');
    const out = join(newFolder(), 'out');
    await collect(nats, await readFleet(nats, 'open'), { out, folders: [], texts: false });
    expect(
      pagesIn(out)
        .map(({ url }) => url)
        .sort(),
    ).toEqual([...web.urls].sort());
    const { db, read } = openCrawl(out);
    const refused = read.countsByRefusal().find(({ reason }) => reason === 'message of no partition');
    db.close();
    expect(refused?.count).toBe(3 * 4);
  });
});
