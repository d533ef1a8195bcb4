/**
 * Deletes a crawl: its folder with everything in it. Never one that runs, and a crawl that starts meanwhile either stops the
 * deletion or finds no folder. Symbolic links in the folder are removed; what they lead to stays.
 */
import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../archive/database.ts';
import { onDisk } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { databasePath, hasDatabase } from './folder.ts';
import { findRunning } from './running.ts';

/**
 * The folder first gets another name: from then on nothing can be started in it. If that is cut off, what remains is hidden
 * beside the other crawls, as `.deleted-…`.
 */
export async function deleteCrawl(path: string): Promise<void> {
  if ((await findRunning(path)) !== undefined)
    throw new ForageError('CRAWL_FOLDER', `${path} is running. Stop it first: forage stop ${typed(path)}`);
  checkUnused(path);
  const aside = join(dirname(path), `.deleted-${randomUUID()}`);
  onDisk(dirname(path), () => renameSync(path, aside));
  try {
    // A process that opened the database just before.
    checkUnused(aside);
  } catch (error) {
    renameSync(aside, path);
    throw error;
  }
  await rm(aside, { recursive: true, force: true }).catch((error: unknown) => {
    const why = (error as Error).message;
    throw new ForageError(
      'CRAWL_FOLDER',
      `Not all of ${path} could be deleted: ${why}. What remains is in ${aside}. Delete it by hand.`,
      { cause: error },
    );
  });
}

/** Throws if somebody writes to the database: a crawl about to start has no socket yet. */
function checkUnused(path: string): void {
  if (!hasDatabase(path)) return;
  try {
    openDatabase(databasePath(path), { sole: true, waitMs: 0 }).close();
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
}

/** No crawl can run on it. */
const isDamaged = (error: unknown): boolean =>
  DAMAGED.has(Number((error as { cause?: { errcode?: number } }).cause?.errcode) & 0xff);

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

export interface FolderContents {
  files: number;
  bytes: number;
  /** What no crawl has made, by its name in the folder. */
  others: string[];
}

/** What a deletion would delete. */
export async function contentsOf(path: string): Promise<FolderContents> {
  const others = (await readdir(path)).filter((name) => !isOwn(name));
  let files = 0;
  let bytes = 0;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue;
    files += 1;
    // A crawl that runs replaces files all the time.
    const found = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return { files, bytes, others };
}

const isOwn = (name: string): boolean =>
  /^(crawl\.(yaml|db|log)|notes\.db|running\.json)([-.].+)?$/.test(name) || OWN.has(name);

const OWN: ReadonlySet<string> = new Set([
  'archive',
  'documents',
  'pictures',
  'send',
  'models',
  'control.sock',
  'faults.log',
  'blamed.txt',
]);
