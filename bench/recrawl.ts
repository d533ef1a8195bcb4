/**
 * What coming back brings: a generated web of 5,000 pages that change, move, die and are born at known rates, asked over
 * 30 virtual days by the crawl itself (`recrawl`, with its threads, archive and catalogue), in several orders on the
 * same budget. Printed: how fresh relevant pages are, and how many new ones each thousand requests found.
 *
 *   node bench/recrawl.ts [requests a day] [seed] [days] [one of the orders]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePages } from '../src/crawl/recrawl/choose.ts';
import { freshnessGain } from '../src/crawl/recrawl/worth.ts';
import { connect, crawl, type RecrawlOptions, recrawl } from '../src/index.ts';
import { ChangingWeb, DAY_MS, mulberry32, START } from './changing-web.ts';

const budget = Number(process.argv[2] ?? 250);
const seed = Number(process.argv[3] ?? 1);
const DAYS = Number(process.argv[4] ?? 30);
const only = process.argv[5];

interface Result {
  requests: number;
  /** Mean share of the relevant pages on the Web that the crawl has as they are, before and after each round. */
  freshness: number;
  /** Relevant pages born since the first crawl, by the time of their first visit. */
  found: number;
}

interface Order extends Pick<RecrawlOptions, 'by' | 'budget' | 'everyMs'> {
  choose?: (web: ChangingWeb) => typeof choosePages;
}

const orders: Record<string, Order & { days?: number }> = {
  'by change': { by: 'change', budget },
  'fixed interval': { by: 'interval', budget, everyMs: DAY_MS },
  'sitemap dates': { by: 'sitemap', budget, everyMs: DAY_MS },
  'at random': { by: 'interval', budget, choose: () => atRandom(mulberry32(seed)) },
  'rates known': { by: 'change', budget, choose: knowingRates },
  // Every day is the same to it: a few are enough.
  'everything, every day': { by: 'interval', everyMs: DAY_MS, days: Math.min(DAYS, 5) },
};

const folder = mkdtempSync(join(tmpdir(), 'forage-recrawl-'));
try {
  const first = join(folder, 'first');
  const out = join(folder, 'run');
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
  console.log(
    `${web.requests} requests for all pages, ${web.relevantNow().length} of them relevant; then ${budget} requests a day for ${DAYS} days, seed ${seed}\n`,
  );
  const results: Record<string, Result> = {};
  for (const [name, { days = DAYS, ...order }] of Object.entries(orders)) {
    if (only !== undefined && name !== only) continue;
    const began = performance.now();
    results[name] = await run(first, out, order, days);
    console.log(`${name.padEnd(22)} ${resultText(results[name])}   ${seconds(began)}`);
  }
  console.log(`${'the most possible'.padEnd(22)} fresh ${(100 * (await mostPossible())).toFixed(1)} %`);
  const ours = results['by change'];
  const fixed = results['fixed interval'];
  if (ours && fixed)
    console.log(
      `\nby change against the fixed interval: fresh × ${(ours.freshness / fixed.freshness).toFixed(2)}, new relevant pages a request × ${(ours.found / ours.requests / (fixed.found / fixed.requests)).toFixed(2)}`,
    );
  if (only === undefined || only === 'avoid') await withAndWithoutAvoidLists(first, out);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One round for everything after 30 days (CINDI, section 5.5), with places of a few pages already on the lists. */
async function withAndWithoutAvoidLists(first: string, out: string): Promise<void> {
  console.log('\na second cycle for everything after 30 days, sites from 60 pages and directories from 15');
  for (const minRelevant of [0, 0.05]) {
    cpSync(first, out, { recursive: true });
    const control = await connect(out);
    await control.set({
      'recrawl.minRelevant': minRelevant,
      'recrawl.sitePages': 60,
      'recrawl.directoryPages': 15,
    });
    const web = new ChangingWeb(seed);
    web.know(START);
    web.now = START + 30 * DAY_MS;
    await recrawl(out, { web, clock: web.clock }).finished;
    rmSync(out, { recursive: true, force: true });
    const name = minRelevant === 0 ? 'without avoid lists' : 'with avoid lists';
    console.log(
      `${name.padEnd(22)} ${String(web.requests).padStart(7)} requests   ${web.relevantNow().length} relevant pages on the Web, ${(100 * web.freshness()).toFixed(1)} % of them in the crawl as they are; ${web.found} new ones found`,
    );
  }
}

function resultText({ requests, freshness, found }: Result): string {
  const perThousand = (1000 * found) / requests;
  return `${String(requests).padStart(7)} requests   fresh ${(100 * freshness).toFixed(1).padStart(5)} %   ${String(found).padStart(4)} new relevant pages, ${perThousand.toFixed(1).padStart(5)} a thousand requests`;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}

async function run(first: string, out: string, { choose, ...order }: Order, days: number): Promise<Result> {
  cpSync(first, out, { recursive: true });
  const web = new ChangingWeb(seed);
  web.know(START);
  let fresh = 0;
  for (let day = 1; day <= days; day++) {
    web.now = START + day * DAY_MS;
    fresh += web.freshness();
    await recrawl(out, { ...order, choose: choose?.(web), web, clock: web.clock }).finished;
    fresh += web.freshness();
  }
  rmSync(out, { recursive: true, force: true });
  return { requests: web.requests, freshness: fresh / (2 * days), found: web.found };
}

/** As by change, with the rates at which pages do change instead of estimates. */
function knowingRates(web: ChangingWeb): typeof choosePages {
  const long = 1e6 * DAY_MS;
  return (candidates, choice) =>
    choosePages(
      candidates.map((page) => {
        const rate = web.leafAt(page.url)?.rate;
        return rate === undefined ? page : { ...page, dated: rate * 1e6, exposedMs: long, undated: 0 };
      }),
      choice,
    );
}

/**
 * No order can do better: all relevant pages are known from their first day on and no request is for anything else, the
 * rates are known, and each day those are asked for which that gains most freshness.
 */
async function mostPossible(): Promise<number> {
  const web = new ChangingWeb(seed);
  web.know(START);
  const askedAt = new Map<string, number>();
  let fresh = 0;
  for (let day = 1; day <= DAYS; day++) {
    web.now = START + day * DAY_MS;
    fresh += web.freshness();
    const gains = web.relevantNow().map(({ url, rate, bornAt }) => {
      const since = askedAt.get(url) ?? (bornAt <= START ? START : undefined);
      const gain = since === undefined ? 1 / rate : freshnessGain(rate, (web.now - since) / DAY_MS);
      return { url, gain };
    });
    for (const { url } of gains.sort((a, b) => b.gain - a.gain).slice(0, budget)) {
      await web.fetch({ url });
      askedAt.set(url, web.now);
    }
    fresh += web.freshness();
  }
  return fresh / (2 * DAYS);
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
