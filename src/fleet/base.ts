/**
 * Copies of a partition's database, so that its log need not be kept from the beginning. A copy is made of one commit
 * while the crawl goes on; once the log names it, the entries up to that commit, the messages that it had taken and
 * older copies are not needed any more.
 */
import { rmSync } from 'node:fs';
import { z } from 'zod';
import { type Snapshot, snapshot } from '../archive/recording.ts';
import { databasePath } from '../crawl/folder.ts';
import { type Blob, blobSchema, putBlob } from './blobs.ts';
import type { Nats } from './connect.ts';
import type { Entry } from './log.ts';
import type { FleetNames } from './names.ts';

/** When the log is longer than the last copy, but not for less than this, and not more often. */
export interface BaseRule {
  leastBytes: number;
  leastMs: number;
}

export const BASE_RULE: BaseRule = { leastBytes: 16_000_000, leastMs: 600_000 };

const baseSchema = z.strictObject({
  copy: blobSchema,
  /** The last entry that the copy has. */
  after: z.number().int(),
  /** The last message of the inbox that it has taken. */
  inbox: z.number().int(),
});

export type Base = z.output<typeof baseSchema>;

export const baseOf = ({ body }: Entry): Base => baseSchema.parse(JSON.parse(new TextDecoder().decode(body)));

export interface BeganBase {
  snapshot: Snapshot;
  inbox: number;
}

/** Right after a commit. */
export const beginBase = (path: string, inbox: number): BeganBase => ({
  snapshot: snapshot(databasePath(path)),
  inbox,
});

/** Stores the copy; `after` is the number of its commit's entry in the log. */
export async function storeBase(
  nats: Nats,
  names: FleetNames,
  { partition, path, began, after }: { partition: number; path: string; began: BeganBase; after: number },
): Promise<Base> {
  const file = `${databasePath(path)}.copy`;
  let bytes: Uint8Array;
  try {
    bytes = await began.snapshot.copyTo(file);
  } finally {
    began.snapshot.close();
    rmSync(file, { force: true });
  }
  const copy: Blob = await putBlob(nats, names, nameOf(partition), bytes);
  return { copy, after, inbox: began.inbox };
}

/** Stores the database with which a partition begins, as the first entry of its log. */
export async function firstBase(
  nats: Nats,
  names: FleetNames,
  partition: number,
  bytes: Uint8Array,
): Promise<Base> {
  return { copy: await putBlob(nats, names, nameOf(partition), bytes), after: 1, inbox: 0 };
}

/** After the log has accepted the entry that names it, at this number. */
export async function dropOlder(
  nats: Nats,
  names: FleetNames,
  partition: number,
  { copy, after, inbox }: Base,
  at: number,
): Promise<void> {
  await nats.dropBefore(names.log(partition), names.logSubject(partition), after + 1);
  await nats.dropBefore(names.log(partition), names.baseSubject(partition), at);
  await nats.dropBefore(names.inbox, names.inboxSubject(partition), inbox + 1);
  await nats.dropBefore(names.blobs, names.blobSubject(copy.name), copy.first);
}

const nameOf = (partition: number): string => `base.${partition}`;
