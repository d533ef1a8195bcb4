/** Which parts of URLs make copies. The texts of pages are given as numbers: what is the same is decided here. */
import { describe, expect, test } from 'vitest';
import { CopyRules } from '../../src/crawl/copies.ts';

const SITE = 'http://site.example';

/** Pages in the order in which they were read: path, text. */
function read(rules: CopyRules, pages: readonly (readonly [string, number])[], from = 1): void {
  for (const [n, [path, text]] of pages.entries())
    rules.observe({ id: from + n, url: path.startsWith('http') ? path : SITE + path, text });
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Posts and a second URL of each, which has the same text. */
const twice = (count: number, other: (post: string, n: number) => string): [string, number][] =>
  upTo(count).flatMap((n): [string, number][] => [
    [`/post-${n}`, n],
    [other(`/post-${n}`, n), n],
  ]);

describe('a part that makes copies is learnt from four texts that came again', () => {
  test.each([
    ['a parameter', (post: string) => `${post}?print=1`, '/post-99?print=1', '/post-99'],
    [
      'whatever its value',
      (post: string, n: number) => `${post}?replytocom=${n * 7}`,
      '/post-99?replytocom=5',
      '/post-99',
    ],
    ['beside others', (post: string) => `${post}?print=1`, '/post-99?page=2&print=1', '/post-99?page=2'],
    ['the end of a path', (post: string) => `${post}/amp`, '/post-99/amp', '/post-99'],
    ['the start of a path', (post: string) => `/print${post}`, '/print/post-99', '/post-99'],
    ['a slash', (post: string) => `${post}/`, '/post-99/', '/post-99'],
    [
      'parameters that come together',
      (post: string) => `${post}?sk=t&sd=d`,
      '/post-99?sk=t&sd=d',
      '/post-99',
    ],
    ['a host', (post: string) => `http://m.site.example${post}`, 'http://m.site.example/post-99', '/post-99'],
    ['a scheme', (post: string) => `https://site.example${post}`, '/post-99', 'https://site.example/post-99'],
  ])('%s', (_, other, link, plain) => {
    const rules = new CopyRules();
    const at = (path: string): string => (path.startsWith('http') ? path : SITE + path);
    read(rules, twice(3, other));
    expect(rules.reduce(at(link))).toBeUndefined();
    read(rules, twice(4, other).slice(6), 7);
    expect(rules.reduce(at(link))).toMatchObject({ url: at(plain), isSure: false, isFetched: false });
  });

  test('whichever of the two was read first', () => {
    const rules = new CopyRules();
    read(
      rules,
      twice(4, (post) => `${post}?print=1`).map((_, n, all) => all[n % 2 ? n - 1 : n + 1]!),
    );
    expect(rules.reduce(`${SITE}/post-99?print=1`)?.url).toBe(`${SITE}/post-99`);
  });

  test('if every link has another value of it, and none lacks it', () => {
    const rules = new CopyRules();
    read(
      rules,
      upTo(8).map((n) => [`/topic?t=${n >> 1}&visit=${n * 31}x`, n >> 1] as const),
    );
    expect(rules.reduce(`${SITE}/topic?t=2&visit=zzz`)).toMatchObject({
      url: `${SITE}/topic?t=2`,
      isFetched: true,
    });
    expect(rules.reduce(`${SITE}/topic?t=9&visit=zzz`)).toMatchObject({ isFetched: false });
  });

  test('by redirects as by texts', () => {
    const rules = new CopyRules();
    for (const n of upTo(4)) rules.redirected(`${SITE}/post-${n}?replytocom=5`, `${SITE}/post-${n}`);
    expect(rules.reduce(`${SITE}/post-99?replytocom=5`)?.url).toBe(`${SITE}/post-99`);
  });
});

describe('what makes different pages is no rule', () => {
  test('numbers that lead to one error page are one text, however many there are', () => {
    const rules = new CopyRules();
    read(
      rules,
      upTo(100).map((n) => [`/item?id=${n}`, 1] as const),
    );
    expect(rules.reduce(`${SITE}/item?id=1000`)).toBeUndefined();
  });

  test('pages of a list, of which a few are the same', () => {
    const rules = new CopyRules();
    read(
      rules,
      upTo(200).map((n) => [`/list-${n >> 1}?page=${n % 2}`, n % 20 === 1 ? n >> 1 : 1000 + n] as const),
    );
    expect(rules.reduce(`${SITE}/list-5?page=7`)).toBeUndefined();
  });

  test('a value of a parameter may make copies where others do not', () => {
    const rules = new CopyRules();
    read(
      rules,
      upTo(6).flatMap((n): [string, number][] => [
        [`/topic.php?t=${n}`, n],
        [`/topic.php?t=${n}&view=next`, 100 + n],
        [`/topic.php?t=${n}&view=print`, n],
      ]),
    );
    expect(rules.reduce(`${SITE}/topic.php?t=99&view=print`)?.url).toBe(`${SITE}/topic.php?t=99`);
    expect(rules.reduce(`${SITE}/topic.php?t=99&view=next`)).toBeUndefined();
    // On other pages of the host nothing is known of it.
    expect(rules.reduce(`${SITE}/forum.php?f=1&view=print`)).toBeUndefined();
  });

  test('a text that differs by a line says nothing, unless most do', () => {
    const seen = (close: number): string | undefined => {
      const rules = new CopyRules();
      let id = 0;
      for (const n of upTo(6 + close)) {
        // Six bits of the 64 differ.
        const [text, marks] = n < 6 ? [n, '0f0f'] : [1000 + n, '0f30'];
        rules.observe({ id: ++id, url: `${SITE}/post-${n}`, text: n, fingerprint: '123456789abc0f0f' });
        const print = { url: `${SITE}/post-${n}?print=1`, text, fingerprint: `123456789abc${marks}` };
        rules.observe({ id: ++id, ...print });
      }
      return rules.reduce(`${SITE}/post-99?print=1`)?.url;
    };
    expect(seen(12)).toBe(`${SITE}/post-99`);
    expect(seen(13)).toBeUndefined();
  });

  test('a rule falls when it turns out wrong', () => {
    const rules = new CopyRules();
    read(
      rules,
      twice(4, (post) => `${post}?v=1`),
    );
    expect(rules.reduce(`${SITE}/post-99?v=1`)).toBeDefined();
    read(
      rules,
      [
        ['/post-50', 50],
        ['/post-50?v=1', 51],
      ],
      20,
    );
    expect(rules.reduce(`${SITE}/post-99?v=1`)).toBeUndefined();
  });

  test('a page that the crawl has only with another parameter is not taken for fetched', () => {
    const rules = new CopyRules();
    read(
      rules,
      twice(12, (post) => `${post}?print=1`),
    );
    read(rules, [['/post-99?page=2', 992]], 50);
    expect(rules.reduce(`${SITE}/post-99?print=1`)).toMatchObject({ isSure: true, isFetched: false });
    read(rules, [['/post-99', 99]], 51);
    expect(rules.reduce(`${SITE}/post-99?print=1`)).toMatchObject({ isSure: true, isFetched: true });
  });
});

test('it is sure after twelve texts, and the user may open the part again', () => {
  const rules = new CopyRules();
  const pages = twice(12, (post) => `${post}?print=1`);
  read(rules, pages.slice(0, -1));
  expect(rules.reduce(`${SITE}/post-0?print=2`)?.isSure).toBe(false);
  read(rules, pages.slice(-1), 24);
  expect(rules.reduce(`${SITE}/post-0?print=2`)).toMatchObject({ isSure: true, isFetched: true });
  const { space } = rules.inForce()[0]!;
  expect(space).toBe('site.example/post-N?print');
  rules.keepOpen([space]);
  expect(rules.reduce(`${SITE}/post-0?print=2`)).toBeUndefined();
});

test('what was saved and the pages after it are the same as never having stopped', () => {
  const pages = twice(14, (post, n) => (n % 5 === 4 ? `${post}?page=2` : `${post}?print=1`)).map(
    ([path, text], n) => ({ id: n + 1, url: SITE + path, text: path.endsWith('page=2') ? 1000 + n : text }),
  );
  const whole = new CopyRules();
  for (const page of pages) whole.observe(page);
  for (const killedAt of upTo(pages.length + 1)) {
    const first = new CopyRules();
    for (const page of pages.slice(0, killedAt >> 1)) first.observe(page);
    const saved = JSON.parse(JSON.stringify(first.save()));
    for (const page of pages.slice(killedAt >> 1, killedAt)) first.observe(page);
    const second = new CopyRules();
    second.restore(saved);
    for (const page of pages) second.observe(page);
    expect(second.save()).toEqual(whole.save());
    expect(second.inForce()).toEqual(whole.inForce());
  }
});

test.each([[undefined], [null], [{}], [{ rules: [null, [], [1, 2], ['a b', 'x', 1, 1]], upTo: 'x' }]])(
  'a damaged state is no state: %j',
  (saved) => {
    const rules = new CopyRules();
    rules.restore(saved);
    expect(rules.inForce()).toEqual([]);
  },
);
