import { expect, test } from 'vitest';
import { isClosed } from '../../src/demo/manners.ts';
import { createDemoWeb } from '../../src/demo/web.ts';
import { readLinks } from './read-links.ts';

/** URLs that are expected to fail: dead links, and rate-limited sites, which are asked slowly. */
const ROTTEN = /^\/(?:missing|gone|broken)\/\d+$/;

test('every link on a page leads to an answer of the web or to a host known to be dead', () => {
  const web = createDemoWeb({ pages: 1500, hosts: 60, seed: 3 });
  const waiting = web.hosts.map((host) => `http://${host}/`);
  const seen = new Set(waiting);
  const wrong: string[] = [];
  let now = 0;
  let pages = 0;
  for (let at = 0; at < waiting.length && pages < 2500; at++) {
    const url = waiting[at]!;
    now += 10_000;
    const answer = web.answer({ url, now });
    const { hostname, pathname } = new URL(url);
    if (answer.kind !== 'response' || answer.status === 503) {
      if (!web.atlas.outskirts.dead.has(hostname)) wrong.push(`${url} ${answer.kind}`);
      continue;
    }
    if (answer.status >= 400 && !ROTTEN.test(pathname)) wrong.push(`${url} ${answer.status}`);
    const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    if (!type.startsWith('text/html')) continue;
    pages++;
    const location = answer.headers.find(([name]) => name === 'location')?.[1];
    const html = answer.body.toString(type.includes('utf-16') ? 'utf16le' : 'utf8');
    const found = location === undefined ? readLinks(html, url) : [{ url: new URL(location, url).href }];
    for (const link of found) {
      const plain = link.url.replace(/(?:;jsessionid|[?&]sid)=[0-9a-f]+/, '');
      if (seen.has(plain)) continue;
      seen.add(plain);
      waiting.push(plain);
    }
  }
  expect(wrong).toEqual([]);
  expect(pages).toBe(2500);
});

test('every page of the map answers at its own URL and is labelled', () => {
  const web = createDemoWeb({ pages: 1500, hosts: 60, seed: 4 });
  let now = 0;
  const relevant = new Map<string, number>();
  for (const site of web.atlas.sites.filter((site) => site.manners.sitemap === 'xml' && !isClosed(site))) {
    now += 10_000;
    const sitemap = web.answer({ url: `http://${site.host}/sitemap.xml`, now });
    if (sitemap.kind !== 'response') throw new Error('no sitemap');
    const locations = [...sitemap.body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!);
    for (const url of locations) {
      now += 10_000;
      expect(web.answer({ url, now })).toMatchObject({ kind: 'response', status: 200 });
      const subject = web.subjectOf(url)!;
      expect(web.isRelevant(url, subject)).toBe(true);
      relevant.set(subject, (relevant.get(subject) ?? 0) + 1);
    }
  }
  expect(relevant.size).toBeGreaterThan(10);
  for (const [subject, count] of relevant) expect(web.relevantCount(subject)).toBeGreaterThanOrEqual(count);
});
