/** Asks about random pages that a crawl called relevant, and says how many of all of them are. */
import { Command } from 'commander';
import { drawCalled } from '../answers/draw.ts';
import { trustIn } from '../answers/trust.ts';
import { connect } from '../crawl/connect.ts';
import { openCrawl } from '../crawl/open.ts';
import { typed } from '../suggest.ts';
import { ask, personName } from './ask-pages.ts';
import { asJson, complain, print } from './print.ts';
import { whole } from './values.ts';

interface Options {
  pages: number;
  answers?: string;
  by?: string;
  json?: boolean;
}

export const checkSampleCommand = new Command('check-sample')
  .argument('<crawl>', 'the folder of the crawl, running or not')
  .option('-n, --pages <n>', 'number of pages to check', whole, 20)
  .option('--answers <file>', 'take the answers from a file: URL, tab, and yes, no or unsure on each line')
  .option('--by <name>', 'who answers (default: your user name)')
  .option('--json', 'print the estimate as one JSON object')
  .action(async (path: string, { pages, answers, by, json }: Options) => {
    const control = await connect(path);
    const crawl = openCrawl(path);
    const drawn = drawCalled(crawl, pages);
    const asking = { crawl, control, drawn, by: personName(by) };
    const asked = await ask(asking, answers, `forage check-sample ${typed(path)}`);
    crawl.db.close();
    if (!asked) return;
    const { precision, sentence, warnings } = trustIn(path);
    if (json) return print(asJson(precision));
    if (drawn.pages.length === 0) print('There is no page left to check.');
    print(sentence);
    for (const warning of warnings) complain(warning);
  });
