import { Command, Option } from 'commander';
import { roles } from '../desk/access.ts';
import { startDesk } from '../desk/desk.ts';
import { ForageError } from '../errors.ts';
import { untilInterrupted } from './interruption.ts';
import { print } from './print.ts';
import { amount } from './values.ts';

interface Options {
  port: number;
  listen?: string;
  name?: string[];
  guests?: 'read' | 'label';
}

export const deskCommand = new Command('desk')
  .argument('[folder]', 'the folder with your crawls', '.')
  .option('--port <n>', 'the port (default: any free one)', amount, 0)
  .option(
    '--listen <address>',
    'answer other machines too, at this address of this one; needs a password in FORAGE_DESK_PASSWORD',
  )
  .option('--name <host...>', 'host names by which other machines reach it')
  .addOption(
    new Option('--guests <role>', 'print a second URL that allows only this').choices(
      roles.filter((role) => role !== 'all'),
    ),
  )
  .action(async (folder: string, { port, listen, name = [], guests }: Options) => {
    const password = process.env.FORAGE_DESK_PASSWORD;
    if (listen === undefined && password !== undefined && password === '')
      throw new ForageError('USAGE', 'FORAGE_DESK_PASSWORD is empty.');
    const desk = await startDesk({
      folder,
      port,
      ...(listen === undefined ? {} : { address: listen, password }),
      names: name.map((one) => one.toLowerCase()),
      guests,
    });
    print(`The desk is at ${desk.url}`);
    if (listen !== undefined)
      print(
        'Everybody who reaches this address and knows the password can read, label, start and stop crawls here. What is sent is not encrypted: put a proxy with TLS before it.',
      );
    if (desk.guestUrl !== undefined) print(`For guests, who may ${guests}: ${desk.guestUrl}`);
    print('Ctrl-C ends the desk; crawls go on.');
    await untilInterrupted();
    await desk.close();
  });
