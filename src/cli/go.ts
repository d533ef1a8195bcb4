import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';

export const goCommand = new Command('go')
  .description('continue a paused crawl')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    await (await connect(path)).go();
    console.log('The crawl continues.');
  });
