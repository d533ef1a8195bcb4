/**
 * Random order: every address has a priority by chance, drawn from the address and a seed. The second baseline of
 * every comparison: what a strategy is worth beyond luck. Nothing is remembered, and a link that is found again has
 * the priority it had.
 */

import type { Ranked, Strategy, Visit } from './strategy.ts';
import { addressChance } from './url-hash.ts';

export function randomOrder({ seed }: { seed: number }): Strategy {
  return {
    *visit({ page }: Visit): Iterable<Ranked> {
      for (const link of page.links)
        yield { link, priority: addressChance(link.url, seed), why: 'by chance' };
    },
  };
}
