/**
 * Fish search (De Bra and Post, 1994): agents follow links like a school of fish. One that finds food (a relevant page)
 * has more offspring with longer lives; one that finds none for `depth` links dies. A link has a potential: 1 for the
 * first α · `width` links of a relevant page, ½ for the first `width` of another, 0 for the rest; α is 1.5, the value
 * commonly cited (the original paper was not available). A link may lead through `depth` more pages without food; every
 * irrelevant page uses up one of them.
 *
 * Differences: relevance is decided by the judge, not by a text match. A relevant page is always followed, even if its
 * path was at its end; the published order of steps would stop right at the food. Of two finds of a link with the same
 * potential the one with more depth left wins, as published; with different potentials the better one wins and keeps
 * its own depth. The width has no published value: 10 is ours. Links of potential 0 wait behind all others instead of
 * being dropped.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface FishSearchSettings {
  /** How many links a path continues without a relevant page. */
  depth: number;
  /** How many links of an irrelevant page are followed first. */
  width: number;
  /** How many times more for a relevant one. */
  alpha: number;
}

/** Too small to matter between two potentials; only lets the find with more depth left win a tie. */
const LIFE = 1e-6;

export function fishSearch({ depth, width, alpha }: FishSearchSettings): Strategy {
  return {
    *visit({ page, judgement, via }: Visit): Iterable<Ranked> {
      const { relevant } = judgement;
      const before = (via.carry as { left: number } | undefined)?.left ?? depth;
      const left = relevant ? depth : before - 1;
      const first = relevant ? Math.floor(alpha * width) : width;
      const good = relevant ? 1 : 0.5;
      for (const [i, link] of page.links.entries()) {
        const potential = i < first ? good : 0;
        const ranked: Ranked = {
          link,
          priority: potential + LIFE * Math.max(0, left),
          why: `potential ${potential}, ${left} left`,
          carry: { left },
        };
        if (left < 0) ranked.refuse = 'no relevant page on its path';
        yield ranked;
      }
    },
  };
}
