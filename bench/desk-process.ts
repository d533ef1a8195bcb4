/** A desk in a process of its own, for benchmarks: its address, its secret, and what it has worked. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Desk {
  origin: string;
  secret: string;
  url: string;
  pid: number;
  /** Why its process is not there any more, if it is not. */
  ended(): string | undefined;
  stop(): void;
}

export async function startDesk(path: string): Promise<Desk> {
  const forage = fileURLToPath(new URL('../bin/forage.js', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [forage, 'desk', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout! }).once('line', resolve),
  );
  let ended: string | undefined;
  child.once('exit', (code, signal) => {
    ended = `the desk ended: ${signal ?? `code ${code}`}`;
  });
  const url = /http:\S+/.exec(line)![0];
  return {
    url,
    ended: () => ended,
    pid: child.pid!,
    origin: new URL(url).origin,
    secret: new URL(url).searchParams.get('token')!,
    stop: () => child.kill('SIGTERM'),
  };
}

export async function ask<T>(
  { origin, secret, ended }: Desk,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<T> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new Error(`${path}: ${ended() ?? (error.cause as Error | undefined)?.message ?? error.message}`);
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** All threads together; 0 where there is no /proc. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

/** Of the machine, at each measurement. */
export const loads: number[] = [];
export const noteLoad = (): void => void loads.push(loadavg()[0]!);
