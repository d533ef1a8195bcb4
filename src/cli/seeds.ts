import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';
import { beforeWriting } from './dry-run.ts';
import { count, plural } from './format.ts';
import { print } from './print.ts';
import { categoriesCommand } from './seeds-categories.ts';
import { findCommand } from './seeds-find.ts';
import { seeds } from './topic-flags.ts';

const addCommand = new Command('add')
  .description('add seeds to a crawl: immediately if it is running, otherwise at the next resume')
  .argument('<crawl>', 'the folder of the crawl')
  .argument('<url|file...>', 'URLs, or files with one URL per line ("#" starts a comment)', seeds)
  .action(async (path: string, urls: string[]) => {
    const control = await connect(path);
    beforeWriting(`add ${plural(urls.length, 'seed')} to ${path}`, () => ({ seeds: urls }));
    const { added, known, inForce } = await control.addSeeds(urls);
    const rest = known === 0 ? '' : `; ${count(known)} were seeds already`;
    const when =
      added === 0 ? '' : inForce === 'now' ? ' They are queued.' : ' They are queued at the next resume.';
    print(`${plural(added, 'seed')} added${rest}.${when}`);
  });

export const seedsCommand = new Command('seeds')
  .addCommand(findCommand)
  .addCommand(categoriesCommand)
  .addCommand(addCommand);
