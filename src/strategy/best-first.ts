/**
 * Best-first: a link is as good as the page it stands on, as its own anchor, as the words around it, or as a mix.
 * Batsakis (TU Crete, 2007), crawlers b, c and d (Eq. 7): the page alone, the anchor alone, the mean of both; page
 * alone is also Lund's Best-First. Beyond them, the shares are settings, and there is the context: the anchor with
 * the ten words before and after it, the text window of Pant and Srinivasan (2006).
 */
import type { Judge } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';
import type { Ranked, Strategy } from './strategy.ts';

export interface BestFirstSettings {
  anchorShare: number;
  contextShare?: number;
}

/** What a judge says of each link's own words, and of them with the words around it; empty where the share is 0. */
export interface LinkScores {
  anchors: Float64Array;
  contexts: Float64Array;
}

export function bestFirst({ anchorShare, contextShare = 0 }: BestFirstSettings): Strategy<LinkScores> {
  const pageShare = 1 - anchorShare - contextShare;
  // Shares as people write them (0.7 and 0.3) may leave a crumb.
  const readsPage = pageShare > 1e-9;
  return {
    *visit({ page, judgement, signals: { anchors, contexts } }): Iterable<Ranked> {
      const ofPage = readsPage ? pageShare * judgement.guide : 0;
      const pageWords = readsPage ? `page ${inWords(judgement.guide)}` : '';
      for (let i = 0; i < page.links.length; i++) {
        let priority = ofPage;
        let why = pageWords;
        if (anchorShare > 0) {
          const anchor = anchors[i]!;
          priority += anchorShare * anchor;
          why += `${why === '' ? '' : ', '}anchor ${inWords(anchor)}`;
        }
        if (contextShare > 0) {
          const context = contexts[i]!;
          priority += contextShare * context;
          why += `${why === '' ? '' : ', '}context ${inWords(context)}`;
        }
        yield { link: page.links[i]!, priority, why };
      }
    },
    *listed({ links, expected }): Iterable<Ranked> {
      const why = `listed in a sitemap, expected ${inWords(expected)}`;
      for (const link of links) yield { link, priority: pageShare * expected, why };
    },
  };
}

/** Most anchors say nothing, and writing a number out takes as long as all else here. */
function inWords(score: number): string {
  return score === 0 ? '0.000' : score.toFixed(3);
}

/** What a judge says of each link's anchor; 0 where it judges whole pages only. */
export function linkScores(page: Page, judge: Judge): Float64Array {
  return scores(page, judge, ({ anchor }) => anchor);
}

/** What a judge says of each link's anchor and the words around it. */
export function contextScores(page: Page, judge: Judge): Float64Array {
  return scores(page, judge, ({ before, anchor, after }) => `${before} ${anchor} ${after}`);
}

function scores({ links }: Page, judge: Judge, wordsOf: (link: Link) => string): Float64Array {
  const found = new Float64Array(links.length);
  if (judge.scoreText === undefined) return found;
  for (let i = 0; i < links.length; i++) found[i] = judge.scoreText(wordsOf(links[i]!));
  return found;
}
