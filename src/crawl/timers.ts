/**
 * How a crawl waits: by the wall, or, for a study, by a clock of its own that runs ahead whenever the crawl has
 * nothing else to do.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Timers {
  /** Whether time passes by itself; else it stands still until the loop has set its alarm. */
  readonly live: boolean;
  /**
   * The loop's alarm, one at a time; the answer takes it back. `underWay` is how many journeys are not over: a clock
   * of one's own may run ahead once all of them wait for it.
   */
  alarm(ms: number, ring: () => void, underWay: number): () => void;
  /** A journey waits, until then or until it is given up. */
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
