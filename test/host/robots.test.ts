import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ROBOTS_BYTES, parseRobots } from '../../src/host/robots/robots.ts';

function allowed(robots: string | Uint8Array, agent: string, path: string): boolean {
  return parseRobots(robots, agent).check(`http://foo.bar${path}`).allowed;
}

describe('the examples of RFC 9309', () => {
  const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`;

  test.each([
    ['foobot', '/', false],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/publications/', false],
    ['barbot', '/example/page.html', false],
    ['barbot', '/example/other.html', true],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/a.gif', true],
    ['quxbot', '/example/', true],
    ['quxbot', '/a.gif', true],
    ['otherbot', '/a.gif', false],
    ['otherbot', '/a.gif?x', true],
    ['otherbot', '/example/', false],
    ['otherbot', '/publications/', true],
  ])('section 5.1: %s on %s: %s', (agent, path, expected) => {
    expect(allowed(simple, agent, path)).toBe(expected);
  });

  test('section 5.2: the longest match wins', () => {
    const robots = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n';
    expect(allowed(robots, 'foobot', '/example/page/disallowed.gif')).toBe(false);
    expect(allowed(robots, 'foobot', '/example/page/allowed.gif')).toBe(true);
  });

  test.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar/\u30c4', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
  ])('section 2.2.2: a rule %s meets %s', (rule, path) => {
    expect(allowed(`User-agent: *\nDisallow: ${rule}`, 'x', path)).toBe(false);
    expect(allowed(`User-agent: *\nDisallow: ${rule}`, 'x', '/foo/bat')).toBe(true);
  });

  test.each([
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-b.html', false],
    ['/path/foo-%24', '/path/foo-$', true],
    ['/path/foo-%24', '/path/foo-', false],
  ])('section 2.2.3: a rule %s meets %s: %s', (rule, path, meets) => {
    expect(allowed(`User-agent: *\nDisallow: ${rule}`, 'x', path)).toBe(!meets);
  });

  test('section 2.2.1: the groups of one agent are one group', () => {
    const robots =
      'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz\n';
    for (const path of ['/foo', '/bar', '/baz']) expect(allowed(robots, 'examplebot', path)).toBe(false);
  });

  test('section 2.2.2: /robots.txt itself is always allowed', () => {
    const rules = parseRobots('User-agent: *\nDisallow: /', 'x');
    expect(rules.check('http://foo.bar/robots.txt')).toEqual({ allowed: true });
    expect(rules.check('http://foo.bar/robots.txt.bak').allowed).toBe(false);
  });
});

// What the tests of google/robotstxt (robots_test.cc) ask, by the name of the test there. Where that parser
// leaves the RFC (an "index.html" that stands for its directory, undecoded %62) we follow the RFC.
describe('the published cases of google/robotstxt', () => {
  const cases: [name: string, robots: string, checks: [agent: string, path: string, allowed: boolean][]][] = [
    ['GoogleOnly_SystemTest', '', [['FooBot', '/', true]]],
    ['ID_LineSyntax_Line', 'user-agent: FooBot\ndisallow: /\n', [['FooBot', '/x/y', false]]],
    ['ID_LineSyntax_Line, other keys', 'foo: FooBot\nbar: /\n', [['FooBot', '/x/y', true]]],
    ['ID_LineSyntax_Line, no colon', 'user-agent FooBot\ndisallow /\n', [['FooBot', '/x/y', false]]],
    [
      'ID_LineSyntax_Groups',
      'allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\n' +
        'allow: /y/\n\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n',
      [
        ['FooBot', '/x/b', true],
        ['FooBot', '/z/d', true],
        ['FooBot', '/y/c', false],
        ['BarBot', '/y/c', true],
        ['BarBot', '/w/a', true],
        ['BarBot', '/z/d', false],
        ['BazBot', '/z/d', true],
        ['FooBot', '/foo/bar/', false],
        ['BarBot', '/foo/bar/', false],
        ['BazBot', '/foo/bar/', false],
      ],
    ],
    [
      'ID_LineSyntax_Groups_OtherRules, sitemap',
      'User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n',
      [
        ['FooBot', '/', false],
        ['BarBot', '/', false],
      ],
    ],
    [
      'ID_LineSyntax_Groups_OtherRules, unknown',
      'User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n',
      [
        ['FooBot', '/', false],
        ['BarBot', '/', false],
      ],
    ],
    [
      'ID_REPLineNamesCaseInsensitive',
      'uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n',
      [
        ['FooBot', '/x/y', true],
        ['FooBot', '/a/b', false],
      ],
    ],
    [
      'ID_UserAgentValueCaseInsensitive',
      'User-Agent: FoO bAr\nAllow: /x/\nDisallow: /\n',
      [
        ['Foo', '/x/y', true],
        ['foo', '/x/y', true],
        ['Foo', '/a/b', false],
        ['foo', '/a/b', false],
      ],
    ],
    [
      'GoogleOnly_AcceptUserAgentUpToFirstSpace',
      'User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n',
      [['Foo', '/x/y', true]],
    ],
    [
      'ID_GlobalGroups_Secondary',
      'user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n',
      [
        ['FooBot', '/x/y', false],
        ['BarBot', '/x/y', true],
      ],
    ],
    [
      'ID_GlobalGroups_Secondary, no star',
      'user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\n',
      [['QuxBot', '/x/y', true]],
    ],
    [
      'ID_AllowDisallow_Value_CaseSensitive',
      'user-agent: FooBot\ndisallow: /X/\n',
      [
        ['FooBot', '/x/y', true],
        ['FooBot', '/X/y', false],
      ],
    ],
    [
      'ID_LongestMatch, disallow',
      'user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/\n',
      [['FooBot', '/x/page.html', false]],
    ],
    [
      'ID_LongestMatch, allow',
      'user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n',
      [
        ['FooBot', '/x/page.html', true],
        ['FooBot', '/x/', false],
      ],
    ],
    [
      'ID_LongestMatch, empty',
      'user-agent: FooBot\ndisallow: \nallow: \n',
      [['FooBot', '/x/page.html', true]],
    ],
    [
      'ID_LongestMatch, tie',
      'user-agent: FooBot\ndisallow: /\nallow: /\n',
      [['FooBot', '/x/page.html', true]],
    ],
    [
      'ID_LongestMatch, slash',
      'user-agent: FooBot\ndisallow: /x\nallow: /x/\n',
      [
        ['FooBot', '/x', false],
        ['FooBot', '/x/', true],
      ],
    ],
    [
      'ID_LongestMatch, star',
      'user-agent: FooBot\nallow: /page\ndisallow: /*.html\n',
      [
        ['FooBot', '/page.html', false],
        ['FooBot', '/page', true],
      ],
    ],
    [
      'ID_LongestMatch, longer than a star',
      'user-agent: FooBot\nallow: /x/page.\ndisallow: /*.html\n',
      [
        ['FooBot', '/x/page.html', true],
        ['FooBot', '/x/y.html', false],
      ],
    ],
    [
      'ID_LongestMatch, group',
      'User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n',
      [
        ['FooBot', '/x/page', true],
        ['FooBot', '/y/page', false],
      ],
    ],
    [
      'ID_Encoding',
      'User-agent: FooBot\nDisallow: /\nAllow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n',
      [['FooBot', '/foo/bar?qux=taz&baz=http://foo.bar?tar&par', true]],
    ],
    [
      'ID_SpecialCharacters, star',
      'User-agent: FooBot\nDisallow: /foo/bar/quz\nAllow: /foo/*/qux\n',
      [
        ['FooBot', '/foo/bar/quz', false],
        ['FooBot', '/foo/quz', true],
        ['FooBot', '/foo//quz', true],
        ['FooBot', '/foo/bax/quz', true],
      ],
    ],
    [
      'ID_SpecialCharacters, end',
      'User-agent: FooBot\nDisallow: /foo/bar$\nAllow: /foo/bar/qux\n',
      [
        ['FooBot', '/foo/bar', false],
        ['FooBot', '/foo/bar/qux', true],
        ['FooBot', '/foo/bar/', true],
        ['FooBot', '/foo/bar/baz', true],
      ],
    ],
    [
      'ID_SpecialCharacters, comment',
      'User-agent: FooBot\n# Disallow: /\nDisallow: /foo/quz#qux\nAllow: /\n',
      [
        ['FooBot', '/foo/bar', true],
        ['FooBot', '/foo/quz', false],
      ],
    ],
    [
      'GoogleOnly_DocumentationChecks, /fish',
      'user-agent: FooBot\ndisallow: /\nallow: /fish\n',
      [
        ['FooBot', '/bar', false],
        ['FooBot', '/fish', true],
        ['FooBot', '/fish.html', true],
        ['FooBot', '/fishheads/yummy.html', true],
        ['FooBot', '/fish.html?id=anything', true],
        ['FooBot', '/Fish.asp', false],
        ['FooBot', '/catfish', false],
        ['FooBot', '/?id=fish', false],
      ],
    ],
    [
      'GoogleOnly_DocumentationChecks, /fish*',
      'user-agent: FooBot\ndisallow: /\nallow: /fish*\n',
      [
        ['FooBot', '/fish', true],
        ['FooBot', '/fishheads/yummy.html', true],
        ['FooBot', '/catfish', false],
      ],
    ],
    [
      'GoogleOnly_DocumentationChecks, /fish/',
      'user-agent: FooBot\ndisallow: /\nallow: /fish/\n',
      [
        ['FooBot', '/fish/', true],
        ['FooBot', '/fish/?salmon', true],
        ['FooBot', '/fish', false],
        ['FooBot', '/fish.html', false],
      ],
    ],
    [
      'GoogleOnly_DocumentationChecks, /*.php',
      'user-agent: FooBot\ndisallow: /\nallow: /*.php\n',
      [
        ['FooBot', '/filename.php', true],
        ['FooBot', '/folder/filename.php?parameters', true],
        ['FooBot', '//folder/any.php.file.html', true],
        ['FooBot', '/index?f=filename.php/', true],
        ['FooBot', '/php/', false],
        ['FooBot', '/index?php', false],
        ['FooBot', '/windows.PHP', false],
      ],
    ],
    [
      'GoogleOnly_DocumentationChecks, /*.php$',
      'user-agent: FooBot\ndisallow: /\nallow: /*.php$\n',
      [
        ['FooBot', '/filename.php', true],
        ['FooBot', '/folder/filename.php', true],
        ['FooBot', '/filename.php?parameters', false],
        ['FooBot', '/filename.php/', false],
        ['FooBot', '/filename.php5', false],
        ['FooBot', '/filename?php', false],
      ],
    ],
    [
      'GoogleOnly_DocumentationChecks, /fish*.php',
      'user-agent: FooBot\ndisallow: /\nallow: /fish*.php\n',
      [
        ['FooBot', '/fish.php', true],
        ['FooBot', '/fishheads/catfish.php?parameters', true],
        ['FooBot', '/Fish.PHP', false],
      ],
    ],
    [
      'GoogleOnly_DocumentationChecks, precedence',
      'user-agent: FooBot\nallow: /page\ndisallow: /*.htm\n',
      [['FooBot', '/page.htm', false]],
    ],
    [
      'GoogleOnly_DocumentationChecks, /$',
      'user-agent: FooBot\nallow: /$\ndisallow: /\n',
      [
        ['FooBot', '/', true],
        ['FooBot', '/page.html', false],
      ],
    ],
  ];

  test.each(cases)('%s', (_name, robots, checks) => {
    for (const [agent, path, expected] of checks) {
      expect([agent, path, allowed(robots, agent, path)]).toEqual([agent, path, expected]);
    }
  });

  test.each([['\n'], ['\r\n'], ['\r']])('lines end in %j', (end) => {
    const robots = ['User-Agent: foo', 'Allow: /some/path', 'User-Agent: bar', '', '', 'Disallow: /'].join(
      end,
    );
    expect(allowed(robots, 'foo', '/x')).toBe(true);
    expect(allowed(robots, 'bar', '/x')).toBe(false);
  });

  test('ID_UTF8ByteOrderMarkIsSkipped', () => {
    expect(allowed('\ufeffUser-Agent: foo\nDisallow: /\n', 'foo', '/x')).toBe(false);
  });
});

describe('beyond the published cases', () => {
  test('the rule that decided is named', () => {
    const rules = parseRobots('User-agent: *\nDisallow: /private # keep out\nAllow: /private/press', 'x');
    expect(rules.check('http://foo.bar/private/x')).toEqual({ allowed: false, rule: 'Disallow: /private' });
    expect(rules.check('http://foo.bar/private/press/1')).toEqual({
      allowed: true,
      rule: 'Allow: /private/press',
    });
    expect(rules.check('http://foo.bar/')).toEqual({ allowed: true });
  });

  test('an Allow wins a tie of three, regardless of its position', () => {
    const lines = ['Disallow: /*a', 'Disallow: /*b', 'Allow: /*c'];
    for (const order of [lines, lines.toReversed()]) {
      expect(allowed(`User-agent: *\n${order.join('\n')}`, 'x', '/abc')).toBe(true);
    }
  });

  test('an encoded slash in a path is another octet than a slash', () => {
    expect(allowed('User-agent: *\nDisallow: /a%2fb', 'x', '/a%2Fb')).toBe(false);
    expect(allowed('User-agent: *\nDisallow: /a%2fb', 'x', '/a/b')).toBe(true);
    expect(allowed('User-agent: *\nDisallow: /a/b', 'x', '/a%2Fb')).toBe(true);
  });

  test('a rule with bytes that are not UTF-8 matches the same bytes', () => {
    const robots = Buffer.concat([
      Buffer.from('User-agent: *\nDisallow: /caf'),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
    ]);
    expect(allowed(robots, 'x', '/caf%E9')).toBe(false);
    expect(allowed(robots, 'x', '/caf%C3%A9')).toBe(true);
  });

  test('a file that an editor saved as UTF-16 is obeyed', () => {
    // RFC 9309 wants UTF-8; a byte order mark leaves no doubt about what was meant.
    const littleEndian = Buffer.from('\ufeffUser-agent: *\r\nDisallow: /café\r\n', 'utf16le');
    const bigEndian = Buffer.from(littleEndian).swap16();
    for (const robots of [littleEndian, bigEndian, bigEndian.subarray(0, -1)]) {
      expect(allowed(robots, 'x', '/caf%C3%A9')).toBe(false);
      expect(allowed(robots, 'x', '/')).toBe(true);
    }
  });

  test('a rule that ends in à keeps its last octet', () => {
    // U+00E0 is C3 A0 in UTF-8, and A0 alone is a blank to careless eyes.
    const rules = parseRobots('User-agent: *\nDisallow: /à', 'x');
    expect(rules.check('http://foo.bar/%C3%A1').allowed).toBe(true);
    expect(rules.check('http://foo.bar/%C3%A0').allowed).toBe(false);
  });

  test('blanks, quotes and bars of a rule meet their encoded form', () => {
    const robots = "User-agent: *\nDisallow: /a b\nDisallow: /x|y\nDisallow: /?q='1'";
    for (const path of ['/a%20b', '/x|y', '/x%7Cy', '/?q=%271%27'])
      expect(allowed(robots, 'x', path)).toBe(false);
  });

  test('another bot whose name starts with ours is another bot', () => {
    const robots = 'User-agent: Forage-Images\nDisallow: /\n\nUser-agent: Forage2\nDisallow: /';
    expect(allowed(robots, 'Forage', '/')).toBe(true);
    expect(allowed('User-agent: Forage/1.0\nDisallow: /', 'Forage', '/')).toBe(false);
  });

  test('misspelt rules are obeyed', () => {
    expect(allowed('Useragent: *\nDissallow: /x\nDisalow : /y', 'a', '/x')).toBe(false);
    expect(allowed('Useragent: *\nDissallow: /x\nDisalow : /y', 'a', '/y')).toBe(false);
  });

  test('Crawl-delay is read from our group alone, in seconds with fractions', () => {
    const robots = 'User-agent: slow\nCrawl-delay: 90\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 1.5\n';
    expect(parseRobots(robots, 'slow').crawlDelayMs).toBe(90_000);
    expect(parseRobots(robots, 'other').crawlDelayMs).toBe(1500);
    expect(parseRobots(robots, 'slow').check('http://foo.bar/x').allowed).toBe(false);
  });

  test('Crawl-delay without a value says nothing', () => {
    expect(parseRobots('User-agent: *\nCrawl-delay:', 'x').crawlDelayMs).toBeUndefined();
  });

  // What each means to its writer; what means nothing closes the host, which an infinite delay does.
  test.each([
    ['1e3', 1000],
    ['99999999999999999999', 1e20],
    ['0000000000010', 10],
    ['+5', 5],
    ['2.', 2],
    ['1,5', 1.5],
    ['10s', 10],
    ['10 seconds', 10],
    ['500ms', 0.5],
    ['2 min', 120],
    ['-1', 0],
    ['1e999', Number.POSITIVE_INFINITY],
    ['soon', Number.POSITIVE_INFINITY],
    ['NaN', Number.POSITIVE_INFINITY],
    ['10 to 20', Number.POSITIVE_INFINITY],
  ])('Crawl-delay: %s is %s seconds', (value, seconds) => {
    expect(parseRobots(`User-agent: *\nCrawl-delay: ${value}`, 'x').crawlDelayMs).toBe(1000 * seconds);
  });

  test('Sitemap lines are read from anywhere, once each', () => {
    const robots =
      'Sitemap: https://foo.bar/a.xml\nUser-agent: other\nsitemap: /b.xml\nDisallow: /\nSITEMAP: https://foo.bar/a.xml\nSitemap:\n';
    expect(parseRobots(robots, 'x').sitemaps).toEqual(['https://foo.bar/a.xml', '/b.xml']);
  });

  test('the group that applies is reported', () => {
    const robots = 'User-agent: forage\nAllow: /\nUser-agent: *\nDisallow: /';
    expect(parseRobots(robots, 'Forage').group).toBe('named');
    expect(parseRobots(robots, 'Other').group).toBe('any');
    expect(parseRobots('User-agent: a\nDisallow: /', 'Other').group).toBe('none');
  });
});

describe('size', () => {
  const head = 'User-agent: *\nDisallow: /early\n';

  test('what comes after 500 KiB is not read, nor the line that is cut there', () => {
    const filler = `# ${'x'.repeat(MAX_ROBOTS_BYTES - head.length - 16)}\n`;
    const robots = `${head}${filler}Disallow: /straddles-the-limit\nDisallow: /late\n`;
    expect(head.length + filler.length).toBeLessThan(MAX_ROBOTS_BYTES);
    const rules = parseRobots(robots, 'x');
    expect(rules.check('http://foo.bar/early').allowed).toBe(false);
    expect(rules.check('http://foo.bar/straddles-the-limit').allowed).toBe(true);
    expect(rules.check('http://foo.bar/late').allowed).toBe(true);
    expect(rules.size).toBe(1);
  });

  test('a line that ends exactly at 500 KiB is read', () => {
    const last = 'Disallow: /last';
    const filler = `#${'x'.repeat(MAX_ROBOTS_BYTES - head.length - last.length - 2)}\n`;
    const robots = `${head}${filler}${last}\nDisallow: /late\n`;
    expect(allowed(robots, 'x', '/last')).toBe(false);
    expect(allowed(robots, 'x', '/late')).toBe(true);
  });

  test('patterns of a thousand stars are matched', () => {
    const rules = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(1000)}*b$\n`, 'x');
    expect(rules.check(`http://foo.bar/${'a'.repeat(2000)}`).allowed).toBe(true);
    expect(rules.check(`http://foo.bar/${'a'.repeat(2000)}b`).allowed).toBe(false);
  });

  test('a rule with a star beyond the two-thousandth covers all that starts as it does', () => {
    const lines = Array.from({ length: 2001 }, (_, n) => `Disallow: /d${n}/*x`);
    const rules = parseRobots(`User-agent: *\n${lines.join('\n')}\nAllow: /d7/*y`, 'x');
    expect(rules.check('http://foo.bar/d1999/y').allowed).toBe(true);
    expect(rules.check('http://foo.bar/d2000/y').allowed).toBe(false);
    expect(rules.check('http://foo.bar/d7/y/x').allowed).toBe(false);
  });
});

describe('whatever the bytes', () => {
  const line = fc.tuple(
    fc.constantFrom(
      'User-agent: ',
      'Allow: ',
      'Disallow: ',
      'disallow ',
      'Crawl-delay: ',
      'Sitemap: ',
      '#',
      ':',
      '',
    ),
    fc.oneof(
      fc.constantFrom(
        '*',
        'x',
        '/',
        '/a',
        '/*',
        '/*a*b$',
        '/$',
        '%',
        '%2',
        '/%2f',
        '/a?b=%3A',
        '1.5',
        '\u0000',
        'é',
      ),
      fc
        .array(fc.constantFrom('/', 'a', 'b', '*', '$', '%2A', '?', ':', '%2F'), { maxLength: 8 })
        .map((p) => p.join('')),
      fc.string({ unit: 'binary' }),
    ),
  );
  const file = fc
    .array(
      line.map(([key, value]) => key + value),
      { maxLength: 30 },
    )
    .map((lines) => lines.join('\n'));
  const paths = fc
    .array(fc.constantFrom('a', 'b', '/', '*', '$', '%2A', '?', ':', '%2F', '%3A'), { maxLength: 10 })
    .map((parts) => `/${parts.join('')}`);

  test('any file gives rules, and what it says of itself gives the same rules again', () => {
    fc.assert(
      fc.property(fc.oneof(file, fc.uint8Array({ maxLength: 200 })), fc.array(paths), (robots, some) => {
        const rules = parseRobots(robots, 'x');
        const again = parseRobots(rules.text(), 'anybody');
        expect(again.crawlDelayMs).toBe(rules.crawlDelayMs);
        expect(again.sitemaps).toEqual(rules.sitemaps);
        for (const path of some) {
          expect(again.check(`http://foo.bar${path}`)).toEqual(rules.check(`http://foo.bar${path}`));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('rules and their order agree with a plain reading by regular expressions', () => {
    // The oracle: each rule as a regular expression, all tried, the longest kept. Letters, `*` and `$` only, so
    // that no spelling is in play.
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '/', '*'), { maxLength: 6 })
      .chain((parts) => fc.constantFrom('', '$').map((end) => `/${parts.join('')}${end}`));
    const rule = fc.tuple(fc.boolean(), pattern);
    const path = fc
      .array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 })
      .map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), path, (rules, target) => {
        const lines = rules.map(([allow, text]) => `${allow ? 'Allow' : 'Disallow'}: ${text}`);
        const matching = rules.filter(([, text]) =>
          new RegExp(`^${text.replaceAll('*', '.*')}`).test(target),
        );
        const longest = Math.max(0, ...matching.map(([, text]) => text.length));
        const best = matching.filter(([, text]) => text.length === longest);
        const expected = best.length === 0 || best.some(([allow]) => allow);
        expect(allowed(`User-agent: *\n${lines.join('\n')}`, 'x', target)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });
});
