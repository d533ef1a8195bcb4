/**
 * The log of a partition: a stream of its own that says who owns the partition and what was done. Every append names
 * the last entry that it follows, so of two workers that believe to own a partition one is refused. That check, by the
 * sequence of the whole stream, is the one that also holds on a cluster of NATS 2.9; those by subject and of the
 * key-value store do not.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredMsg } from '@nats-io/jetstream';
import { type MsgHdrs, headers as newHeaders } from '@nats-io/transport-node';
import { errorCode, type Nats, WRONG_LAST_SEQUENCE } from './connect.ts';
import type { Lease, Mark } from './lease.ts';
import type { FleetNames } from './names.ts';

/**
 * `made` when the fleet was created; `epoch` begins an ownership; `changes` are those of one commit, in parts; `base`
 * names a copy of the database, before which nothing is needed; `beat` only says that the owner lives; `release` ends an
 * ownership.
 */
export type EntryKind = 'made' | 'epoch' | 'changes' | 'base' | 'beat' | 'release';

export interface Entry {
  seq: number;
  kind: EntryKind;
  epoch: number;
  owner: string;
  /** The last commit that the log has in full, this entry included. */
  state: CommitName;
  /** Whether this is the last part of the changes of a commit. */
  isLast: boolean;
  body: Uint8Array;
}

/** Commits are counted within each ownership; none yet: epoch 0. */
export interface CommitName {
  epoch: number;
  n: number;
}

export interface NewEntry {
  kind: EntryKind;
  epoch: number;
  owner: string;
  state: CommitName;
  isLast?: boolean;
  body?: Uint8Array;
}

export class PartitionLog {
  readonly partition: number;
  /** The number of the last entry that we know of. */
  last: number;
  readonly #nats: Nats;
  readonly #stream: string;
  readonly #subject: string;
  readonly #baseSubject: string;

  constructor(nats: Nats, names: FleetNames, partition: number, last: number) {
    this.#nats = nats;
    this.partition = partition;
    this.last = last;
    this.#stream = names.log(partition);
    this.#subject = names.logSubject(partition);
    this.#baseSubject = names.baseSubject(partition);
  }

  /**
   * Appends after the last entry that we know of. False if there is another: the partition is not ours. An answer that
   * does not come is asked for again until it is known, or until `signal` aborts, which throws.
   */
  async append(entry: NewEntry, lease: Lease, signal: AbortSignal): Promise<boolean> {
    const id = randomUUID();
    const mark: Mark = lease.mark();
    const next = this.last + 1;
    const subject = entry.kind === 'base' ? this.#baseSubject : this.#subject;
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      try {
        const { seq } = await this.#nats.js.publish(subject, entry.body ?? new Uint8Array(), {
          headers: headersOf(entry, id),
          expect: { lastSequence: this.last },
        });
        if (seq !== next) return false;
        return this.#accepted(next, lease, mark);
      } catch (error) {
        const isRefused = errorCode(error) === WRONG_LAST_SEQUENCE;
        // The first attempt may have arrived although its answer did not.
        if (isRefused && attempt === 0) return false;
        const there = await this.#idAt(next);
        if (there === id) return this.#accepted(next, lease, mark);
        if (there !== undefined) return false;
        await sleep(Math.min(1000, 50 * 2 ** attempt), undefined, { signal });
      }
    }
  }

  #accepted(seq: number, lease: Lease, mark: Mark): true {
    this.last = seq;
    lease.accepted(mark);
    return true;
  }

  /** The id of an entry; undefined if there is none, or the server does not say. */
  async #idAt(seq: number): Promise<string | undefined> {
    try {
      const message = await this.#nats.read(this.#stream, seq);
      return message?.header.get(ID);
    } catch {
      return undefined;
    }
  }
}

const ID = 'Forage-Id';

function headersOf({ kind, epoch, owner, state, isLast = true }: NewEntry, id: string): MsgHdrs {
  const headers = newHeaders();
  headers.set(ID, id);
  headers.set('Forage-Kind', kind);
  headers.set('Forage-Epoch', String(epoch));
  headers.set('Forage-Owner', owner);
  headers.set('Forage-State', `${state.epoch}.${state.n}`);
  if (isLast) headers.set('Forage-Last', '1');
  return headers;
}

export async function entryAt(
  nats: Nats,
  names: FleetNames,
  partition: number,
  seq: number,
): Promise<Entry | undefined> {
  const message = await nats.read(names.log(partition), seq);
  return message && entryOf(message);
}

/** The last copy of the database that the log names. */
export async function lastBase(nats: Nats, names: FleetNames, partition: number): Promise<Entry | undefined> {
  const last = { last_by_subj: names.baseSubject(partition) };
  const message = await nats.jsm.streams.getMessage(names.log(partition), last);
  return message === null ? undefined : entryOf(message);
}

function entryOf(message: StoredMsg): Entry {
  const { header } = message;
  const [epoch, n] = header.get('Forage-State').split('.').map(Number);
  return {
    seq: message.seq,
    kind: header.get('Forage-Kind') as EntryKind,
    epoch: Number(header.get('Forage-Epoch')),
    owner: header.get('Forage-Owner'),
    state: { epoch: epoch ?? 0, n: n ?? 0 },
    isLast: header.get('Forage-Last') === '1',
    body: message.data,
  };
}
