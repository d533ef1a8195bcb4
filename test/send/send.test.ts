/** Pages on their way to search indexes, storage and webhooks: servers on loopback that behave as theirs do, and badly. */
import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { destinationOf, destinationSchema } from '../../src/send/destinations.ts';
import { type SendOptions, send, sentTo } from '../../src/send/send.ts';
import { forage } from '../cli/forage.ts';
import { removeFolders } from '../crawl/small-web.ts';
import { BulkServer } from './bulk-server.ts';
import { type Asked, FETCHED_AT, SentCrawl, takingServer, urlOf } from './sent-crawl.ts';

afterAll(removeFolders);

/** Pauses are written down, not waited for. */
function impatient(more: SendOptions = {}): SendOptions & { pauses: number[] } {
  const pauses: number[] = [];
  return { ...more, pauses, pause: async (ms) => void pauses.push(ms) };
}

const toIndex = (url: string, more = {}) =>
  destinationSchema.parse({ kind: 'opensearch', url, index: 'owls', ...more });

describe('a search index', () => {
  test('has every page once, although it is overloaded, restarts and loses connections', async () => {
    const crawl = new SentCrawl().visits(50);
    crawl.visit(51, { outcome: 'http 404', status: 404 });
    const server = await new BulkServer().start();
    server.fateOf = (n) =>
      n === 2 ? { status: 503, headers: { 'retry-after': '7' } } : n === 4 ? 'lose' : n === 5 ? 429 : 200;
    const busy = new Set<string>();
    // Every fourth document finds no room at its first try.
    server.statusOf = (id) => {
      if (Number.parseInt(id[0]!, 16) % 4 !== 0 || busy.has(id)) return undefined;
      busy.add(id);
      return 429;
    };
    const options = impatient();
    expect(await send(crawl.path, toIndex(server.url, { batch: 20 }), options)).toEqual({
      since: 51,
      sent: 50,
      refused: 0,
    });
    const urls = server.documents().map(({ url }) => url);
    expect(urls.toSorted()).toEqual(Array.from({ length: 50 }, (_, i) => urlOf(i + 1)).toSorted());
    expect([...server.stored.values()].every(({ writes }) => writes === 1)).toBe(true);
    expect(server.documents().find(({ url }) => url === urlOf(9))).toMatchObject({
      crawl: 'owls',
      title: 'Page 9',
      text: 'Text 9.',
      relevant: true,
      fetchedAt: new Date(FETCHED_AT + 9).toISOString(),
    });
    // What the server asks for is waited for; otherwise pauses grow from one second.
    expect(options.pauses).toContain(7000);
    expect(options.pauses.filter((ms) => ms !== 7000).every((ms) => ms === 1000 || ms === 2000)).toBe(true);
    expect(await send(crawl.path, toIndex(server.url), impatient())).toMatchObject({ sent: 50 });
  });

  test('follows a re-crawl: changed pages are replaced, those that are gone or no longer relevant removed', async () => {
    const crawl = new SentCrawl().visits(12);
    const server = await new BulkServer().start();
    const toRelevant = impatient({ relevant: true });
    await send(crawl.path, toIndex(server.url), toRelevant);
    expect(server.documents().map(({ url }) => url)).toEqual([3, 6, 9, 12].map(urlOf));
    const later = FETCHED_AT + 1_000_000;
    crawl.visit(3, { fetchedAt: later, relevant: true }, { change: 'changed' });
    crawl.visit(6, { fetchedAt: later, outcome: 'http 410', status: 410 }, { change: 'gone' });
    crawl.visit(9, { fetchedAt: later, relevant: false }, { change: 'changed' });
    const page = crawl.catalogue.read.pageOfLink(12)!;
    crawl.catalogue.saveVisit(page, { fetchedAt: later, outcome: 'page', status: 304, change: 'unchanged' });
    crawl.db.commit();
    const before = server.requests;
    await send(crawl.path, toIndex(server.url), toRelevant);
    expect(server.requests).toBe(before + 1);
    expect(server.documents().map(({ url, text }) => [url, text])).toEqual([
      [urlOf(3), 'Text 3, changed.'],
      [urlOf(12), 'Text 12.'],
    ]);
    // Everything once more changes nothing: no document comes back.
    const restarted = await send(crawl.path, toIndex(server.url), { ...toRelevant, restart: true });
    expect(server.documents().map(({ url }) => url)).toEqual([urlOf(3), urlOf(12)]);
    expect(restarted.refused).toBe(0);
  });

  test('may refuse a page for good: the others arrive, and the page is named', async () => {
    const crawl = new SentCrawl().visits(10);
    const server = await new BulkServer().start();
    server.statusOf = (_, document) => (document?.url === urlOf(4) ? 400 : undefined);
    expect(await send(crawl.path, toIndex(server.url), impatient())).toMatchObject({ sent: 9, refused: 1 });
    expect(server.documents().length).toBe(9);
    expect(sentTo(crawl.path)[0]!.state).toMatchObject({ since: 10, sent: 9, refused: 1 });
  });

  test('that refuses the password ends the command at once, and one that never answers in the end', async () => {
    const crawl = new SentCrawl().visits(3);
    const server = await new BulkServer().start();
    server.fateOf = () => 401;
    const options = impatient();
    await expect(send(crawl.path, toIndex(server.url), options)).rejects.toThrow(
      /OpenSearch at 127.0.0.1:\d+ refuses with 401.*Check its URL, the name of the index, user and password/,
    );
    expect(options.pauses).toEqual([]);
    server.fateOf = () => 503;
    await expect(send(crawl.path, toIndex(server.url, { patienceSeconds: 100 }), options)).rejects.toThrow(
      'Gave up after 63 s of waiting. What was sent is kept',
    );
    expect(options.pauses).toEqual([1, 2, 4, 8, 16, 32].map((seconds) => seconds * 1000));
  });

  test('is sent to by one process at a time, and not from another database', async () => {
    const crawl = new SentCrawl().visits(3);
    const server = await new BulkServer().start();
    const stop = new AbortController();
    const first = send(crawl.path, toIndex(server.url), { wait: true, signal: stop.signal });
    while (server.documents().length < 3) await new Promise((done) => setTimeout(done, 10));
    await expect(send(crawl.path, toIndex(server.url))).rejects.toThrow('Another "forage send" is sending');
    expect(sentTo(crawl.path)).toEqual([{ name: expect.stringMatching(/^opensearch-127-0-0-1-\d+-owls$/) }]);
    // What is committed while it waits arrives.
    crawl.visits(2, 4);
    while (server.documents().length < 5) await new Promise((done) => setTimeout(done, 10));
    stop.abort();
    expect(await first).toMatchObject({ sent: 5 });
    crawl.catalogue.meta.set('startedAt', 1_800_000_000_000);
    crawl.visits(1, 6);
    await expect(send(crawl.path, toIndex(server.url))).rejects.toThrow('--restart');
  });
});

test('storage gets objects of JSON lines, signed, in the order of the visits', async () => {
  const crawl = new SentCrawl().visits(25);
  const objects = new Map<string, Record<string, unknown>[]>();
  let requests = 0;
  const endpoint = await takingServer(({ method, path, headers, body }, response) => {
    if (++requests === 2) return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    expect(method).toBe('PUT');
    expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update(body).digest('hex'));
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-x\/s3\/aws4_request, SignedHeaders=content-encoding;content-type;host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    const lines = String(gunzipSync(body)).trimEnd().split('\n');
    objects.set(
      path,
      lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    );
    return response.end();
  });
  const env = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-x' };
  const to = {
    ...destinationOf('s3://my-bucket/some/where', { ...env, AWS_ENDPOINT_URL: endpoint }),
    batch: 10,
  };
  await send(crawl.path, to, impatient());
  expect([...objects.keys()]).toEqual(
    ['000000000001-000000000010', '000000000011-000000000020', '000000000021-000000000025'].map(
      (name) => `/my-bucket/some/where/owls/${name}.jsonl.gz`,
    ),
  );
  expect([...objects.values()].flat().map(({ url }) => url)).toEqual(
    Array.from({ length: 25 }, (_, i) => urlOf(i + 1)),
  );
});

describe('a webhook', () => {
  test('gets each batch with a key and a signature', async () => {
    const crawl = new SentCrawl().visits(3);
    const asked: Asked[] = [];
    const url = await takingServer((one, response) => {
      asked.push(one);
      response.writeHead(204).end();
    });
    const to = destinationSchema.parse({
      kind: 'webhook',
      url: `${url}/hook`,
      secret: 'hush',
      headers: { 'X-Own': '1' },
    });
    await send(crawl.path, to, { links: true });
    const [{ headers, body, path }] = asked as [Asked];
    expect([asked.length, path, headers['x-own']]).toEqual([1, '/hook', '1']);
    expect(headers['x-forage-signature']).toBe(
      `sha256=${createHmac('sha256', 'hush').update(body).digest('hex')}`,
    );
    expect(JSON.parse(String(body))).toMatchObject({
      crawl: 'owls',
      from: 0,
      to: 3,
      pages: [1, 2, 3].map((n) => ({ action: 'put', url: urlOf(n), sequence: n, links: [] })),
    });
  });

  test('misses nothing and gets nothing twice from a sender that is killed three times', async () => {
    const KILLS = 3;
    const crawl = new SentCrawl().visits(60);
    const batches = new Map<string, number[]>();
    let repeated = 0;
    let requests = 0;
    let leg = 0;
    let kill = (): void => {};
    const url = await takingServer(({ headers, body }, response) => {
      const key = String(headers['idempotency-key']);
      const { pages } = JSON.parse(String(body)) as { pages: { sequence: number }[] };
      const sequences = pages.map(({ sequence }) => sequence);
      if (batches.has(key)) {
        repeated++;
        // A batch that comes again is the same batch.
        expect(batches.get(key)).toEqual(sequences);
      }
      batches.set(key, sequences);
      // It has arrived, and the sender will never know.
      if (++requests === 2 && leg < KILLS) kill();
      else response.end();
    });
    const settings = join(crawl.path, '..', 'hook.yaml');
    writeFileSync(settings, `kind: webhook\nurl: ${url}/hook\nbatch: 10\n`);
    for (; leg <= KILLS; leg++) {
      // Pages that came meanwhile must not change a batch that was begun.
      crawl.visits(7, 61 + leg * 7);
      requests = 0;
      const running = forage(['send', crawl.path, '--to', settings]);
      kill = () => void running.child.kill('SIGKILL');
      expect((await running).code, running.soFar.err).toBe(leg < KILLS ? null : 0);
    }
    expect(repeated).toBe(KILLS);
    expect([...batches.values()].flat()).toEqual(Array.from({ length: 60 + 28 }, (_, i) => i + 1));
  });
});

test('what cannot be sent to is refused in words', async () => {
  const crawl = new SentCrawl().visits(1);
  const mistakes: [to: string, words: string][] = [
    ['ftp://example.org/', 'nothing is sent to "ftp:"'],
    ['missing.yaml', 'there is no such file'],
    ['opensearch+https://localhost:9200', '--to.index: give text of at least 1 character'],
    ['s3://bucket', 'needs AWS_ACCESS_KEY_ID in the environment'],
    ['nats://localhost/a*', 'give words joined by "."'],
    // Ports that the Fetch standard blocks: mail, X11.
    ['http://localhost:25/hook', '--to.url: its port belongs to another service'],
    ['opensearch+http://localhost:6000/owls', '--to.url: its port belongs to another service'],
  ];
  for (const [to, words] of mistakes) expect(() => destinationOf(to, {}), to).toThrow(words);
  await expect(send(join(crawl.path, '..', 'nowhere'), destinationOf('https://example.org'))).rejects.toThrow(
    'is not a crawl',
  );
});
