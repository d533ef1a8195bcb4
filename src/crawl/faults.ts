/**
 * Faults of judges, strategies, readers, filters and sinks: each affects one page only. It is counted, emitted as an
 * event and written to `faults.log` with its stack. Twenty faults of one part in a row stop the crawl: then the part is
 * broken, not the page.
 */
import { appendFileSync } from 'node:fs';
import { atOnce } from '../at-once.ts';
import { messageOf } from '../errors.ts';

export interface Fault {
  /** `judge`, `strategy`, `reader`, `renderer`, `filter`, or `sink NAME`. */
  part: string;
  message: string;
  stack?: string;
}

/** A message may hold the whole page. */
const MOST_CHARACTERS = 10_000;

export function faultOf(part: string, error: unknown): Fault {
  const message = messageOf(error).slice(0, MOST_CHARACTERS);
  const stack = stackOf(error)?.slice(0, MOST_CHARACTERS);
  return { part, message, ...(stack === undefined ? {} : { stack }) };
}

/** Made when it is read, and then it may throw. */
function stackOf(error: unknown): string | undefined {
  try {
    const stack = error instanceof Error ? error.stack : undefined;
    return typeof stack === 'string' ? stack : undefined;
  } catch {
    return undefined;
  }
}

export interface FaultsParts {
  /** Where stacks are written; without it they are not. */
  logFile?: string | undefined;
  clock(): number;
  save(fault: Fault, url: string, at: number): void;
  tell(fault: Fault, url: string): void;
  /** A part failed too many times in a row. */
  giveUp(reason: string): void;
}

export const FAULTS_IN_A_ROW = 20;
/** A part that fails on every other page of a long crawl must not fill the disk. */
const MAX_LOG_BYTES = 10_000_000;

export class Faults {
  readonly #on: FaultsParts;
  readonly #inARow = new Map<string, number>();
  #logged = 0;

  constructor(parts: FaultsParts) {
    this.#on = parts;
  }

  /**
   * The result of the part's main work, or undefined if it failed; a promise is a failure. A success resets the count of
   * failures in a row.
   */
  contain<T>(part: string, url: string, work: () => T): T | undefined {
    let failed = false;
    const done = this.attempt(part, url, work, () => {
      failed = true;
    });
    if (!failed) this.worked(part);
    return done;
  }

  /** The same for a part's secondary work: a success there does not reset the count. */
  attempt<T>(part: string, url: string, work: () => T, onFault?: () => void): T | undefined {
    try {
      return atOnce(work());
    } catch (error) {
      this.note(faultOf(part, error), url);
      onFault?.();
      return undefined;
    }
  }

  worked(part: string): void {
    this.#inARow.delete(part);
  }

  note(fault: Fault, url: string): void {
    const { clock, save, tell, giveUp } = this.#on;
    const inARow = (this.#inARow.get(fault.part) ?? 0) + 1;
    this.#inARow.set(fault.part, inARow);
    save(fault, url, clock());
    this.#log(fault, url);
    tell(fault, url);
    if (inARow === FAULTS_IN_A_ROW)
      giveUp(`the ${fault.part} failed ${inARow} times in a row, last with: ${fault.message}`);
  }

  #log({ part, message, stack }: Fault, url: string): void {
    const { logFile, clock } = this.#on;
    if (logFile === undefined || this.#logged > MAX_LOG_BYTES) return;
    const entry = `${new Date(clock()).toISOString()} ${part} ${url}\n${stack ?? message}\n\n`;
    this.#logged += entry.length;
    appendFileSync(logFile, entry);
  }
}
