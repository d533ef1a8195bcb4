import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';
import { typed } from '../suggest.ts';
import { print } from './print.ts';

export const pauseCommand = new Command('pause')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    await (await connect(path)).pause();
    print(`Paused; requests in flight finish. Continue: forage go ${typed(path)}`);
  });
