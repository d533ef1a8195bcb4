import { Command } from 'commander';
import { checkCrawl } from '../crawl/check-folder.ts';
import { typed } from '../suggest.ts';
import { bytes, count } from './format.ts';
import { asJson, print } from './print.ts';
import { progressLine } from './progress-line.ts';

export const checkCommand = new Command('check')
  .argument('<crawl>', 'the folder of the crawl')
  .option('--json', 'print one JSON object')
  .action(async (path: string, options: { json?: boolean }) => {
    const line = progressLine('Reading the archive');
    const check = await checkCrawl(path, { progress: line.show }).finally(line.clear);
    if (check.problems.length > 0) process.exitCode = 1;
    if (options.json) return print(asJson(check));
    for (const note of check.notes) print(note);
    const size = `${count(check.urls)} fetched URLs, ${count(check.records)} records, ${bytes(check.bytes)}`;
    if (check.problems.length === 0) return print(`${path} is whole: ${size}.`);
    for (const problem of check.problems) print(problem);
    const isDatabase = check.problems.some((problem) => problem.startsWith('crawl.db'));
    print(
      isDatabase
        ? `\n${path} is damaged. Rebuild its database from its archive: forage repair ${typed(path)}`
        : `\n${path} is damaged: ${size}. The other pages are whole, and the crawl can go on; exports leave the damaged ones out.`,
    );
  });
