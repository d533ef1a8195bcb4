/**
 * Shark search (Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim and Ur, 1998): fish search with graded relevance. A link's
 * potential is γ · inherited + (1 − γ) · neighbourhood.
 *   inherited:     δ · the page's score if it is above 0, otherwise δ · what the page itself inherited: relevance
 *                  decays along a path by δ per link instead of ending.
 *   neighbourhood: β · anchor + (1 − β) · context. The context is 1 if the anchor scores above 0, otherwise the
 *                  score of the words around the link.
 * Constants: δ 0.5, γ 0.8, β 0.8, the values commonly cited; the original paper was not available.
 *
 * Differences: any judge can provide the score. A seed inherits nothing. Fish search's depth limit is off by default:
 * decay replaces it. Of two finds of a link the one with the higher potential wins, with what it inherits.
 */
import type { Judge } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import type { Ranked, Strategy } from './strategy.ts';

export interface SharkSearchSettings {
  /** δ: the share of a score left after one link. */
  decay: number;
  /** γ: the weight of the inherited score. */
  inheritedShare: number;
  /** β: the weight of the anchor in the neighbourhood. */
  anchorShare: number;
  /** How many links a path continues without any score; no limit if omitted. */
  depth?: number | undefined;
}

interface Heritage {
  inherited: number;
  left?: number;
}

/** The score in and around each link, as computed by `neighbourhoods`. */
export interface Neighbourhoods {
  neighbourhoods: Float64Array;
}

export function sharkSearch({ decay, inheritedShare, depth }: SharkSearchSettings): Strategy<Neighbourhoods> {
  return {
    *visit({ page, judgement, via, signals: { neighbourhoods } }): Iterable<Ranked> {
      const before = via.carry as Heritage | undefined;
      const hasScore = judgement.guide > 0;
      const inherited = decay * (hasScore ? judgement.guide : (before?.inherited ?? 0));
      const carry: Heritage = { inherited };
      if (depth !== undefined) carry.left = hasScore ? depth : (before?.left ?? depth) - 1;
      const isLost = carry.left !== undefined && carry.left < 0;
      const ofPage = `inherited ${inherited.toFixed(3)}, around `;
      for (const [i, link] of page.links.entries()) {
        const neighbourhood = neighbourhoods[i]!;
        const ranked: Ranked = {
          link,
          priority: inheritedShare * inherited + (1 - inheritedShare) * neighbourhood,
          why: ofPage + neighbourhood.toFixed(3),
          carry,
        };
        if (isLost) ranked.refuse = 'nothing of the topic on its path';
        yield ranked;
      }
    },
    *listed({ links, expected }): Iterable<Ranked> {
      const carry: Heritage = { inherited: decay * expected };
      if (depth !== undefined) carry.left = depth;
      const why = `listed in a sitemap, inherited ${carry.inherited.toFixed(3)}`;
      for (const link of links) yield { link, priority: inheritedShare * carry.inherited, why, carry };
    },
  };
}

/** The score in and around each link; 0 if the judge only judges whole pages. */
export function neighbourhoods(page: Page, judge: Judge, anchorShare: number): Float64Array {
  return Float64Array.from(page.links, ({ before, anchor, after }) => {
    const ofAnchor = judge.scoreText?.(anchor) ?? 0;
    const context = ofAnchor > 0 ? 1 : (judge.scoreText?.(`${before} ${anchor} ${after}`) ?? 0);
    return anchorShare * ofAnchor + (1 - anchorShare) * context;
  });
}
