import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TrapGuard } from '../../src/host/traps.ts';
import { urlTemplate } from '../../src/url/template.ts';
import { canonicalUrl } from '../../src/url/url.ts';

const SITE = 'http://site.example';
const OLD_NEWS = { newContent: false, relevant: false };
const NEW_BUT_OFF_TOPIC = { newContent: true, relevant: false };

function feed(
  guard: TrapGuard,
  count: number,
  url: (n: number) => string,
  brought: (n: number) => typeof OLD_NEWS,
): void {
  for (let n = 0; n < count; n++) guard.observe(SITE + url(n), brought(n));
}

describe('a URL with the shape of a trap is refused immediately', () => {
  test.each([
    ['/a/b/a/b/a/b', 'repeating-path'],
    ['/x/a/b/c/a/b/c/a/b/c/y', 'repeating-path'],
    ['/img/img/img/logo.png', 'repeating-path'],
    ['/about/team/about/jobs/about/', 'repeating-path'],
    ['/1/1/1/1/1/file', 'repeating-path'],
    [`/${'d/e/f/'.repeat(7)}`, 'deep-path'],
    [`/${'x'.repeat(251)}`, 'long-segment'],
    [`/?${Array.from({ length: 13 }, (_, n) => `p${n}=1`).join('&')}`, 'many-parameters'],
    ['/?page=2&page=2&page=2', 'repeating-parameter'],
  ])('%s: %s', (path, reason) => {
    expect(new TrapGuard().check(SITE + path)).toBe(`trap: ${reason}`);
  });

  test.each([
    ['/'],
    ['/2004/04/04/'],
    ['/cache/1/1/1/9.html'],
    ['/en/docs/en/index.html'],
    ['/a/b/a/b/c'],
    [`/${'ä'.repeat(120)}`],
    ['/search?tag=a&tag=b&tag=c'],
    [`/${Array.from({ length: 20 }, (_, n) => `dir${n}`).join('/')}`],
  ])('%s is not a trap', (path) => {
    const canonical = canonicalUrl(SITE + path);
    expect(canonical.ok && new TrapGuard().check(canonical.url)).toBeUndefined();
  });

  test('the limits are the user’s to set', () => {
    const guard = new TrapGuard({ maxSegments: 2, maxParameters: 1 });
    expect(guard.check(`${SITE}/a/b`)).toBeUndefined();
    expect(guard.check(`${SITE}/a/b/c`)).toBe('trap: deep-path');
    expect(guard.check(`${SITE}/?a=1&b=2`)).toBe('trap: many-parameters');
  });
});

describe('pages that one script makes share a template', () => {
  test.each([
    ['/calendar?month=4&year=2031', '/calendar?month=N&year=N', true],
    ['/calendar?year=1999&month=12', '/calendar?month=N&year=N', true],
    ['/2031/04/12/', '/N/N/N/', true],
    ['/events/2031-04-12', '/events/D', true],
    ['/events/2031-04.html', '/events/N-N.html', false],
    ['/news/article-123.html', '/news/article-N.html', false],
    ['/article/77', '/article/N', false],
    ['/item/9f86d081884c7d65', '/item/H', false],
    ['/doc/550e8400-e29b-41d4-a716-446655440000/', '/doc/H/', false],
    ['/blog/how-to-use-an-inhaler', '/blog/W', false],
    ['/blog/asthma-in-2024-what-is-new.html', '/blog/W.html', false],
    ['/wiki/Asthma', '/wiki/W', false],
    ['/shop/shoes/', '/shop/shoes/', false],
    ['/?q=lungs&from=2024-01-02&id=0123456789abcdef&x=', '/?from=D&id=H&q=W&x=', true],
  ])('%s is %s', (address, shape, endless) => {
    const template = urlTemplate(address);
    expect([template.shape, template.endless]).toEqual([shape, endless]);
  });
});

describe('a space is closed by what it yields', () => {
  test('a calendar of near-duplicates closes after fifty pages, and not before', () => {
    const guard = new TrapGuard();
    const month = (n: number) => `/calendar?month=${(n % 12) + 1}&year=${2000 + n}`;
    feed(guard, 49, month, () => OLD_NEWS);
    expect(guard.check(SITE + month(500))).toBeUndefined();
    feed(guard, 1, month, () => OLD_NEWS);
    expect(guard.check(SITE + month(500))).toBe('trap: nothing-new /calendar?month=N&year=N');
  });

  test('a closed calendar does not affect the rest of its host or other hosts', () => {
    const guard = new TrapGuard();
    feed(
      guard,
      60,
      (n) => `/calendar?month=${n}`,
      () => OLD_NEWS,
    );
    expect(guard.check(`${SITE}/calendar?month=99`)).toBeDefined();
    expect(guard.check(`${SITE}/news/99`)).toBeUndefined();
    expect(guard.check('http://other.example/calendar?month=99')).toBeUndefined();
  });

  test('a calendar whose pages all differ closes after two hundred without a relevant one', () => {
    const guard = new TrapGuard();
    const day = (n: number) => `/${2031 + Math.floor(n / 300)}/${(n % 12) + 1}/${(n % 28) + 1}/`;
    feed(guard, 200, day, () => NEW_BUT_OFF_TOPIC);
    expect(guard.check(SITE + day(1000))).toBeUndefined();
    feed(guard, 1, day, () => NEW_BUT_OFF_TOPIC);
    expect(guard.check(SITE + day(1000))).toBe('trap: nothing-relevant /N/N/N/');
  });

  test('articles by number stay open while they are new, though none is relevant', () => {
    const guard = new TrapGuard({ hostPages: Number.POSITIVE_INFINITY });
    feed(
      guard,
      20_000,
      (n) => `/article/${n}`,
      () => NEW_BUT_OFF_TOPIC,
    );
    expect(guard.check(`${SITE}/article/99999`)).toBeUndefined();
  });

  test('a query space stays open while one page in a hundred is relevant', () => {
    const guard = new TrapGuard({ hostPages: Number.POSITIVE_INFINITY });
    feed(
      guard,
      20_000,
      (n) => `/item.php?id=${n}`,
      (n) => ({ newContent: true, relevant: n % 100 === 0 }),
    );
    expect(guard.check(`${SITE}/item.php?id=99999`)).toBeUndefined();
  });

  test('relevant pages keep a space open though their texts are known', () => {
    const guard = new TrapGuard();
    feed(
      guard,
      1000,
      (n) => `/mirror?id=${n}`,
      (n) => ({ newContent: false, relevant: n % 10 === 0 }),
    );
    expect(guard.check(`${SITE}/mirror?id=9999`)).toBeUndefined();
  });

  test('a space that was productive closes when it has run dry', () => {
    const guard = new TrapGuard();
    feed(
      guard,
      5000,
      (n) => `/thread/${n}`,
      () => ({ newContent: true, relevant: true }),
    );
    expect(guard.check(`${SITE}/thread/9999`)).toBeUndefined();
    feed(
      guard,
      500,
      (n) => `/thread/${5000 + n}`,
      () => OLD_NEWS,
    );
    expect(guard.check(`${SITE}/thread/9999`)).toBe('trap: nothing-new /thread/N');
  });

  test('filters that multiply are closed for their path as a whole', () => {
    const guard = new TrapGuard();
    const names = ['color', 'size', 'brand', 'price', 'sort', 'view', 'stock', 'page', 'new', 'sale'];
    const filtered = (n: number) =>
      `/shop/list?${names
        .filter((_, bit) => ((n + 1) >> bit) & 1)
        .map((name) => `${name}=x`)
        .join('&')}`;
    feed(guard, 250, filtered, () => OLD_NEWS);
    expect(guard.check(`${SITE}/shop/list?new=x&sale=x`)).toBe('trap: nothing-new /shop/list?*');
    expect(guard.check(`${SITE}/shop/list`)).toBeUndefined();
  });

  test('a closed space reopens when pages in flight prove it productive', () => {
    const guard = new TrapGuard();
    feed(
      guard,
      60,
      (n) => `/n/${n}`,
      () => OLD_NEWS,
    );
    expect(guard.check(`${SITE}/n/1000`)).toBeDefined();
    feed(
      guard,
      10,
      (n) => `/n/${100 + n}`,
      () => ({ newContent: true, relevant: true }),
    );
    expect(guard.check(`${SITE}/n/1000`)).toBeUndefined();
  });
});

describe('memory', () => {
  test('the template that was longest unused is forgotten first', () => {
    const guard = new TrapGuard({ maxTemplates: 2, judgeAfter: 5 });
    feed(
      guard,
      5,
      (n) => `/a-${n}`,
      () => OLD_NEWS,
    );
    feed(
      guard,
      5,
      (n) => `/b-${n}`,
      () => OLD_NEWS,
    );
    // Links that lead into a closed space are a use of it.
    expect(guard.check(`${SITE}/a-99`)).toBeDefined();
    feed(
      guard,
      1,
      (n) => `/c-${n}`,
      () => OLD_NEWS,
    );
    expect(guard.check(`${SITE}/a-99`)).toBeDefined();
    expect(guard.check(`${SITE}/b-99`)).toBeUndefined();
    expect((guard.save() as { templates: unknown[] }).templates).toHaveLength(2);
  });

  test('what was learnt comes back through JSON', () => {
    const guard = new TrapGuard();
    feed(
      guard,
      60,
      (n) => `/calendar?month=${n}`,
      () => OLD_NEWS,
    );
    feed(
      guard,
      9,
      (n) => `/a/${n}`,
      () => NEW_BUT_OFF_TOPIC,
    );
    const again = new TrapGuard();
    again.restore(JSON.parse(JSON.stringify(guard.save())));
    expect(again.check(`${SITE}/calendar?month=99`)).toBe(guard.check(`${SITE}/calendar?month=99`));
    expect(again.check(`${SITE}/a/99`)).toBeUndefined();
    expect(again.save()).toEqual(guard.save());
    again.observe(`${SITE}/a/100`, NEW_BUT_OFF_TOPIC);
    expect(again.save()).not.toEqual(guard.save());
  });

  test('anything may be restored, and what is not valid state is ignored', () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        const guard = new TrapGuard();
        guard.restore(saved);
        guard.restore({ templates: saved });
        guard.restore({ templates: [saved, ['a b', saved]] });
        expect(guard.check(`${SITE}/a`)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

test('any URL is checked and observed', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, tail) => {
      const canonical = canonicalUrl(url + tail);
      if (!canonical.ok) return;
      const guard = new TrapGuard({ judgeAfter: 1 });
      guard.observe(canonical.url, OLD_NEWS);
      expect(guard.check(canonical.url)).toMatch(/^trap: /);
    }),
    { numRuns: 1000 },
  );
});

describe('lists of links', () => {
  const LIST = { newContent: true, relevant: true, isList: true };
  const see = (guard: TrapGuard, path: string, found: readonly string[]): void => {
    guard.observe(SITE + path, LIST);
    guard.listed(
      SITE + path,
      found.map((link) => SITE + link),
    );
  };
  const combinations = ['red', 'blue', 'green'].flatMap((colour) =>
    ['s', 'm', 'l', 'xl'].map((size) => `/shoes/?colour=${colour}&size=${size}`),
  );

  test('that lead to nothing new ten times in a row leave the others of their path for last', () => {
    const guard = new TrapGuard();
    see(guard, '/shoes/?sort=price', []);
    for (const [n, path] of combinations.entries()) {
      expect(guard.doubts(`${SITE}/shoes/?sort=name`)).toBe(
        n < 9 ? undefined : 'lists of known pages in /shoes/?*',
      );
      // Other filters of the same list are nothing new.
      if (n < 9) see(guard, path, [`${path}&view=grid`]);
    }
    // Untried: it may be the next page.
    expect(guard.doubts(`${SITE}/shoes/?page=2`)).toBeUndefined();
    expect(guard.doubts(`${SITE}/shoes/`)).toBeUndefined();
    expect(guard.doubts(`${SITE}/shirts/?sort=name`)).toBeUndefined();
    expect(guard.check(`${SITE}/shoes/?sort=name`)).toBeUndefined();
    expect(guard.doubted()).toContainEqual({
      space: 'site.example/shoes/?*',
      why: 'known-lists',
      requests: 10,
      copies: 10,
    });
    const later = new TrapGuard();
    later.restore(JSON.parse(JSON.stringify(guard.save())));
    expect(later.doubts(`${SITE}/shoes/?sort=name`)).toBe('lists of known pages in /shoes/?*');
    later.keepOpen(['site.example/shoes/?*']);
    expect(later.doubts(`${SITE}/shoes/?sort=name`)).toBeUndefined();
  });

  test('wait no longer once one of them leads to something new', () => {
    const guard = new TrapGuard();
    for (const path of combinations.slice(0, 10)) see(guard, path, []);
    see(guard, combinations[10]!, ['/shoes/sandal-47']);
    expect(guard.doubts(SITE + combinations[11]!)).toBeUndefined();
  });

  test('whose next pages lead to something new go on, whatever the filters bring', () => {
    const guard = new TrapGuard();
    see(guard, '/shoes/?page=2', ['/shoes/sandal-47']);
    for (const path of combinations.slice(0, 10)) see(guard, path, []);
    expect(guard.doubts(`${SITE}/shoes/?page=3`)).toBeUndefined();
    expect(guard.doubts(SITE + combinations[11]!)).toBe('lists of known pages in /shoes/?colour=W&size=W');
  });

  test('beside pages of their template with a text of their own are not doubted', () => {
    const guard = new TrapGuard();
    for (let n = 0; n < 40; n++)
      if (n % 10 === 9) guard.observe(`${SITE}/show?id=${n}`, { newContent: true, relevant: true });
      else see(guard, `/show?id=${n}`, []);
    expect(guard.doubts(`${SITE}/show?id=40`)).toBeUndefined();
  });

  test('without a query are counted by their template, and lead nowhere if they lead to each other', () => {
    const guard = new TrapGuard();
    for (let n = 0; n < 20; n++) see(guard, `/wiki/Category:C${n}`, n % 10 === 9 ? [`/wiki/Owl_${n}`] : []);
    expect(guard.doubts(`${SITE}/wiki/Category:D1`)).toBeUndefined();
    for (let n = 0; n < 10; n++) see(guard, `/wiki/Category:D${n}`, [`/wiki/Category:E${n}`]);
    expect(guard.doubts(`${SITE}/wiki/Category:E`)).toBe('lists of known pages in /wiki/Category:W');
    expect(guard.doubts(`${SITE}/wiki/Barn_owl`)).toBeUndefined();
  });
});

describe('a host', () => {
  const limits = { hostPages: 10, hostPagesPerFind: 5 };
  const observe = (guard: TrapGuard, from: number, to: number, relevant: boolean) => {
    for (let i = from; i < to; i++)
      guard.observe(`http://a.test/p${i}/x${i}-y/`, { newContent: true, relevant });
  };

  test('is closed after a number of pages, and opened by each relevant one for some more', () => {
    const guard = new TrapGuard(limits);
    observe(guard, 0, 9, false);
    expect(guard.check('http://a.test/next')).toBeUndefined();
    observe(guard, 9, 10, false);
    expect(guard.check('http://a.test/next')).toBe('trap: nothing-relevant host');
    expect(guard.check('http://b.test/next')).toBeUndefined();
    observe(guard, 10, 11, true);
    // Eleven pages of 10 + 5.
    expect(guard.check('http://a.test/next')).toBeUndefined();
    const restored = new TrapGuard(limits);
    observe(guard, 11, 15, false);
    restored.restore(JSON.parse(JSON.stringify(guard.save())));
    expect(restored.check('http://a.test/next')).toBe('trap: nothing-relevant host');
  });

  test('of which one page in fifty is relevant is never closed', () => {
    const guard = new TrapGuard();
    for (let i = 0; i < 200; i++) {
      observe(guard, 50 * i, 50 * i + 1, true);
      observe(guard, 50 * i + 1, 50 * i + 50, false);
      expect(guard.check('http://a.test/next')).toBeUndefined();
    }
  });
});

describe('a dead end', () => {
  /** Elsewhere on the site every other page is relevant: a tenth of that yield is one page in twenty. */
  function found(guard: TrapGuard): void {
    for (let n = 0; n < 200; n++)
      guard.observe(`${SITE}/articles/no-${n}.html`, { newContent: true, relevant: n % 2 === 0 });
  }

  test('is a template that gave no page in 50 requests', () => {
    const guard = new TrapGuard();
    for (let n = 0; n < 49; n++) guard.wasted(`${SITE}/pictures/image-${n}.jpg`);
    expect(guard.check(`${SITE}/pictures/image-900.jpg`)).toBeUndefined();
    guard.wasted(`${SITE}/pictures/image-49.jpg`);
    expect(guard.check(`${SITE}/pictures/image-900.jpg`)).toBe('trap: dead-end /pictures/image-N.jpg');
    expect(guard.check(`${SITE}/text/image-900.jpg`)).toBeUndefined();
  });

  test('is a template of new pages that are not relevant and lead to nothing relevant, where elsewhere there is much', () => {
    const guard = new TrapGuard();
    found(guard);
    let n = 0;
    const talk = (): string => `${SITE}/wiki/Talk:Page_${n}`;
    // By hand: 3 / n < 0.1 · 100 / (200 + n) holds from n = 86 on, and a hundred requests come first.
    for (; n < 99; n++) guard.observe(talk(), NEW_BUT_OFF_TOPIC);
    expect(guard.check(talk())).toBeUndefined();
    guard.observe(talk(), NEW_BUT_OFF_TOPIC);
    expect(guard.check(`${SITE}/wiki/Talk:Another`)).toBe('trap: dead-end /wiki/Talk:W');
    expect(guard.check(`${SITE}/wiki/Article`)).toBe('trap: dead-end /wiki/*');
    expect(guard.closed()).toContainEqual({
      space: 'site.example/wiki/Talk:W',
      why: 'dead-end',
      requests: 100,
      relevant: 0,
    });
  });

  test('is none that leads to relevant pages, and one that does after all opens again', () => {
    const guard = new TrapGuard();
    found(guard);
    for (let n = 0; n < 200; n++) guard.observe(`${SITE}/lists/List_${n}`, NEW_BUT_OFF_TOPIC);
    expect(guard.check(`${SITE}/lists/List_900`)).toMatch(/^trap: dead-end/);
    for (let n = 0; n < 30; n++)
      guard.observe(
        `${SITE}/new/no-${n}.html`,
        { newContent: true, relevant: true },
        `${SITE}/lists/List_${n}`,
      );
    expect(guard.check(`${SITE}/lists/List_900`)).toBeUndefined();
  });

  test('never closes where nothing relevant was found anywhere', () => {
    const guard = new TrapGuard();
    for (let n = 0; n < 1000; n++) guard.observe(`${SITE}/a/Page_${n}`, NEW_BUT_OFF_TOPIC);
    expect(guard.check(`${SITE}/a/Page_2000`)).toBeUndefined();
  });

  test('stays open if the user says so, and is remembered through a restart', () => {
    const guard = new TrapGuard();
    for (let n = 0; n < 60; n++) guard.wasted(`${SITE}/pictures/image-${n}.jpg`);
    const again = new TrapGuard();
    again.restore(JSON.parse(JSON.stringify(guard.save())));
    expect(again.closed()).toEqual(guard.closed());
    again.keepOpen(['site.example/pictures/image-N.jpg', 'site.example/pictures/*']);
    expect(again.check(`${SITE}/pictures/image-900.jpg`)).toBeUndefined();
    expect(again.closed()).toEqual([]);
  });
});
