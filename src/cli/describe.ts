/** `--schema`: a command as JSON, for programs that call it: arguments, flags, examples, and what it prints. */
import type { Argument, Command, Option } from 'commander';
import { z } from 'zod';
import { commands, type Listed } from './commands.ts';
import { outputs } from './outputs.ts';

export interface Described {
  command: string;
  description: string;
  usage: string;
  arguments: ReturnType<typeof argumentOf>[];
  options: ReturnType<typeof optionOf>[];
  /** What it prints as JSON, as a JSON Schema; absent where it is not described. */
  output?: { per: 'object' | 'line'; schema: unknown };
  subcommands: Described[];
  examples: readonly string[];
}

/** The named command with all below it; without a name, all commands. */
export async function described(path: readonly string[]): Promise<unknown> {
  const listed = commands.find(({ name }) => name === path[0]);
  if (listed !== undefined) return find(await describedOf(listed), path.slice(1));
  return { commands: await Promise.all(commands.map(describedOf)) };
}

const find = (one: Described, [name, ...rest]: readonly string[]): Described => {
  const below = one.subcommands.find(({ command }) => command.split(' ').at(-1) === name);
  return name === undefined || below === undefined ? one : find(below, rest);
};

async function describedOf({ load, description, examples }: Listed): Promise<Described> {
  const { equip } = await import('./for-programs.ts');
  const command = await load();
  equip(command);
  return { ...describe(command.description(description), ''), examples };
}

function describe(command: Command, above: string): Described {
  const path = `${above} ${command.name()}`.trim();
  const output = outputs[path];
  return {
    command: `forage ${path}`,
    description: command.description(),
    usage: `forage ${path} ${command.usage()}`,
    arguments: command.registeredArguments.map(argumentOf),
    options: command.options.map(optionOf),
    ...(output === undefined ? {} : { output: { per: output.per, schema: z.toJSONSchema(output.shape) } }),
    subcommands: command.commands.filter((one) => one.name() !== 'help').map((one) => describe(one, path)),
    examples: [],
  };
}

const argumentOf = (one: Argument) => ({
  name: one.name(),
  description: one.description,
  isRequired: one.required,
  isList: one.variadic,
  ...known('choices', one.argChoices),
  ...known('default', one.defaultValue),
});

const optionOf = (one: Option) => ({
  name: one.attributeName(),
  flags: one.flags,
  description: one.description,
  takes: one.required ? 'value' : one.optional ? 'optional value' : 'nothing',
  isList: one.variadic,
  ...known('choices', one.argChoices),
  ...known('default', one.defaultValue),
});

const known = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });
