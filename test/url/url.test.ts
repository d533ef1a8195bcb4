import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Canonical,
  canonicalUrl,
  hostOf,
  originOf,
  registrableDomain,
  type UrlRules,
} from '../../src/url/url.ts';

const PAGE = 'https://example.org/news/today.html';

function url(href: string, base?: string, rules?: UrlRules): string {
  const canonical = canonicalUrl(href, base, rules);
  return canonical.ok ? canonical.url : canonical.reason;
}

describe('two spellings of one page have one canonical form', () => {
  // Expected forms are derived by hand from RFC 3986, section 6.2.2 and 6.2.3, and the WHATWG URL standard.
  test.each([
    ['HTTP://EXAMPLE.org/', 'http://example.org/'],
    ['http://example.org', 'http://example.org/'],
    ['http://example.org:80/', 'http://example.org/'],
    ['https://example.org:443/', 'https://example.org/'],
    ['https://example.org:80/', 'https://example.org:80/'],
    ['http://example.org./a', 'http://example.org/a'],
    ['http://user:secret@example.org/a', 'http://example.org/a'],
    ['http://example.org/a#part', 'http://example.org/a'],
    ['http://example.org/a#!/state', 'http://example.org/a'],
    ['http://example.org/a?', 'http://example.org/a'],
    ['http://example.org/a?&&', 'http://example.org/a'],
    ['http://example.org/%7euser/%41%2d%5F', 'http://example.org/~user/A-_'],
    ['http://example.org/a%2fb%c3%a4', 'http://example.org/a%2Fb%C3%A4'],
    ['http://example.org/ä', 'http://example.org/%C3%A4'],
    ['http://example.org/?q=%7e%3d', 'http://example.org/?q=~%3D'],
    ['http://example.org/100%', 'http://example.org/100%25'],
    ['http://example.org/%%34%31', 'http://example.org/%2541'],
    ['http://example.org/a/./b/../c', 'http://example.org/a/c'],
    ['http://example.org/a/%2E%2e/c', 'http://example.org/c'],
    ['http://example.org\\a\\b', 'http://example.org/a/b'],
    ['  http://example.org/a\n\tb ', 'http://example.org/ab'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://[0:0::1]:8080/', 'http://[::1]:8080/'],
  ])('%j is %s', (href, expected) => {
    expect(url(href)).toBe(expected);
  });
});

describe('two pages have two forms', () => {
  test.each([
    ['http://example.org/a', 'http://example.org/a/'],
    ['http://example.org/a', 'http://example.org/A'],
    ['http://example.org/a', 'https://example.org/a'],
    ['http://example.org/a', 'http://www.example.org/a'],
    ['http://example.org/a', 'http://example.org/a?b'],
    ['http://example.org/?a=1&b=2', 'http://example.org/?b=2&a=1'],
    ['http://example.org/a%2Fb', 'http://example.org/a/b'],
    ['http://example.org/?q=a%26b', 'http://example.org/?q=a&b'],
    ['http://example.org/?q=a+b', 'http://example.org/?q=a%2Bb'],
    ['http://example.org//a', 'http://example.org/a'],
  ])('%s is not %s', (one, other) => {
    expect(url(one)).toBe(one);
    expect(url(other)).toBe(other);
  });
});

describe('a link is resolved against its page', () => {
  // RFC 3986, section 5.4, with http and the base http://a/b/c/d;p?q; ports, queries and dots as listed there.
  test.each([
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g/'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['#s', 'http://a/b/c/d;p?q'],
    ['g#s', 'http://a/b/c/g'],
    ['g?y#s', 'http://a/b/c/g?y'],
    [';x', 'http://a/b/c/;x'],
    ['g;x', 'http://a/b/c/g;x'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../../g', 'http://a/g'],
    ['../../../g', 'http://a/g'],
    ['/../g', 'http://a/g'],
    ['g.', 'http://a/b/c/g.'],
    ['.g', 'http://a/b/c/.g'],
    ['g..', 'http://a/b/c/g..'],
    ['./../g', 'http://a/b/g'],
    ['g/./h', 'http://a/b/c/g/h'],
    ['g/../h', 'http://a/b/c/h'],
    ['g?y/./x', 'http://a/b/c/g?y/./x'],
    ['g?y/../x', 'http://a/b/c/g?y/../x'],
  ])('%j gives %s', (href, expected) => {
    expect(url(href, 'http://a/b/c/d;p?q')).toBe(expected);
  });

  test('a base may be a URL object or a string', () => {
    expect(canonicalUrl('../x', new URL(PAGE))).toEqual({
      ok: true,
      url: 'https://example.org/x',
      host: 'example.org',
    });
  });

  test('an invalid base does not affect absolute links', () => {
    expect(url('x', 'nonsense')).toBe('invalid');
    expect(url('http://example.org/x', 'nonsense')).toBe('http://example.org/x');
  });

  test('a base with a trailing dot and a session id gives clean links', () => {
    expect(url('x', 'http://example.org./a;jsessionid=9/b')).toBe('http://example.org/a/x');
    expect(url('/x', 'http://example.org./a')).toBe('http://example.org/x');
  });
});

describe('the host is the key of a queue', () => {
  test.each([
    ['http://Example.ORG/', 'example.org'],
    ['https://example.org:443/a', 'example.org'],
    ['http://example.org:8080/a', 'example.org:8080'],
    ['http://example.org.:8080/a', 'example.org:8080'],
    ['http://[::1]:8080/a', '[::1]:8080'],
    ['http://localhost', 'localhost'],
  ])('%s belongs to %s', (href, host) => {
    const canonical = canonicalUrl(href);
    expect(canonical.ok && canonical.host).toBe(host);
  });
});

describe('anything but a web URL is refused with a reason', () => {
  test.each([
    ['mailto:a@example.org', 'scheme'],
    ['javascript:void(0)', 'scheme'],
    ['java\nscript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['ftp://example.org/', 'scheme'],
    ['tel:+49', 'scheme'],
    ['http://', 'no-host'],
    ['http://?q', 'no-host'],
    ['http://./', 'no-host'],
    ['http://a../', 'no-host'],
    ['http://exa mple/', 'invalid'],
    ['http://example.org:99999/', 'invalid'],
    ['http://[::1/', 'invalid'],
  ])('%j: %s', (href, reason) => {
    expect(url(href, PAGE)).toBe(reason);
  });

  test('a relative link without a page is invalid', () => {
    expect(url('/a')).toBe('invalid');
    expect(url('')).toBe('invalid');
  });

  test('a URL of 2048 characters passes and one of 2049 does not', () => {
    const start = 'http://example.org/';
    expect(url(start + 'a'.repeat(2048 - start.length))).toHaveLength(2048);
    expect(url(start + 'a'.repeat(2049 - start.length))).toBe('too-long');
  });

  test('a URL that exceeds the limit when encoded is too long', () => {
    expect(url(`http://example.org/${'ä'.repeat(1000)}`)).toBe('too-long');
  });

  test('ten megabytes are refused, by scheme if it is recognised', () => {
    expect(url(`http://example.org/${'a'.repeat(10_000_000)}`)).toBe('too-long');
    expect(url(`data:image/png;base64,${'A'.repeat(10_000_000)}`)).toBe('scheme');
  });

  test('the limit is configurable', () => {
    expect(url('http://example.org/abc', undefined, { maxLength: 21 })).toBe('too-long');
    expect(url('http://example.org/abc', undefined, { maxLength: 22 })).toBe('http://example.org/abc');
  });
});

describe('tracking parameters and session ids are removed', () => {
  test.each([
    ['?utm_source=a&id=7&utm_medium=b', '?id=7'],
    ['?gclid=x', ''],
    ['?id=7&fbclid=x&msclkid=y&mc_cid=z', '?id=7'],
    ['?UTM_Source=a&b=1', '?b=1'],
    ['?utm%5Fsource=a&b=1', '?b=1'],
    ['?PHPSESSID=abc&id=7', '?id=7'],
    ['?ASPSESSIONIDQQRST=ABC', ''],
    ['?CFID=12&CFTOKEN=34&page=2', '?page=2'],
    ['?osCsid=a1&products_id=3', '?products_id=3'],
    ['?zenid=a1', ''],
    ['?sid=0123456789abcdef0123456789abcdef', ''],
    ['?sid=12', '?sid=12'],
    ['?sid=a-long-name-in-words-only', '?sid=a-long-name-in-words-only'],
    ['?s=inhaler', '?s=inhaler'],
    ['?s=0123456789abcdef0123456789abcdef&t=5', '?t=5'],
    [';jsessionid=0A1B?id=1', '?id=1'],
    [';JSESSIONID=0A1B.node1', ''],
    ['%3Bjsessionid%3D0A1B', ''],
    [';v=2;jsessionid=0A1B;w=3', ';v=2;w=3'],
  ])('/a%s becomes /a%s', (tail, expected) => {
    expect(url(`http://example.org/a${tail}`)).toBe(`http://example.org/a${expected}`);
  });

  test('the session segment of ASP.NET is removed', () => {
    expect(url('http://example.org/app/(S(lit3py55t21z5v55vlm25s55))/page.aspx')).toBe(
      'http://example.org/app/page.aspx',
    );
    expect(url('http://example.org/wiki/(disambiguation)/x')).toBe(
      'http://example.org/wiki/(disambiguation)/x',
    );
  });

  test('a parent reference hidden by a session id is resolved', () => {
    expect(url('http://example.org/a/..;jsessionid=1/b')).toBe('http://example.org/b');
  });

  test('both kinds stay if the user keeps them', () => {
    const href = 'http://example.org/a;jsessionid=1?utm_source=x&PHPSESSID=y';
    expect(url(href, undefined, { keepTracking: true, keepSessions: true })).toBe(href);
  });
});

describe('the user’s own rules', () => {
  const drop = [
    { host: 'shop.example', params: ['sort', 'view_*'] },
    { host: '*.wiki.example', params: ['oldid'] },
    { host: '*', params: ['Print'] },
    { host: 'Shop.example', params: ['cart'] },
  ];

  test.each([
    ['http://shop.example/?sort=asc&id=1&view_mode=grid', 'http://shop.example/?id=1'],
    ['http://shop.example/?cart=1&print=1', 'http://shop.example/'],
    ['http://shop.example:8080/?sort=asc', 'http://shop.example:8080/'],
    ['http://www.shop.example/?sort=asc', 'http://www.shop.example/?sort=asc'],
    ['http://wiki.example/?oldid=1', 'http://wiki.example/?oldid=1'],
    ['http://en.wiki.example/?oldid=1', 'http://en.wiki.example/'],
    ['http://notwiki.example/?oldid=1', 'http://notwiki.example/?oldid=1'],
    ['http://any.example/?print=1', 'http://any.example/'],
  ])('%s becomes %s', (href, expected) => {
    expect(url(href, undefined, { drop })).toBe(expected);
  });

  test('parameters are sorted by name on demand, equal names in their order', () => {
    expect(url('http://example.org/?b=2&a=9&b=1&a=3', undefined, { sortQuery: true })).toBe(
      'http://example.org/?a=9&a=3&b=2&b=1',
    );
  });
});

describe('parts of a canonical URL', () => {
  test.each([
    ['https://example.org/', 'https://example.org', 'example.org'],
    ['https://example.org:8080/a/b', 'https://example.org:8080', 'example.org:8080'],
    ['http://example.org/a/b/?x=/c/d', 'http://example.org', 'example.org'],
    ['http://[::1]/a//b', 'http://[::1]', '[::1]'],
  ])('%s', (address, origin, host) => {
    expect([originOf(address), hostOf(address)]).toEqual([origin, host]);
  });

  // Suffixes by publicsuffix.org: co.uk is ICANN's, github.io is in the private section.
  test.each([
    ['http://www.example.co.uk/a', 'example.co.uk'],
    ['news.example.org:8080', 'example.org'],
    ['http://alice.github.io/', 'alice.github.io'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://[::1]:8080/', '[::1]'],
    ['localhost', 'localhost'],
  ])('the registrable domain of %s is %s', (address, domain) => {
    expect(registrableDomain(address)).toBe(domain);
  });
});

describe('for any string', () => {
  const pieces = fc.constantFrom(
    ...(
      'http: https: // / \\ ? # & = ; : @ . .. % %2e %2E %3B %41 %zz %25 (S( )) ( ) [ ] ::1 a b.example ' +
      'EXAMPLE.org xn-- 0x7f 1 :80 :443 jsessionid= JSESSIONID%3D sid= utm_x= PHPSESSID=1 ' +
      '0123456789abcdef0123456789abcdef ä 漢 \u0000 \ud800 + ~ * ! $ , | ^ { }'
    ).split(' '),
    ' ',
    '\n',
    '\t',
  );
  const composed = fc.array(pieces, { maxLength: 16 }).map((parts) => parts.join(''));
  const addressLike = composed.map((tail) => `http://example.org/${tail}`);
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    composed,
    addressLike,
    fc.webUrl({ withQueryParameters: true }),
  );
  const rules = fc.record(
    { sortQuery: fc.boolean(), keepSessions: fc.boolean(), keepTracking: fc.boolean() },
    { requiredKeys: [] },
  );

  test('canonicalisation is idempotent, and the result parses to itself', () => {
    fc.assert(
      fc.property(anything, fc.option(anything, { nil: undefined }), rules, (href, base, options) => {
        const first: Canonical = canonicalUrl(href, base, options);
        if (!first.ok) return;
        expect(canonicalUrl(first.url, undefined, options)).toEqual(first);
        expect(new URL(first.url).href).toBe(first.url);
        expect(hostOf(first.url)).toBe(first.host);
      }),
      { numRuns: 5000 },
    );
  });

  test('the fast path for plain links gives the same result as the parser', () => {
    const word = fc.constantFrom(
      'a',
      'b.html',
      '.',
      '..',
      '.x',
      'x.',
      '',
      '~u',
      'A-B_c',
      '2024',
      '%C3%84',
      'x%2Fy',
      '%3Bz',
      'a:b',
      'http:',
    );
    const path = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join('/'));
    const start = fc.constantFrom(
      '',
      '/',
      '//',
      './',
      '?',
      'http://h.example',
      'https://h.example/',
      'http://1.2/',
    );
    const query = fc.constantFrom('', '?', '?q=1', '?q=a/../b&r=x:y', '?a+b,c', '#f', '?q#f?g');
    const bases = fc.constantFrom(
      PAGE,
      'http://1.2.3.4/a/b/c',
      'http://h.example',
      'http://h.example:81/x/?y/z',
    );
    fc.assert(
      fc.property(start, path, query, bases, (head, middle, tail, base) => {
        const href = head + middle + tail;
        const parsed = URL.parse(href, base);
        // Other schemes and hosts that end in a dot have their own tests above.
        fc.pre(parsed?.protocol.startsWith('http') !== false && parsed?.hostname.endsWith('.') !== true);
        if (parsed === null) {
          expect(canonicalUrl(href, base).ok).toBe(false);
          return;
        }
        parsed.hash = '';
        if (parsed.search === '') parsed.search = '';
        expect(url(href, base)).toBe(parsed.href);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a URL with one slash after its scheme', () => {
  // CINDI, section 3.2.4: a single slash after "http:" is rectified.
  test.each([
    ['http:/www.example.org/a', 'http://www.example.org/a'],
    ['https:/example.co.uk', 'https://example.co.uk/'],
    ['HTTP:/Example.org:8080/x?y#z', 'http://example.org:8080/x?y'],
  ])('%s is %s', (href, url) => {
    expect(canonicalUrl(href, 'http://base.example/dir/')).toMatchObject({ ok: true, url });
    expect(canonicalUrl(href)).toMatchObject({ ok: true, url });
  });

  test('is a path, as in browsers, if no host follows', () => {
    const base = 'http://base.example/dir/';
    expect(canonicalUrl('http:/index.html', base)).toMatchObject({ url: 'http://base.example/index.html' });
    expect(canonicalUrl('http:/a/b', base)).toMatchObject({ url: 'http://base.example/a/b' });
  });
});
