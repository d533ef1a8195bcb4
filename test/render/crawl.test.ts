/** A crawl whose pages are made by scripts, with a real Chromium; then the same from its archive, without one. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCrawl } from '../../src/crawl/check-folder.ts';
import { repair } from '../../src/crawl/repair.ts';
import { openFrozenWeb } from '../../src/frozen/frozen.ts';
import { crawl } from '../../src/index.ts';
import { readWarcFile } from '../../src/warc/read.ts';
import { crawlOf, newFolder, pagesOf, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { chromiumPath, needsChromium } from '../lab/chromium.ts';
import { type ScriptSite, scriptSite } from './script-site.ts';

const ORDER = { recipe: 'breadth-first' } as const;

describe.skipIf(chromiumPath === undefined)(`a site made by scripts${needsChromium}`, () => {
  let site: ScriptSite;
  let web: SmallWeb;
  let rendered: Awaited<ReturnType<typeof crawlOf>>;
  const seeds = ['http://start.test/'];

  beforeAll(async () => {
    site = scriptSite();
    web = await smallWeb(site.table, { threads: 1 });
    const perHost = { 'lists.test': 'auto', 'start.test': 'never' } as const;
    // Not to be reached, however busy the machine is.
    const render = { mode: 'always', perHost, maxSeconds: 200 } as const;
    rendered = await crawlOf(web, { seeds, settings: { ...ORDER, render } });
  });
  afterAll(async () => {
    await web?.close();
    removeFolders();
  });

  it('is found whole: router, lists that load more, closed shadow roots, hash routes', () => {
    const found = pagesOf(rendered.folder)
      .filter(({ outcome }) => outcome === 'page')
      .map(({ url }) => url);
    expect(new Set(found)).toEqual(new Set(site.pages));
  });

  it('is judged by the text that scripts write', () => {
    const relevant = pagesOf(rendered.folder).filter((page) => page.relevant);
    const urls = new Set(relevant.map(({ url }) => url));
    expect(urls).toContain('http://shop.test/c/0/thing-1');
    expect(urls).toContain('http://parts.test/part/2');
    expect(urls).toContain('http://hash.test/#/route/1');
  });

  it('is rendered where its host says so, and where it brings something', () => {
    const { renders, pages } = rendered.stop.summary;
    // All 10 pages of shop, parts and hash; of lists the two lists, and items until three have brought nothing.
    expect(renders).toBeGreaterThanOrEqual(12);
    expect(renders).toBeLessThanOrEqual(16);
    expect(pages).toBe(site.pages.length);
  });

  it('is asked for by GET alone, each script once, one request of a host at a time', () => {
    expect(site.notGet).toEqual([]);
    const scripts = web.log.filter(({ path }) => path.endsWith('.js')).map(({ host, path }) => host + path);
    expect(scripts.length).toBe(new Set(scripts).size);
    for (const host of new Set(web.log.map((asked) => asked.host))) {
      const asked = web.askedOf(host);
      for (const [i, { startedAt }] of asked.entries())
        if (i > 0) expect(startedAt).toBeGreaterThanOrEqual(asked[i - 1]!.endedAt);
    }
  });

  it('is archived with every request, the rendered pages beside what the server sent', async () => {
    const types = new Map<string, string[]>();
    for await (const { url, type } of readWarcFile(join(rendered.folder, 'archive', 'test-00001.warc.gz')))
      types.set(url, [...(types.get(url) ?? []), type]);
    expect(types.get('http://shop.test/c/0')).toEqual(['request', 'response', 'conversion']);
    expect(types.get('http://shop.test/app.js')).toEqual(['request', 'response']);
    expect(types.get('http://hash.test/#/route/1')).toEqual(['conversion']);
    expect(types.get('http://start.test/')).toEqual(['request', 'response']);
    expect((await checkCrawl(rendered.folder)).problems).toEqual([]);
  });

  it('is written down as a reader sees it: without scripts, URLs absolute, each link once', async () => {
    const frozen = await openFrozenWeb([rendered.folder], { cache: false });
    const answer = await frozen.fetch({ url: 'http://shop.test/c/0' });
    await frozen.close();
    const html = answer.ok ? Buffer.from(answer.body).toString() : '';
    expect(html.match(/<a href="[^"]*"/g)).toEqual([
      '<a href="http://shop.test/c/0/thing-0"',
      '<a href="http://shop.test/c/0/thing-1"',
    ]);
    expect(html).not.toMatch(/<script|<noscript/);
  });

  it('comes from its archive the same, without a browser', async () => {
    const before = web.log.length;
    const again = join(newFolder(), 'again');
    const settings = { ...ORDER, web: [rendered.folder], threads: 0 };
    await crawl({ topic: { name: 'test', keywords: ['comet'], seeds }, out: again, settings }).finished;
    expect(web.log.length).toBe(before);
    expect(judged(again)).toEqual(judged(rendered.folder));
  });

  it('is rebuilt from its archive the same', async () => {
    const before = judged(rendered.folder);
    for (const end of ['', '-wal', '-shm']) rmSync(join(rendered.folder, `crawl.db${end}`), { force: true });
    const { damage, withoutSource } = await repair(rendered.folder);
    expect({ damage, withoutSource }).toEqual({ damage: [], withoutSource: 0 });
    expect(judged(rendered.folder)).toEqual(before);
  });
});

const judged = (folder: string): string[] =>
  pagesOf(folder)
    .map(({ url, outcome, relevant, title }) => `${url} ${outcome} ${relevant} ${title}`)
    .sort();
