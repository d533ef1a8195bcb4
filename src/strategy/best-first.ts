/**
 * Best-first: a link is as good as the page it stands on, as its own anchor, as the words around it, or as a mix.
 * Batsakis (TU Crete, 2007), crawlers b, c and d (Eq. 7): the page alone, the anchor alone, the mean of both; page
 * alone is also Lund's Best-First. Beyond them, the shares are settings, and there is the context: the anchor with
 * the ten words before and after it, the text window of Pant and Srinivasan (2006).
 */
import type { Judge } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface BestFirstSettings {
  anchorShare: number;
  contextShare?: number;
}

/** Reads the signals `anchors` and `contexts`: what a judge says of each link's own words and of those around it. */
export function bestFirst({ anchorShare, contextShare = 0 }: BestFirstSettings): Strategy {
  const pageShare = 1 - anchorShare - contextShare;
  // Shares as people write them (0.7 and 0.3) may leave a crumb.
  const readsPage = pageShare > 1e-9;
  return {
    *visit({ page, judgement, signals }: Visit): Iterable<Ranked> {
      const anchors = anchorShare > 0 ? (signals.anchors as Float64Array | undefined) : undefined;
      const contexts = contextShare > 0 ? (signals.contexts as Float64Array | undefined) : undefined;
      const ofPage = readsPage ? pageShare * judgement.score : 0;
      const pageWords = readsPage ? `page ${inWords(judgement.score)}` : '';
      for (let i = 0; i < page.links.length; i++) {
        let priority = ofPage;
        let why = pageWords;
        if (anchorShare > 0) {
          const anchor = anchors?.[i] ?? 0;
          priority += anchorShare * anchor;
          why += `${why === '' ? '' : ', '}anchor ${inWords(anchor)}`;
        }
        if (contextShare > 0) {
          const context = contexts?.[i] ?? 0;
          priority += contextShare * context;
          why += `${why === '' ? '' : ', '}context ${inWords(context)}`;
        }
        yield { link: page.links[i]!, priority, why };
      }
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
