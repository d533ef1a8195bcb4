import { Command } from 'commander';
import { openFolder, warcFiles } from '../crawl/folder.ts';
import { repair } from '../crawl/repair.ts';
import { typed } from '../suggest.ts';
import { beforeWriting } from './dry-run.ts';
import { count } from './format.ts';
import { onInterruption } from './interruption.ts';
import { asJson, complain, print } from './print.ts';
import { progressLine } from './progress-line.ts';

const NAMED = 10;

export const repairCommand = new Command('repair')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--json', 'print one JSON object')
  .action(async (path: string, options: { json?: boolean }) => {
    const files = warcFiles(openFolder(path).path);
    beforeWriting(`rebuild crawl.db of ${path} from ${count(files.length)} WARC files`);
    const abort = new AbortController();
    const unhook = onInterruption(() => abort.abort());
    const line = progressLine('Reading the archive');
    const done = await repair(path, {
      signal: abort.signal,
      tell: (message) => complain(message),
      progress: line.show,
    }).finally(() => {
      line.clear();
      unhook();
    });
    if (!done.finished) process.exitCode ??= 130;
    if (options.json) return print(asJson(done));
    if (!done.finished) return print('Stopped. Nothing was changed.');
    print(
      [
        `crawl.db was rebuilt from ${count(done.records)} responses of the archive:`,
        `  ${count(done.pages)} pages, ${count(done.relevant)} of them relevant, and ${count(done.duplicates)} duplicates; ${count(done.waiting)} links wait`,
        ...(done.labels === 0 ? [] : [`  ${count(done.labels)} answers of people about pages`]),
        ...(done.former === undefined ? [] : [`  the former database is kept as ${done.former}`]),
        '',
        'Not brought back:',
        ...done.damage.slice(0, NAMED).map((sentence) => `  ${sentence}`),
        ...(done.damage.length > NAMED ? [`  and ${count(done.damage.length - NAMED)} more`] : []),
        ...(done.withoutSource === 0
          ? []
          : [
              `  how ${count(done.withoutSource)} answers were found: the pages with their links are not in the archive`,
            ]),
        '  what is in no WARC file: requests without an answer, pages with noindex, the log of requests, faults,',
        "  people's answers that could not be read, former judgements and sequence numbers of the feed",
        '  rules of robots.txt and the pace of hosts: they are asked for again',
        '',
        `  forage resume ${typed(path)}    continue the crawl`,
        `  forage check ${typed(path)}     compare it with its archive`,
      ].join('\n'),
    );
  });
