import { Command } from 'commander';
import { openBegun } from '../crawl/open.ts';
import { resume } from '../crawl/start.ts';
import { loadTopic } from '../topic/load.ts';
import { beforeWriting } from './dry-run.ts';
import { defaultViewKind } from './live.ts';
import { runInTerminal, tellEnd } from './run.ts';
import { amount, whole, words } from './values.ts';

export const resumeCommand = new Command('resume')
  .argument('<crawl>', 'the folder of the crawl')
  .option('-n, --pages <n>', 'a new budget of pages, counted from the start of the crawl', whole)
  .option('--relevant <n>', 'a new budget of relevant pages', whole)
  .option('--words <n>', 'a new budget of words of relevant pages; 10M is ten million', words)
  .option('--seconds <n>', 'a new time budget, counted from the start of the crawl', amount)
  .option('--bytes <n>', 'a new budget of bytes, counted from the start of the crawl', whole)
  .option('--pool <file>', 'draw the next seeds from this file of URLs whenever the frontier is empty')
  .option('--topic <file>', 'use another topic from now on; its new seeds are added')
  .option('--json', 'print events, one JSON object per line')
  .option('-q, --quiet', 'print only the summary')
  .action(
    async (
      folder: string,
      options: {
        pages?: number;
        relevant?: number;
        words?: number;
        seconds?: number;
        bytes?: number;
        pool?: string;
        topic?: string;
        json?: boolean;
        quiet?: boolean;
      },
    ) => {
      const { pages, relevant, words, seconds, bytes, pool } = options;
      const kind = defaultViewKind(options);
      const topic = options.topic === undefined ? undefined : loadTopic(options.topic);
      openBegun(folder)?.db.close();
      beforeWriting(`resume ${folder}`, () => ({ budget: { pages, relevant, words, seconds, bytes } }));
      const run = resume(folder, { topic, pool, budget: { pages, relevant, words, seconds, bytes } });
      const stop = await runInTerminal(run, kind);
      tellEnd(stop, folder, kind);
    },
  );
