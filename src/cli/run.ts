/** Runs a crawl in the terminal: the view, Ctrl-C once (clean stop) or twice (immediate), and the summary. */
import type { Crawl } from '../crawl/crawl.ts';
import type { Stop } from '../crawl/events.ts';
import { count, duration, percent } from './format.ts';
import { createView, type ViewKind } from './live.ts';

export async function runInTerminal(crawl: Crawl, kind: ViewKind): Promise<Stop> {
  const view = createView(kind);
  const interrupt = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    if (kind !== 'json')
      console.error('\nStopping after the requests in flight. Press Ctrl-C again to stop immediately.');
    crawl.stop();
  };
  let stopping = false;
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    for await (const event of crawl) view.show(event);
    return await crawl.finished;
  } finally {
    view.end();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

export function closingLines(stop: Stop, folder: string): string {
  const { summary } = stop;
  return [
    '',
    `Stopped: ${stop.detail}.`,
    `${count(summary.relevant)} relevant of ${count(summary.pages)} pages (harvest rate ${percent(summary.harvestRate)}) in ${duration(summary.elapsedMs)}; ${count(summary.waiting)} links still waiting.`,
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
