/** Pages that do their worst to a browser: each ends in time, and nothing is asked that the crawl would not ask. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawlOf, look, outcomesOf, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { chromiumPath, needsChromium } from '../lab/chromium.ts';
import { type ScriptSite, scriptSite } from './script-site.ts';

describe.skipIf(chromiumPath === undefined)(`a page that attacks the browser${needsChromium}`, () => {
  let site: ScriptSite;
  let web: SmallWeb;
  let inside: Server;
  const connections: string[] = [];
  let outcomes: Record<string, string>;
  let seeds: string[];
  let folder: string;

  beforeAll(async () => {
    inside = createServer((request, response) => {
      connections.push(`${request.method} ${request.url}`);
      response.end('secret');
    });
    inside.on('connection', () => connections.push('a connection'));
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    site = scriptSite({ flood: 200, forbidden: `http://127.0.0.1:${port}` });
    site.table['odd.test/robots.txt'] = { body: 'User-agent: *\nDisallow: /x?9' };
    web = await smallWeb(site.table, { threads: 0 });
    // All that go together on one page; those that take the processor for seconds are for the bench.
    seeds = ['all', 'restless', 'flood', 'moves', 'endless'].map((name) => `http://odd.test/${name}`);
    const settings = { recipe: 'breadth-first', budget: { depth: 1 } } as const;
    const perHost = { 'found.test': 'never' } as const;
    const render = { mode: 'always', perHost, maxRequests: 20, concurrency: 3 } as const;
    ({ folder } = await crawlOf(web, { seeds, settings: { ...settings, render } }));
    outcomes = outcomesOf(folder);
  });
  afterAll(async () => {
    await web?.close();
    inside?.closeAllConnections();
    inside?.close();
    removeFolders();
  });

  it('is read, whatever it does: as rendered, or as the server sent it', () => {
    for (const url of seeds) expect(outcomes[url], url).toBe('page');
  });

  it('is refused by name if it hangs, and read as the server sent it', async () => {
    const render = { mode: 'always', maxSeconds: 1 } as const;
    const hung = await crawlOf(web, { seeds: ['http://odd.test/loop'], settings: { render } });
    const refused = look(hung.folder, (read) => read.refusals().map(({ reason }) => reason));
    expect(refused).toEqual(['render: hung']);
    expect(outcomesOf(hung.folder)).toEqual({ 'http://odd.test/loop': 'page' });
  });

  it('leads on, by links of scripts, handlers, routers and moves', () => {
    for (const name of ['restless', 'inside', 'dialogs', 'post', 'moves', 'onclick', 'data', 'worker'])
      expect(outcomes[`http://found.test/${name}`], name).toBe('page');
    expect(outcomes['http://odd.test/x?pushed']).toBe('page');
  });

  it('reaches nothing on this machine or its network', () => {
    expect(connections).toEqual([]);
  });

  it('sends nothing but GET, no more than it may, and nothing that robots.txt disallows', () => {
    expect(site.notGet).toEqual([]);
    const flood = web.paths('odd.test').filter((path) => /^\/x\?\d/.test(path));
    expect(flood.length).toBeGreaterThan(5);
    expect(flood.length).toBeLessThanOrEqual(20);
    expect(flood.filter((path) => path.startsWith('/x?9'))).toEqual([]);
    expect(web.paths().filter((path) => /[?](posted|fetched|beacon|worker)$/.test(path))).toEqual([]);
  });
});
