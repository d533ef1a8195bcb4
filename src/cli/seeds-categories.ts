/** `forage seeds categories`: what a directory has, to choose from. */
import { Command } from 'commander';
import { ForageError } from '../errors.ts';
import { byPatterns, countCategories } from '../seeds/directory/categories.ts';
import { count, table } from './format.ts';
import { asJson, print } from './print.ts';
import { modules, whole } from './values.ts';

export const categoriesCommand = new Command('categories')
  .description('list categories of a directory with their sizes')
  .argument('<file...>', 'RDF dumps of the Open Directory, or tables of categories and URLs')
  .option(
    '--category <pattern>',
    'only these and those below them, such as Top/Science/*; may be repeated',
    modules,
  )
  .option('-n, --limit <n>', 'at most N categories, largest first', whole, 50)
  .option('--json', 'print one JSON object per line')
  .action(async (files: string[], options: { category?: string[]; limit: number; json?: boolean }) => {
    const chooses = options.category === undefined ? () => true : byPatterns(options.category);
    const all = await countCategories(files, chooses);
    const whole = ({ pages, pagesBelow }: (typeof all)[number]): number => pages + pagesBelow;
    const shown = all.sort((a, b) => whole(b) - whole(a)).slice(0, options.limit);
    if (options.json) {
      for (const one of shown) print(asJson(one));
      return;
    }
    if (all.length === 0)
      throw new ForageError(
        'INPUT_INVALID',
        `No category matches ${options.category?.join(', ') ?? 'anything'}.`,
      );
    const rows = shown.map((one) => [
      count(whole(one)),
      count(one.pages),
      count(one.categoriesBelow),
      one.category,
    ]);
    print(table([['pages', 'its own', 'below it', 'category'], ...rows], [0, 1, 2]));
    const pages = all.reduce((sum, one) => sum + one.pages, 0);
    print(`\n${count(all.length)} categories, ${count(pages)} pages.`);
  });
