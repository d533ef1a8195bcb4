import { Command } from 'commander';
import { type FollowOptions, follow } from '../crawl/feed.ts';
import { untilInterrupted } from './interruption.ts';
import { printJsonLine } from './print.ts';
import { sequence } from './values.ts';

export const followCommand = new Command('follow')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--since <n>', 'only pages after this sequence number', sequence, 0)
  .option('--relevant', 'only pages that were judged relevant')
  .option('--changes', 'only pages that are new, changed, moved or gone')
  .option('--text', 'include the main text of each page')
  .option('--links', 'include the links of each page')
  .option('--wait', 'continue after the crawl has ended, and wait for one that has not started')
  .action(async (path: string, options: FollowOptions) => {
    const stop = new AbortController();
    // Waiting has no other end; without it, entries would be missing that were asked for.
    if (options.wait) void untilInterrupted().then(() => stop.abort());
    for await (const entry of follow(path, { ...options, signal: stop.signal })) await printJsonLine(entry);
  });
