/**
 * Sibling promotion: when a page turns out well, the waiting links next to the one that led to it get its score. De
 * Assis (UFMG, Minas Gerais, 2008), FCrawl and its five queue policies: relevant pages are listed together on a hub
 * (courses, jobs, products) and seldom link to each other, so a good page is evidence for its siblings rather than for
 * its own links.
 *
 *   policy   its own links get its score   its siblings get its score   when
 *   PS       yes                           no                           always
 *   FS-1     no                            yes                          always
 *   FS-2     no                            yes                          from the change threshold on
 *   PFS-1    yes                           yes                          always
 *   PFS-2    yes                           yes                          from the change threshold on
 *
 * Links without a score wait with priority 0, in FIFO order; a page without a parent (a seed) promotes nothing.
 *
 * Where the thesis is silent: siblings are the waiting links of every fetched page that links to this one. With only
 * the first finder, the links of a page would always be promoted together, and since they are next in line anyway, FS
 * would equal breadth-first. The threshold is inclusive ("≥", as in the algorithm; the prose says "higher than"). A
 * lower score overwrites a higher one (`latest`) or not (`max`). A link found again keeps the better of its current
 * priority and the one from this page. Levels of a site are the segments of a URL's path, so that the order of visits
 * does not change what may be followed.
 */
import type { Promotion, Ranked, Strategy, Visit } from './strategy.ts';

export const queuePolicies = ['PS', 'FS-1', 'FS-2', 'PFS-1', 'PFS-2'] as const;

export interface SiblingPromotionSettings {
  queue: (typeof queuePolicies)[number];
  /** The score from which a page passes it on under FS-2 and PFS-2; `relevant`: if the judge counts the page. */
  changeThreshold: number | 'relevant';
  merge: 'latest' | 'max';
  /** Path levels followed into a site. */
  maxLevels: number;
  /** Links followed from one page. */
  maxLinks: number;
}

export function siblingPromotion(settings: SiblingPromotionSettings): Strategy {
  const { queue, changeThreshold, merge, maxLevels, maxLinks } = settings;
  const toChildren = queue.startsWith('P');
  const toSiblings = queue !== 'PS';
  const always = queue === 'PS' || queue.endsWith('1');
  const tooDeep = `below level ${maxLevels} of its site`;
  const tooMany = `after the first ${maxLinks} links of its page`;

  return {
    usesInlinks: toSiblings,
    *visit({ page, judgement, via }: Visit): Generator<Ranked | Promotion> {
      const score = judgement.guide;
      const hands =
        always || (changeThreshold === 'relevant' ? judgement.relevant : score >= changeThreshold);
      const priority = toChildren && hands ? score : 0;
      const why = priority > 0 ? `page ${score.toFixed(2)}` : 'until a sibling is good';
      let followed = 0;
      for (const link of page.links) {
        if (levelsOf(link.url) > maxLevels) yield { link, priority, refuse: tooDeep };
        else if (++followed > maxLinks) yield { link, priority, refuse: tooMany };
        else yield { link, priority, why };
      }
      if (toSiblings && hands && via.from !== undefined)
        yield { siblings: score, merge, why: `sibling ${score.toFixed(2)}` };
    },
  };
}

/** Path segments: 0 for the home page, 2 for /courses/db.html and for /courses/db/. */
export function levelsOf(url: string): number {
  let levels = 0;
  let i = url.indexOf('//') + 2;
  let before = '';
  for (i = url.indexOf('/', i); i >= 0 && i < url.length; i++) {
    const at = url[i]!;
    if (at === '?' || at === '#') break;
    if (before === '/' && at !== '/') levels++;
    before = at;
  }
  return levels;
}
