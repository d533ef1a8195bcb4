import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { userAgent } from '../../../src/web/http/agent.ts';
import { createConnector } from '../../../src/web/http/connect.ts';
import { Connections } from '../../../src/web/http/connections.ts';
import { createHttpWeb } from '../../../src/web/http/http.ts';
import { checkHttpSettings } from '../../../src/web/http/settings.ts';
import { bytesServer, httpServer, newWeb, rawServer, webOn } from '../fixtures/loopback.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('an answer', () => {
  test('carries status, raw headers in their order and case, and the body', async () => {
    const port = await bytesServer(
      'HTTP/1.1 404 Gone Fishing\r\nX-One: 1\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\n\r\nhello',
    );
    const fetched = await webOn(port).fetch({ url: 'http://a.test/page?q=1' });
    expect(fetched).toMatchObject({
      ok: true,
      url: 'http://a.test/page?q=1',
      status: 404,
      statusText: 'Gone Fishing',
      remoteAddress: '127.0.0.1',
      headers: [
        ['X-One', '1'],
        ['set-cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Content-Length', '5'],
      ],
    });
    expect(fetched.ok && text(fetched.body)).toBe('hello');
    expect(fetched.ok && fetched.wire).toBe(fetched.ok && fetched.body);
  });

  test('includes the request exactly as the server received it', async () => {
    const port = await httpServer((request, response) => {
      response.end(JSON.stringify([request.url, request.rawHeaders]));
    });
    const fetched = await webOn(port).fetch({ url: 'http://a.test:8080/x' });
    const [path, received] = JSON.parse(text(fetched.ok ? fetched.body : new Uint8Array()));
    expect(path).toBe('/x');
    expect(fetched.ok && fetched.requestHeaders.flat()).toEqual(received);
    expect(received).toContain('a.test:8080');
    expect(received).toContain('Forage/0.1 (+test@example.org)');
  });

  test('may be a redirect, which is not followed', async () => {
    const paths: string[] = [];
    const port = await httpServer((request, response) => {
      paths.push(request.url!);
      response.writeHead(301, { Location: '/elsewhere' }).end();
    });
    expect(await webOn(port).fetch({ url: 'http://a.test/' })).toMatchObject({ ok: true, status: 301 });
    expect(paths).toEqual(['/']);
  });

  test('with a redirect or an error is kept even if its body is broken', async () => {
    for (const status of [301, 404, 503]) {
      const port = await bytesServer(
        `HTTP/1.1 ${status} X\r\nLocation: /x\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nMoved`,
      );
      const fetched = await webOn(port).fetch({ url: 'http://a.test/' });
      expect(fetched.ok && [fetched.status, fetched.wire.length, fetched.body.length]).toEqual([
        status,
        5,
        0,
      ]);
    }
    const port = await bytesServer(
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nMoved',
    );
    expect(await webOn(port).fetch({ url: 'http://a.test/' })).toMatchObject({ reason: 'bad-encoding' });
  });

  test('is decompressed, and the compressed bytes are kept', async () => {
    const packed = gzipSync('a page '.repeat(100));
    const port = await httpServer((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
    });
    const fetched = await webOn(port).fetch({ url: 'http://a.test/' });
    expect(fetched.ok && text(fetched.body)).toBe('a page '.repeat(100));
    expect(fetched.ok && packed.equals(fetched.wire)).toBe(true);
  });

  test('may have no body', async () => {
    const port = await bytesServer('HTTP/1.1 204 No Content\r\n\r\n');
    const fetched = await webOn(port).fetch({ url: 'http://a.test/' });
    expect(fetched.ok && [fetched.status, fetched.body.length]).toEqual([204, 0]);
  });

  test('whose end is the end of the connection is complete', async () => {
    const port = await bytesServer('HTTP/1.0 200 OK\r\n\r\nall of it', { thenEnd: true });
    const fetched = await webOn(port).fetch({ url: 'http://a.test/' });
    expect(fetched.ok && text(fetched.body)).toBe('all of it');
  });

  test('longer than the limit is kept up to the limit', async () => {
    const port = await httpServer((_, response) => {
      response.end('x'.repeat(100_000));
    });
    const web = webOn(port, { maxBytes: 70_000 });
    const cut = await web.fetch({ url: 'http://a.test/' });
    expect(cut).toMatchObject({ ok: true, status: 200, truncated: 'length' });
    expect(cut.ok && cut.body.length).toBe(70_000);
    const shorter = await web.fetch({ url: 'http://a.test/', maxBytes: 10 });
    expect(shorter.ok && [shorter.body.length, shorter.truncated]).toEqual([10, 'length']);
    const whole = await web.fetch({ url: 'http://a.test/', maxBytes: 100_000 });
    expect(whole.ok && [whole.body.length, whole.truncated]).toEqual([100_000, undefined]);
  });

  test('with status 429 or 503 says how long to wait', async () => {
    const port = await httpServer((request, response) => {
      const status = Number(request.url!.slice(1));
      response.writeHead(status, { 'Retry-After': '7' }).end();
    });
    const web = webOn(port);
    expect(await web.fetch({ url: 'http://a.test/429' })).toMatchObject({ retryAfterMs: 7000 });
    expect(await web.fetch({ url: 'http://a.test/503' })).toMatchObject({ retryAfterMs: 7000 });
    expect(await web.fetch({ url: 'http://a.test/200' })).not.toHaveProperty('retryAfterMs');
  });
});

describe('connections', () => {
  test('are reused for the same origin and not for another', async () => {
    let connections = 0;
    const port = await rawServer((socket) => {
      connections++;
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    });
    const web = webOn(port);
    for (let i = 0; i < 5; i++) await web.fetch({ url: 'http://a.test/' });
    expect(connections).toBe(1);
    await web.fetch({ url: 'http://b.test/' });
    expect(connections).toBe(2);
  });

  test('that are idle are bounded across all hosts', async () => {
    const open = new Set<unknown>();
    let most = 0;
    const port = await rawServer((socket) => {
      open.add(socket);
      most = Math.max(most, open.size);
      socket.on('close', () => open.delete(socket));
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    });
    const web = webOn(port, { maxIdleSockets: 3 });
    for (let i = 0; i < 20; i++) await web.fetch({ url: `http://h${i}.test/` });
    expect(most).toBeLessThan(8);
  });

  test('that a server closed meanwhile are replaced without a failure', async () => {
    let closed = Promise.withResolvers<void>();
    const port = await rawServer((socket) => {
      socket.on('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', () => socket.end()),
      );
      socket.on('close', () => closed.resolve());
    });
    const web = webOn(port);
    for (let i = 0; i < 4; i++) {
      expect(await web.fetch({ url: 'http://a.test/' })).toMatchObject({ ok: true });
      await closed.promise;
      closed = Promise.withResolvers();
    }
  });

  test('to a host without recent requests are closed', async () => {
    const port = await bytesServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    const settings = checkHttpSettings({ userAgent: 'Forage', allowPrivate: true, keepAliveMs: 30 });
    const connections = new Connections({ connector: createConnector(settings), ...settings });
    const origin = { hostname: '127.0.0.1', port, isTls: false };
    const connection = connections.take(`http://127.0.0.1:${port}`, origin);
    const response = await connection.client.request({ path: '/', method: 'GET' });
    await response.body.text();
    connections.giveBack(connection);
    expect(connections.size).toBe(1);
    await vi.waitFor(() => expect(connections.size).toBe(0), { timeout: 120_000 });
  });

  test('serve many hosts at once, stopped by one signal', async () => {
    const port = await httpServer((request, response) => {
      response.end(request.headers.host);
    });
    const web = webOn(port);
    const hosts = Array.from({ length: 200 }, (_, i) => `h${i}.test`);
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    process.on('warning', (warning) => warnings.push(warning));
    const fetched = await Promise.all(hosts.map((host) => web.fetch({ url: `http://${host}/`, signal })));
    expect(warnings).toEqual([]);
    expect(fetched.map((f) => f.ok && text(f.body))).toEqual(hosts);
  });
});

describe('stopping', () => {
  test('by signal works before, while waiting for headers and within the body', async () => {
    const port = await rawServer((socket) => {
      socket.on('data', (data) => {
        if (data.includes('/body')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
      });
    });
    const web = webOn(port);
    expect(await web.fetch({ url: 'http://a.test/', signal: AbortSignal.abort() })).toMatchObject({
      reason: 'aborted',
    });
    for (const path of ['/headers', '/body']) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      expect(await web.fetch({ url: `http://a.test${path}`, signal: controller.signal })).toMatchObject({
        ok: false,
        reason: 'aborted',
        mayPass: true,
      });
    }
  });

  test('by signal works while the name is being resolved', async () => {
    const web = newWeb({ lookup: () => new Promise(() => {}) });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await web.fetch({ url: 'http://a.test/', signal: controller.signal })).toMatchObject({
      reason: 'aborted',
    });
  });

  test('by close ends running fetches, and later ones report it', async () => {
    const port = await rawServer(() => {});
    const web = webOn(port);
    const running = web.fetch({ url: 'http://a.test/' });
    setTimeout(() => web.close(), 30);
    expect(await running).toMatchObject({ ok: false, reason: 'aborted' });
    expect(await web.fetch({ url: 'http://a.test/' })).toMatchObject({ ok: false, reason: 'aborted' });
  });
});

describe('asking', () => {
  test('a URL that is not http is refused, not thrown', async () => {
    for (const url of ['ftp://a.test/', 'nonsense', 'javascript:1', ''])
      expect(await newWeb().fetch({ url })).toMatchObject({ ok: false, reason: 'address-refused' });
  });

  test('the user agent names a contact', () => {
    expect(userAgent(' me@example.org ')).toBe('Forage/0.1 (+me@example.org)');
    expect(userAgent('https://example.org/bot')).toBe('Forage/0.1 (+https://example.org/bot)');
    for (const contact of ['', 'me', 'a@b\r\nX: 1', 'a (b@c.d)'])
      expect(() => userAgent(contact)).toThrowError(expect.objectContaining({ code: 'CONTACT_MISSING' }));
  });

  test.each([
    { proxy: 'ftp://a:1' },
    { proxy: 'nonsense' },
    { connectTo: { '*': '127.0.0.1' } },
    { connectTo: { '*': '127.0.0.1:99999' } },
    { headers: { '*': { 'Bad Name': 'x' } } },
    { headers: { '*': { 'X-A': 'x\r\nX-B: y' } } },
    { headers: { '*': { Host: 'other' } } },
    { cookies: { '*': 'a=1\nb' } },
    { maxBytes: -1 },
    { totalTimeoutMs: Number.NaN },
    { userAgent: 'a\r\nb' },
  ])('settings such as %j are refused at once', (settings) => {
    expect(() => createHttpWeb({ userAgent: 'Forage', ...settings })).toThrowError(
      expect.objectContaining({ code: 'USAGE' }),
    );
  });
});
