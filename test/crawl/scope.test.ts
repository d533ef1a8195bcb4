/** Where a crawl may go: each rule, and the reason that it leaves behind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettingsInput } from '../../src/index.ts';
import { crawlOf, look, page, pagesOf, prose, removeFolders, type SmallWeb, smallWeb } from './small-web.ts';

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
