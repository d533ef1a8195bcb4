/**
 * The WARC files of a fleet that was created with `--archive shared`, as a stream. Before the log gets a commit, the
 * records of its pages are sent: so no page that the log has is without its body, whatever disk is lost. Each file has a
 * subject of its own and one writer; its messages follow each other without gaps.
 */
import { appendFileSync, statSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { WarcPosition } from '../crawl/archive.ts';
import { onDisk } from '../disk.ts';
import { PART_BYTES } from './blobs.ts';
import type { Nats } from './connect.ts';
import type { FleetNames } from './names.ts';

/** Where in the file the bytes of a message begin. */
const OFFSET = 'Forage-Offset';
const AFTER_TROUBLE_MS = 500;
/** Attempts before somebody hears of it. */
const PATIENCE = 4;

export interface SenderParts {
  nats: Nats;
  names: FleetNames;
  /** The folder of the files. */
  folder: string;
  /** What the names of the files begin with. */
  name: string;
  /** Ends all attempts. */
  signal: AbortSignal;
  tell(message: string): void;
}

export class ArchiveSender {
  readonly #on: SenderParts;
  #sending: Promise<void> = Promise.resolve();
  /** How much of the last file was sent. */
  #sent: WarcPosition = { file: '', length: 0 };

  constructor(parts: SenderParts) {
    this.#on = parts;
  }

  /** Resolves when the servers have everything up to there, which is on the disk. */
  send(upTo: WarcPosition): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll(upTo));
    return this.#sending;
  }

  async #sendAll(upTo: WarcPosition): Promise<void> {
    const { folder, name } = this.#on;
    const files = (await readdir(folder)).filter((file) => file.startsWith(`${name}-`)).sort();
    for (const file of files) {
      if (file < this.#sent.file || file > upTo.file) continue;
      const length = file === upTo.file ? upTo.length : (await stat(join(folder, file))).size;
      await this.#sendFile(file, file === this.#sent.file ? this.#sent.length : 0, length);
      this.#sent = { file, length };
    }
  }

  async #sendFile(file: string, from: number, to: number): Promise<void> {
    if (from >= to) return;
    const handle = await open(join(this.#on.folder, file));
    try {
      for (let at = from; at < to; at += PART_BYTES) {
        const part = Buffer.alloc(Math.min(PART_BYTES, to - at));
        await handle.read(part, 0, part.length, at);
        await this.#publish(file, at, part);
      }
    } finally {
      await handle.close();
    }
  }

  /** As often as it takes. Sent twice, it says the same. */
  async #publish(file: string, at: number, part: Uint8Array): Promise<void> {
    const { nats, names, signal, tell } = this.#on;
    const header = headers();
    header.set(OFFSET, String(at));
    for (let tries = 1; ; tries++)
      try {
        signal.throwIfAborted();
        await nats.js.publish(names.archiveSubject(file), part, { headers: header });
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (tries === PATIENCE) tell(`The records of ${file} cannot be stored: ${(error as Error).message}`);
        await sleep(AFTER_TROUBLE_MS, undefined, { signal }).catch(() => {});
      }
  }
}

/** A name that a worker gives to a file. */
const isFileName = (file: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.warc\.gz$/.test(file);

/** Writes a file that the stream has, or what is missing at its end. */
export async function bringFile(nats: Nats, names: FleetNames, folder: string, file: string): Promise<void> {
  if (!isFileName(file)) return;
  const path = join(folder, file);
  const subject = names.archiveSubject(file);
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const end = await nats.last(names.archive, subject);
  if (end === undefined || offsetOf(end) + end.data.length <= size) return;
  for (let last = 0; last < end.seq; ) {
    const message = await nats.read(names.archive, last + 1, subject);
    if (message === undefined) return;
    last = message.seq;
    const known = size - offsetOf(message);
    // No worker leaves a gap.
    if (!(known >= 0)) return;
    if (known >= message.data.length) continue;
    onDisk(path, () => appendFileSync(path, message.data.subarray(known)));
    size += message.data.length - known;
  }
}

function offsetOf({ header }: StoredMsg): number {
  const text = header?.get(OFFSET) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
