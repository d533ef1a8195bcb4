/**
 * What rendering finds and costs, on a web of which every page is known (test/render/script-site.ts): 300 pages made by
 * scripts and 1,200 that need none, crawled without a browser, with one where it pays, and with one for every page.
 *
 *   node bench/render.ts                  plain, auto and always
 *   node bench/render.ts --scale 0.1      a tenth of that web
 *   node bench/render.ts --plain 0        without the pages that need no script
 *   node bench/render.ts --renders 1000   renders in a row: memory and processes
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/render/find-browser.ts';
import { RenderingWeb, type RenderMode } from '../src/render/rendering-web.ts';
import { createHttpWeb } from '../src/web/http/http.ts';
import { crawlOf, outcomesOf, removeFolders, smallWeb } from '../test/crawl/small-web.ts';
import { scriptSite } from '../test/render/script-site.ts';

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    plain: { type: 'string', default: '1200' },
    renders: { type: 'string' },
    delay: { type: 'string', default: '20' },
  },
});
if (values.renders !== undefined) await manyRenders(Number(values.renders));
else await compareModes(Number(values.scale));

async function compareModes(scale: number): Promise<void> {
  const n = (full: number): number => Math.round(full * scale);
  // Nobody may be asked here.
  const inside = createServer((_, response) => void response.end('secret'));
  let reached = 0;
  inside.on('connection', () => reached++);
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const forbidden = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
  const counts = { categories: n(10), things: 10, lists: n(4), items: 25, components: n(40), routes: n(44) };
  const minDelayMs = Number(values.delay);
  console.log(
    '| mode | pages found | of those made by scripts | links found | renders | renders a page | requests | seconds |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const mode of ['never', 'auto', 'always'] satisfies RenderMode[]) {
    const site = scriptSite({ ...counts, plainHosts: 6, plainPages: n(Number(values.plain) / 6), forbidden });
    const web = await smallWeb(site.table, { threads: 1 });
    const began = performance.now();
    const { stop, folder } = await crawlOf(web, {
      seeds: ['http://start.test/', ...site.attacks],
      settings: {
        recipe: 'breadth-first',
        render: { mode },
        politeness: { minDelayMs },
        archive: { followDuplicates: true },
      },
    });
    const seconds = (performance.now() - began) / 1000;
    const outcomes = outcomesOf(folder);
    const found = (urls: string[]): number => urls.filter((url) => outcomes[url] === 'page').length;
    const links = Object.keys(outcomes).length;
    const { renders, pages, requests } = stop.summary;
    console.log(
      `| ${mode} | ${found(site.pages)} of ${site.pages.length} | ${found(site.scripted)} of ${site.scripted.length} | ${links} | ${renders} | ${(renders / pages).toFixed(2)} | ${requests} | ${seconds.toFixed(0)} |`,
    );
    console.error(
      `${mode}: not GET: ${site.notGet.length}; connections inside: ${reached}; ${paceOf(web.log, minDelayMs)}; attacks read: ${found(site.attacks)} of ${site.attacks.length}`,
    );
    await web.close();
  }
  inside.close();
  removeFolders();
}

/** By the server's log: requests of a host at a time, and its longest burst against the pace. */
function paceOf(log: { host: string; startedAt: number; endedAt: number }[], delayMs: number): string {
  let overlaps = 0;
  let tooFast = 0;
  const hosts = new Set(log.map(({ host }) => host));
  for (const host of hosts) {
    const asked = log.filter((one) => one.host === host).sort((a, b) => a.startedAt - b.startedAt);
    for (const [i, { startedAt }] of asked.entries())
      if (i > 0 && startedAt < asked[i - 1]!.endedAt) overlaps++;
    // On average no faster than one request each delay.
    const lasted = asked.at(-1)!.startedAt - asked[0]!.startedAt;
    if (lasted < (asked.length - 60) * delayMs) tooFast++;
  }
  return `${log.length} requests to ${hosts.size} hosts, ${overlaps} at the same time as another, ${tooFast} hosts asked faster than the pace`;
}

async function manyRenders(count: number): Promise<void> {
  const site = scriptSite({ categories: 5, things: 10 });
  const web = await smallWeb(site.table);
  const plain = createHttpWeb({ userAgent: 'bench', connectTo: { '*.test': `127.0.0.1:${web.port}` } });
  const renderer = new RenderingWeb({
    web: plain,
    browser: findBrowser(),
    settings: {
      mode: 'always',
      perHost: {},
      concurrency: 2,
      maxSeconds: 20,
      maxRequests: 50,
      maxBytes: 5_000_000,
      maxMemoryMb: 512,
      screenshots: false,
    },
    ask: ({ url }) => plain.fetch({ url }),
    withCookies: false,
    onRender(_, outcome) {
      if ('refused' in outcome) failed++;
    },
  });
  let failed = 0;
  let next = 0;
  console.log('| renders | processes | their memory, MB | our own, MB | seconds |');
  console.log('|---|---|---|---|---|');
  const began = performance.now();
  const one = async (): Promise<void> => {
    while (next < count) {
      const n = next++;
      await renderer.fetch({ url: `http://shop.test/c/${n % 5}/thing-${n % 10}` });
      if ((n + 1) % Math.ceil(count / 10) !== 0) continue;
      const { processes, bytes } = descendants();
      console.log(
        `| ${n + 1} | ${processes} | ${Math.round(bytes / 1e6)} | ${Math.round(process.memoryUsage().rss / 1e6)} | ${Math.round((performance.now() - began) / 1000)} |`,
      );
    }
  };
  await Promise.all([one(), one()]);
  await renderer.close();
  await new Promise((resolve) => setTimeout(resolve, 500));
  console.log(
    `${failed} failed; ${renderer.browsersStarted} browsers were used; ${descendants().processes} processes are left`,
  );
  await plain.close();
  await web.close();
}

/** The processes under this one, and the memory that they do not share, on Linux. */
function descendants(): { processes: number; bytes: number } {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state !== 'Z') parents.set(Number(name), Number(parent));
    } catch {
      // It has ended.
    }
  }
  const isOurs = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at))
      if (at === process.pid) return true;
    return false;
  };
  let bytes = 0;
  let processes = 0;
  for (const pid of parents.keys()) {
    if (!isOurs(pid)) continue;
    processes++;
    try {
      const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      bytes += 1024 * Number(kb ?? 0);
    } catch {
      // It has ended.
    }
  }
  return { processes, bytes };
}
