import { describe, expect, test } from 'vitest';
import { httpServer, newWeb } from '../fixtures/loopback.ts';

/** A server that counts who gets through to it. */
async function guardedServer() {
  const seen: string[] = [];
  const port = await httpServer((request, response) => {
    seen.push(`${request.headers.host}`);
    response.end('inside');
  });
  return { port, seen };
}

describe('the address guard', () => {
  // All are ways to write 127.0.0.1 or this machine that the WHATWG URL parser accepts.
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[::]',
    '①27.0.0.1',
  ])('refuses the host %s', async (host) => {
    const { port, seen } = await guardedServer();
    expect(await newWeb().fetch({ url: `http://${host}:${port}/` })).toMatchObject({
      ok: false,
      reason: 'address-refused',
      mayPass: false,
    });
    expect(seen).toEqual([]);
  });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ])('refuses a name that resolves to %s', async (address) => {
    const { port } = await guardedServer();
    const web = newWeb({ lookup: async () => [address] });
    expect(await web.fetch({ url: `http://innocent.test:${port}/` })).toMatchObject({
      reason: 'address-refused',
    });
  });

  test('refuses localhost regardless of how the system resolves it', async () => {
    const { port, seen } = await guardedServer();
    expect(await newWeb().fetch({ url: `http://localhost:${port}/` })).toMatchObject({
      reason: 'address-refused',
    });
    expect(seen).toEqual([]);
  });

  test('is not fooled by a name that turns to loopback after it was checked', async () => {
    const { port, seen } = await guardedServer();
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['127.0.0.1']];
    const web = newWeb({ dnsCacheMs: 0, lookup: async () => answers.shift()! });
    expect(await web.lookUp('http://rebinding.test/')).toMatchObject({ address: '93.184.216.34' });
    expect(await web.fetch({ url: `http://rebinding.test:${port}/` })).toMatchObject({
      reason: 'address-refused',
    });
    expect(await web.fetch({ url: `http://rebinding.test:${port}/` })).toMatchObject({
      reason: 'address-refused',
    });
    expect(seen).toEqual([]);
  });

  test('refuses a name that has a private IP address next to a public one', async () => {
    const { port, seen } = await guardedServer();
    for (const addresses of [
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
    ])
      expect(
        await newWeb({ lookup: async () => addresses }).fetch({ url: `http://mixed.test:${port}/` }),
      ).toMatchObject({ reason: 'address-refused' });
    expect(seen).toEqual([]);
  });

  test('lets only hosts and ports through that the user named', async () => {
    const { port, seen } = await guardedServer();
    const other = await guardedServer();
    const web = newWeb({
      lookup: async () => ['127.0.0.1'],
      allowHosts: ['mine.test', '127.0.0.1', '::1'].map((host) => `${host}:${port}`),
    });
    for (const host of ['mine.test', '127.0.0.1'])
      expect(await web.fetch({ url: `http://${host}:${port}/` })).toMatchObject({
        ok: true,
        remoteAddress: '127.0.0.1',
      });
    for (const host of ['other.test', 'not.mine.test', '127.0.0.2'])
      expect(await web.fetch({ url: `http://${host}:${port}/` })).toMatchObject({
        reason: 'address-refused',
      });
    expect(seen).toHaveLength(2);
    expect(await web.fetch({ url: `http://mine.test:${other.port}/admin` })).toMatchObject({
      reason: 'address-refused',
    });
    expect(other.seen).toEqual([]);
  });

  // From the list of bad ports in the Fetch standard; 80, 443, 8080 and 8443 are not in it.
  test.each([0, 22, 25, 6667, 10080])('refuses port %i, which belongs to another service', async (port) => {
    const server = await guardedServer();
    const web = newWeb({ connectTo: { '*': `127.0.0.1:${server.port}` } });
    expect(await web.fetch({ url: `http://a.test:${port}/` })).toMatchObject({ reason: 'address-refused' });
    expect(server.seen).toEqual([]);
    for (const usual of [80, 8080, 8443])
      expect(await web.fetch({ url: `http://a.test:${usual}/` })).toMatchObject({ ok: true });
  });

  test('is off if everything private is allowed', async () => {
    const { port } = await guardedServer();
    const web = newWeb({ lookup: async () => ['127.0.0.1'], allowPrivate: true });
    expect(await web.fetch({ url: `http://any.test:${port}/` })).toMatchObject({ ok: true });
  });

  test('is off for a connectTo entry, and for no other host', async () => {
    const { port, seen } = await guardedServer();
    const web = newWeb({
      connectTo: { '*.example.test': `127.0.0.1:${port}`, 'one.test': `localhost:${port}` },
      lookup: async () => ['127.0.0.1'],
    });
    expect(await web.fetch({ url: 'http://www.example.test/' })).toMatchObject({ ok: true });
    expect(await web.fetch({ url: 'http://one.test:81/' })).toMatchObject({ ok: true });
    expect(await web.fetch({ url: 'http://example.test/' })).toMatchObject({ reason: 'address-refused' });
    expect(await web.fetch({ url: 'http://two.test/' })).toMatchObject({ reason: 'address-refused' });
    expect(seen).toEqual(['www.example.test', 'one.test:81']);
    expect(web.nameOf('http://www.example.test/')).not.toHaveProperty('address');
  });
});

describe('name resolution', () => {
  test('is cached for a while', async () => {
    const { port } = await guardedServer();
    let asked = 0;
    const web = newWeb({
      allowPrivate: true,
      maxIdleSockets: 0,
      lookup: async () => {
        asked++;
        return ['127.0.0.1'];
      },
    });
    for (let i = 0; i < 3; i++)
      expect(await web.fetch({ url: `http://a.test:${port}/` })).toMatchObject({ ok: true });
    expect(asked).toBe(1);
  });

  test('that finds nothing fails permanently, and that fails may be retried', async () => {
    const failing = (code: string) =>
      newWeb({ lookup: async () => Promise.reject(Object.assign(new Error(code), { code })) });
    const url = 'http://a.test/';
    expect(await failing('ENOTFOUND').fetch({ url })).toMatchObject({ reason: 'dns', mayPass: false });
    expect(await failing('ETIMEOUT').fetch({ url })).toMatchObject({ reason: 'dns', mayPass: true });
    expect(await newWeb({ lookup: async () => [] }).fetch({ url })).toMatchObject({
      reason: 'dns',
      mayPass: false,
    });
  });

  test('that never ends is a connect timeout', async () => {
    const web = newWeb({ lookup: () => new Promise(() => {}), connectTimeoutMs: 50 });
    expect(await web.fetch({ url: 'http://a.test/' })).toMatchObject({
      reason: 'connect-timeout',
      mayPass: true,
    });
  });

  test('may give several IP addresses, of which one that answers is enough', async () => {
    const { port } = await guardedServer();
    const web = newWeb({ allowPrivate: true, lookup: async () => ['::1', '127.0.0.9', '127.0.0.1'] });
    expect(await web.fetch({ url: `http://a.test:${port}/` })).toMatchObject({
      ok: true,
      remoteAddress: '127.0.0.1',
    });
  });
});
