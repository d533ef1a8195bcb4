/**
 * Random order: every URL has a random priority, derived from the URL and a seed. The second baseline of every
 * comparison: it shows what a strategy adds beyond luck. Stateless: a link found again has the same priority.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';
import { addressChance } from './url-hash.ts';

export function randomOrder({ seed }: { seed: number }): Strategy {
  return {
    *visit({ page }: Visit): Iterable<Ranked> {
      for (const link of page.links) yield { link, priority: addressChance(link.url, seed), why: 'random' };
    },
  };
}
