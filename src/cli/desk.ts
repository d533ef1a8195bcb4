import { Command, Option } from 'commander';
import { roles } from '../desk/access.ts';
import { startDesk } from '../desk/desk.ts';
import { ForageError } from '../errors.ts';
import { untilInterrupted } from './interruption.ts';
import { print } from './print.ts';
import { port } from './values.ts';

interface Options {
  port: number;
  listen?: string;
  name?: string[];
  guests?: 'read' | 'label';
  proxy?: string;
  userHeader: string;
}

export const deskCommand = new Command('desk')
  .argument('[folder]', 'the folder with your crawls', '.')
  .option('--port <n>', 'the port; 0 takes any free one', port, 0)
  .option(
    '--listen <address>',
    'answer other machines too, at this address of this one; needs a password in FORAGE_DESK_PASSWORD, or --proxy',
  )
  .option(
    '--proxy <address>',
    'the IP address of a proxy that signs people in: what it says of them in --user-header is believed',
  )
  .option('--user-header <name>', 'the header in which the proxy names people', 'X-Forwarded-User')
  .option('--name <host...>', 'host names by which other machines reach it')
  .addOption(
    new Option('--guests <role>', 'print a second URL that allows only this').choices(
      roles.filter((role) => role !== 'all'),
    ),
  )
  .action(async (folder: string, { port, listen, name = [], guests, proxy, userHeader }: Options) => {
    const password = process.env.FORAGE_DESK_PASSWORD;
    if (listen === undefined && password !== undefined && password === '')
      throw new ForageError('USAGE', 'FORAGE_DESK_PASSWORD is empty.');
    const desk = await startDesk({
      folder,
      port,
      ...(listen === undefined ? {} : { address: listen, password }),
      names: name.map((one) => one.toLowerCase()),
      guests,
      proxy: proxy === undefined ? undefined : { address: proxy, header: userHeader },
    });
    print(`The desk is at ${desk.url}`);
    if (listen !== undefined)
      print(
        `Everybody who ${[
          ...(password === undefined ? [] : ['reaches this address and knows the password']),
          ...(proxy === undefined ? [] : [`${proxy} lets through`]),
        ].join(
          ', or whom ',
        )} can read, label, start and stop crawls here. What is sent is not encrypted: put a proxy with TLS before it.`,
      );
    if (desk.guestUrl !== undefined) print(`For guests, who may ${guests}: ${desk.guestUrl}`);
    print('Ctrl-C ends the desk; crawls go on.');
    desk.warm();
    await untilInterrupted();
    await desk.close();
  });
