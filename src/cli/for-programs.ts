/**
 * What every command offers to programs, added here once for all of them: `--schema` describes a command, `--fields`
 * chooses what is printed of JSON, `--dry-run` says what would be written.
 */
import { type Command, Option } from 'commander';
import { setDryRun } from './dry-run.ts';
import { chooseFields } from './fields.ts';
import { asJson, complain, print } from './print.ts';

/** Commands that write; `forage judge` has a dry run of its own, which judges. */
const WRITING = new Set([
  'annotate',
  'crawl',
  'export',
  'grow',
  'init',
  'label',
  'recrawl',
  'repair',
  'resume',
  'seeds add',
  'set',
]);
/** Commands that print JSON without being asked to. */
const ALWAYS_JSON = new Set(['export', 'follow']);

const HEADING = 'For programs:';
const equipped = new WeakSet<Command>();

/** A loaded command is the same object each time. */
export function equip(command: Command, above = ''): void {
  const path = `${above} ${command.name()}`.trim();
  for (const below of command.commands) equip(below, path);
  if (equipped.has(command)) return;
  equipped.add(command);
  const add = (flags: string, description: string): void => {
    command.addOption(new Option(flags, description).helpGroup(HEADING));
  };
  const isLeaf = command.commands.length === 0;
  const hasJson = command.options.some(({ long }) => long === '--json');
  if (isLeaf && (hasJson || ALWAYS_JSON.has(path)))
    add('--fields <names>', 'of the JSON, only these fields, separated by commas: url,about.authors');
  if (WRITING.has(path)) add('--dry-run', 'check everything, say what would be written, and end');
  add('--schema', 'print this command as JSON: arguments, flags, what it prints');
}

/** Before a command runs. */
export function prepare(command: Command): void {
  const { fields, dryRun, json } = command.opts<{ fields?: string; dryRun?: boolean; json?: boolean }>();
  const isJson = json === true || fields !== undefined;
  if (fields !== undefined && command.options.some(({ long }) => long === '--json'))
    command.setOptionValue('json', true);
  chooseFields(fields, complain);
  setDryRun(dryRun === true && WRITING.has(pathOf(command)), isJson);
}

function pathOf(command: Command): string {
  const above = command.parent;
  return above?.parent ? `${pathOf(above)} ${command.name()}` : command.name();
}

/** True if that was all that was asked for. What follows `--` are no flags. */
export async function printedSchema(args: readonly string[]): Promise<boolean> {
  const end = args.indexOf('--');
  if (!args.slice(0, end < 0 ? args.length : end).includes('--schema')) return false;
  const { described } = await import('./describe.ts');
  print(asJson(await described(args.filter((word) => !word.startsWith('-'))), 2));
  return true;
}
