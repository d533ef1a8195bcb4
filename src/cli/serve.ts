import { Command } from 'commander';
import { DEFAULT_RATE, startServing } from '../serve/serve.ts';
import { untilInterrupted } from './interruption.ts';
import { print } from './print.ts';
import { amount, port } from './values.ts';

interface Options {
  port: number;
  listen?: string;
  name?: string[];
  public?: boolean;
  rate: number;
  title?: string;
  all?: boolean;
}

export const serveCommand = new Command('serve')
  .argument('<crawls...>', 'the folders of the crawls')
  .option('--port <n>', 'the port; 0 takes any free one', port, 0)
  .option('--listen <address>', 'answer other machines too, at this address of this one')
  .option('--name <host...>', 'host names by which other machines reach it')
  .option('--public', 'everybody who reaches it may search; otherwise FORAGE_SERVE_PASSWORD is asked for')
  .option('--rate <n>', 'requests a second from one address; 0 for no limit', amount, DEFAULT_RATE)
  .option('--title <text>', 'the name of the collection (default: the titles of the topics)')
  .option('--all', 'also pages that were not judged relevant')
  .action(async (crawls: string[], { name = [], listen, public: isPublic = false, ...options }: Options) => {
    const serving = await startServing({
      ...options,
      crawls,
      isPublic,
      names: name.map((one) => one.toLowerCase()),
      password: process.env.FORAGE_SERVE_PASSWORD,
      ...(listen === undefined ? {} : { address: listen }),
    });
    print(`The search page is at ${serving.url}`);
    if (listen !== undefined) print('What is sent is not encrypted: put a proxy with TLS before it.');
    print('Ctrl-C ends it.');
    await untilInterrupted();
    await serving.close();
  });
