/**
 * Fish search (De Bra and Post, 1994): searchers swim along the links like a school of fish. One that finds food (a
 * relevant page) has more young and they live longer; one that finds none for `depth` links dies.
 * A link has a potential: 1 for the first α · `width` links of a relevant page, ½ for the first `width` of another,
 * 0 for the rest; α is 1.5, the value usually given (the paper itself was not at hand). A link may lead `depth` more
 * pages without food; every irrelevant page takes one of them.
 *
 * Where we differ: what counts as relevant is whatever the judge says, not whether a text matches. A relevant page
 * is always followed, even where its path had come to its end: the published order of steps would stop just where
 * the food is. Of two finds of a link with the same potential the one that may swim further stands, as published; of
 * two with different potentials the better one stands with its own depth. The width has no published value: 10 is
 * ours. Links of potential 0 wait behind all others instead of being dropped.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface FishSearchSettings {
  /** How many links a path goes on without a relevant page. */
  depth: number;
  /** How many links of an irrelevant page are followed first. */
  width: number;
  /** How many times more of a relevant one. */
  alpha: number;
}

/** Too small to matter between two potentials: only lets the longer-lived of two equal finds stand. */
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
