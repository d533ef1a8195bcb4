import { once } from 'node:events';
import { Command } from 'commander';
import { type FollowOptions, follow } from '../crawl/feed.ts';
import { sequence } from './values.ts';

export const followCommand = new Command('follow')
  .description('the pages of a crawl as JSON lines, as they are committed')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--since <n>', 'only what comes after this sequence number', sequence, 0)
  .option('--relevant', 'only pages that were judged relevant')
  .option('--text', 'with the main text of each page')
  .option('--links', 'with the links of each page')
  .option('--wait', 'go on when the crawl has ended, and wait for one that has not begun')
  .action(async (path: string, options: FollowOptions) => {
    // A reader that has stopped reading is waited for here; the crawl does not notice.
    for await (const entry of follow(path, options))
      if (!process.stdout.write(`${JSON.stringify(entry)}\n`)) await once(process.stdout, 'drain');
  });
