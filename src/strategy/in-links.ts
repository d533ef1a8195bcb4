/**
 * Pages that many pages link to first: the backlink count of Cho, García-Molina and Page, "Efficient crawling
 * through URL ordering" (1998), over the pages fetched so far. Every page that holds a link adds 1 to it: the adding
 * is done by the frontier's rule `sum`, so nothing is kept here and the count has no limit of memory.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export function inLinks(): Strategy {
  return {
    *visit({ page }: Visit): Iterable<Ranked> {
      for (const link of page.links) yield { link, priority: 1, why: 'one more page links to it' };
    },
  };
}
