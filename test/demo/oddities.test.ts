import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../src/demo/addresses.ts';
import type { Manners } from '../../src/demo/manners.ts';
import type { DemoServer } from '../../src/demo/server.ts';
import { startDemoServer } from '../../src/demo/server.ts';
import type { Site } from '../../src/demo/sites.ts';
import { ask } from './ask.ts';
import { atlas, faulty, siteWith, web } from './odd-web.ts';
import { readLinks } from './read-links.ts';

let server: DemoServer;
const get = (site: Site, path: string, headers?: Record<string, string>) =>
  ask(server.port, `http://${site.host}${path}`, headers);

beforeAll(async () => {
  server = await startDemoServer(web);
});
afterAll(() => server.close());

describe('robots.txt', () => {
  const kind = (robots: Manners['robots']) => siteWith((manners) => manners.robots === robots);

  test('is missing, empty, open, partly closed, grouped by agent, or closes the whole site', async () => {
    expect((await get(kind('none'), '/robots.txt')).status).toBe(404);
    expect(await get(kind('empty'), '/robots.txt')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect((await get(kind('allow-all'), '/robots.txt')).body.toString()).toMatch(
      /^User-agent: \*\nDisallow:\n/,
    );
    expect((await get(kind('directories'), '/robots.txt')).body.toString()).toContain(
      'Disallow: /private/\n',
    );
    expect((await get(kind('wildcards'), '/robots.txt')).body.toString()).toMatch(
      /Disallow: \/\*\?sort=\n(?:.*\n)*.*\$\n/,
    );
    expect(
      (await get(kind('groups'), '/robots.txt')).body.toString().match(/^User-agent:/gm)!.length,
    ).toBeGreaterThan(3);
    expect((await get(kind('closed'), '/robots.txt')).body.toString()).toBe('User-agent: *\nDisallow: /\n');
  });

  test('fails with 500, redirects, or is an HTML page', async () => {
    expect((await get(kind('error'), '/robots.txt')).status).toBe(500);
    const moved = await get(kind('redirected'), '/robots.txt');
    expect(moved.status).toBe(301);
    expect((await get(kind('redirected'), moved.headers.location!)).body.toString()).toContain(
      'Disallow: /staff/',
    );
    expect((await get(kind('soft-404'), '/robots.txt')).headers['content-type']).toContain('text/html');
  });

  test('requests a delay between 0.1 and 2 seconds', async () => {
    const text = (await get(kind('delay'), '/robots.txt')).body.toString();
    const delay = Number(/^Crawl-delay: ([\d.]+)$/m.exec(text)![1]);
    expect(delay).toBeGreaterThanOrEqual(0.1);
    expect(delay).toBeLessThanOrEqual(2);
  });

  test('disallows paths that are linked and still answer', async () => {
    const site = kind('directories');
    expect((await get(site, '/private/')).status).toBe(200);
    expect((await get(site, '/staff/')).status).toBe(200);
  });
});

describe('sitemaps', () => {
  const kind = (sitemap: Manners['sitemap']) => siteWith((manners) => manners.sitemap === sitemap);
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!);

  test('list pages of the site, plain and gzipped', async () => {
    const plain = locations((await get(kind('xml'), '/sitemap.xml')).body.toString());
    const packed = locations(gunzipSync((await get(kind('gz'), '/sitemap.xml.gz')).body).toString());
    for (const url of [...plain, ...packed]) expect(web.subjectOf(url)).toBeDefined();
    expect(plain.length).toBeGreaterThan(1);
    expect(packed.length).toBeGreaterThan(1);
  });

  test('come as an index of gzipped parts', async () => {
    const site = kind('index');
    const parts = locations((await get(site, '/sitemap_index.xml')).body.toString());
    const pages: string[] = [];
    for (const part of parts)
      pages.push(...locations(gunzipSync((await ask(server.port, part)).body).toString()));
    const count = site.sections.reduce((sum, section) => sum + section.count, 0);
    expect(new Set(pages).size).toBe(count + 1);
  });
});

describe('misleading URLs', () => {
  test('redirect in chains, to other hosts and in loops', async () => {
    const site = faulty('redirects');
    const page = site.sections[0]!.first;
    let url = `http://${site.host}/go/${page.toString(36)}/4`;
    const statuses: number[] = [];
    for (let told = await ask(server.port, url); told.status !== 200; told = await ask(server.port, url)) {
      statuses.push(told.status);
      url = new URL(told.headers.location!, url).href;
    }
    expect(statuses.length).toBe(5);
    expect(url).toBe(addressOf(atlas, { kind: 'page', site, page }));
    const stranger = atlas.siteOf.findIndex((index) => index !== site.index);
    const out = await get(site, `/out/${stranger.toString(36)}`);
    expect(new URL(out.headers.location!).host).not.toBe(site.host);
    expect((await get(site, '/loop/a')).headers.location).toBe('/loop/b');
    expect((await get(site, '/loop/b')).headers.location).toBe(`http://${site.host}/loop/a`);
  });

  test('use all of 301, 302, 307 and 308', async () => {
    const site = faulty('redirects');
    const seen = new Set<number>();
    for (const { first, count } of site.sections) {
      for (let page = first; page < first + count; page++)
        seen.add((await get(site, `/go/${page.toString(36)}`)).status);
    }
    expect([...seen].sort()).toEqual([301, 302, 307, 308]);
  });

  test('carry session ids that change with every visit', async () => {
    for (const [session, pattern] of [
      ['query', /[?&]sid=([0-9a-f]{32})/],
      ['path', /;jsessionid=([0-9a-f]{32})/],
    ] as const) {
      const site = siteWith((manners) => manners.session === session);
      const numbers: (string | undefined)[] = [];
      for (const now of [1000, 2000]) {
        const answer = web.answer({ url: `http://${site.host}/`, now });
        if (answer.kind === 'response') numbers.push(pattern.exec(answer.body.toString())?.[1]);
      }
      expect(numbers[0]).toBeDefined();
      expect(numbers[1]).toBeDefined();
      expect(numbers[0]).not.toBe(numbers[1]);
    }
  });

  test('carry tracking parameters and still lead to the page', async () => {
    const site = faulty('tracking');
    const home = await get(site, '/');
    const tracked = readLinks(home.body.toString(), `http://${site.host}/`).filter(({ url }) =>
      url.includes('utm_source='),
    );
    expect(tracked.length).toBeGreaterThan(0);
    expect((await ask(server.port, tracked[0]!.url)).status).toBe(200);
  });

  test('show the same bytes, or nearly the same text, under other URLs', async () => {
    const site = faulty('copies');
    const path = `/${site.sections[0]!.slug}/`;
    const original = await get(site, path);
    expect((await get(site, `/mirror${path}`)).body.equals(original.body)).toBe(true);
    expect((await get(site, '/index.html')).body.equals((await get(site, '/')).body)).toBe(true);
    const print = await get(site, `/print${path}`);
    expect(print.status).toBe(200);
    expect(print.body.length).toBeLessThan(original.body.length);
    const [mirror, mirrored] = [...atlas.outskirts.mirrors][0]!;
    expect((await ask(server.port, `http://${mirror}/`)).body.equals((await get(mirrored, '/')).body)).toBe(
      true,
    );
  });

  test('never end: calendars, growing paths and combinations of filters', async () => {
    for (const [fault, start] of [
      ['calendar', '/calendar?year=2020&month=12'],
      ['calendar-path', '/events/2020/12/'],
      ['maze', '/archive/'],
      ['facets', '/shop'],
    ] as const) {
      const site = faulty(fault);
      let url = `http://${site.host}${start}`;
      const seen = new Set<string>();
      for (let step = 0; step < 30; step++) {
        const told = await ask(server.port, url);
        expect(told.status).toBe(200);
        seen.add(url);
        const fresh = readLinks(told.body.toString(), url).filter(
          (link) => !seen.has(link.url) && !link.url.endsWith('test/'),
        );
        url = fresh[(step * 7) % fresh.length]!.url;
      }
      expect(seen.size).toBe(30);
      expect(web.subjectOf(url)).toBeUndefined();
    }
  });

  test('lead through frames, areas, inline frames and refreshes', async () => {
    const site = faulty('frames');
    for (const path of [
      '/frames.html',
      '/map.html',
      '/window.html',
      `/moved/${site.sections[0]!.first.toString(36)}`,
    ]) {
      const told = await get(site, path);
      const links = readLinks(told.body.toString(), `http://${site.host}${path}`);
      expect(links.some(({ url }) => web.subjectOf(url) !== undefined)).toBe(true);
    }
  });

  test('paginate with rel=next to the end', async () => {
    const site = atlas.sites.find(
      ({ sections, manners }) => sections.some(({ count }) => count > 60) && manners.session === 'none',
    )!;
    const section = site.sections.find(({ count }) => count > 60)!;
    let url: string | undefined = `http://${site.host}/${section.slug}/`;
    let turned = 0;
    for (; url !== undefined; turned++) {
      const html = (await ask(server.port, url)).body.toString();
      const next: string | undefined = /<link rel="next" href=["']?([^"'>]+)/.exec(html)?.[1];
      url = next === undefined ? undefined : new URL(next, url).href;
    }
    expect(turned).toBe(Math.ceil(section.count / 30));
  });
});

describe('hosts in trouble', () => {
  const host = (fate: string) =>
    atlas.outskirts.deadHosts.find((name) => atlas.outskirts.dead.get(name) === fate)!;

  test('close the connection, always answer 503 or do not resolve', async () => {
    await expect(ask(server.port, `http://${host('close')}/`)).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect((await ask(server.port, `http://${host('unavailable')}/`)).status).toBe(503);
    expect(web.resolves(host('unresolved'))).toBe(false);
    expect(web.resolves(host('close'))).toBe(true);
    expect(web.answer({ url: `http://${host('hang')}/`, now: 0 })).toEqual({ kind: 'hang' });
  });

  test('answer late', () => {
    const slow = atlas.sites.find(({ manners }) => manners.slowMs > 0)!;
    const answer = web.answer({ url: `http://${slow.host}/`, now: 0 });
    if (answer.kind !== 'response') throw new Error('no answer');
    expect(answer.delayMs).toBeGreaterThanOrEqual(300);
    expect(answer.delayMs).toBeLessThanOrEqual(3000);
  });

  test('answer 429 with Retry-After when requests come too fast, and recover after it', () => {
    const site = atlas.sites.find(({ manners }) => manners.perSecond > 0)!;
    const at = (now: number) => {
      const answer = web.answer({ url: `http://${site.host}/`, now });
      if (answer.kind !== 'response') throw new Error('no answer');
      return answer;
    };
    // A bucket of three: the fourth simultaneous request is one too many.
    const now = 1_000_000;
    expect([0, 0, 0, 0].map(() => at(now).status)).toEqual([200, 200, 200, 429]);
    const retryAfter = Number(at(now).headers.find(([name]) => name === 'retry-after')![1]);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(at(now + retryAfter * 1000).status).toBe(200);
  });

  test('answer 404, 410 and 500, or 200 to any request', async () => {
    const site = faulty('rotten');
    expect((await get(site, '/missing/1')).status).toBe(404);
    expect((await get(site, '/gone/1')).status).toBe(410);
    expect((await get(site, '/broken/1')).status).toBe(500);
    const soft = await get(faulty('soft-404'), '/no/such/page.html');
    expect(soft.status).toBe(200);
    expect(soft.body.toString()).toContain('could not be found');
  });
});
