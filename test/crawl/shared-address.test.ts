/**
 * Many hosts behind one IP address, as on shared hosting: a whole crawl on a virtual clock. Every request is answered at
 * once, and the address gets one each half second.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { crawlWith } from '../../src/crawl/start.ts';
import { VirtualClock } from '../../src/lab/virtual-clock.ts';
import { hostOf } from '../../src/url/url.ts';
import type { NameLookup, Web } from '../../src/web/web.ts';
import { newFolder, page, prose, removeFolders } from './small-web.ts';

afterAll(removeFolders);

const SHARED = '93.184.216.34';
const HOSTS = 2000;
const SLOT_MS = 500;

/** One page lists all hosts, with anchors that say nothing; that of the tenth leads to the best one. */
function blogWeb(clock: VirtualClock, { validMs = 600_000 } = {}) {
  const hosts = Array.from({ length: HOSTS }, (_, i) => `blog${i}.test`);
  const links = Object.fromEntries(hosts.map((host) => [`http://${host}/`, 'blog']));
  const pages: Record<string, string> = { 'http://start.test/': page(links, prose('start')) };
  for (const host of hosts) pages[`http://${host}/`] = page([], prose(host));
  pages['http://blog9.test/'] = page({ 'http://best.test/': 'comet comet comet' }, prose('blog9'));
  pages['http://best.test/'] = page([], prose('best'));
  const asked: { url: string; at: number }[] = [];
  const lookedUp: { host: string; at: number }[] = [];
  const named = new Map<string, number>();
  const addressOf = (host: string) => (host === 'start.test' ? '93.184.216.35' : SHARED);
  const resolved = (host: string) => ({ ok: true as const, address: addressOf(host), validMs });
  const web: Web & NameLookup = {
    nameOf: (url) => ((named.get(hostOf(url)) ?? -1) > clock.now() ? resolved(hostOf(url)) : undefined),
    async lookUp(url) {
      const host = hostOf(url);
      lookedUp.push({ host, at: clock.now() });
      named.set(host, clock.now() + validMs);
      return resolved(host);
    },
    async fetch({ url }) {
      asked.push({ url, at: clock.now() });
      const wire = new TextEncoder().encode(pages[url] ?? '');
      const headers: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']];
      const answer = { startedAt: Date.now(), durationMs: 0, status: pages[url] === undefined ? 404 : 200 };
      return { ok: true, url, ...answer, statusText: '', headers, requestHeaders: [], wire, body: wire };
    },
    close: async () => {},
  };
  return { web, asked, lookedUp };
}

async function crawled(requests: number, { concurrency = 8, validMs = 600_000 } = {}) {
  const clock = new VirtualClock(requests * SLOT_MS);
  const { web, asked, lookedUp } = blogWeb(clock, { validMs });
  await crawlWith(
    {
      topic: { name: 'test', keywords: ['comet'], seeds: ['http://start.test/'] },
      out: `${newFolder()}/crawl`,
      web,
      clock: clock.now,
      settings: {
        recipe: 'best-first/anchor',
        threads: 0,
        concurrency,
        budget: { seconds: (requests * SLOT_MS) / 1000 },
        politeness: { minDelayMs: 1000, delayFactor: 0 },
      },
    },
    { timers: clock },
  ).finished;
  const shared = asked.filter(({ url }) => hostOf(url) !== 'start.test');
  return { asked: shared, lookedUp, urls: shared.map(({ url }) => url) };
}

describe('thousands of hosts behind one IP address', () => {
  it('do not keep a better one waiting that is found later', async () => {
    const { urls } = await crawled(100);
    const found = urls.indexOf('http://blog9.test/');
    const after = urls.slice(found + 1);
    expect(found).toBeGreaterThan(0);
    // The next slot is its own; its page comes a second after its robots.txt.
    expect(after[0]).toBe('http://best.test/robots.txt');
    expect(after.indexOf('http://best.test/')).toBeLessThanOrEqual(3);
  });

  it('are asked half a second apart, without a slot that is lost', async () => {
    const { asked } = await crawled(100);
    const gaps = asked.slice(1).map(({ at }, i) => at - asked[i]!.at);
    expect(Math.min(...gaps)).toBe(SLOT_MS);
    expect(asked.length).toBeGreaterThan(95);
  });

  it('are asked in the same order every time', async () => {
    const [one, other] = [await crawled(60, { concurrency: 1 }), await crawled(60, { concurrency: 1 })];
    expect(other.asked).toEqual(one.asked);
  });

  it('are not all looked up again when their names are out of date, but one for each slot', async () => {
    const { asked, lookedUp } = await crawled(100, { validMs: 5000 });
    const again = lookedUp.length - new Set(lookedUp.map(({ host }) => host)).size;
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(asked.length);
    expect(asked.length).toBeGreaterThan(90);
  });
});
