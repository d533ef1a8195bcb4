/**
 * What the owner of a partition writes to its log: the claim, the changes of each commit, copies of the database, and
 * that it lives when there is nothing else to say. One entry after the other; each that is accepted renews the lease,
 * and the first that is refused ends it.
 */
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { type BaseRule, type BeganBase, beginBase, dropOlder, storeBase } from './base.ts';
import { PART_BYTES } from './blobs.ts';
import type { Nats } from './connect.ts';
import { Lease } from './lease.ts';
import { type CommitName, type Entry, type EntryKind, PartitionLog } from './log.ts';
import type { FleetNames } from './names.ts';
import type { Outgoing } from './outbox.ts';

export interface JournalParts {
  nats: Nats;
  names: FleetNames;
  owner: string;
  ttlMs: number;
  baseRule: BaseRule;
  partition: number;
  /** The folder of the partition. */
  path: string;
  /** The log has the commit that these messages were written in. */
  accepted(messages: readonly Outgoing[]): void;
  /** The partition is another worker's. */
  lost(): void;
  /** What a commit needs is not on the disk. */
  broken(error: Error): void;
  tell(message: string): void;
}

/** What one commit changed. */
export interface Commit {
  n: number;
  patchset: Uint8Array;
  messages: readonly Outgoing[];
  /** When the WARC records of its pages are on the disk, and sent if they are shared: the log has no page without its body. */
  stored: Promise<void> | undefined;
  /** Called when the log has the commit, or with false if that will not be known any more. */
  settled: readonly ((isAccepted: boolean) => void)[];
  /** The last message of the inbox that it had taken. */
  inbox: number;
}

const compress = promisify(zstdCompress);

export class Journal {
  readonly epoch: number;
  readonly lease: Lease;
  readonly #on: JournalParts;
  readonly #log: PartitionLog;
  readonly #stop = new AbortController();
  readonly #queue: (Omit<Commit, 'inbox'> & { base: BeganBase | undefined })[] = [];
  /** The next entry is appended after the one before. */
  #appending: Promise<unknown> = Promise.resolve();
  #appendedAt = performance.now();
  #beating: NodeJS.Timeout | undefined;
  #state: CommitName;
  #isLost = false;
  /** Nothing follows the release: the next owner takes the last entry for the word of this one. */
  #isLeaving = false;
  /** What the log holds, and what the last copy of the database holds. */
  #logBytes = 0;
  #baseBytes = 0;
  #baseAt = performance.now();
  #isMakingBase = false;

  /** `last` is the entry that ours must follow. */
  constructor(parts: JournalParts, last: Entry) {
    this.#on = parts;
    this.epoch = last.epoch + 1;
    this.lease = new Lease(parts.ttlMs);
    this.#log = new PartitionLog(parts.nats, parts.names, parts.partition, last.seq);
    this.#state = last.state;
  }

  /** Makes the partition ours, unless another worker was first or the former owner lives. */
  async claim(): Promise<boolean> {
    const isOurs = await this.#append('epoch').catch(() => false);
    if (isOurs) this.#beat();
    return isOurs;
  }

  /** Right after a commit. */
  add({ inbox, ...commit }: Commit): void {
    const base = this.#wantsBase() ? beginBase(this.#on.path, inbox) : undefined;
    this.#isMakingBase ||= base !== undefined;
    this.#queue.push({ ...commit, base });
    this.#next(() => this.#appendChanges()).catch((error: Error) => this.#complain(error));
  }

  /** Whether everything that was committed has been accepted. */
  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** Once nothing is written any more. */
  get closed(): AbortSignal {
    return this.#stop.signal;
  }

  /** Gives the partition back, after everything that was committed. Waits no longer than the time to live. */
  async release(): Promise<boolean> {
    this.#isLeaving = true;
    clearTimeout(this.#beating);
    const patience = setTimeout(() => this.#stop.abort(), this.#on.ttlMs);
    const isReleased = await this.#next(() => this.#append('release')).catch(() => false);
    clearTimeout(patience);
    return isReleased;
  }

  /** Nothing is written any more. */
  close(): void {
    clearTimeout(this.#beating);
    this.lease.end();
    this.#stop.abort();
    for (const { settled } of this.#queue) for (const settle of settled) settle(false);
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#appending.then(work);
    this.#appending = done.catch(() => {});
    return done;
  }

  async #appendChanges(): Promise<void> {
    const next = this.#queue[0];
    if (next === undefined || this.#isLost) return;
    try {
      await next.stored;
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#isLost = true;
      this.lease.end();
      return this.#on.broken(error as Error);
    }
    const packed = await compress(next.patchset);
    for (let at = 0; at === 0 || at < packed.length; at += PART_BYTES) {
      const isLast = at + PART_BYTES >= packed.length;
      if (isLast) this.#state = { epoch: this.epoch, n: next.n };
      if (!(await this.#append('changes', packed.subarray(at, at + PART_BYTES), isLast))) return this.#lose();
    }
    this.#queue.shift();
    this.#logBytes += packed.length;
    if (next.base !== undefined) void this.#makeBase(next.base, this.#log.last);
    for (const settled of next.settled) settled(true);
    this.#on.accepted(next.messages);
  }

  async #append(kind: EntryKind, body?: Uint8Array, isLast = true): Promise<boolean> {
    const entry = { kind, epoch: this.epoch, owner: this.#on.owner, state: this.#state, isLast };
    const whole = body === undefined ? entry : { ...entry, body };
    const isOurs = await this.#log.append(whole, this.lease, this.#stop.signal);
    this.#appendedAt = performance.now();
    return isOurs;
  }

  #beat(): void {
    if (this.#isLeaving || this.#stop.signal.aborted) return;
    const everyMs = this.#on.ttlMs / 3;
    this.#beating = setTimeout(() => {
      const isDue = this.isEmpty && performance.now() - this.#appendedAt >= everyMs * 0.9;
      const beaten = isDue ? this.#next(() => this.#append('beat')) : this.#appending.then(() => true);
      void beaten.catch(() => true).then((isOurs) => (isOurs ? this.#beat() : this.#lose()));
    }, everyMs / 2);
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.lease.end();
    this.#on.lost();
  }

  #wantsBase(): boolean {
    const { leastBytes, leastMs } = this.#on.baseRule;
    if (this.#isMakingBase || this.#isLost) return false;
    const isLong = this.#logBytes > Math.max(leastBytes, this.#baseBytes);
    return isLong && performance.now() - this.#baseAt >= leastMs;
  }

  async #makeBase(began: BeganBase, after: number): Promise<void> {
    const { nats, names, partition, path } = this.#on;
    try {
      const base = await storeBase(nats, names, { partition, path, began, after });
      const body = new TextEncoder().encode(JSON.stringify(base));
      if (this.#isLeaving) return;
      const at = await this.#next(async () =>
        (await this.#append('base', body)) ? this.#log.last : undefined,
      );
      if (at === undefined) return;
      this.#logBytes = 0;
      this.#baseBytes = base.copy.bytes;
      this.#baseAt = performance.now();
      await dropOlder(nats, names, partition, base, at);
    } catch (error) {
      this.#complain(error as Error);
    } finally {
      this.#isMakingBase = false;
    }
  }

  #complain({ message }: Error): void {
    if (!this.#stop.signal.aborted) this.#on.tell(`The log of partition ${this.#on.partition}: ${message}`);
  }
}
