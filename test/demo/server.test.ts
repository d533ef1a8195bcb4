import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoServer } from '../../src/demo/server.ts';
import { startDemoServer } from '../../src/demo/server.ts';
import { createDemoWeb } from '../../src/demo/web.ts';
import { ask } from './ask.ts';

const web = createDemoWeb({ pages: 1000, hosts: 40 });
const quick = web.atlas.sites.find(
  ({ manners }) => manners.perSecond + manners.slowMs === 0 && manners.session === 'none',
)!;
let server: DemoServer;

beforeAll(async () => {
  server = await startDemoServer(web, { log: true });
});
afterAll(() => server.close());

describe('the demonstration server', () => {
  test('sends over HTTP what the web answers for the Host that was asked', async () => {
    const url = `http://${quick.host}/`;
    const told = await ask(server.port, url);
    const answer = web.answer({ url, now: 0 });
    if (answer.kind !== 'response') throw new Error('no answer');
    expect(told.status).toBe(200);
    expect(told.body.equals(answer.body)).toBe(true);
    expect(told.headers['content-length']).toBe(String(answer.body.length));
  });

  test('ignores a port in the Host header', async () => {
    const told = await ask(server.port, `http://${quick.host}:${server.port}/`);
    expect(told.status).toBe(200);
    expect(told.body.toString()).toContain(quick.title);
  });

  test('answers an absolute URL like a proxy', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `GET http://${quick.host}/about.html HTTP/1.1\r\nHost: elsewhere.test\r\nConnection: close\r\n\r\n`,
    );
    let text = '';
    for await (const part of socket) text += part;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toContain('About us');
  });

  test('survives an invalid host name and path', async () => {
    for (const head of [
      'GET /%%%/..;/\\\\ HTTP/1.1\r\nHost: [bad',
      'GET //x?%zz HTTP/1.1\r\nHost: a b',
      'GET * HTTP/1.1\r\nHost: x',
    ]) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`${head}\r\nConnection: close\r\n\r\n`);
      await once(socket.resume(), 'close');
    }
    expect((await ask(server.port, `http://${quick.host}/`)).status).toBe(200);
  });

  test('keeps a log of every request with its host, path, status and times', async () => {
    const before = Date.now();
    await ask(server.port, `http://${quick.host}/contact.html?utm_source=log`);
    const entry = server.log.findLast(({ path }) => path === '/contact.html?utm_source=log');
    expect(entry).toMatchObject({ host: quick.host, status: 200 });
    expect(entry!.startedAt).toBeGreaterThanOrEqual(before);
    expect(entry!.endedAt).toBeGreaterThanOrEqual(entry!.startedAt);
  });

  test('runs as a separate process, prints its port and exits with its standard input', async () => {
    const entry = fileURLToPath(new URL('../../src/demo/serve.ts', import.meta.url));
    const child = spawn(process.execPath, [entry, '{"pages":600,"hosts":30}'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    const said = JSON.parse(line);
    expect(said.size).toBeGreaterThanOrEqual(600);
    const { hosts } = createDemoWeb({ pages: 600, hosts: 30 });
    expect((await ask(said.port, `http://${hosts[0]}/`)).status).toBe(200);
    child.stdin.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});
