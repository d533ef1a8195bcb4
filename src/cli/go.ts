import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';
import { print } from './print.ts';

export const goCommand = new Command('go')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    await (await connect(path)).go();
    print('The crawl continues.');
  });
