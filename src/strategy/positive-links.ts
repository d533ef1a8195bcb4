/**
 * Links classified as positive first, in the order found; the others wait behind them and are never dropped. Sobania
 * (TU Darmstadt, 2015), section 5.3.4: Heritrix with a raised priority for positive links.
 */
import type { Ranked, Strategy } from './strategy.ts';

/** The classifier's score of each link, positive above 0. */
export interface ClassifiedLinks {
  links: Float64Array;
}

export function positiveLinks(): Strategy<ClassifiedLinks> {
  return {
    *visit({ page, signals }): Iterable<Ranked> {
      for (const [i, link] of page.links.entries()) {
        const score = signals.links[i]!;
        yield { link, priority: score > 0 ? 1 : 0, why: `link classifier ${score.toFixed(2)}` };
      }
    },
    *listed({ links }): Iterable<Ranked> {
      for (const link of links) yield { link, priority: 0, why: 'listed in a sitemap, not classified' };
    },
  };
}
