/** Whether a running crawl has come to a standstill: since when, who must be waited for, and until when. */
import type { HostRecord } from '../archive/records.ts';
import type { ControlStatus } from '../crawl/control.ts';
import type { Awaited, Counts } from '../crawl/statistics.ts';
import { count, duration } from './numbers.ts';

/** Shorter silences are nothing to speak of, and so are those of a slow crawl. */
const LEAST_MS = 60_000;
const USUAL_GAPS = 10;
const ASKED_HOSTS = 50;

export interface Pace {
  state: ControlStatus['state'];
  curve: readonly { at?: number | undefined }[];
  counts: Pick<Counts, 'requests' | 'elapsedMs'>;
  waiting: number;
  waitingByHost: readonly { host: string; links: number }[];
  awaited: Awaited;
  now: number;
}

/** Undefined if it has not. */
export function stalledOf(
  { state, curve, counts, waiting, waitingByHost, awaited, now }: Pace,
  hostOf: (name: string) => Pick<HostRecord, 'readyAt'> | undefined,
): string | undefined {
  const last = curve.at(-1)?.at;
  if (state !== 'running' || last === undefined) return undefined;
  const usualGap = counts.elapsedMs / Math.max(1, counts.requests);
  const silence = now - last;
  if (silence < Math.max(LEAST_MS, USUAL_GAPS * usualGap)) return undefined;
  const since = `Stalled: no page for ${duration(silence)}.`;
  if (waiting === 0) return `${since} Nothing waits; the last requests have not been answered yet.`;
  const times = waitingByHost.slice(0, ASKED_HOSTS).map(({ host }) => ({
    host,
    inMs: (hostOf(host)?.readyAt ?? 0) - now,
  }));
  const held = times.filter(({ inMs }) => inMs > 0).sort((a, b) => a.inMs - b.inMs);
  const links = `${count(waiting)} ${waiting === 1 ? 'link waits' : 'links wait'} on ${count(waitingByHost.length)} ${waitingByHost.length === 1 ? 'site' : 'sites'}`;
  if (held.length > 0 && held.length === times.length)
    return `${since} ${links}, and each is left alone for now; ${held[0]!.host} is asked again in ${duration(held[0]!.inMs)}.`;
  const silent = awaited.hosts + awaited.names;
  if (silent > 0) return `${since} ${links}; ${count(silent)} ${silent === 1 ? 'does' : 'do'} not answer.`;
  return `${since} ${links}. Its process may be busy or stuck: the log says what it did last.`;
}
