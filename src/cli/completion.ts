/** Scripts that let a shell complete commands and flags, made from the commands themselves. */
import { Argument, Command } from 'commander';
import { equip } from './for-programs.ts';
import { print } from './print.ts';

interface Completable {
  /** `crawl`, or `topic check`. */
  path: string;
  description: string;
  flags: { names: string[]; description: string }[];
}

const SHELLS = { bash, zsh, fish };

export const completionCommand = new Command('completion')
  .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
  .action(async (shell: keyof typeof SHELLS) => {
    // Not at the top: the list of commands loads this file.
    const { commands } = await import('./commands.ts');
    const all: Completable[] = [];
    for (const { description, load } of commands) {
      const command = await load();
      equip(command);
      gather(command.description(description), '', all);
    }
    print(SHELLS[shell](all));
  });

function gather(command: Command, above: string, into: Completable[]): void {
  const path = `${above} ${command.name()}`.trim();
  const flags = command.options.map(({ short, long, description }) => ({
    names: [short, long].filter((name) => name !== undefined),
    description,
  }));
  into.push({ path, description: command.description(), flags });
  for (const below of command.commands) gather(below, path, into);
}

/** The names that may follow a command. */
const below = (all: readonly Completable[], path: string): Completable[] =>
  all.filter((one) => one.path.split(' ').slice(0, -1).join(' ') === path);
const last = ({ path }: Completable): string => path.split(' ').at(-1)!;
const flagsOf = ({ flags }: Completable): string => flags.flatMap(({ names }) => names).join(' ');

function bash(all: readonly Completable[]): string {
  const words = (one: Completable): string =>
    [...below(all, one.path).map(last), flagsOf(one), '--help'].filter(Boolean).join(' ');
  const top = below(all, '').map(last);
  return `_forage() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${all.map(({ path }) => `'${path}'`).join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
    '') words='${top.join(' ')} --help --version' ;;
${all.map((one) => `    '${one.path}') words='${words(one)}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _forage forage`;
}

function zsh(all: readonly Completable[]): string {
  return `autoload -Uz bashcompinit && bashcompinit
${bash(all)}`;
}

function fish(all: readonly Completable[]): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = ['complete --command forage --no-files --condition __fish_use_subcommand'];
  for (const one of all) {
    const [top, under] = one.path.split(' ');
    const seen = `__fish_seen_subcommand_from ${top}`;
    const where = under === undefined ? '__fish_use_subcommand' : seen;
    lines.push(
      `complete --command forage --condition ${quoted(where)} --arguments ${last(one)} --description ${quoted(one.description)}`,
    );
    for (const { names, description } of one.flags) {
      const flags = names.map((name) =>
        name.startsWith('--') ? `--long-option ${name.slice(2)}` : `--short-option ${name.slice(1)}`,
      );
      const on = under === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${under}`;
      lines.push(
        `complete --command forage --condition ${quoted(on)} ${flags.join(' ')} --description ${quoted(description)}`,
      );
    }
  }
  return lines.join('\n');
}
