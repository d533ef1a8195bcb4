/**
 * The pages that a judge finds hardest: of the earlier general pages those with the best scores. The very best may be
 * about the topic after all, so as many of them are left alone as there may be pages about the topic (`base-rate.ts`).
 */
import type { ScoredPage } from './judge.ts';

/** `scored`: best first; `onTopic`: the highest share of pages that may be about the topic. */
export function hardNegatives(
  scored: readonly ScoredPage[],
  { onTopic, most }: { onTopic: number; most: number },
): ScoredPage[] {
  const early = scored.filter(({ isLater }) => !isLater);
  const left = Math.ceil(onTopic * early.length);
  return early.slice(left, left + most);
}
