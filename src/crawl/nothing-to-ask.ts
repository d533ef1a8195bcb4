/** Nothing can be requested now: whether the crawl draws the next seeds of its pool, waits, or ends, and why. */
import type { Equipment } from './equipment.ts';
import type { StopReason } from './events.ts';
import { nextCycle } from './pool.ts';

/** A crawl in which nothing has ever answered, for example because its seed is misspelt, does not idle for longer. */
const NO_ANSWER_IDLE_S = 30;

/** Returns why the crawl ends; undefined if it draws or waits. */
export function nothingToAsk(on: Equipment, now: number): { reason: StopReason; detail: string } | undefined {
  const { frontier, settings, statistics, gate } = on;
  const readyAt = frontier.nextReadyAt();
  const { maxIdleSeconds } = settings.politeness;
  const isUnanswered = !gate.hasAnswer && statistics.counts.bytes === 0;
  const longestS = isUnanswered ? Math.min(maxIdleSeconds, NO_ANSWER_IDLE_S) : maxIdleSeconds;
  if (readyAt !== undefined && readyAt - now <= 1000 * longestS) return undefined;
  // Of a pool, a round of a re-crawl takes one draw.
  if (on.round?.state.hasDrawn !== true && nextCycle(on)) {
    if (on.round !== undefined) on.round.state.hasDrawn = true;
    return undefined;
  }
  if (readyAt === undefined) {
    const both = settings.seeds.pool === undefined ? '' : ' and the pool has no more seeds';
    return {
      reason: 'frontier-empty',
      detail: `the frontier is empty: every reachable link was requested${both}`,
    };
  }
  const until = new Date(readyAt).toISOString();
  return {
    reason: 'idle',
    detail: isUnanswered
      ? `no host has answered; the first may be contacted again at ${until}`
      : `every host with waiting links asks us to wait; the first may be contacted at ${until}`,
  };
}
