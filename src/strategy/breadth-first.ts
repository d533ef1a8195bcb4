/**
 * Breadth-first: every link waits with the same priority, so the frontier's rule for ties (first come, first
 * gone) makes the order. The baseline of every comparison.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export function breadthFirst(): Strategy {
  return {
    *visit({ page }: Visit): Iterable<Ranked> {
      for (const link of page.links) yield { link, priority: 0, why: 'first come' };
    },
  };
}
