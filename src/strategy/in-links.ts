/**
 * Pages with many in-links first: the backlink count of Cho, García-Molina and Page, "Efficient crawling through URL
 * ordering" (1998), over the pages fetched so far. Every page with a link to the target adds 1. The frontier's rule
 * `sum` does the adding, so nothing is stored here and memory does not limit the count.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export function inLinks(): Strategy {
  return {
    *visit({ page }: Visit): Iterable<Ranked> {
      for (const link of page.links) yield { link, priority: 1, why: 'one more page links to it' };
    },
  };
}
