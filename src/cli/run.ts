/** Runs a crawl in the terminal: the view, a clean stop when it is interrupted, and the summary. */
import { found } from '../answers/harvest.ts';
import { type Trust, trustIn } from '../answers/trust.ts';
import type { Crawl } from '../crawl/crawl.ts';
import type { Stop } from '../crawl/events.ts';
import { count, duration } from './format.ts';
import { onInterruption } from './interruption.ts';
import { createView, type ViewKind } from './live.ts';
import { complain, print } from './print.ts';
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

/** What a crawl came to. A poor judge is called poor however little is printed, on stderr. */
export function tellEnd(stop: Stop, folder: string, kind: ViewKind): void {
  const trust = stop.summary.pages === stop.summary.unjudged ? undefined : trustIn(folder);
  if (kind !== 'json') print(closingLines(stop, folder, trust));
  for (const warning of trust?.warnings ?? []) complain(warning);
}

function closingLines(stop: Stop, folder: string, trust: Trust | undefined): string {
  const { summary } = stop;
  return [
    '',
    `Stopped: ${stop.detail}.`,
    `${found(summary)} in ${duration(summary.elapsedMs)}; ${count(summary.waiting)} links still waiting.`,
    ...(trust === undefined
      ? []
      : [trust.sentence, ...(trust.warnings.length > 0 ? underBorder(trust) : [])]),
    ...(summary.faults > 0
      ? [`${count(summary.faults)} faults, each on one page; their stacks are in ${folder}/faults.log.`]
      : []),
    '',
    `  forage status ${folder}            hosts, outcomes, refusals`,
    `  forage search ${folder} WORDS      full-text search`,
    `  forage export ${folder} --format jsonl|csv|warc|text|graphml|gexf`,
    ...(stop.reason === 'frontier-empty'
      ? []
      : [`  forage resume ${folder}            continue where it stopped`]),
  ].join('\n');
}
