import { Command } from 'commander';
import { destinationOf, nameOf } from '../send/destinations.ts';
import { type SendOptions, send, sentTo } from '../send/send.ts';
import { count, table } from './format.ts';
import { onInterruption } from './interruption.ts';
import { asJson, complain, print } from './print.ts';

interface Options extends Pick<SendOptions, 'relevant' | 'text' | 'links' | 'wait' | 'restart'> {
  to?: string;
  json?: boolean;
}

export const sendCommand = new Command('send')
  .argument('<crawl>', 'the folder of the crawl')
  .option(
    '--to <destination>',
    'https://…, opensearch+https://HOST/INDEX, s3://BUCKET/PREFIX, nats://HOST/SUBJECT, or a YAML file of settings; without it, how far the crawl was sent to where',
  )
  .option('--relevant', 'only pages that count as relevant')
  .option('--no-text', 'leave out the main text of each page')
  .option('--links', 'include the links of each page')
  .option('--wait', 'continue after the crawl has ended, and wait for one that has not started')
  .option('--restart', 'begin with the first page again')
  .option('--json', 'print one JSON object at the end')
  .action(async (path: string, options: Options) => {
    if (options.to === undefined) return show(path, options.json === true);
    const stop = new AbortController();
    const unlisten = onInterruption(() => stop.abort());
    try {
      const to = destinationOf(options.to);
      const { signal } = stop;
      const { since, sent, refused } = await send(path, to, { ...options, signal, tell: complain });
      if (options.json) return print(asJson({ name: nameOf(to), since, sent, refused }));
      print(`${count(sent)} pages sent to ${nameOf(to)} so far, up to visit ${count(since)}.`);
      if (refused > 0) {
        complain(
          `${count(refused)} pages were refused; they are in the table "refused" of send/${nameOf(to)}.db.`,
        );
        process.exitCode = 1;
      }
    } finally {
      unlisten();
    }
  });

function show(path: string, json: boolean): void {
  const all = sentTo(path);
  if (json) return print(asJson(all));
  if (all.length === 0)
    return print('This crawl was not sent anywhere yet: forage send CRAWL --to DESTINATION');
  const rows = all.map(({ name, state }) =>
    state === undefined
      ? [name, '', '', '', 'being sent']
      : [name, count(state.sent), count(state.refused), count(state.since), ''],
  );
  print(table([['destination', 'sent', 'refused', 'up to visit', ''], ...rows], [1, 2, 3]));
}
