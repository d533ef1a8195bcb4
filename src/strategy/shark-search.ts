/**
 * Shark search (Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim and Ur, 1998): fish search with degrees instead of yes
 * and no. A link's potential is γ · inherited + (1 − γ) · neighbourhood.
 *   inherited:     δ · the page's score where it has one, else δ · what the page itself inherited: relevance fades
 *                  along a path by δ a link instead of ending.
 *   neighbourhood: β · anchor + (1 − β) · context. The context is 1 where the anchor says anything of the topic,
 *                  else what the words around the link say.
 * Constants: δ 0.5, γ 0.8, β 0.8, the values usually given for it; the paper itself was not at hand.
 *
 * Where we differ: the score is any judge's. A seed inherits nothing. The limit of depth that the fish has is off
 * unless it is set: fading does its work. Of two finds of a link the one of the higher potential stands, with what
 * it inherits.
 */
import type { Judge } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import type { Ranked, Strategy } from './strategy.ts';

export interface SharkSearchSettings {
  /** δ: what is left of a score after one link. */
  decay: number;
  /** γ: the share of what is inherited. */
  inheritedShare: number;
  /** β: the share of the anchor in the neighbourhood. */
  anchorShare: number;
  /** How many links a path goes on without any score; no limit where it is left out. */
  depth?: number | undefined;
}

interface Heritage {
  inherited: number;
  left?: number;
}

/** What stands in and around each link, as `neighbourhoods` weighs it. */
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

/** What stands in and around each link; 0 where the judge judges whole pages only. */
export function neighbourhoods(page: Page, judge: Judge, anchorShare: number): Float64Array {
  return Float64Array.from(page.links, ({ before, anchor, after }) => {
    const ofAnchor = judge.scoreText?.(anchor) ?? 0;
    const context = ofAnchor > 0 ? 1 : (judge.scoreText?.(`${before} ${anchor} ${after}`) ?? 0);
    return anchorShare * ofAnchor + (1 - anchorShare) * context;
  });
}
