import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { type RoundRecord, roundsOf } from '../archive/rounds.ts';
import { openCrawl } from '../crawl/open.ts';
import { recrawl } from '../crawl/recrawl/recrawl.ts';
import { orders, type RoundOrder } from '../crawl/recrawl/round.ts';
import { isOver } from '../crawl/recrawl/rounds.ts';
import { typed } from '../suggest.ts';
import { beforeWriting } from './dry-run.ts';
import { fitted } from './fitted.ts';
import { count, duration } from './format.ts';
import { onInterruption } from './interruption.ts';
import { defaultViewKind } from './live.ts';
import { complain, print } from './print.ts';
import { runInTerminal } from './run.ts';
import { span, whole } from './values.ts';

interface Options {
  due?: boolean;
  every?: number;
  budget?: number;
  by: RoundOrder;
  json?: boolean;
  quiet?: boolean;
}

export const recrawlCommand = new Command('recrawl')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--budget <n>', 'at most N requests in a round', whole)
  .addOption(
    new Option('--by <order>', 'what to ask first: what should bring most, the oldest, what sitemaps say')
      .choices(orders)
      .default('change'),
  )
  .option('--due', 'only pages that are due: probably changed, or older than --every')
  .option('--every <time>', 'stay on and begin a round every 7d, 12h, 30m; with --due, one round', span)
  .option('--json', 'print events, one JSON object per line')
  .option('-q, --quiet', 'print only the summary')
  .action(async (folder: string, { due = false, every, budget, by, ...options }: Options) => {
    const kind = defaultViewKind(options);
    const isStaying = every !== undefined && !due;
    openCrawl(folder).db.close();
    beforeWriting(`ask for pages of ${folder} again`, () => ({ by, due, budget }));
    for (;;) {
      const startedAt = Date.now();
      const run = recrawl(folder, { by, due, everyMs: every, budget });
      const stop = await runInTerminal(run, kind);
      const isFinished = isOver(stop.reason);
      if (kind !== 'json') print(fitted(isFinished ? roundLines(folder) : `Stopped: ${stop.detail}.`));
      if (!isStaying || !isFinished) return;
      const waitMs = Math.max(0, startedAt + every - Date.now());
      if (kind !== 'json') complain(`The next round begins in ${duration(waitMs)}.`);
      if (!(await waited(waitMs))) return;
    }
  });

/** False if it was interrupted. */
async function waited(ms: number): Promise<boolean> {
  const interrupted = new AbortController();
  const unhook = onInterruption(() => interrupted.abort());
  try {
    // A timer of Node may not be longer.
    for (let left = ms; left > 0 && !interrupted.signal.aborted; left -= LONGEST_TIMER_MS)
      await sleep(Math.min(left, LONGEST_TIMER_MS), undefined, interrupted).catch(() => {});
    return !interrupted.signal.aborted;
  } finally {
    unhook();
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

function roundLines(folder: string): string {
  const { db } = openCrawl(folder);
  try {
    const [round] = roundsOf(db, 1);
    return round === undefined ? '' : roundText(round, folder);
  } finally {
    db.close();
  }
}

function roundText(round: RoundRecord, folder: string): string {
  const asked = round.requests === 1 ? 'request' : 'requests';
  return [
    '',
    `Round ${round.n}: ${count(round.requests)} ${asked} in ${duration(round.endedAt - round.startedAt)}.`,
    `${count(round.unchanged)} unchanged, ${count(round.changed)} changed, ${count(round.moved)} moved, ${count(round.gone)} gone, ${count(round.unreachable)} out of reach; ${count(round.new)} new, of which ${count(round.newRelevant)} are called relevant.`,
    '',
    `  forage follow ${typed(folder)} --changes    what is new, changed, moved and gone`,
  ].join('\n');
}
