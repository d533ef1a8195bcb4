/** Runs a crawl in the terminal: the view, a clean stop when it is interrupted, and the summary. */
import { found } from '../answers/harvest.ts';
import type { Crawl } from '../crawl/crawl.ts';
import type { Stop } from '../crawl/events.ts';
import { count, duration } from './format.ts';
import { onInterruption } from './interruption.ts';
import { createView, type ViewKind } from './live.ts';

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

export function closingLines(stop: Stop, folder: string): string {
  const { summary } = stop;
  return [
    '',
    `Stopped: ${stop.detail}.`,
    `${found(summary)} in ${duration(summary.elapsedMs)}; ${count(summary.waiting)} links still waiting.`,
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
