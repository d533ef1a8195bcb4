import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';

export const goCommand = new Command('go')
  .description('end the pause of a running crawl')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    await (await connect(path)).go();
    console.log('It goes on.');
  });
