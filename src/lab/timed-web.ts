/**
 * A frozen web that answers on a virtual clock: after the latency of the host and the transfer time of the bytes. A URL
 * that it does not have costs nothing, as if it were unknown, because its answer is unknown.
 */
import type { Fetched, Web } from '../web/web.ts';
import { hostOf } from './measures/sites.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { latencyOf, type TimeModel } from './virtual-time.ts';

export type AnswerTime = Pick<TimeModel, 'latencyMs' | 'bytesPerSecond'>;

export function timedWeb(
  web: Web,
  clock: VirtualClock,
  model: AnswerTime,
  onAnswer: (url: string, ms: number) => void = () => {},
): Web {
  const latencies = new Map<string, number>();
  const latency = (host: string): number => {
    const known = latencies.get(host) ?? latencyOf(host, model.latencyMs);
    latencies.set(host, known);
    return known;
  };
  /** Whole milliseconds, as on any clock of a crawl. */
  const durationOf = (fetched: Fetched): number => {
    if (!fetched.ok && fetched.reason === 'not-in-web') return 0;
    const bytes = fetched.ok ? fetched.wire.length : 0;
    return Math.round(latency(hostOf(fetched.url)) + (1000 * bytes) / model.bytesPerSecond);
  };
  return {
    async fetch(request) {
      const { url, signal } = request;
      const startedAt = clock.now();
      const turn = clock.turn();
      const fetched = await web.fetch(request);
      const durationMs = durationOf(fetched);
      await clock.sleepUntil(startedAt + durationMs, turn, signal);
      if (signal?.aborted) {
        const given = { url, startedAt, durationMs: clock.now() - startedAt, mayPass: true };
        return { ...given, ok: false, reason: 'aborted', detail: 'The request was aborted.' };
      }
      onAnswer(url, clock.now());
      return { ...fetched, startedAt, durationMs };
    },
    close: () => web.close(),
  };
}
