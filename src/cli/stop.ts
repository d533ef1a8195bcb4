import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';

export const stopCommand = new Command('stop')
  .description('end a running crawl cleanly, as Ctrl-C does')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    const { detail } = await (await connect(path)).stop();
    console.log(`Stopped: ${detail}. Continue: forage resume ${path}`);
  });
