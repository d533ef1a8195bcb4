/** How a crawl waits: in real time, or, for a study, on a virtual clock that jumps ahead whenever the crawl is idle. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Timers {
  /** Whether time passes by itself; otherwise it stands still until the loop sets its alarm. */
  readonly live: boolean;
  /**
   * The loop's alarm, one at a time; the returned function cancels it. `underWay` is the number of unfinished tasks: a
   * virtual clock may jump ahead once all of them wait for it.
   */
  alarm(ms: number, ring: () => void, underWay: number): () => void;
  /** Resolves after `ms`, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const wallTimers: Timers = {
  live: true,
  alarm(ms, ring) {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};
