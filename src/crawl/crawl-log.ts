/**
 * `crawl.log`: the crawl's events, one per line, filtered by the setting `log`. A full log is renamed to `crawl.log.1`,
 * replacing the previous one.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import type { CrawlEvent } from './events.ts';
import type { logLevels } from './settings.ts';

const MAX_BYTES = 10_000_000;

/** The level from which an event is written. Progress is not logged; see `status`. */
const LEVEL_OF: Readonly<Record<CrawlEvent['type'], LogLevel | undefined>> = {
  fault: 'faults',
  start: 'info',
  notice: 'info',
  changed: 'info',
  seeds: 'info',
  cycle: 'info',
  labelled: 'info',
  paused: 'info',
  continued: 'info',
  stop: 'info',
  round: 'info',
  page: 'debug',
  revisit: 'debug',
  refused: 'debug',
  progress: undefined,
  missed: undefined,
};

type LogLevel = (typeof logLevels)[number];
const RANK: Readonly<Record<LogLevel, number>> = { off: 0, faults: 1, info: 2, debug: 3 };

export class CrawlLog {
  readonly #path: string;
  readonly #level: () => LogLevel;
  readonly #clock: () => number;
  #bytes: number;

  constructor(path: string, level: () => LogLevel, clock: () => number) {
    this.#path = path;
    this.#level = level;
    this.#clock = clock;
    this.#bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  write(written: CrawlEvent): void {
    const from = LEVEL_OF[written.type];
    if (from === undefined || RANK[from] > RANK[this.#level()]) return;
    const { type, ...event } = written;
    const line = `${new Date(this.#clock()).toISOString()} ${type} ${JSON.stringify(event)}\n`;
    if (this.#bytes > MAX_BYTES) {
      renameSync(this.#path, `${this.#path}.1`);
      this.#bytes = 0;
    }
    appendFileSync(this.#path, line);
    this.#bytes += Buffer.byteLength(line);
  }
}
