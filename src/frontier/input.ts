/** What every frontier refuses: options, priorities and times that would break its order. */
import { ForageError } from '../errors.ts';
import type { FrontierOptions, HostTimes } from './frontier.ts';

export function checkOptions(options: FrontierOptions): Required<FrontierOptions> {
  const { merge = 'max', factor = 1.1, batch = 1, now = 0, gate = ALWAYS } = options;
  if (factor >= 1 && factor <= 2) return { merge, factor, batch, now, gate };
  throw new ForageError('INPUT_INVALID', `The factor must be from 1 to 2, not ${factor}.`);
}

export function checkPriority(priority: number, url: string): number {
  if (Number.isFinite(priority)) return priority;
  throw new ForageError('INPUT_INVALID', `The priority of ${url} must be a finite number, not ${priority}.`);
}

export function checkTime(time: number): number {
  if (Number.isFinite(time)) return time;
  throw new ForageError('INPUT_INVALID', `A time must be in milliseconds since the epoch, not ${time}.`);
}

export function notOut(url: string): ForageError {
  return new ForageError('INPUT_INVALID', `${url} is not handed out: settle each task exactly once.`);
}

const ALWAYS: HostTimes = { mayAsk: () => 0 };
