import { vi } from 'vitest';
import { run } from '../../src/cli/program.ts';
import type { Ran } from './forage.ts';

/** The same command in this process, one at a time: for many that end at once. */
export async function forageHere(args: string[], { cwd = process.cwd() } = {}): Promise<Ran> {
  const ran: Ran = { code: null, out: '', err: '' };
  const into =
    (stream: 'out' | 'err', end = '') =>
    (text: unknown) => {
      ran[stream] += `${text}${end}`;
      return true;
    };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('err')),
    vi.spyOn(console, 'log').mockImplementation(into('out', '\n')),
    vi.spyOn(console, 'error').mockImplementation(into('err', '\n')),
  ];
  vi.stubEnv('FORAGE_CONTACT', undefined);
  const before = process.cwd();
  const { argv } = process;
  process.chdir(cwd);
  process.argv = [...argv.slice(0, 2), ...args];
  try {
    ran.code = await run(args);
    ran.code ||= Number(process.exitCode ?? 0);
    return ran;
  } finally {
    process.chdir(before);
    process.argv = argv;
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
