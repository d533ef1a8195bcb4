import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';
import { typed } from '../suggest.ts';
import { print } from './print.ts';

export const stopCommand = new Command('stop')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    const { detail } = await (await connect(path)).stop();
    print(`Stopped: ${detail}. Continue: forage resume ${typed(path)}`);
  });
