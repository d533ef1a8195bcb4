/** The search page over crawls, as a visitor, a program and an attacker meet it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect as connectTo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsOf } from '../../src/serve/library.ts';
import { RateLimit } from '../../src/serve/rate.ts';
import { type RunningSearch, type ServeOptions, startServing } from '../../src/serve/serve.ts';
import { removeFolders } from '../crawl/small-web.ts';
import { chromiumPath, launchChromium, needsChromium } from '../lab/chromium.ts';
import { attack, type Shelved, shelved } from './fixture.ts';

let on: Shelved;
let site: RunningSearch;
const faults: unknown[] = [];
const started: RunningSearch[] = [];

async function serving(more: Partial<ServeOptions> = {}): Promise<RunningSearch> {
  const one = await startServing({
    crawls: [on.owls],
    port: 0,
    rate: 0,
    fault: (error) => faults.push(error),
    ...more,
  });
  started.push(one);
  return one;
}

beforeAll(async () => {
  on = await shelved();
  site = await serving();
});
afterAll(async () => {
  for (const one of started) await one.close();
  await on?.web.close();
  removeFolders();
  expect(faults).toEqual([]);
});

interface Answer {
  total: number;
  hits: {
    title: string;
    url: string;
    crawl: string;
    page: number;
    snippet: { text: string; isMatch: boolean }[];
  }[];
  counts: Record<string, { value: string; pages: number }[]>;
  suggestion?: string;
  isRelaxed: boolean;
}

async function found(query: string, at = site): Promise<Answer> {
  const response = await fetch(`${at.url}api/v1/search?${query}`);
  expect(response.status, query).toBe(200);
  return (await response.json()) as Answer;
}

const html = async (path: string, at = site): Promise<string> => (await fetch(at.url + path)).text();

describe('a search', () => {
  it('finds relevant pages alone, with counts by site, language, type and year', async () => {
    const { total, counts, hits } = await found('q=owl&limit=50');
    // Fourteen owls, the list, the German page and the attack; the parcel is not relevant.
    expect(total).toBe(17);
    expect(hits).toHaveLength(17);
    expect(counts.host).toEqual([
      { value: 'owls.test', pages: 16 },
      { value: 'eulen.test', pages: 1 },
    ]);
    expect(counts.language).toContainEqual({ value: 'de', pages: 1 });
    // n from 1 to 14, years 2020 + n mod 3: four, five and five of them.
    expect(counts.year).toEqual([
      { value: '2022', pages: 5 },
      { value: '2021', pages: 5 },
      { value: '2020', pages: 4 },
    ]);
    expect(counts.type).toEqual([{ value: 'html', pages: 17 }]);
    expect((await found('q=parcel')).total).toBe(0);
  });

  it('is narrowed by site, language, year and author', async () => {
    expect((await found('q=owl&host=eulen.test')).hits.map(({ url }) => url)).toEqual(['http://eulen.test/']);
    expect((await found('q=owl&language=de')).total).toBe(1);
    expect((await found('q=owl&year=2020')).total).toBe(4);
    expect((await found('q=owl+author:aster')).total).toBe(7);
  });

  it('marks what was looked for in the snippet, and shows the first words of nothing else', async () => {
    const [hit] = (await found('q=voles')).hits;
    expect(hit!.snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['voles']);
    expect(partsOf('a \ufdd0b\ufdd1 c')).toEqual([
      { text: 'a ', isMatch: false },
      { text: 'b', isMatch: true },
      { text: ' c', isMatch: false },
    ]);
  });

  it('suggests a word of the crawl for a misspelt one, and none for a word that occurs', async () => {
    expect((await found('q=contry')).suggestion).toBe('country');
    expect((await found('q=barn+haering')).suggestion).toBe('barn hearing');
    expect((await found('q=mouse+parcel')).suggestion).toBeUndefined();
    expect(await html('?q=contry')).toContain('<a href="/?q=country">country</a>');
  });

  it('over two crawls has the hits of both, each with its collection', async () => {
    const both = await serving({ crawls: [on.owls, on.again], title: 'Both' });
    const { counts, total, hits } = await found('q=Schleiereule', both);
    expect(total).toBe(2);
    expect(hits.map(({ crawl }) => crawl).sort()).toEqual(['owls', 'owls~2']);
    expect(counts.crawl).toEqual([
      { value: 'owls', pages: 1 },
      { value: 'owls~2', pages: 1 },
    ]);
    expect((await found('q=Schleiereule&crawl=owls~2', both)).total).toBe(1);
  });

  it('shows all pages if asked to', async () => {
    const all = await serving({ all: true });
    expect((await found('q=parcel', all)).total).toBe(1);
  });

  it('answers whatever is typed', async () => {
    for (const q of [
      '',
      '"',
      '*',
      '-',
      'OR OR',
      'title:',
      'a'.repeat(400),
      '%00',
      "'; DROP TABLE pages; --",
      '🦉',
      'NEAR(a b)',
    ])
      expect((await fetch(`${site.url}?q=${encodeURIComponent(q)}`)).status, q).toBe(200);
    expect((await fetch(`${site.url}?q=${'a'.repeat(401)}`)).status).toBe(400);
    expect((await fetch(`${site.url}?q=owl&page=0`)).status).toBe(400);
    expect((await fetch(`${site.url}?q=owl&utm_source=x`)).status).toBe(200);
  });
});

describe('for visitors', () => {
  it('results are pages of ten, with links to the original and to the stored text', async () => {
    const first = await html('?q=owl');
    expect(first.match(/<li><h2/g)).toHaveLength(10);
    expect(first).toContain('1 of 2');
    expect(first).toMatch(/<a href="http:\/\/owls\.test\/owl-\d+" rel="noreferrer noopener nofollow">/);
    const second = await html('?q=owl&page=2');
    expect(second.match(/<li><h2/g)).toHaveLength(7);
  });

  it('a stored text has its facts, and its Markdown its headings and lists', async () => {
    const { hits } = await found('q=title:"number+7"');
    const path = `page/${hits[0]!.crawl}/${hits[0]!.page}`;
    const text = await html(path);
    for (const part of ['Ann Aster', '2021-05-08', 'voles and shrews', 'http://owls.test/owl-7'])
      expect(text).toContain(part);
    const markdown = await html(`${path}/markdown`);
    expect(markdown).toContain('\n# Barn owl 7\n\n## Hunting\n');
    expect(markdown).toContain('\n- mice\n- voles and shrews\n');
    expect(markdown).toMatch(
      /^---\nurl: http:\/\/owls\.test\/owl-7\ntitle: Barn owl number 7\nauthors:\n {2}- Ann Aster\npublished: 2021-05-08\n/,
    );
  });

  it('a page that is not to be found is not to be read either', async () => {
    const all = await serving({ all: true });
    const { hits } = await found('q=parcel', all);
    const path = `page/owls/${hits[0]!.page}`;
    expect((await fetch(all.url + path)).status).toBe(200);
    expect((await fetch(site.url + path)).status).toBe(404);
    for (const wrong of ['page/owls/0', 'page/owls/1e3', 'page/other/1', 'page/..%2f/1', 'page/owls/999999'])
      expect((await fetch(site.url + wrong)).status, wrong).toBe(404);
  });

  it('the description for browsers is valid XML with this address', async () => {
    const text = await html('opensearch.xml');
    expect(text).toContain(`template="${site.url}?q={searchTerms}"`);
    expect(text).toContain('<ShortName>Owls of Europe</ShortName>');
    expect(await html('robots.txt')).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('against abuse', () => {
  it('nothing of a page becomes markup, in results or in its text', async () => {
    const list = await html('?q=owl+onerror');
    expect(list).toContain('&lt;img');
    const { hits } = await found('q=onerror');
    const text = await html(`page/owls/${hits[0]!.page}`);
    for (const page of [list, text]) {
      expect(page).not.toContain('<img');
      expect(page).not.toContain('<script');
      expect(page).not.toContain(attack);
    }
    const markdown = await html(`page/owls/${hits[0]!.page}/markdown`);
    expect(markdown).toContain('\\<img');
    expect(markdown).toContain('\\[evil\\](http');
  });

  it('no script may run, no frame may hold it, no other name leads to it, nothing is written', async () => {
    const response = await fetch(site.url);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).not.toContain('script-src');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(
      (await fetch(site.url, { method: 'POST', headers: { origin: new URL(site.url).origin } })).status,
    ).toBe(405);
    const { port } = new URL(site.url);
    const said = await new Promise<string>((resolve) => {
      const socket = connectTo(Number(port), '127.0.0.1');
      socket.setEncoding('utf8').on('data', resolve);
      socket.write('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    });
    expect(said).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('beyond this machine it must be public or have a password', async () => {
    await expect(serving({ address: '0.0.0.0' })).rejects.toThrow(/--public/);
    await expect(serving({ password: 'short' })).rejects.toThrow(/too short/);
    const locked = await serving({ password: 'a-long-password' });
    expect((await fetch(`${locked.url}?q=owl`)).status).toBe(401);
    expect((await fetch(`${locked.url}api/v1/search?q=owl`)).status).toBe(401);
    const response = await fetch(`${locked.url}api/v1/search?q=owl`, {
      headers: { authorization: 'Bearer a-long-password' },
    });
    expect(response.status).toBe(200);
  });

  it('an address that asks too often waits, others do not', () => {
    let now = 0;
    const limit = new RateLimit(2, () => now);
    for (let n = 0; n < 8; n++) limit.ask('1.1.1.1');
    expect(() => limit.ask('1.1.1.1')).toThrow(/Too many requests/);
    limit.ask('2.2.2.2');
    now += 500;
    limit.ask('1.1.1.1');
    expect(() => limit.ask('1.1.1.1')).toThrow();
  });
});

describe.skipIf(chromiumPath === undefined)(`in chromium${needsChromium}`, () => {
  it('axe finds nothing, in light and dark, and nothing is wider than a telephone', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const both = await serving({ crawls: [on.owls, on.again] });
    const { hits } = await found('q=onerror', both);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
      for (const [at, path] of [
        '',
        '?q=owl',
        '?q=contry',
        `page/owls/${hits[0]!.page}`,
        'nothing',
      ].entries()) {
        await page.emulateMedia({ colorScheme: at % 2 ? 'dark' : 'light' });
        await page.goto(both.url + path);
        const violations = await page.evaluate(`${axe}; axe.run({ resultTypes: ['violations'] })
          .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))`);
        expect(violations, path).toEqual([]);
        expect(
          await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          path,
        ).toBeLessThanOrEqual(0);
      }
      await page.goto(both.url);
      await page.getByLabel('Search').fill('owl');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'German' }).click();
      expect(await page.getByRole('heading', { level: 2, name: 'Schleiereule' }).count()).toBeGreaterThan(0);
      expect(await page.title()).not.toContain('owned');
    } finally {
      await browser.close();
    }
  });
});
