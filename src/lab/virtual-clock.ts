/**
 * A discrete-event clock, for a crawl that should behave as it would live, without waiting for it. It stands still
 * while the crawl has anything to do, however long that takes, and jumps to the next event once the loop has set its
 * alarm and every task in progress waits for the clock. One event at a time: its consequences are complete before the
 * next.
 *
 * So the order is the same every time, whatever the disk and the processor do. Events due at the same moment fire in
 * the order in which they were started, and the loop's alarm last.
 */
import type { Timers } from '../crawl/timers.ts';
import { Heap } from './heap.ts';

interface Sleeper {
  at: number;
  turn: number;
  wake: () => void;
  gone: boolean;
}

interface Alarm {
  at: number;
  underWay: number;
  ring: () => void;
}

/** Yields now and then: a crawl that never waits for the disk would otherwise not notice that it should stop. */
const EVENTS_A_BREATH = 50;

export class VirtualClock implements Timers {
  readonly live = false;
  readonly #endMs: number;
  readonly #sleepers = new Heap<Sleeper>((a, b) => a.at < b.at || (a.at === b.at && a.turn < b.turn));
  #asleep = 0;
  #turns = 0;
  #events = 0;
  #nowMs = 0;
  #alarm: Alarm | undefined;

  /** At the end the alarm rings whatever it was set to, so that nothing happens after it. */
  constructor(endMs = Number.POSITIVE_INFINITY) {
    this.#endMs = endMs;
  }

  /** Milliseconds since the crawl started. */
  readonly now = (): number => this.#nowMs;

  /** Reserves a position in the order for a caller that will know only later how long it sleeps. */
  turn(): number {
    return this.#turns++;
  }

  sleep(ms: number, signal?: AbortSignal, turn = this.turn()): Promise<void> {
    return this.sleepUntil(this.#nowMs + ms, turn, signal);
  }

  async sleepUntil(at: number, turn: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    let giveUp: (() => void) | undefined;
    await new Promise<void>((wake) => {
      const sleeper: Sleeper = { at: Math.max(at, this.#nowMs), turn, wake, gone: false };
      this.#sleepers.push(sleeper);
      this.#asleep += 1;
      giveUp = () => {
        if (sleeper.gone) return;
        this.#rouse(sleeper);
      };
      signal?.addEventListener('abort', giveUp);
      this.#goOn();
    });
    signal?.removeEventListener('abort', giveUp!);
  }

  alarm(ms: number, ring: () => void, underWay: number): () => void {
    const at = this.#nowMs + ms;
    const alarm = { at: at > this.#endMs && this.#nowMs < this.#endMs ? this.#endMs : at, underWay, ring };
    this.#alarm = alarm;
    this.#goOn();
    return () => {
      if (this.#alarm === alarm) this.#alarm = undefined;
    };
  }

  #goOn(): void {
    if (this.#alarm?.underWay !== this.#asleep) return;
    if (++this.#events % EVENTS_A_BREATH === 0) setImmediate(() => this.#next());
    else this.#next();
  }

  #next(): void {
    const alarm = this.#alarm;
    if (alarm?.underWay !== this.#asleep) return;
    while (this.#sleepers.first?.gone) this.#sleepers.pop();
    const first = this.#sleepers.first;
    if (first !== undefined && first.at <= alarm.at) {
      this.#sleepers.pop();
      this.#nowMs = first.at;
      this.#rouse(first);
    } else if (alarm.at < Number.POSITIVE_INFINITY) {
      this.#nowMs = alarm.at;
      this.#alarm = undefined;
      alarm.ring();
    }
  }

  #rouse(sleeper: Sleeper): void {
    sleeper.gone = true;
    this.#asleep -= 1;
    sleeper.wake();
  }
}
