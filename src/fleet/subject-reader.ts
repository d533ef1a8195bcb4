/**
 * Reads the messages of one subject of a stream in their order, from a position on, for as long as it is open.
 *
 * It asks for the next message by number and waits for a hint when there is none; without a hint it looks again every
 * few seconds. There is no consumer on the server, so none can stall when a server dies: a lost hint or a lost answer
 * costs a few seconds, never a message.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredMsg } from '@nats-io/jetstream';
import type { Subscription } from '@nats-io/transport-node';
import type { Nats } from './connect.ts';
import type { FleetNames } from './names.ts';

/** How long a message without a hint may stay unread. */
const LOOK_AGAIN_MS = 3000;
const AFTER_TROUBLE_MS = 500;

export class SubjectReader {
  readonly #nats: Nats;
  readonly #stream: string;
  readonly #subject: string;
  readonly #hints: Subscription;
  readonly #stop = new AbortController();
  #wake: () => void = () => {};
  #isHinted = false;
  readonly #ended: Promise<void>;

  /** `take` gets each message once, in order; the next one waits for it. */
  constructor(
    nats: Nats,
    names: FleetNames,
    { stream, subject, after }: { stream: string; subject: string; after: number },
    take: (message: StoredMsg) => void | Promise<void>,
  ) {
    this.#nats = nats;
    this.#stream = stream;
    this.#subject = subject;
    this.#hints = nats.nc.subscribe(names.news(subject), {
      callback: () => {
        this.#isHinted = true;
        this.#wake();
      },
    });
    this.#ended = this.#run(after, take);
  }

  /** Resolves when the last message has been taken. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    if (!this.#nats.nc.isClosed()) this.#hints.unsubscribe();
    await this.#ended;
  }

  async #run(after: number, take: (message: StoredMsg) => void | Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    let last = after;
    while (!signal.aborted) {
      this.#isHinted = false;
      let message: StoredMsg | undefined;
      try {
        message = await this.#nats.read(this.#stream, last + 1, this.#subject);
      } catch {
        await sleep(AFTER_TROUBLE_MS, undefined, { signal }).catch(() => {});
        continue;
      }
      if (signal.aborted) return;
      if (message === undefined) await this.#hint();
      else {
        last = message.seq;
        await take(message);
      }
    }
  }

  async #hint(): Promise<void> {
    if (this.#isHinted || this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_AGAIN_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Adds a message to a stream and hints at it. */
export async function publish(
  nats: Nats,
  names: FleetNames,
  subject: string,
  body: Uint8Array | string,
  options: Parameters<Nats['js']['publish']>[2] = {},
): Promise<number> {
  const { seq } = await nats.js.publish(subject, body, options);
  nats.nc.publish(names.news(subject));
  return seq;
}
