/**
 * Says that a crawl runs: `running.json` in its folder names the process and the socket at which it listens. After a
 * crash the file is still there, but nobody listens at that socket, whatever process has the number now.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

const runningSchema = z.object({ pid: z.number(), socket: z.string(), startedAt: z.number() });

export type Running = z.output<typeof runningSchema>;

const runningPath = (folder: string): string => join(folder, 'running.json');

export function announceRunning(folder: string, running: Running): void {
  writeFileSync(`${runningPath(folder)}.new`, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  renameSync(`${runningPath(folder)}.new`, runningPath(folder));
}

export function announceEnd(folder: string): void {
  rmSync(runningPath(folder), { force: true });
}

/** The crawl that runs in this folder; undefined where none does. */
export async function findRunning(folder: string): Promise<Running | undefined> {
  const running = readRunning(folder);
  return running !== undefined && (await listens(running.socket)) ? running : undefined;
}

/** For a folder in which no crawl runs: whether the last one had no time to say that it ended. */
export const wasCutOff = (folder: string): boolean => readRunning(folder) !== undefined;

function readRunning(folder: string): Running | undefined {
  try {
    return runningSchema.parse(JSON.parse(readFileSync(runningPath(folder), 'utf8')));
  } catch {
    return undefined; // none runs, or the file is none of ours
  }
}

/** The system itself accepts connections for a process that listens, so that a busy crawl is not taken for a dead one. */
function listens(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}
