/**
 * Best-first: a link is as good as the page it stands on, as its own anchor, or as the mean of both.
 * Batsakis (TU Crete, 2007), crawlers b, c and d (Eq. 7); page alone is also Lund's Best-First.
 * Beyond them, the share of the anchor is a setting: 0 is the page alone, 1 the anchor alone, ½ the thesis's mean.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface BestFirstSettings {
  anchorShare: number;
  /** How relevant a short text is, 0..1. */
  scoreText(text: string): number;
}

export function bestFirst({ anchorShare, scoreText }: BestFirstSettings): Strategy {
  return {
    *visit({ page, judgement }: Visit): Iterable<Ranked> {
      const pagePart = (1 - anchorShare) * judgement.score;
      const ofPage =
        anchorShare === 1 ? '' : `page ${judgement.score.toFixed(3)}${anchorShare > 0 ? ', ' : ''}`;
      for (const link of page.links) {
        const anchorScore = anchorShare > 0 ? scoreText(link.anchor) : 0;
        yield {
          link,
          priority: pagePart + anchorShare * anchorScore,
          why: anchorShare === 0 ? ofPage : `${ofPage}anchor ${anchorScore.toFixed(3)}`,
        };
      }
    },
  };
}
