/** The command as a user types it: a process of its own, what it printed, how it ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

export interface Running extends Promise<Ran> {
  child: ChildProcess;
  soFar: Readonly<Ran>;
  /** Resolves when this was shown, on standard output or on standard error. */
  printed(text: string): Promise<void>;
}

export function forage(
  args: string[],
  { node = [], ...options }: { cwd?: string; env?: Record<string, string>; node?: string[] } = {},
): Running {
  const { FORAGE_CONTACT: _, ...env } = process.env;
  const child = spawn(process.execPath, [...node, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...env, ...options.env },
  });
  const ran: Ran = { code: null, out: '', err: '' };
  let look = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.out += text;
    look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.err += text;
    look();
  });
  const ended = new Promise<Ran>((resolve) => {
    child.once('close', (code) => {
      ran.code = code;
      look();
      resolve(ran);
    });
  });
  const printed = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => {
        if ((ran.out + ran.err).includes(text)) resolve();
        else if (child.exitCode !== null) reject(new Error(`ended without "${text}": ${ran.out}${ran.err}`));
      };
      look();
    });
  return Object.assign(ended, { child, soFar: ran, printed });
}
