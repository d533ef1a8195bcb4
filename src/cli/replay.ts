import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { unwritable } from '../disk.ts';
import { openFrozenWeb } from '../frozen/frozen.ts';
import { startReplay } from '../frozen/replay.ts';
import { count } from './format.ts';
import { complain, print } from './print.ts';
import { port } from './values.ts';

interface Options {
  port: number;
  ca?: string;
}

export const replayCommand = new Command('replay')
  .argument('<path...>', 'crawl folders or WARC files')
  .option('-p, --port <n>', 'the port, 0 for any', port, 8080)
  .option('--ca <file>', 'write the certificate to trust for https to this file')
  .action(async (paths: string[], options: Options) => {
    const web = await openFrozenWeb(paths);
    const replay = await startReplay(web, { port: options.port });
    if (options.ca !== undefined) {
      try {
        writeFileSync(options.ca, replay.caPem);
      } catch (error) {
        await replay.close();
        throw unwritable(options.ca, error);
      }
    }
    for (const sentence of web.damage) complain(sentence);
    // Registered before the message that Ctrl-C ends it.
    const ended = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    print(`${count(web.size)} URLs are served through the proxy ${replay.url}`);
    print(`  curl -x ${replay.url} URL`);
    print(`  curl -x ${replay.url} --cacert FILE https://…    (with --ca FILE)`);
    print(`  ${replay.indexUrl}    lists its hosts and pages`);
    print('Press Ctrl-C to end.');
    await ended;
    await replay.close();
    await web.close();
  });
