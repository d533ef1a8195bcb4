/**
 * The tables by which parts of a crawl exchange messages, in the database of each part.
 *
 * A message is numbered by the pair of its sender and its receiver, from 1. It is written in the transaction of the
 * pages that it came from, and taken in the transaction of what it brings, each number once and in order: so nothing
 * that counts is counted twice or forgotten, however often a message is sent.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';

export interface OutgoingMessage {
  to: number;
  n: number;
  body: Uint8Array;
}

/** Links that were sent to other parts and taken from them. */
export interface Exchanged {
  sent: number;
  taken: number;
}

export class PartTables {
  readonly #lastNumber: StatementSync;
  readonly #setNumber: StatementSync;
  readonly #put: StatementSync;
  readonly #drop: StatementSync;
  readonly #outgoing: StatementSync;
  readonly #hold: StatementSync;
  readonly #held: StatementSync;
  readonly #allHeld: StatementSync;
  readonly #letGo: StatementSync;
  readonly #note: StatementSync;
  readonly #noted: StatementSync;
  readonly #exchanged: StatementSync;
  readonly #pending: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    sql.exec(TABLES);
    this.#lastNumber = sql.prepare('SELECT n FROM part_pair WHERE way = ? AND other = ?');
    this.#setNumber = sql.prepare(
      `INSERT INTO part_pair VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET n = excluded.n, links = links + excluded.links`,
    );
    this.#put = sql.prepare('INSERT INTO part_outbox VALUES (?, ?, ?)');
    this.#drop = sql.prepare('DELETE FROM part_outbox WHERE receiver = ? AND n = ?');
    this.#outgoing = sql.prepare('SELECT receiver, n, body FROM part_outbox ORDER BY receiver, n');
    this.#hold = sql.prepare('INSERT OR IGNORE INTO part_held VALUES (?, ?, ?)');
    this.#held = sql.prepare('SELECT body FROM part_held WHERE sender = ? AND n = ?');
    this.#allHeld = sql.prepare('SELECT sender, n, body FROM part_held');
    this.#letGo = sql.prepare('DELETE FROM part_held WHERE sender = ? AND n = ?');
    this.#note = sql.prepare(
      'INSERT INTO part_meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
    this.#noted = sql.prepare('SELECT value FROM part_meta WHERE key = ?');
    this.#exchanged = sql.prepare('SELECT way, sum(links) AS links FROM part_pair GROUP BY way');
    this.#pending = sql.prepare('SELECT count(*) AS n FROM part_outbox');
  }

  /** Gives a message its number and keeps it until it is known to have arrived. */
  put(to: number, body: Uint8Array, links: number): OutgoingMessage {
    const n = this.#last('out', to) + 1;
    this.#setNumber.run('out', to, n, links);
    this.#put.run(to, n, body);
    return { to, n, body };
  }

  arrived({ to, n }: OutgoingMessage): void {
    this.#drop.run(to, n);
  }

  outgoing(): OutgoingMessage[] {
    return this.#outgoing.all().map(({ receiver, n, body }) => ({
      to: Number(receiver),
      n: Number(n),
      body: body as Uint8Array,
    }));
  }

  /**
   * Takes a message if it is its turn, and then those that came too early. `take` adds what a message brings and says
   * how many links that were.
   */
  receive(from: number, n: number, body: Uint8Array, take: (body: Uint8Array) => number): void {
    let last = this.#last('in', from);
    if (n <= last) return;
    if (n > last + 1) return void this.#hold.run(from, n, body);
    for (let next: Uint8Array | undefined = body; next !== undefined; next = this.#takeHeld(from, last + 1)) {
      last += 1;
      this.#setNumber.run('in', from, last, take(next));
    }
  }

  exchanged(): Exchanged {
    const links = new Map(this.#exchanged.all().map((row) => [row.way, Number(row.links)]));
    return { sent: links.get('out') ?? 0, taken: links.get('in') ?? 0 };
  }

  /** The number of the last message that was taken from a sender. */
  lastTaken(from: number): number {
    return this.#last('in', from);
  }

  /** Messages that came before their turn. */
  held(): { from: number; n: number; body: Uint8Array }[] {
    return this.#allHeld.all().map(({ sender, n, body }) => ({
      from: Number(sender),
      n: Number(n),
      body: body as Uint8Array,
    }));
  }

  /** Messages that are not known to have arrived. Those that came too early may be nobody's. */
  pending(): number {
    return Number(this.#pending.get()!.n);
  }

  get(key: string): number {
    return Number(this.#noted.get(key)?.value ?? 0);
  }

  set(key: string, value: number): void {
    this.#note.run(key, value);
  }

  #last(way: 'in' | 'out', other: number): number {
    return Number(this.#lastNumber.get(way, other)?.n ?? 0);
  }

  #takeHeld(from: number, n: number): Uint8Array | undefined {
    const body = this.#held.get(from, n)?.body as Uint8Array | undefined;
    if (body !== undefined) this.#letGo.run(from, n);
    return body;
  }
}

const TABLES = `
CREATE TABLE IF NOT EXISTS part_outbox (
  receiver INTEGER, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (receiver, n)
) WITHOUT ROWID;
-- The last number given ('out') or taken ('in'), and the links that all messages so far had.
CREATE TABLE IF NOT EXISTS part_pair (
  way TEXT, other INTEGER, n INTEGER NOT NULL, links INTEGER NOT NULL, PRIMARY KEY (way, other)
) WITHOUT ROWID;
-- Messages that came before their turn.
CREATE TABLE IF NOT EXISTS part_held (
  sender INTEGER, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (sender, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS part_meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
`;
