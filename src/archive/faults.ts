/** Faults that each cost one page: the latest thousand with their messages, and a count of all by part. */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type { Fault } from './records.ts';

const FAULTS_KEPT = 1000;
const MESSAGE_CHARACTERS = 4000;

export class Faults {
  readonly #insert: StatementSync;
  readonly #trim: StatementSync;
  readonly #count: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    this.#insert = sql.prepare('INSERT INTO faults (at, part, url, message) VALUES (?, ?, ?, ?)');
    this.#trim = sql.prepare(`DELETE FROM faults WHERE id <= ? - ${FAULTS_KEPT}`);
    this.#count = sql.prepare(
      'INSERT INTO fault_counts VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1',
    );
  }

  add({ at, part, url, message }: Fault): void {
    const id = this.#insert.run(at, part, url ?? null, message.slice(0, MESSAGE_CHARACTERS)).lastInsertRowid;
    this.#trim.run(id);
    this.#count.run(part);
  }
}
