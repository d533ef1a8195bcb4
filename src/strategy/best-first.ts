/**
 * Best-first: a link is as good as its page, its anchor, the words around it, or a weighted mean of these. Batsakis (TU
 * Crete, 2007), crawlers b, c and d (Eq. 7): page only, anchor only, the mean of both; page only is also Lund's
 * Best-First. In addition, the weights are settings, and there is the context: the anchor with the ten words before and
 * after it, the text window of Pant and Srinivasan (2006).
 */
import type { Judge } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';
import type { Ranked, Strategy } from './strategy.ts';

export interface BestFirstSettings {
  anchorShare: number;
  contextShare?: number;
}

/** The judge's score of each anchor, and of each anchor with its context; empty if the weight is 0. */
export interface LinkScores {
  anchors: Float64Array;
  contexts: Float64Array;
}

export function bestFirst({ anchorShare, contextShare = 0 }: BestFirstSettings): Strategy<LinkScores> {
  const pageShare = 1 - anchorShare - contextShare;
  // Decimal weights (0.7 and 0.3) may leave a rounding error.
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

/** Most anchors score 0, and formatting a number costs as much as everything else here. */
function inWords(score: number): string {
  return score === 0 ? '0.000' : score.toFixed(3);
}

/** The judge's score of each anchor; 0 if it only judges whole pages. */
export function linkScores(page: Page, judge: Judge): Float64Array {
  return scores(page, judge, ({ anchor }) => anchor);
}

/** The judge's score of each anchor with the words around it. */
export function contextScores(page: Page, judge: Judge): Float64Array {
  return scores(page, judge, ({ before, anchor, after }) => `${before} ${anchor} ${after}`);
}

function scores({ links }: Page, judge: Judge, wordsOf: (link: Link) => string): Float64Array {
  const found = new Float64Array(links.length);
  if (judge.scoreText === undefined) return found;
  for (let i = 0; i < links.length; i++) found[i] = judge.scoreText(wordsOf(links[i]!));
  return found;
}
