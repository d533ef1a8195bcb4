/**
 * A partition on the disk of its worker: a crawl's folder like any other. What is there may be older than the log, or
 * newer than what the log accepted; then the database is built again from the log.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { openDatabase } from '../archive/database.ts';
import { PartTables } from '../archive/part-tables.ts';
import { rebuild, replaceBy } from '../archive/recording.ts';
import { archivePath, type CrawlFolder, changeFolder, databasePath } from '../crawl/folder.ts';
import type { Settings } from '../crawl/settings.ts';
import { writeModelsFile } from '../crawl/training/models.ts';
import { ForageError } from '../errors.ts';
import { baseOf } from './base.ts';
import { getBlob } from './blobs.ts';
import type { Nats } from './connect.ts';
import type { FleetState } from './control.ts';
import { type CommitName, type Entry, entryAt, lastBase } from './log.ts';
import type { FleetNames } from './names.ts';

/** Entries of a log that are read at the same time. */
const AT_A_TIME = 16;
/** What the changes of one commit may grow to when they are unpacked. */
const MOST_UNPACKED = 512_000_000;

export const partitionPath = (folder: string, fleet: string, p: number): string =>
  join(folder, fleet, `p${String(p).padStart(4, '0')}`);

/** The settings of one partition: budgets are the fleet's, and full texts are not recorded. */
export const settingsOfPart = ({ settings }: Pick<FleetState, 'settings'>): Settings => ({
  ...settings,
  budget: { depth: settings.budget.depth, pagesPerHost: settings.budget.pagesPerHost },
  archive: { ...settings.archive, fullText: false },
});

/** The changes of settings that concern a partition. */
export const changesOfPart = (changes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([key]) => !key.startsWith('budget.') || key === 'budget.depth' || key === 'budget.pagesPerHost',
    ),
  );

/** Writes topic, settings and models as they are now; the database stays as it is. */
export function prepareFolder(path: string, fleet: FleetState, models: Uint8Array | undefined): CrawlFolder {
  mkdirSync(archivePath(path), { recursive: true });
  if (models !== undefined) writeModelsFile(path, models);
  return changeFolder({ path, topic: fleet.topic, settings: settingsOfPart(fleet) });
}

/**
 * Brings the database to the state of an entry of the log. Returns whether it had to be built: the file that was there
 * serves if it has that very commit.
 */
export async function restore(
  nats: Nats,
  names: FleetNames,
  p: number,
  path: string,
  { seq: upTo, state }: Entry,
): Promise<boolean> {
  if (isAt(path, state)) return false;
  forgetDatabase(path);
  if (state.epoch === 0) return true;
  const entry = await lastBase(nats, names, p);
  const base = entry && baseOf(entry);
  if (base !== undefined) replaceBy(databasePath(path), await getBlob(nats, names, base.copy));
  const changes = changesBetween(nats, names, p, (base?.after ?? 0) + 1, upTo);
  await rebuild(databasePath(path), changes);
  return true;
}

/** Drops a database that is not ours any more. The archive stays: other workers may know its pages. */
export function forgetDatabase(path: string): void {
  for (const tail of ['', '-wal', '-shm']) rmSync(databasePath(path) + tail, { force: true });
}

async function* changesBetween(
  nats: Nats,
  names: FleetNames,
  p: number,
  first: number,
  upTo: number,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  for await (const { kind, isLast, body } of entries(nats, names, p, first, upTo)) {
    // Parts without a last one are of a worker that died between them.
    if (kind !== 'changes') {
      if (kind !== 'beat') parts = [];
      continue;
    }
    parts.push(body);
    if (!isLast) continue;
    yield zstdDecompressSync(Buffer.concat(parts), { maxOutputLength: MOST_UNPACKED });
    parts = [];
  }
}

async function* entries(
  nats: Nats,
  names: FleetNames,
  p: number,
  first: number,
  upTo: number,
): AsyncGenerator<Entry> {
  for (let from = first; from <= upTo; from += AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(AT_A_TIME, upTo - from + 1) }, (_, i) => from + i);
    for (const [i, entry] of (
      await Promise.all(numbers.map((seq) => entryAt(nats, names, p, seq)))
    ).entries()) {
      if (entry === undefined)
        throw new ForageError('FLEET', `Entry ${from + i} of the log of partition ${p} is missing.`);
      yield entry;
    }
  }
}

/** Whether the database there was committed as this very commit. */
function isAt(path: string, { epoch, n }: CommitName): boolean {
  if (epoch === 0 || !existsSync(databasePath(path))) return false;
  try {
    const db = openDatabase(databasePath(path), { sole: true });
    try {
      const tables = new PartTables(db);
      return tables.get('epoch') === epoch && tables.get('commit') === n;
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}
