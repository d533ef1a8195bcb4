/**
 * What coming back brings: a generated web of 5,000 pages that change, move, die and are born at known rates, asked over
 * 30 virtual days by the crawl itself (`recrawl`, with its threads, archive and catalogue), in several orders on the
 * same budget. Printed: how fresh relevant pages are, and how many new ones each thousand requests found.
 *
 *   node bench/recrawl.ts [requests a day] [seed]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePages } from '../src/crawl/recrawl/choose.ts';
import { crawl, type RecrawlOptions, recrawl } from '../src/index.ts';
import { ChangingWeb, DAY_MS, mulberry32, START } from './changing-web.ts';

const DAYS = 30;
const budget = Number(process.argv[2] ?? 250);
const seed = Number(process.argv[3] ?? 1);

interface Result {
  requests: number;
  /** Mean share of the relevant pages on the Web that the crawl has as they are, before and after each round. */
  freshness: number;
  /** Relevant pages born since the first crawl, by the time of their first visit. */
  found: number;
}

type Order = Pick<RecrawlOptions, 'by' | 'budget' | 'everyMs' | 'choose'>;

const orders: Record<string, Order> = {
  'by change': { by: 'change', budget },
  'fixed interval': { by: 'interval', budget, everyMs: DAY_MS },
  'sitemap dates': { by: 'sitemap', budget, everyMs: DAY_MS },
  'at random': { by: 'interval', budget, choose: atRandom(mulberry32(seed)) },
  'everything, every day': { by: 'interval', everyMs: DAY_MS },
};

const folder = mkdtempSync(join(tmpdir(), 'forage-recrawl-'));
try {
  const first = join(folder, 'first');
  const web = new ChangingWeb(seed);
  await crawl({
    topic: { name: 'comets', keywords: ['comet'], language: 'en', seeds: web.seeds },
    out: first,
    web,
    clock: web.clock,
    settings: {
      concurrency: 16,
      threads: 1,
      traps: false,
      set: { judge: 'string-match', half: 1 },
      politeness: { robots: 'obey', sitemaps: 'all', minDelayMs: 0, delayFactor: 0 },
    },
  }).finished;
  const start = { requests: web.requests, relevant: web.relevantNow().length };
  console.log(
    `${web.requests} pages, ${start.relevant} of them relevant; ${budget} requests a day for ${DAYS} days, seed ${seed}\n`,
  );
  const results: Record<string, Result> = {};
  for (const [name, order] of Object.entries(orders)) {
    const began = performance.now();
    results[name] = await run(first, join(folder, 'run'), order);
    rmSync(join(folder, 'run'), { recursive: true, force: true });
    const { requests, freshness, found } = results[name];
    const perThousand = (1000 * found) / requests;
    console.log(
      `${name.padEnd(22)} ${String(requests).padStart(7)} requests   fresh ${(100 * freshness).toFixed(1).padStart(5)} %   ${String(found).padStart(4)} new relevant pages, ${perThousand.toFixed(1).padStart(5)} a thousand requests   ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
  }
  const ours = results['by change']!;
  const fixed = results['fixed interval']!;
  console.log(
    `\nby change against the fixed interval: fresh × ${(ours.freshness / fixed.freshness).toFixed(2)}, new relevant pages a request × ${(ours.found / ours.requests / (fixed.found / fixed.requests)).toFixed(2)}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(first: string, out: string, order: Order): Promise<Result> {
  cpSync(first, out, { recursive: true });
  const web = new ChangingWeb(seed);
  web.know(START);
  let fresh = 0;
  for (let day = 1; day <= DAYS; day++) {
    web.now = START + day * DAY_MS;
    fresh += web.freshness();
    await recrawl(out, { ...order, web, clock: web.clock }).finished;
    fresh += web.freshness();
  }
  return { requests: web.requests, freshness: fresh / (2 * DAYS), found: web.found };
}

/** Known pages in random order; sitemaps are not read. */
function atRandom(random: () => number): typeof choosePages {
  return (candidates, choice) => {
    const drawn = new Map(candidates.map(({ link }) => [link, random()]));
    const chosen = choosePages(
      candidates.filter(({ isSitemap }) => !isSitemap),
      { ...choice, settings: { ...choice.settings, budget: undefined } },
    );
    const priorities = chosen.map(({ priority }) => priority);
    return chosen
      .sort((a, b) => drawn.get(a.link)! - drawn.get(b.link)!)
      .slice(0, budget)
      .map(({ link }, i) => ({ link, priority: priorities[i]! }));
  };
}
