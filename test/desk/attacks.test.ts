/** The desk against those who are not meant to use it, or mean it ill: each attempt is refused, and nothing of ours fails. */
import { connect as connectTo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDesk } from '../../src/desk/desk.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { attack, deskFixture, type Fixture } from './fixture.ts';

let on: Fixture;
let origin: string;
let port: number;
beforeAll(async () => {
  on = await deskFixture({ guests: 'label' });
  origin = new URL(on.desk.url).origin;
  port = Number(new URL(on.desk.url).port);
});
afterAll(async () => {
  await on.close();
  removeFolders();
});

/** A request by hand: no client in between mends it. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(port, '127.0.0.1');
    let said = '';
    socket.setEncoding('utf8').on('data', (part) => {
      said += part;
    });
    socket.on('error', reject).on('close', () => resolve(said));
    socket.write(text);
  });
}

const status = (said: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1]);
const signedIn = async (): Promise<string> => {
  const response = await fetch(on.desk.url, { redirect: 'manual' });
  return response.headers.get('set-cookie')!.split(';')[0]!;
};

it('a name that was made to lead here gets nothing, not even with the secret', async () => {
  const said = await raw(
    `GET /api/v1/crawls HTTP/1.1\r\nHost: evil.example:${port}\r\nAuthorization: Bearer ${on.desk.secret}\r\nConnection: close\r\n\r\n`,
  );
  expect(status(said)).toBe(421);
  expect(said).not.toContain('comets');
});

it('without the secret there is nothing but the style, the scripts and the health', async () => {
  for (const path of ['/', '/api/v1', '/api/v1/crawls', '/c/comets', '/metrics', '/api/v1/nothing'])
    expect((await fetch(origin + path)).status, path).toBe(401);
  expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200);
});

it('another site cannot have the browser change or read anything', async () => {
  const cookie = await signedIn();
  const from = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${origin}/c/comets/do`, {
      method,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      ...(method === 'POST' ? { body: 'do=stop' } : {}),
      redirect: 'manual',
    });
  expect((await from({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await from({ origin: 'null' })).status).toBe(403);
  // A server on another port of this machine is another origin, though the browser sends it the same cookies.
  expect((await from({ origin: 'http://127.0.0.1:1' })).status).toBe(403);
  expect((await from({})).status).toBe(403);
  expect((await from({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin })).status).toBe(
    403,
  );
  // Our own page: the crawl does not run, so there is nothing to stop.
  expect((await from({ origin })).status).toBe(409);
  const shown = await fetch(`${origin}/`, { headers: { cookie } });
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(shown.headers.get('access-control-allow-origin')).toBeNull();
});

it('the cookie is out of reach of scripts and other sites', async () => {
  const response = await fetch(on.desk.url, { redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict/);
  expect(response.headers.get('location')).toBe('/');
});

it('markup in titles, texts, anchors and searches is text on every page', async () => {
  const { items } = await on.json<{ items: { id: number }[] }>(
    '/api/v1/crawls/comets/pages?q=onerror&limit=5',
  );
  expect(items.length).toBeGreaterThan(0);
  const query = encodeURIComponent(attack);
  const paths = [
    '/c/comets/pages',
    ...items.map(({ id }) => `/c/comets/pages/${id}`),
    `/c/comets/pages?q=${query}`,
    `/search?q=${query}`,
    `/c/comets/pages?site=${query}`,
    `/new?title=${query}`,
    `/c/${query}`,
    `/c/comets/sites/${query}`,
    '/c/comets/label?queue=best',
  ];
  for (const path of paths) {
    const html = await (await on.ask(path)).text();
    expect(html, path).not.toContain('<img src=x');
    expect(html, path).not.toMatch(/<script>document/);
    // Scripts come from files; the one that stands in the page is the map of packages, whose digest the policy names.
    const inline = [...html.matchAll(/<script(?![^>]*src=)([^>]*)>/g)].map(([, attributes]) =>
      attributes!.trim(),
    );
    expect(inline.filter((one) => !/^type="(importmap|application\/json)"/.test(one))).toEqual([]);
    expect(html).not.toMatch(/ style=| on\w+=["']/);
  }
});

it('the archived view has no script, loads nothing, and needs an address that the desk made', async () => {
  const { items } = await on.json<{ items: { id: number }[] }>(
    '/api/v1/crawls/comets/pages?q=onerror&limit=5',
  );
  for (const { id } of items) {
    const { archived } = await on.json<{ archived: string }>(`/api/v1/crawls/comets/pages/${id}`);
    expect(new URL(archived).origin).not.toBe(origin);
    const response = await fetch(archived);
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object|embed)\b/i);
    expect(html).not.toMatch(/javascript:/i);
    expect((await fetch(archived.slice(0, -3))).status).toBe(404);
    const other = archived.replace(`/${id}/`, `/${id + 1}/`);
    expect((await fetch(other)).status).toBe(404);
  }
});

it('no path leads out of the folder', async () => {
  for (const crawl of [
    '..',
    '../..',
    '%2e%2e',
    '..%2f..%2fetc',
    '/etc',
    'comets/../..',
    'comets%00',
    '.',
    '',
  ])
    expect([400, 404]).toContain((await on.ask(`/api/v1/crawls/${encodeURIComponent(crawl)}`)).status);
  for (const path of [
    '/assets/x/../../package.json',
    '/assets/x/..%2f..%2fdesk.ts',
    '/assets/x/islands/..%2f..%2fdesk.ts',
    '/assets/x/views/%2e%2e/desk.ts',
  ])
    expect((await on.ask(path)).status, path).toBe(404);
});

it('a crawl started over HTTP may name no file, no module and no crawl that is not here', async () => {
  const start = async (body: object) => {
    const response = await on.ask('/api/v1/crawls', { method: 'POST', body });
    return { status: response.status, ...((await response.json()) as { code: string; detail: string }) };
  };
  const topic = { name: 'x', keywords: ['owl'], seeds: ['http://sky.test/0'] };
  for (const body of [
    { topic: { ...topic, seeds: '/etc/passwd' } },
    { topic: { ...topic, seeds: ['file:///etc/passwd'] } },
    { topic: { ...topic, keywords: '/etc/passwd' } },
    { topic: { ...topic, examples: { relevant: '/etc/passwd' } } },
    { topic: { ...topic, examples: { relevant: ['/etc/passwd'] } } },
    { topic: { ...topic, browsingLog: '/etc/passwd' } },
    { topic: { ...topic, use: ['/tmp/evil.ts'] } },
    { topic, settings: { use: ['/tmp/evil.ts'] } },
    { topic, settings: { web: ['/etc'] } },
    { topic, settings: { web: ['../..'] } },
    { topic, name: '../outside' },
    { topic, name: 'a/b' },
    { topic, settings: { recipe: './evil.yaml' } },
    { topic, settings: { render: { mode: 'always', browser: '/bin/sh' } } },
    { topic, settings: { seeds: { pool: '/etc/passwd' } } },
  ]) {
    const http = { contact: 'mailto:test@example.org' };
    const said = await start({ ...body, settings: { http, ...('settings' in body ? body.settings : {}) } });
    expect([400, 404], JSON.stringify(body)).toContain(said.status);
    expect(said.detail).not.toMatch(/root:|contact/);
  }
});

it('roles are kept: a guest who may label cannot change the crawl', async () => {
  const secret = new URL(on.desk.guestUrl!).searchParams.get('token')!;
  const headers = { authorization: `Bearer ${secret}` };
  expect((await on.ask('/api/v1/crawls', { headers })).status).toBe(200);
  expect((await on.ask('/api/v1/crawls/comets/stop', { method: 'POST', body: {}, headers })).status).toBe(
    403,
  );
  expect(
    (await on.ask('/api/v1/crawls/comets/settings', { method: 'PATCH', body: { concurrency: 1 }, headers }))
      .status,
  ).toBe(403);
  expect((await on.ask('/new', { headers })).status).toBe(403);
  expect(await (await on.ask('/', { headers })).text()).not.toContain('New crawl');
  expect(await (await on.ask('/')).text()).toContain('New crawl');
  for (const path of ['/api/v1/crawls/comets/settings', '/c/comets/settings'])
    expect(await (await on.ask(path, { headers })).text(), path).not.toContain('kept-from-guests');
  const { items } = await on.json<{ items: { id: number }[] }>('/api/v1/crawls/comets/pages?limit=1');
  const labels = [{ page: items[0]!.id, label: 'unsure' }];
  expect(
    (await on.ask('/api/v1/crawls/comets/labels', { method: 'POST', body: { labels }, headers })).status,
  ).toBe(200);
  expect(await (await on.ask('/c/comets', { headers })).text()).not.toContain('value="stop"');
});

it('bodies that are too large, cut off, of another type or not what is wanted are refused', async () => {
  const post = (body: string, type = 'application/json') =>
    on.ask('/api/v1/crawls/comets/labels', { method: 'POST', body, headers: { 'content-type': type } });
  expect((await post('x'.repeat(5_000_000))).status).toBe(413);
  expect((await post('{"labels":')).status).toBe(400);
  expect((await post('[]')).status).toBe(400);
  expect((await post('{"__proto__":{"x":1},"labels":[]}')).status).toBe(400);
  expect((await post('labels=1', 'application/x-www-form-urlencoded')).status).toBe(415);
  expect((await post('{"labels":[{"page":1e99,"label":"relevant"}]}')).status).toBe(400);
  const chunked = await raw(
    `POST /api/v1/crawls/comets/labels HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${on.desk.secret}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
  );
  expect(status(chunked)).toBe(413);
});

it('a request that is no HTTP, or has endless headers, is cut off', async () => {
  expect(status(await raw('GARBAGE\r\n\r\n'))).toBe(400);
  expect(
    status(await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)),
  ).toBe(431);
});

it('more streams than there may be are refused, and the desk goes on', async () => {
  const streams = await Promise.all(
    Array.from({ length: 205 }, () => on.ask('/api/v1/crawls/comets/events?only=status')),
  );
  const refused = streams.filter((one) => one.status === 429);
  expect(refused.length).toBe(5);
  expect((await on.ask('/api/v1/crawls')).status).toBe(200);
  await Promise.all(streams.map((one) => one.body?.cancel()));
});

it('nothing of all this was a fault of ours', () => {
  expect(on.faults).toEqual([]);
});

describe('beyond this machine', () => {
  it('a desk without a password, or with a short one, does not start', async () => {
    const folder = newFolder();
    await expect(startDesk({ folder, port: 0, address: '0.0.0.0' })).rejects.toThrow(/needs a password/);
    await expect(startDesk({ folder, port: 0, address: '0.0.0.0', password: 'short' })).rejects.toThrow(
      /too short/,
    );
  });

  it('a proxy that signs people in is believed from its own address alone', async () => {
    const proxied = async (address: string) => {
      const desk = await startDesk({
        folder: on.folder,
        port: 0,
        address: '0.0.0.0',
        proxy: { address, header: 'X-User' },
        fault: (error) => on.faults.push(error),
      });
      const there = `http://127.0.0.1:${new URL(desk.url).port}`;
      const status = async (headers: Record<string, string>) =>
        (await fetch(`${there}/api/v1/crawls`, { headers })).status;
      const told = [await status({ 'x-user': 'ann' }), await status({}), await status({ 'x-user': '<b>' })];
      await desk.close();
      return told;
    };
    expect(await proxied('127.0.0.1')).toEqual([200, 401, 401]);
    expect(await proxied('192.0.2.1')).toEqual([401, 401, 401]);
    await expect(proxied('proxy.test')).rejects.toThrow(/not the IP address/);
  });

  it('the password opens it, guessing has to wait, and a crawl may not be told where to connect to', async () => {
    const password = 'correct-horse-battery';
    const desk = await startDesk({
      folder: on.folder,
      port: 0,
      address: '0.0.0.0',
      password,
      fault: (error) => on.faults.push(error),
    });
    const there = `http://127.0.0.1:${new URL(desk.url).port}`;
    const enter = (given: string) =>
      fetch(`${there}/enter`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: there, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ password: given }),
      });
    expect(await (await fetch(`${there}/`)).text()).toContain('type="password"');
    const right = await enter(password);
    expect(right.status).toBe(303);
    expect(
      (await fetch(`${there}/`, { headers: { cookie: right.headers.get('set-cookie')!.split(';')[0]! } }))
        .status,
    ).toBe(200);
    const response = await fetch(`${there}/api/v1/crawls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        keywords: ['owl'],
        seeds: ['http://inside.test/'],
        settings: { http: { contact: 'mailto:a@example.org', connectTo: { 'inside.test': '127.0.0.1:80' } } },
      }),
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { detail: string }).detail).toContain('only a desk on loopback');
    const tell = (path: string, method: string, body: object) =>
      fetch(`${there}/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const plain = { keywords: ['owl'], seeds: ['http://inside.test/'] };
    expect((await tell('crawls/check', 'POST', plain)).status).toBe(200);
    const model = { judge: { model: '/etc/passwd' } };
    expect((await tell('crawls/check', 'POST', { ...plain, settings: { set: model } })).status).toBe(400);
    expect((await tell('crawls/comets/settings', 'PATCH', { 'seeds.pool': '/etc/passwd' })).status).toBe(400);
    for (let i = 0; i < 12; i++) await enter(`guess number ${i}`);
    const waiting = await enter(password);
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    await desk.close();
  });
});
