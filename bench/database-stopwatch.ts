/**
 * Time spent on a database. It starts after the write-ahead log is checkpointed and ends with a commit and another
 * checkpoint, so that no sample leaves work to the next.
 *
 * On a busy machine, part of the wall-clock time is spent waiting for a processor. Linux reports how much (schedstat);
 * the rest is processor and disk.
 */
import { readFileSync } from 'node:fs';
import type { CrawlDatabase } from '../src/archive/database.ts';

export interface Rate {
  perSecond: number;
  /** Microseconds per operation: wall clock; without waiting for a processor; on the processor. */
  wallUs: number;
  ownUs: number;
  cpuUs: number;
}

/** Runs from the start. */
export class Stopwatch {
  readonly #db: CrawlDatabase;
  #wallUs = 0;
  #queuedUs = 0;
  #cpuUs = 0;
  #wallStart = 0;
  #queuedStart = 0;
  #cpuStart = process.cpuUsage();

  constructor(db: CrawlDatabase) {
    this.#db = db;
    this.#checkpoint();
    this.resume();
  }

  resume(): void {
    this.#cpuStart = process.cpuUsage();
    this.#queuedStart = queuedUs();
    this.#wallStart = performance.now();
  }

  pause(): void {
    this.#wallUs += (performance.now() - this.#wallStart) * 1000;
    this.#queuedUs += queuedUs() - this.#queuedStart;
    const { user, system } = process.cpuUsage(this.#cpuStart);
    this.#cpuUs += user + system;
  }

  rate(operations: number): Rate {
    this.#checkpoint();
    this.pause();
    return {
      perSecond: (operations / this.#wallUs) * 1e6,
      wallUs: this.#wallUs / operations,
      ownUs: (this.#wallUs - this.#queuedUs) / operations,
      cpuUs: this.#cpuUs / operations,
    };
  }

  #checkpoint(): void {
    // It cannot run inside the transaction that is always open.
    this.#db.sql.exec('COMMIT; PRAGMA wal_checkpoint(RESTART); BEGIN');
  }
}

function queuedUs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1000;
  } catch {
    return 0;
  }
}
