/**
 * What can be done to a crawl from outside. `Crawl` offers it in its own process, `connect` to every other one: through
 * the socket of a crawl that runs, through the folder of one that does not.
 */
import { userInfo } from 'node:os';
import type { Change } from './changes.ts';
import type { StopReason } from './events.ts';
import type { Progress } from './statistics.ts';

export interface Control {
  status(): Promise<ControlStatus>;
  /** Nothing new is asked for; what is under way finishes. Time budgets do not count paused time. */
  pause(): Promise<ControlStatus>;
  /** Ends a pause. */
  go(): Promise<ControlStatus>;
  /** Settings by their keys; see `changeable`. A key with "+" at its end adds to a list. */
  set(changes: Record<string, unknown>): Promise<SettingsChanged>;
  addSeeds(urls: readonly string[]): Promise<SeedsAdded>;
  /** Ends the crawl cleanly; resolves when everything is written. */
  stop(): Promise<Stopped>;
}

export interface ControlStatus {
  state: 'running' | 'paused' | 'stopped' | 'crashed';
  /** Of a crawl that has begun. */
  progress?: Progress | undefined;
}

/** When a change holds: from now on, or from the next `resume` on. */
export type InForce = 'now' | 'at the next resume';

export interface SettingsChanged {
  changes: Record<string, Change>;
  inForce: InForce;
}

export interface SeedsAdded {
  /** Those that the topic did not have yet. */
  added: number;
  known: number;
  inForce: InForce;
}

export interface Stopped {
  reason: StopReason;
  detail: string;
}

/** For the crawl's record of who changed what. */
export function whoAsks(): string {
  let user = 'unknown user';
  try {
    user = userInfo().username;
  } catch {
    // a user without a name, as in some containers
  }
  return `${user}, process ${process.pid}`;
}
