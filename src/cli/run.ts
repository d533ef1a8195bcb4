/** Runs a crawl in the terminal: the view, a clean stop when it is interrupted, and the summary. */
import { type Coverage, coverageLines, coverageOf } from '../answers/coverage.ts';
import { found } from '../answers/harvest.ts';
import type { Explanation } from '../answers/poor/explanation.ts';
import { explainPoor } from '../answers/poor/poor.ts';
import { onSites, type Sites, sitesOf } from '../answers/sites.ts';
import { type Trust, trustOf } from '../answers/trust.ts';
import type { Crawl } from '../crawl/crawl.ts';
import type { Stop } from '../crawl/events.ts';
import { openCrawl } from '../crawl/open.ts';
import type { Settings } from '../crawl/settings.ts';
import { typed } from '../suggest.ts';
import { fitted } from './fitted.ts';
import { count, duration } from './format.ts';
import { onInterruption } from './interruption.ts';
import { createView, type ViewKind } from './live.ts';
import { poorLines } from './poor-lines.ts';
import { columns, complain, print } from './print.ts';
import { underBorder } from './under-border.ts';

export async function runInTerminal(crawl: Crawl, kind: ViewKind): Promise<Stop> {
  const view = createView(kind);
  const unhook = onInterruption((reason) => {
    view.say('Stopping after the requests in flight. Press Ctrl-C again to stop immediately.');
    crawl.stop('interrupted', reason);
  });
  try {
    for await (const event of crawl) view.show(event);
    const stop = await crawl.finished;
    if (stop.reason === 'faults') process.exitCode = 1;
    return stop;
  } finally {
    view.end();
    unhook();
  }
}

/**
 * What a crawl came to. A poor judge is called poor however little is printed, on stderr. A crawl that ended without a
 * single page has failed.
 */
export function tellEnd(stop: Stop, folder: string, kind: ViewKind): void {
  const answers = answersOn(stop, folder);
  if (kind !== 'json') print(fitted(closingLines(stop, folder, answers)));
  for (const warning of answers?.trust?.warnings ?? []) complain(fitted(warning, columns(process.stderr)));
  const { pages, duplicates } = stop.summary;
  if (answers !== undefined && pages + duplicates === 0) process.exitCode = NOTHING_FETCHED;
}

const NOTHING_FETCHED = 3;

interface Answers {
  trust: Trust | undefined;
  coverage: Coverage | undefined;
  sites: Sites | undefined;
  poor: Explanation[];
  /** How many more pages count because people said so. */
  added: number;
  budget: Settings['budget'];
}

/** Nothing is asked of a crawl that was interrupted before its first page. */
function answersOn({ reason, summary }: Stop, folder: string): Answers | undefined {
  if (reason === 'interrupted' && summary.pages === 0) return undefined;
  const crawl = openCrawl(folder);
  try {
    return {
      trust: summary.pages === summary.unjudged ? undefined : trustOf(crawl),
      coverage: summary.pages === summary.unjudged ? undefined : coverageOf(crawl),
      sites: summary.relevant === 0 ? undefined : sitesOf(crawl),
      poor: explainPoor(crawl),
      added: crawl.read.answerCounts().added,
      budget: crawl.folder.settings.budget,
    };
  } finally {
    crawl.db.close();
  }
}

function closingLines(stop: Stop, folder: string, answers: Answers | undefined): string {
  const { summary } = stop;
  const { trust, coverage, sites, poor = [], added, budget = {} } = answers ?? {};
  return [
    '',
    `Stopped: ${stop.detail}.`,
    `${found(summary, added)}${sites === undefined ? '' : `, ${onSites(sites)},`} in ${duration(summary.elapsedMs)}; ${count(summary.waiting)} links still waiting.`,
    ...(trust === undefined || summary.relevant === 0
      ? []
      : [trust.sentence, ...(trust.warnings.length > 0 ? underBorder(trust) : [])]),
    ...coverageLines(coverage),
    ...poorLines(poor),
    ...(summary.faults > 0
      ? [`${count(summary.faults)} faults, each on one page; their stacks are in ${folder}/faults.log.`]
      : []),
    '',
    `  forage status ${typed(folder)}            hosts, outcomes, refusals`,
    ...(summary.pages === 0
      ? []
      : [
          `  forage search ${typed(folder)} WORDS      full-text search`,
          `  forage export ${typed(folder)} --format jsonl|csv|parquet|warc|wacz|text|markdown|vertical|tei|graphml|gexf`,
        ]),
    ...(stop.reason === 'frontier-empty' ? [] : [`  ${resumeLine(stop, folder, budget)}`]),
  ].join('\n');
}

/** A used-up budget needs a higher one, or the crawl would end at once. */
function resumeLine({ reason, summary }: Stop, folder: string, budget: Partial<Settings['budget']>): string {
  const higher = (had = 0, used = 0): number => 2 * (used < 2 * had ? had : Math.ceil(used));
  const flags = {
    'budget-pages': `--pages ${higher(budget.pages, summary.pages)}`,
    'budget-relevant': `--relevant ${higher(budget.relevant, summary.relevant)}`,
    'budget-words': `--words ${higher(budget.words, summary.words)}`,
    'budget-time': `--seconds ${higher(budget.seconds, summary.elapsedMs / 1000)}`,
    'budget-bytes': `--bytes ${higher(budget.bytes, summary.bytes)}`,
  };
  const flag = (flags as Record<string, string>)[reason];
  return flag === undefined
    ? `forage resume ${typed(folder)}            continue where it stopped`
    : `forage resume ${typed(folder)} ${flag}    continue with a higher budget`;
}
