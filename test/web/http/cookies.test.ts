import { describe, expect, test } from 'vitest';
import { CookieJar } from '../../../src/web/http/cookies.ts';
import { httpServer, webOn } from '../fixtures/loopback.ts';

/** What the jar sends to `asked` after `from` had set the given cookies; rules are those of RFC 6265. */
function sent(from: string, setCookies: string[], asked: string, atMs = 0): string | undefined {
  const jar = new CookieJar();
  jar.store(
    new URL(from),
    setCookies.map((value) => ['Set-Cookie', value]),
    0,
  );
  return jar.cookiesFor(new URL(asked), atMs);
}

describe('the cookie jar', () => {
  test('sends a cookie back to its own host only', () => {
    expect(sent('http://www.example.org/', ['a=1'], 'http://www.example.org/x')).toBe('a=1');
    expect(sent('http://www.example.org/', ['a=1'], 'http://example.org/')).toBeUndefined();
    expect(sent('http://www.example.org/', ['a=1'], 'http://other.example.org/')).toBeUndefined();
  });

  test('sends a cookie of a domain to all its hosts', () => {
    for (const domain of ['example.org', '.example.org', 'EXAMPLE.org']) {
      const line = `a=1; Domain=${domain}`;
      expect(sent('http://www.example.org/', [line], 'http://other.example.org/')).toBe('a=1');
      expect(sent('http://www.example.org/', [line], 'http://badexample.org/')).toBeUndefined();
    }
    expect(sent('http://example.org/', ['a=1; Domain=example.org'], 'http://www.example.org/')).toBe('a=1');
  });

  test('refuses cookies for other domains and for public suffixes', () => {
    expect(sent('http://a.org/', ['a=1; Domain=b.org'], 'http://b.org/')).toBeUndefined();
    expect(sent('http://a.co.uk/', ['a=1; Domain=co.uk'], 'http://b.co.uk/')).toBeUndefined();
    expect(sent('http://a.github.io/', ['a=1; Domain=github.io'], 'http://b.github.io/')).toBeUndefined();
    expect(sent('http://www.a.org/', ['a=1; Domain=x.www.a.org'], 'http://x.www.a.org/')).toBeUndefined();
  });

  test('respects paths', () => {
    expect(sent('http://a.org/shop/cart', ['a=1'], 'http://a.org/shop/x')).toBe('a=1');
    expect(sent('http://a.org/shop/cart', ['a=1'], 'http://a.org/')).toBeUndefined();
    expect(sent('http://a.org/', ['a=1; Path=/shop'], 'http://a.org/shopping')).toBeUndefined();
    expect(sent('http://a.org/', ['a=1; Path=/', 'b=2; Path=/shop'], 'http://a.org/shop')).toBe('b=2; a=1');
  });

  test('sends a secure cookie over TLS only', () => {
    expect(sent('https://a.org/', ['a=1; Secure'], 'http://a.org/')).toBeUndefined();
    expect(sent('https://a.org/', ['a=1; Secure'], 'https://a.org/')).toBe('a=1');
  });

  test('forgets what has expired, Max-Age before Expires', () => {
    const year1970 = 'Expires=Thu, 01 Jan 1970 00:01:00 GMT';
    expect(sent('http://a.org/', [`a=1; ${year1970}`], 'http://a.org/', 59_999)).toBe('a=1');
    expect(sent('http://a.org/', [`a=1; ${year1970}`], 'http://a.org/', 60_000)).toBeUndefined();
    expect(sent('http://a.org/', [`a=1; ${year1970}; Max-Age=90`], 'http://a.org/', 60_000)).toBe('a=1');
    expect(sent('http://a.org/', [`a=1; Max-Age=90; ${year1970}`], 'http://a.org/', 60_000)).toBe('a=1');
    const dashes = 'a=1; expires=Thu, 01-Jan-1970 00:01:00 GMT';
    expect(sent('http://a.org/', [dashes], 'http://a.org/', 60_000)).toBeUndefined();
    expect(sent('http://a.org/', ['a=1', 'a=2; Max-Age=0'], 'http://a.org/')).toBeUndefined();
    expect(sent('http://a.org/', ['a=1', 'a=2'], 'http://a.org/')).toBe('a=2');
  });

  test('rejects malformed or huge cookies, and more than fifty per site', () => {
    expect(
      sent('http://a.org/', ['', '=x', 'novalue', 'a=\x01', `a=${'x'.repeat(5000)}`], 'http://a.org/'),
    ).toBeUndefined();
    const many = Array.from({ length: 80 }, (_, i) => `c${i}=1`);
    expect(sent('http://a.org/', many, 'http://a.org/')?.split('; ')).toHaveLength(50);
  });
});

describe('headers by host', () => {
  const echo = () =>
    httpServer((request, response) => {
      response.setHeader('Set-Cookie', 'seen=1; Path=/');
      response.end(JSON.stringify(request.headers));
    });
  const heard = async (web: ReturnType<typeof webOn>, url: string) => {
    const fetched = await web.fetch({ url });
    return JSON.parse(Buffer.from(fetched.ok ? fetched.body : []).toString());
  };

  test('cookies that servers set are sent back only if enabled', async () => {
    const port = await echo();
    const [without, withJar] = [webOn(port), webOn(port, { cookieJar: true })];
    await without.fetch({ url: 'http://a.test/' });
    await withJar.fetch({ url: 'http://a.test/' });
    expect(await heard(without, 'http://a.test/')).not.toHaveProperty('cookie');
    expect(await heard(withJar, 'http://a.test/')).toHaveProperty('cookie', 'seen=1');
    expect(await heard(withJar, 'http://b.test/')).not.toHaveProperty('cookie');
  });

  test('cookies, logins and headers go to the hosts they are meant for', async () => {
    const web = webOn(await echo(), {
      cookies: { 'a.test': 'fixed=1', '*.b.test': 'other=2' },
      auth: { 'a.test': { username: 'me', password: 'secret' } },
      headers: {
        '*': { 'X-All': 'wide', 'X-One': 'wide' },
        'a.test': { 'X-One': 'exact', accept: 'text/plain' },
      },
    });
    expect(await heard(web, 'http://a.test/')).toMatchObject({
      cookie: 'fixed=1',
      // RFC 7617: base64 of me:secret.
      authorization: 'Basic bWU6c2VjcmV0',
      'x-all': 'wide',
      'x-one': 'exact',
      accept: 'text/plain',
    });
    const other = await heard(web, 'http://x.b.test/');
    expect(other).toMatchObject({ cookie: 'other=2', 'x-one': 'wide' });
    expect(other).not.toHaveProperty('authorization');
  });

  test('secrets are not shown to the archive', async () => {
    const web = webOn(await echo(), {
      cookies: { '*': 'fixed=1' },
      auth: { '*': { username: 'me', password: 'secret' } },
    });
    const fetched = await web.fetch({ url: 'http://a.test/' });
    expect(fetched.ok && fetched.requestHeaders).toContainEqual(['Authorization', '(withheld)']);
    expect(fetched.ok && fetched.requestHeaders).toContainEqual(['Cookie', '(withheld)']);
  });
});
