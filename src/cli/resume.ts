import { Command } from 'commander';
import { resume } from '../crawl/start.ts';
import { loadTopic } from '../topic/load.ts';
import { defaultViewKind } from './live.ts';
import { closingLines, runInTerminal } from './run.ts';
import { amount, whole } from './values.ts';

export const resumeCommand = new Command('resume')
  .description('go on with a crawl after Ctrl-C, a crash or a reboot')
  .argument('<crawl>', 'the folder of the crawl')
  .option('-n, --pages <n>', 'a new budget of pages, counted from the beginning of the crawl', whole)
  .option('--relevant <n>', 'a new budget of relevant pages', whole)
  .option('--seconds <n>', 'a new budget of time, counted from the beginning', amount)
  .option('--topic <file>', 'another topic from here on; its new seeds wait')
  .option('--json', 'print events, one JSON object a line')
  .option('-q, --quiet', 'print only how it ended')
  .action(
    async (
      folder: string,
      options: {
        pages?: number;
        relevant?: number;
        seconds?: number;
        topic?: string;
        json?: boolean;
        quiet?: boolean;
      },
    ) => {
      const { pages, relevant, seconds } = options;
      const kind = defaultViewKind(options);
      const topic = options.topic === undefined ? undefined : loadTopic(options.topic);
      const run = resume(folder, { topic, budget: { pages, relevant, seconds } });
      const stop = await runInTerminal(run, kind);
      if (kind !== 'json') console.log(closingLines(stop, folder));
    },
  );
