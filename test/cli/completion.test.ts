/** The scripts are tried in the shells themselves, where they are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    scripts[shell] = (await forageHere(['completion', shell], { cwd })).out;
});
afterAll(removeFolders);

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe.runIf(has('bash'))('in bash', () => {
  function completed(...words: string[]): string[] {
    const file = join(cwd, 'forage.bash');
    const typed = words.map((word) => `'${word}'`).join(' ');
    writeFileSync(
      file,
      `${scripts.bash}\nCOMP_WORDS=(forage ${typed})\nCOMP_CWORD=${words.length}\n_forage\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    return execFileSync('bash', [file], { encoding: 'utf8' }).trim().split('\n');
  }

  it('every command is offered, and those that begin as what was typed', () => {
    expect(completed('')).toEqual([...commands.map(({ name }) => name), '--help', '--version']);
    expect(completed('re')).toEqual(['resume', 'recrawl', 'replay', 'repair', 'recipes']);
  });

  it('the flags of a command are offered, also after its arguments', () => {
    expect(completed('search', 'owls', '--')).toEqual([
      '--limit',
      '--relevant',
      '--host',
      '--as-of',
      '--json',
      '--fields',
      '--schema',
      '--help',
    ]);
    expect(completed('crawl', 'topic.yaml', '--conn')).toEqual(['--connect-to']);
  });

  it('commands below a command are offered with their own flags', () => {
    expect(completed('topic', 'ch')).toEqual(['check']);
    expect(completed('lab', 'sample', '--ser')).toEqual(['--serve']);
  });
});

it.runIf(has('zsh')).each(['zsh', 'fish'])('%s reads its script', (shell) => {
  if (has(shell)) expect(spawnSync(shell, ['-n'], { input: scripts[shell] }).status).toBe(0);
});

it('fish has a line for every command and flag, with quotes that end', () => {
  const lines = scripts.fish!.trim().split('\n');
  expect(lines.filter((line) => line.includes('__fish_use_subcommand')).length).toBe(commands.length + 1);
  expect(lines).toContain(
    "complete --command forage --condition '__fish_seen_subcommand_from export' --long-option force --description 'replace the output file if it exists'",
  );
  for (const line of lines) expect(line.replace(/\\'/g, '').split("'").length % 2).toBe(1);
});
