import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ProxyAgent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FrozenWeb, openFrozenWeb } from '../../src/frozen/frozen.ts';
import { type Replay, startReplay } from '../../src/frozen/replay.ts';
import { encodeResponse } from '../../src/warc/encode.ts';
import { createAuthority } from '../../src/web/http/certificate.ts';
import { axeFaults, chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';

let folder: string;
let web: FrozenWeb;
let replay: Replay;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forage-replay-'));
  const path = join(folder, 'web.warc.gz');
  const page = (url: string, text: string, headers: [string, string][], status = 200, coded = false) => {
    const wire = coded ? gzipSync(text) : Buffer.from(text);
    return encodeResponse({
      answer: { url, startedAt: 0, status, statusText: 'As Recorded', headers, wire },
    });
  };
  writeFileSync(
    path,
    Buffer.concat([
      page('http://moss.example/', 'plain moss', [
        ['Content-Type', 'text/plain'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Transfer-Encoding', 'chunked'],
        ['Strict-Transport-Security', 'max-age=31536000'],
      ]),
      page('https://fern.example/leaf?n=1', 'secret fern', [['Content-Type', 'text/plain']]),
      page('https://fern.example:8443/', 'fern on another port', [['Content-Type', 'text/plain']]),
      page('https://192.0.2.1/', 'no name', [['Content-Type', 'text/plain']]),
      page('http://moss.example/packed', 'packed moss', [['Content-Encoding', 'gzip']], 200, true),
      page('http://moss.example/moved', '', [['Location', 'https://fern.example/leaf?n=1']], 302),
      page('http://moss.example/odd<b>', 'odd', [['X-Bad', 'caf\u00e9 \u0007']], 404),
    ]),
  );
  web = await openFrozenWeb([path], { cache: false });
  replay = await startReplay(web);
});

afterAll(async () => {
  await replay.close();
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

function proxy(proxyTunnel: boolean): ProxyAgent {
  const agent = new ProxyAgent({ uri: replay.url, requestTls: { ca: replay.caPem }, proxyTunnel });
  onTestFinished(() => agent.close());
  return agent;
}

async function through(url: string, proxyTunnel = false) {
  const { statusCode, headers, body } = await request(url, { dispatcher: proxy(proxyTunnel) });
  return { statusCode, headers, text: await body.text() };
}

/** Bytes sent as they are, and everything that comes back. */
function raw(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(replay.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('through the proxy, with undici', () => {
  test('an http URL is answered as recorded', async () => {
    const { statusCode, headers, text } = await through('http://moss.example/');
    expect([statusCode, text]).toEqual([200, 'plain moss']);
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(headers['content-length']).toBe('10');
  });

  test('an http URL is answered inside a tunnel too', async () => {
    expect(await through('http://moss.example/', true)).toMatchObject({
      statusCode: 200,
      text: 'plain moss',
    });
  });

  test('an https URL is answered for a client that trusts the authority', async () => {
    expect(await through('https://fern.example/leaf?n=1')).toMatchObject({
      statusCode: 200,
      text: 'secret fern',
    });
  });

  test('an https URL on another port and one without a name are answered', async () => {
    expect((await through('https://fern.example:8443/')).text).toBe('fern on another port');
    expect((await through('https://192.0.2.1/')).text).toBe('no name');
  });

  test('an https URL is refused by a client that does not trust it', async () => {
    const agent = new ProxyAgent({ uri: replay.url });
    onTestFinished(() => agent.close());
    await expect(request('https://fern.example/leaf?n=1', { dispatcher: agent })).rejects.toThrow(
      /certificate/,
    );
  });

  test('content coding is sent as it was recorded', async () => {
    const { body, headers } = await request('http://moss.example/packed', { dispatcher: proxy(false) });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Buffer.from(await body.arrayBuffer())).toEqual(gzipSync('packed moss'));
  });

  test('a redirect is answered as a redirect', async () => {
    expect(await through('http://moss.example/moved')).toMatchObject({
      statusCode: 302,
      headers: { location: 'https://fern.example/leaf?n=1' },
    });
  });

  test('a URL that is not recorded gives 404 and names it', async () => {
    const { statusCode, text } = await through('http://nowhere.example/x');
    expect(statusCode).toBe(404);
    expect(text).toBe('Not in this replay: http://nowhere.example/x\n');
  });

  test('headers that would outlive the replay in a browser are removed', async () => {
    expect((await through('http://moss.example/')).headers).not.toHaveProperty('strict-transport-security');
  });

  test('many requests at a time over many connections are all answered', async () => {
    const agent = proxy(false);
    const urls = ['http://moss.example/', 'https://fern.example/leaf?n=1', 'https://fern.example:8443/'];
    const texts = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const { body } = await request(urls[i % 3]!, { dispatcher: agent });
        return body.text();
      }),
    );
    expect(new Set(texts)).toEqual(new Set(['plain moss', 'secret fern', 'fern on another port']));
  });
});

describe('straight to the port', () => {
  test('nothing is answered without the secret, whatever the Host header', async () => {
    for (const host of ['moss.example', `127.0.0.1:${replay.port}`, `localhost:${replay.port}`])
      expect(await raw('GET / HTTP/1.1', `Host: ${host}`, 'Connection: close')).toMatch(/^HTTP\/1\.1 404 /);
    for (const path of ['/ca.pem', '/?host=moss.example', `/${'0'.repeat(32)}/`])
      expect((await fetch(replay.url + path)).status).toBe(404);
    const { pathname } = new URL(replay.indexUrl);
    expect(pathname).toMatch(/^\/[0-9a-f]{32}\/$/);
    // Another name for this address, as a page would use after rebinding it.
    const rebound = await raw(`GET ${pathname} HTTP/1.1`, 'Host: evil.example', 'Connection: close');
    expect(rebound).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('its index lists hosts and explains how to use it, with nothing unescaped', async () => {
    const front = await (await fetch(replay.indexUrl)).text();
    expect(front).toContain('7 pages on 4 hosts');
    expect(front).toContain(`curl -x ${replay.url} --cacert ca.pem`);
    const { pathname } = new URL(replay.indexUrl);
    expect(front).toContain(`<a href="${pathname}?host=moss.example">moss.example</a><td>4`);
    const host = await (await fetch(`${replay.indexUrl}?host=moss.example`)).text();
    expect(host).toContain('http://moss.example/packed');
    expect(host).not.toContain('<b>');
  });

  test.skipIf(chromiumPath === undefined)(
    `its index fits a telephone, and axe finds nothing in it${needsChromium}`,
    async () => {
      const browser = await launchChromium();
      try {
        const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
        for (const url of [replay.indexUrl, `${replay.indexUrl}?host=moss.example`]) {
          await page.goto(url);
          expect(await axeFaults(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        }
      } finally {
        await browser.close();
      }
    },
  );

  test('its index serves the certificate of the authority', async () => {
    expect(await (await fetch(`${replay.indexUrl}ca.pem`)).text()).toBe(replay.caPem);
  });
});

describe('as a proxy', () => {
  test('HEAD gives only the headers', async () => {
    const text = await raw('HEAD http://moss.example/ HTTP/1.1', 'Host: moss.example', 'Connection: close');
    expect(text).toContain('Content-Length: 10\r\n');
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  });

  test('it refuses other methods', async () => {
    const text = await raw(
      'POST http://moss.example/ HTTP/1.1',
      'Host: moss.example',
      'Content-Length: 0',
      'Connection: close',
    );
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('broken and hostile requests', () => {
  test.each([
    ['a tunnel to nowhere', ['CONNECT [[[ HTTP/1.1', 'Host: x']],
    [
      'an address of another kind',
      ['GET ftp://moss.example/ HTTP/1.1', 'Host: moss.example', 'Connection: close'],
    ],
    ['no HTTP at all', ['\u0000\u0001 rubbish']],
  ])('%s is refused and the replay goes on', async (_, lines) => {
    expect(await raw(...lines)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await through('http://moss.example/')).text).toBe('plain moss');
  });

  test('a tunnel that breaks off in its handshake harms nobody', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(replay.port, '127.0.0.1', () => {
        socket.write('CONNECT fern.example:443 HTTP/1.1\r\nHost: fern.example:443\r\n\r\n');
      });
      socket.once('data', () => {
        socket.write(Buffer.from([22, 3, 1, 0, 5, 1, 2, 3]));
        socket.destroy();
      });
      socket.on('close', () => resolve());
    });
    expect((await through('https://fern.example/leaf?n=1')).text).toBe('secret fern');
  });

  test.each([Number.NaN, -1, 65_536, 80.5])('%s is refused as a port', async (port) => {
    await expect(startReplay(web, { port })).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('a port that is taken is named', async () => {
    await expect(startReplay(web, { port: replay.port })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(String(replay.port)),
    });
  });
});

test('closing ends connections that are still open', async () => {
  const other = await startReplay(web, { tls: false });
  expect(other.caPem).toBe('');
  const socket = connect(other.port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await other.close();
  await closed;
});

test('certificates are signed by the authority and hold for their host alone', () => {
  const { caPem, issue } = createAuthority();
  const ca = new X509Certificate(caPem);
  expect(ca.ca).toBe(true);
  expect(ca.verify(ca.publicKey)).toBe(true);
  for (const host of ['moss.example', '192.0.2.1', '2001:db8::7', `${'long.'.repeat(40)}example`]) {
    const certificate = new X509Certificate(issue(host).certPem);
    expect(certificate.verify(ca.publicKey)).toBe(true);
    expect(certificate.checkIssued(ca)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.checkHost('fern.example')).toBeUndefined();
    expect(certificate.checkHost(host) ?? certificate.checkIP(host)).toBe(host);
  }
});
