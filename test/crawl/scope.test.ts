/** Where a crawl may go: each rule, and the reason that it leaves behind. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScope } from '../../src/crawl/scope.ts';
import { settingsSchema } from '../../src/crawl/settings.ts';
import { crawl, type SettingsInput } from '../../src/index.ts';
import { hostOf } from '../../src/url/url.ts';
import {
  crawlOf,
  look,
  newFolder,
  outcomesOf,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from './small-web.ts';

let web: SmallWeb;
const links = ['http://www.a.test/x', 'http://blog.a.test/x', 'http://b.test/x', 'http://b.test/print/x'];
beforeAll(async () => {
  const one = (name: string): string => page([], prose(name));
  web = await smallWeb({
    'www.a.test/': page(links, prose('start')),
    ...Object.fromEntries(links.map((url) => [url.slice('http://'.length), one(url)])),
  });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

describe('a crawl', () => {
  it.each<[string, SettingsInput['scope'], string[], string]>([
    ['stays on the hosts of its seeds', { follow: 'seed-hosts' }, ['www.a.test/x'], 'scope: not a seed host'],
    [
      'stays on the domains of its seeds',
      { follow: 'seed-domains' },
      ['www.a.test/x', 'blog.a.test/x'],
      'scope: not a seed domain',
    ],
    [
      'keeps to listed hosts',
      { hosts: ['*.a.test'] },
      ['www.a.test/x', 'blog.a.test/x'],
      'scope: host not listed',
    ],
    [
      'keeps away from excluded hosts',
      { excludeHosts: ['blog.a.test', 'b.test'] },
      ['www.a.test/x'],
      'scope: host excluded',
    ],
    [
      'asks for what is included',
      { include: ['/print/', '/$'] },
      ['b.test/print/x'],
      'scope: URL not included',
    ],
    [
      'leaves what is excluded',
      { exclude: ['/print/'] },
      ['www.a.test/x', 'blog.a.test/x', 'b.test/x'],
      'scope: URL excluded',
    ],
  ])('%s', async (_name, scope, found, reason) => {
    const { folder } = await crawlOf(web, {
      seeds: ['http://www.a.test/'],
      settings: { scope: scope ?? {} },
    });
    const urls = pagesOf(folder).map(({ url }) => url.slice('http://'.length));
    expect(urls.slice(1).toSorted()).toEqual(found.toSorted());
    const refused = look(folder, (read) => read.refusals());
    expect(new Set(refused.map((refusal) => refusal.reason))).toEqual(new Set([reason]));
    const left = links.filter((url) => !found.includes(url.slice('http://'.length)));
    expect(refused.flatMap(({ samples }) => samples).toSorted()).toEqual(left.toSorted());
    const fates = look(folder, (read) => read.linksOf(read.pageByUrl('http://www.a.test/')!.id));
    expect(fates.filter(({ fate }) => fate === reason).map(({ url }) => url)).toEqual(left);
  });
});

it.each([
  ['a.test', ['http://a.test/', 'http://a.test:8080/'], ['http://b.test:8080/', 'http://x.a.test:8080/']],
  ['a.test:8080', ['http://a.test:8080/'], ['http://a.test/', 'http://a.test:8081/']],
  ['*.a.test', ['http://x.a.test:8080/'], ['http://a.test:8080/']],
  ['[::1]', ['http://[::1]/', 'http://[::1]:8080/'], ['http://[::2]/', 'http://[::2]:8080/']],
  ['*', ['http://a.test:8080/'], []],
])(
  'a host that is excluded as %s is excluded on all ports, unless it names one',
  (pattern, excluded, others) => {
    const settings = settingsSchema.parse({ scope: { excludeHosts: [pattern] } });
    const { refuses } = createScope(settings, []);
    const isExcluded = (url: string): boolean => refuses(url, hostOf(url), 1) === 'scope: host excluded';
    expect(excluded.filter(isExcluded)).toEqual(excluded);
    expect(others.filter(isExcluded)).toEqual([]);
  },
);

it.each(['http://a.test', 'a.test/news', 'blog.*.test', '*a.test', 'a.test, b.test', ''])(
  'refuses "%s" where a host belongs, which would match none',
  (pattern) => {
    const { error } = settingsSchema.safeParse({ scope: { excludeHosts: [pattern] } });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['scope.excludeHosts.0', 'give a host such as example.org, or *.example.org for all hosts under it'],
    ]);
  },
);

// As in Batsakis (TU Crete, 2007, 3.1): HTML alone, and no page of more than 100 KB, which is refused and not cut.
it('refuses pages of other kinds and pages that are too long, live and frozen, and they cost no budget', async () => {
  const long = page([], prose('long').padEnd(100_000, ' too long'));
  const other = await smallWeb({
    'k.test/': page(['/notes.txt', '/long', '/short'], prose('start')),
    'k.test/notes.txt': { headers: { 'content-type': 'text/plain' }, body: prose('notes') },
    'k.test/long': long,
    'k.test/short': page([], prose('short')),
  });
  const settings = {
    recipe: 'breadth-first',
    concurrency: 1,
    budget: { pages: 2 },
    scope: { kinds: ['html'] },
    http: { maxBytes: 100_000, oversize: 'refuse' as const },
  };
  const live = await crawlOf(other, { seeds: ['http://k.test/'], settings });
  await other.close();
  const outcomes = {
    'http://k.test/': 'page',
    'http://k.test/notes.txt': 'refused: unwanted-kind',
    'http://k.test/long': 'refused: too-large',
    'http://k.test/short': 'page',
  };
  expect(outcomesOf(live.folder)).toEqual(outcomes);
  const out = join(newFolder(), 'crawl');
  const topic = { name: 'k', keywords: ['comet'], seeds: ['http://k.test/'] };
  await crawl({ topic, out, settings: { ...settings, web: [live.folder] } }).finished;
  expect(outcomesOf(out)).toMatchObject({
    'http://k.test/short': 'page',
    'http://k.test/long': 'refused: too-large',
  });
});
