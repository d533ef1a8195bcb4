import { readFileSync } from 'node:fs';
import * as https from 'node:https';
import * as net from 'node:net';
import { describe, expect, test } from 'vitest';
import { createHttpWeb } from '../../../src/web/http/http.ts';
import { ProxyPool } from '../../../src/web/http/proxy-pool.ts';
import { bytesServer, httpServer, listen, newWeb, rawServer } from '../fixtures/loopback.ts';
import { httpProxy } from '../fixtures/proxy.ts';

const pem = (name: string) => readFileSync(new URL(`../fixtures/${name}.pem`, import.meta.url), 'utf8');
const ca = pem('ca');

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const originServer = () =>
  httpServer((request, response) => void response.end(`${request.headers.host}${request.url}`));
const secureOrigin = () =>
  listen(
    https.createServer({ key: pem('server-key'), cert: pem('server') }, (request, response) => {
      response.end(`secure ${request.headers.host}${request.url}`);
    }),
  );

/** A SOCKS5 server after RFC 1928 and RFC 1929 that takes every host for the given port. */
async function socksProxy(originPort: number, login?: string) {
  const asked: string[] = [];
  const port = await rawServer(async (socket) => {
    const incoming = socket[Symbol.asyncIterator]();
    let held = Buffer.alloc(0);
    const take = async (count: number) => {
      while (held.length < count) {
        const { value, done } = await incoming.next();
        if (done) throw new Error('left');
        held = Buffer.concat([held, value]);
      }
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    };
    const takeCounted = async () => take((await take(1))[0]!);
    try {
      await take(1);
      const methods = [...(await takeCounted())];
      if (login === undefined) socket.write(Buffer.from([5, 0]));
      else {
        if (!methods.includes(2)) return void socket.end(Buffer.from([5, 0xff]));
        socket.write(Buffer.from([5, 2]));
        await take(1);
        const given = `${text(await takeCounted())}:${text(await takeCounted())}`;
        if (given !== login) return void socket.end(Buffer.from([1, 1]));
        // In two pieces, as a network may.
        socket.write(Buffer.from([1]));
        setTimeout(() => socket.write(Buffer.from([0])), 10);
      }
      const type = (await take(4))[3];
      const host =
        type === 1
          ? [...(await take(4))].join('.')
          : type === 4
            ? (await take(16)).toString('hex')
            : text(await takeCounted());
      asked.push(`${type} ${host}:${(await take(2)).readUInt16BE()}`);
      if (host === 'refused.test') return void socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]));
      const upstream = net.connect(originPort, '127.0.0.1');
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
      socket.write(Buffer.from([5, 0, 0, 3, 2, 111, 107, 0, 80]));
      upstream.on('data', (data) => socket.write(data));
      for (;;) {
        const { value, done } = await incoming.next();
        if (done) break;
        upstream.write(value);
      }
    } catch {
      socket.destroy();
    }
  });
  return { port, asked };
}

describe('an HTTP proxy', () => {
  test('gets the absolute URL for plain pages, and resolves the name itself', async () => {
    const proxy = await httpProxy(await originServer());
    const web = newWeb({
      proxy: `http://127.0.0.1:${proxy.port}`,
      lookup: () => Promise.reject(new Error('looked up')),
    });
    const fetched = await web.fetch({ url: 'http://a.test/page' });
    expect(fetched.ok && text(fetched.body)).toBe('a.test/page');
    expect(fetched).not.toHaveProperty('remoteAddress');
    expect(proxy.asked).toEqual(['GET http://a.test/page -']);
  });

  test('is asked for a tunnel for secure pages', async () => {
    const proxy = await httpProxy(await secureOrigin());
    const web = newWeb({ proxy: `http://127.0.0.1:${proxy.port}`, ca });
    for (let i = 0; i < 2; i++) {
      const fetched = await web.fetch({ url: 'https://a.test/page' });
      expect(fetched.ok && text(fetched.body)).toBe('secure a.test/page');
    }
    expect(proxy.asked).toEqual(['CONNECT a.test:443 -']);
  });

  test('is given user and password both ways, and the archive is not', async () => {
    const credentials = Buffer.from('me:p@ss').toString('base64');
    const plain = await httpProxy(await originServer());
    const secure = await httpProxy(await secureOrigin());
    const fetched = await newWeb({ proxy: `http://me:p%40ss@127.0.0.1:${plain.port}` }).fetch({
      url: 'http://a.test/',
    });
    await newWeb({ proxy: `http://me:p%40ss@127.0.0.1:${secure.port}`, ca }).fetch({
      url: 'https://a.test/',
    });
    expect(plain.asked).toEqual([`GET http://a.test/ Basic ${credentials}`]);
    expect(secure.asked).toEqual([`CONNECT a.test:443 Basic ${credentials}`]);
    expect(JSON.stringify(fetched.ok && fetched.requestHeaders)).not.toContain(credentials);
  });

  test('is bypassed for the configured hosts', async () => {
    const origin = await originServer();
    const proxy = await httpProxy(origin);
    const web = newWeb({
      proxy: `http://127.0.0.1:${proxy.port}`,
      noProxy: ['*.direct.test'],
      allowPrivate: true,
      lookup: async () => ['127.0.0.1'],
    });
    const url = `http://www.direct.test:${origin}/`;
    expect(await web.fetch({ url })).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://10.0.0.1/',
    'http://localhost/',
    'http://x.localhost/',
  ])('is not asked for %s', async (url) => {
    const proxy = await httpProxy(await originServer());
    const web = newWeb({ proxy: `http://127.0.0.1:${proxy.port}` });
    expect(await web.fetch({ url })).toMatchObject({ ok: false, reason: 'address-refused' });
    expect(proxy.asked).toEqual([]);
  });

  test('that requires authentication is a proxy failure', async () => {
    const proxy = await httpProxy(await originServer());
    const web = newWeb({ proxy: `http://127.0.0.1:${proxy.port}`, headers: { '*': { 'X-No': 'yes' } } });
    expect(await web.fetch({ url: 'http://a.test/' })).toMatchObject({
      ok: false,
      reason: 'proxy',
      mayPass: false,
    });
  });

  test.each([
    ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', false],
    ['HTTP/1.1 502 Bad Gateway\r\n\r\n', true],
    ['SSH-2.0-OpenSSH\r\n\r\n', false],
    [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`, false],
  ])('that answers CONNECT with %j is a proxy failure', async (answer, mayPass) => {
    const port = await bytesServer(answer);
    expect(
      await newWeb({ proxy: `http://127.0.0.1:${port}` }).fetch({ url: 'https://a.test/' }),
    ).toMatchObject({
      ok: false,
      reason: 'proxy',
      mayPass,
    });
  });

  test('that closes, is silent or is unreachable is a named failure', async () => {
    const leaving = await rawServer((socket) => socket.once('data', () => socket.end()));
    const silent = await rawServer(() => {});
    // Only the silent one is to run into the limit, however busy the machine.
    const fetchThrough = (port: number, connectTimeoutMs = 60_000) =>
      newWeb({ proxy: `http://127.0.0.1:${port}`, connectTimeoutMs }).fetch({ url: 'https://a.test/' });
    expect(await fetchThrough(leaving)).toMatchObject({ reason: 'proxy', mayPass: true });
    expect(await fetchThrough(silent, 100)).toMatchObject({ reason: 'connect-timeout' });
    expect(await fetchThrough(1)).toMatchObject({ reason: 'proxy', mayPass: true });
  });
});

describe('a SOCKS5 proxy', () => {
  test('gets names as names, and IP addresses as IP addresses', async () => {
    const proxy = await socksProxy(await originServer());
    const web = newWeb({
      proxy: `socks5://127.0.0.1:${proxy.port}`,
      lookup: () => Promise.reject(new Error('looked up')),
    });
    const fetched = await web.fetch({ url: 'http://a.test:8080/page' });
    expect(fetched.ok && text(fetched.body)).toBe('a.test:8080/page');
    expect(await web.fetch({ url: 'http://93.184.216.34/' })).toMatchObject({ ok: true });
    expect(await web.fetch({ url: 'http://[2606:2800:220::1946]/' })).toMatchObject({ ok: true });
    expect(proxy.asked).toEqual([
      '3 a.test:8080',
      '1 93.184.216.34:80',
      '4 26062800022000000000000000001946:80',
    ]);
  });

  test('carries TLS', async () => {
    const proxy = await socksProxy(await secureOrigin());
    const fetched = await newWeb({ proxy: `socks5h://127.0.0.1:${proxy.port}`, ca }).fetch({
      url: 'https://a.test/x',
    });
    expect(fetched.ok && text(fetched.body)).toBe('secure a.test/x');
    expect(proxy.asked).toEqual(['3 a.test:443']);
  });

  test('accepts user and password', async () => {
    const proxy = await socksProxy(await originServer(), 'me:p@ss');
    const url = 'http://a.test/';
    const through = (login: string) =>
      newWeb({ proxy: `socks5://${login}127.0.0.1:${proxy.port}` }).fetch({ url });
    expect(await through('me:p%40ss@')).toMatchObject({ ok: true });
    expect(await through('me:wrong@')).toMatchObject({ ok: false, reason: 'proxy', mayPass: false });
    expect(await through('')).toMatchObject({ ok: false, reason: 'proxy', mayPass: false });
  });

  test('that cannot connect or speaks another protocol is a proxy failure', async () => {
    const proxy = await socksProxy(await originServer());
    const web = newWeb({ proxy: `socks5://127.0.0.1:${proxy.port}` });
    expect(await web.fetch({ url: 'http://refused.test/' })).toMatchObject({
      reason: 'proxy',
      mayPass: true,
    });
    const other = await bytesServer('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(
      await newWeb({ proxy: `socks5://127.0.0.1:${other}` }).fetch({ url: 'http://a.test/' }),
    ).toMatchObject({
      reason: 'proxy',
      mayPass: false,
    });
  });
});

describe('several proxies', () => {
  const HOSTS = Array.from({ length: 24 }, (_, i) => `h${i}.test`);
  const urlOf = (hosts: readonly string[]): string[] => hosts.map((host) => `http://${host}/`);

  test('share the hosts, and each host stays with one of them', async () => {
    const origin = await originServer();
    const proxies = await Promise.all([httpProxy(origin), httpProxy(origin), httpProxy(origin)]);
    const proxy = proxies.map(({ port }) => `http://127.0.0.1:${port}`);
    for (const web of [newWeb({ proxy }), newWeb({ proxy: proxy.toReversed() })])
      for (const url of urlOf(HOSTS.toReversed()))
        expect(await web.fetch({ url })).toMatchObject({ ok: true });
    for (const { asked } of proxies) {
      expect(asked.length).toBeGreaterThan(0);
      for (const line of asked) expect(asked.filter((other) => other === line).length).toBe(2);
    }
    expect(new Set(proxies.flatMap(({ asked }) => asked)).size).toBe(HOSTS.length);
  });

  test('stand in for one that cannot be used, without a failure of the page, and it is told', async () => {
    const good = await httpProxy(await originServer());
    const silent = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'));
    const proxy = [
      `socks5://me:secret@127.0.0.1:${silent}`,
      'http://127.0.0.1:1',
      `http://127.0.0.1:${good.port}`,
    ];
    const web = createHttpWeb({ userAgent: 'test', proxy });
    for (const url of urlOf(HOSTS)) expect(await web.fetch({ url })).toMatchObject({ ok: true, status: 200 });
    expect(good.asked.length).toBe(HOSTS.length);
    expect(web.proxies!()).toEqual([
      {
        proxy: `socks5://127.0.0.1:${silent}`,
        connections: 0,
        failures: 1,
        leftOutUntil: expect.any(Number),
        why: 'The proxy does not speak SOCKS5.',
      },
      {
        proxy: 'http://127.0.0.1:1',
        connections: 0,
        failures: 1,
        leftOutUntil: expect.any(Number),
        why: 'No connection to the proxy 127.0.0.1: ECONNREFUSED.',
      },
      { proxy: `http://127.0.0.1:${good.port}`, connections: expect.any(Number), failures: 0 },
    ]);
    await web.close();
  });

  test("all of which fail are a proxy failure, and a host that one of them cannot reach is the host's", async () => {
    const url = 'https://a.test/';
    const dead = ['http://127.0.0.1:1', 'socks5://127.0.0.1:1'];
    expect(await newWeb({ proxy: dead }).fetch({ url })).toMatchObject({ reason: 'proxy', mayPass: true });
    const ports = [
      await bytesServer('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
      await bytesServer('HTTP/1.1 502 Bad\r\n\r\n'),
    ];
    const web = createHttpWeb({ userAgent: 'test', proxy: ports.map((port) => `http://127.0.0.1:${port}`) });
    expect(await web.fetch({ url })).toMatchObject({
      reason: 'proxy',
      detail: expect.stringContaining('502'),
    });
    expect(web.proxies!().map(({ failures }) => failures)).toEqual([0, 0]);
    await web.close();
  });

  test('that ail rest for half a minute, longer each time, and get their hosts back', () => {
    let now = 1_000_000;
    const servers = ['a', 'b', 'c'].map((hostname) => ({ kind: 'http' as const, hostname, port: 1 }));
    const pool = new ProxyPool(servers, () => now);
    const own = HOSTS.map((host) => pool.for(host)[0]!);
    const [a] = servers as [(typeof servers)[0]];
    const ofA = HOSTS.filter((_, i) => own[i] === a);
    expect(ofA.length).toBeGreaterThan(0);
    for (const restMs of [30_000, 60_000, 120_000]) {
      pool.failed(a, 'gone');
      pool.failed(a, 'gone'); // another request that was under way
      // Its hosts go to their second choice, the others stay.
      for (const [i, host] of HOSTS.entries())
        expect(pool.for(host)[0]).toBe(own[i] === a ? pool.for(host).filter((one) => one !== a)[0] : own[i]);
      expect(pool.for(ofA[0]!).at(-1)).toBe(a);
      now += restMs - 1;
      expect(pool.for(ofA[0]!)[0]).not.toBe(a);
      now += 1;
      expect(HOSTS.map((host) => pool.for(host)[0])).toEqual(own);
    }
    pool.worked(a);
    pool.failed(a, 'gone');
    expect(pool.health()[0]).toEqual({
      proxy: 'http://a:1',
      connections: 1,
      failures: 7,
      leftOutUntil: now + 30_000,
      why: 'gone',
    });
  });
});
