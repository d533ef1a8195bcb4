/**
 * Links that a classifier says yes to first, in the order in which they were found; the others wait behind them and
 * are never dropped. Sobania (TU Darmstadt, 2015), section 1.6: Heritrix with a raised priority for positive links.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

/** Reads the signal `links`: the classifier's score of each link, a yes above 0. */
export function positiveLinks(): Strategy {
  return {
    *visit({ page, signals }: Visit): Iterable<Ranked> {
      const scores = signals.links as Float64Array;
      for (const [i, link] of page.links.entries()) {
        const score = scores[i] ?? 0;
        yield { link, priority: score > 0 ? 1 : 0, why: `link classifier ${score.toFixed(2)}` };
      }
    },
  };
}
