/**
 * Links that leave a partition. They wait in memory until the commit of the page they were found on, in its database
 * until the log has accepted that commit, and are then sent: to each partition one message at a time, as often as it
 * takes. A partition of the same worker is given them directly; they are done when its own log has accepted them. A
 * message that arrives twice is taken once, by its number.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { headers } from '@nats-io/transport-node';
import type { OutgoingMessage, PartTables } from '../archive/part-tables.ts';
import type { NewLink } from '../frontier/frontier.ts';
import type { Nats } from './connect.ts';
import { compressed, type Packed, packLinks } from './links.ts';
import type { FleetNames } from './names.ts';
import { publish } from './subject-reader.ts';

const AFTER_TROUBLE_MS = 500;

export const FROM = 'Forage-From';
export const NUMBER = 'Forage-Number';

/** A message further ahead of its turn than this was not sent by a partition: each sends one at a time. */
const MOST_AHEAD = 100_000;

/** Whose message it is, of how many partitions, and its number; undefined for anything else that was published there. */
export function senderOf(
  header: { get(name: string): string } | undefined,
  partitions: number,
  lastTaken: (from: number) => number,
): { from: number; n: number } | undefined {
  const [from, n] = [FROM, NUMBER].map((name) => {
    const text = header?.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  }) as [number, number];
  const isSender = from < partitions && n >= 1 && n <= lastTaken(from) + MOST_AHEAD;
  return isSender ? { from, n } : undefined;
}

/** With its links, unless it was written by a former owner. */
export type Outgoing = OutgoingMessage & Partial<Pick<Packed, 'links'>>;

/** Another partition of the same worker. */
export interface Neighbour {
  /** Resolves when its log has accepted the message, or with false if it will not. Undefined: it takes nothing now. */
  takeFrom(sender: number, message: Outgoing): Promise<boolean> | undefined;
}

export interface Surroundings {
  partitionOf(host: string): number;
  neighbour(partition: number): Neighbour | undefined;
}

export class Outbox {
  readonly #nats: Nats;
  readonly #names: FleetNames;
  readonly #partition: number;
  readonly #around: Surroundings;
  #links = new Map<number, NewLink[]>();
  /** By receiver: what is sent one after the other. */
  readonly #queues = new Map<number, Outgoing[]>();
  readonly #sending = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(nats: Nats, names: FleetNames, partition: number, around: Surroundings) {
    this.#nats = nats;
    this.#names = names;
    this.#partition = partition;
    this.#around = around;
  }

  add(links: readonly NewLink[]): void {
    for (const link of links) {
      const to = this.#around.partitionOf(link.host);
      const others = this.#links.get(to);
      if (others === undefined) this.#links.set(to, [link]);
      else others.push(link);
    }
  }

  /** At a commit: gives the links of the transaction their messages. */
  write(tables: PartTables): Outgoing[] {
    const messages: Outgoing[] = [];
    for (const [to, all] of this.#links)
      for (const { body, links } of packLinks(all))
        messages.push({ ...tables.put(to, body, links.length), links });
    this.#links = new Map();
    return messages;
  }

  /** After the log has accepted their commit. `arrived` is called for each that is safe where it belongs. */
  send(messages: readonly Outgoing[], arrived: (message: OutgoingMessage) => void): void {
    for (const message of messages) {
      const taken = this.#around.neighbour(message.to)?.takeFrom(this.#partition, message);
      if (taken === undefined) this.#post(message, arrived);
      else void taken.then((isSafe) => (isSafe ? arrived(message) : this.#post(message, arrived)));
    }
  }

  /** Waits until everything is sent, if that is possible within this time; then nothing is sent any more. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), graceMs);
    await Promise.all(this.#sending);
    clearTimeout(timer);
    this.#stop.abort();
  }

  #post(message: Outgoing, arrived: (message: OutgoingMessage) => void): void {
    const queue = this.#queues.get(message.to);
    if (queue !== undefined) return void queue.push(message);
    this.#queues.set(message.to, [message]);
    const sending = this.#sendAll(message.to, arrived).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #sendAll(to: number, arrived: (message: OutgoingMessage) => void): Promise<void> {
    const queue = this.#queues.get(to)!;
    const { signal } = this.#stop;
    const subject = this.#names.inboxSubject(to);
    while (queue.length > 0 && !signal.aborted) {
      const message = queue[0]!;
      const header = headers();
      header.set(FROM, String(this.#partition));
      header.set(NUMBER, String(message.n));
      // The id only saves the inbox some copies; what counts is the number.
      const msgID = `${this.#partition}.${to}.${message.n}`;
      try {
        await publish(this.#nats, this.#names, subject, compressed(message.body), { headers: header, msgID });
      } catch {
        await sleep(AFTER_TROUBLE_MS, undefined, { signal }).catch(() => {});
        continue;
      }
      queue.shift();
      arrived(message);
    }
    this.#queues.delete(to);
  }
}
