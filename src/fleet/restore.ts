/**
 * A partition's database from its log: the last copy that the log names, and all changes since. The log may be of an
 * owner that goes on writing.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { openDatabase } from '../archive/database.ts';
import { PartTables } from '../archive/part-tables.ts';
import { rebuild, replaceBy } from '../archive/recording.ts';
import { databasePath } from '../crawl/folder.ts';
import { makeFolder } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { baseOf } from './base.ts';
import { getBlob } from './blobs.ts';
import type { Nats } from './connect.ts';
import { type CommitName, type Entry, entryAt, lastBase } from './log.ts';
import type { FleetNames } from './names.ts';
import { forgetDatabase } from './partition-folder.ts';

/** Entries of a log that are read at the same time. */
const AT_A_TIME = 16;
/** What the changes of one commit may grow to when they are unpacked. */
const MOST_UNPACKED = 512_000_000;

/** A log to read from. */
export interface LogSource {
  nats: Nats;
  names: FleetNames;
  partition: number;
}

/**
 * Brings the database to the state of an entry of the log. Returns whether it had to be built: the file that was there
 * serves if it has that very commit.
 */
export async function restore(source: LogSource, path: string, { seq, state }: Entry): Promise<boolean> {
  if (isAt(path, state)) return false;
  forgetDatabase(path);
  if (state.epoch > 0) await build(source, path, seq);
  return true;
}

/** Builds a new database from the log up to an entry. Returns the number of the last entry that it has. */
export async function build(source: LogSource, path: string, upTo: number): Promise<number> {
  const { nats, names, partition } = source;
  const entry = await lastBase(nats, names, partition);
  const base = entry && baseOf(entry);
  makeFolder(dirname(databasePath(path)));
  if (base !== undefined) replaceBy(databasePath(path), await getBlob(nats, names, base.copy));
  return applySince(source, path, base?.after ?? 0, upTo);
}

/** Applies the changes after an entry. Returns the number of the last entry that the database has now. */
export async function applySince(
  source: LogSource,
  path: string,
  after: number,
  upTo: number,
): Promise<number> {
  let last = after;
  async function* patchsets(): AsyncGenerator<Uint8Array> {
    let parts: Uint8Array[] = [];
    for await (const { kind, isLast, body, seq } of entries(source, after + 1, upTo)) {
      // Parts without a last one are of a worker that died between them.
      if (kind === 'epoch' || kind === 'release') parts = [];
      if (kind !== 'changes') continue;
      parts.push(body);
      if (!isLast) continue;
      yield zstdDecompressSync(Buffer.concat(parts), { maxOutputLength: MOST_UNPACKED });
      parts = [];
      last = seq;
    }
  }
  await rebuild(databasePath(path), patchsets());
  return last;
}

async function* entries(
  { nats, names, partition }: LogSource,
  first: number,
  upTo: number,
): AsyncGenerator<Entry> {
  for (let from = first; from <= upTo; from += AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(AT_A_TIME, upTo - from + 1) }, (_, i) => from + i);
    const read = await Promise.all(numbers.map((seq) => entryAt(nats, names, partition, seq)));
    for (const [i, entry] of read.entries()) {
      if (entry === undefined)
        throw new ForageError('FLEET', `Entry ${from + i} of the log of partition ${partition} is missing.`);
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
