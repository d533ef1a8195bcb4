/**
 * Marks a crawl as running: `running.json` in its folder has the process id and the socket. After a crash the file
 * remains, but nothing listens on that socket, even if another process has the same id.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

const runningSchema = z.object({
  pid: z.number(),
  socket: z.string(),
  startedAt: z.number(),
  /** It takes labels from the journal beside its database. */
  readsJournal: z.boolean().default(false),
});

export type Running = z.output<typeof runningSchema>;

const runningPath = (folder: string): string => join(folder, 'running.json');

export function announceRunning(folder: string, running: Running): void {
  writeFileSync(`${runningPath(folder)}.new`, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  renameSync(`${runningPath(folder)}.new`, runningPath(folder));
}

export function announceEnd(folder: string): void {
  rmSync(runningPath(folder), { force: true });
}

/** The crawl running in this folder; undefined if there is none. */
export async function findRunning(folder: string): Promise<Running | undefined> {
  const running = readRunning(folder);
  return running !== undefined && (await listens(running.socket)) ? running : undefined;
}

/** For a folder without a running crawl: whether the last one ended without cleaning up. */
export const wasCutOff = (folder: string): boolean => readRunning(folder) !== undefined;

function readRunning(folder: string): Running | undefined {
  try {
    return runningSchema.parse(JSON.parse(readFileSync(runningPath(folder), 'utf8')));
  } catch {
    return undefined; // none is running, or the file is not ours
  }
}

/** The kernel accepts connections for a listening process, so a busy crawl is not mistaken for a dead one. */
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
