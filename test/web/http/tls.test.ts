import { readFileSync } from 'node:fs';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { bytesServer, listen, rawServer, webOn } from '../fixtures/loopback.ts';

const pem = (name: string) => readFileSync(new URL(`../fixtures/${name}.pem`, import.meta.url), 'utf8');
// For a.test, *.a.test and 127.0.0.1, signed by the CA beside it; made with openssl, valid until 2120.
const certificate = { key: pem('server-key'), cert: pem('server') };
const ca = pem('ca');

function secureServer(): Promise<number> {
  return listen(
    https.createServer(certificate, (request, response) => {
      response.end((request.socket as tls.TLSSocket).servername || 'no name');
    }),
  );
}

describe('TLS', () => {
  test('with a trusted CA works, and sends the server name (SNI)', async () => {
    const web = webOn(await secureServer(), { ca });
    for (const [host, name] of [
      ['a.test', 'a.test'],
      ['www.a.test:8443', 'www.a.test'],
      ['127.0.0.1', 'no name'],
    ]) {
      const fetched = await web.fetch({ url: `https://${host}/` });
      expect(fetched.ok && Buffer.from(fetched.body).toString()).toBe(name);
    }
  });

  test('with an unknown CA fails permanently', async () => {
    expect(await webOn(await secureServer()).fetch({ url: 'https://a.test/' })).toMatchObject({
      ok: false,
      reason: 'tls',
      mayPass: false,
    });
  });

  test('with a certificate for another name fails permanently', async () => {
    expect(await webOn(await secureServer(), { ca }).fetch({ url: 'https://b.test/' })).toMatchObject({
      ok: false,
      reason: 'tls',
      mayPass: false,
    });
  });

  test('with a server that does not speak it fails, with the reason in words', async () => {
    const plain = await bytesServer('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    expect(await webOn(plain).fetch({ url: 'https://a.test/' })).toMatchObject({
      ok: false,
      reason: 'tls',
      // The text of SSL_R_WRONG_VERSION_NUMBER in OpenSSL, without its address, file and line.
      detail: 'No TLS with a.test: wrong version number.',
    });
  });

  test('with a server that closes during the handshake fails and may be retried', async () => {
    const port = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    expect(await webOn(port).fetch({ url: 'https://a.test/' })).toMatchObject({
      ok: false,
      reason: 'tls',
      mayPass: true,
    });
  });

  test('with a server that is silent in the handshake is a connect timeout', async () => {
    const port = await rawServer(() => {});
    expect(await webOn(port, { connectTimeoutMs: 100 }).fetch({ url: 'https://a.test/' })).toMatchObject({
      ok: false,
      reason: 'connect-timeout',
    });
  });

  test('is stopped by a signal in the middle of the handshake', async () => {
    const gone = Promise.withResolvers<void>();
    const port = await rawServer((socket) => socket.on('close', () => gone.resolve()).resume());
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await webOn(port).fetch({ url: 'https://a.test/', signal: controller.signal })).toMatchObject({
      reason: 'aborted',
    });
    await gone.promise;
  });

  test('carries plain junk as a bad response', async () => {
    const port = await listen(tls.createServer(certificate, (socket) => socket.end('junk\r\n')));
    expect(await webOn(port, { ca }).fetch({ url: 'https://a.test/' })).toMatchObject({
      ok: false,
      reason: 'bad-response',
    });
  });
});
