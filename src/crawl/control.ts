/**
 * What can be done to a crawl from outside. `Crawl` offers it in its own process, `connect` in any other: through the
 * socket of a running crawl, or through the folder of a stopped one.
 */
import { userInfo } from 'node:os';
import type { Label } from '../archive/records.ts';
import type { LabelEffect } from '../strategy/strategy.ts';
import type { Change } from './changes.ts';
import type { StopReason } from './events.ts';
import type { Progress } from './statistics.ts';

export interface Control {
  status(): Promise<ControlStatus>;
  /** Starts no new requests; those in flight finish. Time budgets do not count paused time. */
  pause(): Promise<ControlStatus>;
  /** Ends a pause. */
  go(): Promise<ControlStatus>;
  /** Settings by key; see `changeable`. A key ending in "+" adds to a list. */
  set(changes: Record<string, unknown>): Promise<SettingsChanged>;
  addSeeds(urls: readonly string[]): Promise<SeedsAdded>;
  /**
   * Keeps what a person says about pages; a later answer of the same person replaces the earlier one. It wins over the
   * judge at once; a recipe that learns from answers gets them now, or at the next resume. With `awaitsEffect: false` the
   * answer comes as soon as they are kept; what they moved is in the crawl's record once it is known.
   */
  label(labels: readonly NewLabel[], how?: { awaitsEffect?: boolean }): Promise<LabelsKept>;
  /** Ends the crawl cleanly; resolves once everything is written. */
  stop(): Promise<Stopped>;
}

/** Number and time are added when it is kept. */
export type NewLabel = Omit<Label, 'seq' | 'at'>;

export interface ControlStatus {
  state: 'running' | 'paused' | 'stopped' | 'crashed';
  /** Only if the crawl has started. */
  progress?: Progress | undefined;
}

/** When a change takes effect. */
export type InForce = 'now' | 'at the next resume';

export interface SettingsChanged {
  changes: Record<string, Change>;
  inForce: InForce;
}

export interface SeedsAdded {
  /** How many the topic did not have yet. */
  added: number;
  known: number;
  inForce: InForce;
}

export interface LabelsKept extends LabelEffect {
  kept: number;
  /** Pages that count now and did not, or the other way round, because of these answers alone. */
  changed: number;
  /** When a recipe that learns from answers gets them; they count at once in either case. */
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
    // the user has no name, as in some containers
  }
  return `${user}, process ${process.pid}`;
}
