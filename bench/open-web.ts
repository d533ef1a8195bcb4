/**
 * What a crawl does with its budget on sites of the open Web: which share of its requests brought a text that it did not
 * have, a copy of one, a list, or nothing; and how many texts of each site it never got.
 *
 *   node bench/open-web.ts [--pages 300] [--sites blog,forum] [--threads 2] [--whole] [--keep]
 *
 * `--whole` lets the crawl run until nothing waits, so that what is missing was lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crawl } from '../src/index.ts';
import { blog, forum, news, type Site, shop, society, wiki } from './open-web-sites.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    sites: { type: 'string', default: 'blog,forum,sessions,shop,wiki,news,society' },
    threads: { type: 'string', default: '2' },
    whole: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const all = [
  blog(),
  forum(),
  forum('sessions.test', 160, { sessions: true }),
  shop(),
  wiki(),
  news(),
  society(),
];
const rows: Row[] = [];
for (const name of values.sites.split(',')) {
  const site = all.find((one) => one.name === name);
  if (site === undefined) throw new Error(`No site is called ${name}.`);
  rows.push(await measure(site));
  console.table(rows.slice(-1));
}
console.table(rows);

interface Row {
  site: string;
  requests: number;
  new: number;
  'new of all': string;
  copies: number;
  lists: number;
  noise: number;
  twice: number;
  share: string;
  seconds: number;
  end: string;
}

async function measure(site: Site): Promise<Row> {
  const seen = new Set<string>();
  const asked = new Set<string>();
  const count = { new: 0, copies: 0, lists: 0, noise: 0, twice: 0 };
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    if (path === '/robots.txt') return response.writeHead(404).end();
    if (asked.has(host + path)) count.twice += 1;
    asked.add(host + path);
    const answer = site.hosts.includes(host)
      ? site.answer(new URL(path, `http://${host}`))
      : { truth: 'noise' as const, status: 404 };
    const { truth } = answer;
    if (truth === 'noise') count.noise += 1;
    else if (truth === 'listing') count.lists += 1;
    else if (seen.has(truth.content)) count.copies += 1;
    else {
      seen.add(truth.content);
      count.new += 1;
    }
    response.writeHead(answer.status ?? 200, {
      'content-type': `${answer.type ?? 'text/html'}; charset=utf-8`,
      ...(answer.location === undefined ? {} : { location: answer.location }),
    });
    return response.end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'forage-open-web-'));
  const began = performance.now();
  const stop = await crawl({
    out: join(folder, site.name),
    topic: {
      name: 'owls',
      title: 'Owls and their lives',
      language: 'en',
      keywords: ['owl', 'barn owl', 'pellet', 'roost', 'nocturnal'],
      seeds: [`http://${site.hosts[0]}/`],
    },
    settings: {
      threads: Number(values.threads),
      budget: { pages: values.whole ? 6000 : Number(values.pages) },
      http: {
        contact: 'mailto:test@example.org',
        connectTo: { '*.test': `127.0.0.1:${port}` },
      },
      politeness: { minDelayMs: 0, delayFactor: 0, maxIdleSeconds: 5 },
    },
  }).finished;
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  server.close();
  server.closeAllConnections();
  if (values.keep) console.log(join(folder, site.name));
  else rmSync(folder, { recursive: true });
  const { twice, ...counts } = count;
  const requests = Object.values(counts).reduce((sum, one) => sum + one);
  return {
    site: site.name,
    requests,
    ...count,
    'new of all': `${count.new} of ${site.contents}`,
    share: `${((100 * count.new) / requests).toFixed(1)} %`,
    seconds,
    end: stop.reason,
  };
}
