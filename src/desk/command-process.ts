/** The command line in a process of its own, for work that takes its time: the desk passes on what it prints. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { crawlFlags, ownModule } from '../own-module.ts';

export type CommandProcess = ChildProcessByStdio<null, Readable, Readable>;

/** Arguments are passed as they are: no shell reads them. Values that users gave stand after their flag as `--flag=value`. */
export function startCommand(args: readonly string[]): CommandProcess {
  const main = fileURLToPath(ownModule('../cli/main', import.meta.url));
  return spawn(process.execPath, [...crawlFlags, main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** How it ended: what it would have told the shell. */
export function ended(child: CommandProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
