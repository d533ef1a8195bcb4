/**
 * Breadth-first: every link has the same priority, so the frontier's FIFO rule for ties decides the order. The baseline
 * of every comparison.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export function breadthFirst(): Strategy {
  return {
    *visit({ page }: Visit): Iterable<Ranked> {
      for (const link of page.links) yield { link, priority: 0, why: 'FIFO' };
    },
  };
}
