import { Command } from 'commander';
import { connect } from '../crawl/connect.ts';

export const pauseCommand = new Command('pause')
  .description('pause a running crawl: no new requests until "forage go"')
  .argument('<crawl>', 'the folder of the crawl')
  .action(async (path: string) => {
    await (await connect(path)).pause();
    console.log(`Paused; requests in flight finish. Continue: forage go ${path}`);
  });
