import { Command } from 'commander';
import { stringify } from 'yaml';
import { vocabularyOf } from '../answers/topic/vocabulary.ts';
import { openCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { count, oneLine, plural } from './format.ts';
import { print } from './print.ts';
import { whole } from './values.ts';

interface Options {
  minCount: number;
  limit: number;
}

export const keywordsCommand = new Command('keywords')
  .description(
    'propose keywords with weights, from the meta keywords of a crawl’s pages and from its anchors',
  )
  .argument('<crawl>', 'folder of a crawl of the topic')
  .option('--min-count <n>', 'leave out terms of fewer relevant pages', whole, 5)
  .option('-n, --limit <n>', 'at most N keywords', whole, 50)
  .action(async (path: string, options: Options) => {
    const crawl = openCrawl(path);
    const terms = await vocabularyOf(crawl, options).finally(() => crawl.db.close());
    if (terms.length === 0)
      throw new ForageError(
        'INPUT_INVALID',
        `No meta keyword or anchor of ${path} is commoner among its relevant pages than elsewhere; give a crawl of a few hundred pages, or a smaller --min-count.`,
      );
    const lines = terms.map(({ term, weight, from, relevant, others }) => {
      const entry = stringify({ [oneLine(term, 80)]: weight }, { lineWidth: 0 }).trim();
      return `  - ${entry}  # ${from}: ${count(relevant)} relevant, ${plural(others, 'other')}`;
    });
    print(
      [
        `# Proposed from ${path}; delete what does not fit, then copy into the topic file.`,
        '# After each term: the relevant and the other pages with it, or with a link to them that has it.',
        'keywords:',
        ...lines,
      ].join('\n'),
    );
  });
