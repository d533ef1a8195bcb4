import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';

export const pauseCommand = new Command('pause')
  .description('have a running crawl ask for nothing new until "forage go"')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    await (await connect(path)).pause();
    console.log(`Paused; what is under way finishes. Go on: forage go ${path}`);
  });
