/** The command line: one file per command, errors as sentences. */
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { asDiskTrouble, unwritable } from '../disk.ts';
import { type ErrorCode, ForageError } from '../errors.ts';
import { commands, groups } from './commands.ts';
import { equip, prepare, printedSchema } from './for-programs.ts';
import { complain } from './print.ts';

/** Usage errors exit with 2, all others with 1. */
const MISTYPED: ReadonlySet<ErrorCode> = new Set(['USAGE', 'RECIPE_UNKNOWN', 'CONTACT_MISSING']);

/** Answers the exit code; what is not the user's to mend is thrown. */
export async function run(args: readonly string[]): Promise<number> {
  let crawl = '';
  try {
    if (await printedSchema(args)) return 0;
    const program = await programFor(args);
    program.hook('preAction', (_, command) => {
      crawl = String(command.processedArgs[0] ?? '');
      prepare(command);
    });
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    const error = asTrouble(thrown, crawl);
    if (!(error instanceof ForageError)) throw error;
    complain(error.message);
    return MISTYPED.has(error.code) ? 2 : 1;
  }
}

/**
 * A statement may find the damage in a database long after it was opened. An error of the system that names no file is
 * not about the database: somebody's exporter, for example, has filled the disk that it writes to.
 */
function asTrouble(thrown: unknown, crawl: string): unknown {
  const isOther = thrown instanceof Error && 'syscall' in thrown && !('path' in thrown);
  return isOther ? unwritable('A file', thrown) : asDiskTrouble(thrown, join(crawl, 'crawl.db'));
}

/** A loaded command is the same object each time. */
const hasExamples = new WeakSet<Command>();

/** With the named commands loaded: `crawl …` or `help crawl`. The others are there by name and description only. */
async function programFor(args: readonly string[]): Promise<Command> {
  const named = new Set(args.slice(0, 2));
  const program = new Command('forage')
    .description(
      'A focused web crawler: give it a topic, and it finds pages about that topic on the Web and skips the rest.',
    )
    .version('0.1.0')
    .addHelpCommand(
      new Command('help').argument('[command]').description('display help for command').helpGroup('Help:'),
    )
    .showHelpAfterError('(forage --help lists the commands)')
    .enablePositionalOptions() // each command reads its own options, also one below another
    .exitOverride();
  const grouped = Object.entries(groups).flatMap(([group, names]) =>
    names.map((name) => ({ group, ...commands.find((one) => one.name === name)! })),
  );
  for (const { group, name, description, examples, load } of grouped) {
    const command = named.has(name) ? await load() : new Command(name);
    if (named.has(name)) equip(command);
    program.addCommand(withErrors(command.description(description).helpGroup(`${group}:`)));
    if (hasExamples.has(command)) continue;
    hasExamples.add(command);
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  }
  return program;
}

/** An error of the command, or of one below it, names its help and is thrown: `run` answers the exit code. */
function withErrors(command: Command, above = 'forage'): Command {
  const path = `${above} ${command.name()}`;
  for (const below of command.commands) withErrors(below, path);
  const shows = command.commands.length > 0 ? 'lists its commands' : 'shows how to use it';
  return command.exitOverride().showHelpAfterError(`(${path} --help ${shows})`);
}
