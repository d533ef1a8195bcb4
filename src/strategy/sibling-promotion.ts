/**
 * Sibling promotion: when a page turns out well, the waiting links next to the one that led to it get its score. De
 * Assis (UFMG, Minas Gerais, 2008), FCrawl (section 3.2) and its five queue policies (section 4.4): relevant pages are
 * listed together on a hub (courses, jobs, products) and seldom link to each other, so a good page is evidence for its
 * siblings rather than for its own links.
 *
 *   policy   its own links get its score   its siblings get its score   when
 *   PS       yes                           no                           always
 *   FS-1     no                            yes                          always
 *   FS-2     no                            yes                          from the change threshold on
 *   PFS-1    yes                           yes                          always
 *   PFS-2    yes                           yes                          from the change threshold on
 *
 * Links without a score wait with priority 0; a page without a parent (a seed) promotes nothing.
 *
 * Where the thesis is silent:
 * - Which of two links with the same score comes first (`ties`). It matters: with the first found first and siblings of
 *   the finder alone, promoted links are next in line anyway, and FS is breadth-first exactly.
 * - Whose links are siblings, if several pages link to this one (`siblings`): those of all, up to the latest twenty, or
 *   of the page that found it. Menus make whole sites siblings with the first.
 * - The threshold is inclusive ("≥", as in the algorithm; the prose says "higher than"). A lower score overwrites a
 *   higher one (`latest`) or not (`max`). A link found again keeps the better of its current priority and the one from
 *   this page.
 * Levels of a site are links from its first page, as in the thesis (section 4.1.3, "levels of the Web sub-graph of a
 * site"), along the path that found a link, which a crawl by score makes long; or the segments of a URL's path, which do
 * not depend on the order of visits.
 */
import { hostOf } from '../url/url.ts';
import type { Promotion, Ranked, Strategy, Visit } from './strategy.ts';
import { addressChance } from './url-hash.ts';

export const queuePolicies = ['PS', 'FS-1', 'FS-2', 'PFS-1', 'PFS-2'] as const;

export const tieRules = ['first', 'last', 'random', 'place'] as const;

export interface SiblingPromotionSettings {
  queue: (typeof queuePolicies)[number];
  /** The score from which a page passes it on under FS-2 and PFS-2; `relevant`: if the judge counts the page. */
  changeThreshold: number | 'relevant';
  merge: 'latest' | 'max';
  /** Links of every page that links to this one, or of the page that found it. */
  siblings: 'all' | 'finder';
  /** Among links without a score: the first found, the last found, any, or the first link of each page. */
  ties: (typeof tieRules)[number];
  /** What a level of a site is: a link, or a segment of the path. */
  levels: 'links' | 'path';
  maxLevels: number;
  /** Links followed from one page. */
  maxLinks: number;
}

export function siblingPromotion(settings: SiblingPromotionSettings): Strategy {
  const { queue, changeThreshold, merge, siblings, ties, levels, maxLevels, maxLinks } = settings;
  const toChildren = queue.startsWith('P');
  const toSiblings = queue !== 'PS';
  const always = queue === 'PS' || queue.endsWith('1');
  const tooDeep = `below level ${maxLevels} of its site`;
  const tooMany = `after the first ${maxLinks} links of its page`;

  let found = 0;

  /** Far below any score: only decides among equals. */
  function tie(url: string, place: number): number {
    if (ties === 'last') return ++found * TIE;
    if (ties === 'random') return addressChance(url) * TIE;
    return ties === 'place' ? -place * TIE : 0;
  }

  return {
    usesInlinks: toSiblings,
    *visit({ page, judgement, via }: Visit): Generator<Ranked | Promotion> {
      const host = hostOf(page.url);
      const level = typeof via.carry === 'number' ? via.carry : 0;
      const score = judgement.guide;
      const hands =
        always || (changeThreshold === 'relevant' ? judgement.relevant : score >= changeThreshold);
      const priority = toChildren && hands ? score : 0;
      const why = priority > 0 ? `page ${score.toFixed(2)}` : 'until a sibling is good';
      let followed = 0;
      for (const link of page.links) {
        const carry = hostOf(link.url) === host ? level + 1 : 0;
        const depth = levels === 'links' ? carry : levelsOf(link.url);
        if (depth > maxLevels) yield { link, priority, refuse: tooDeep };
        else if (++followed > maxLinks) yield { link, priority, refuse: tooMany };
        else yield { link, priority: priority + tie(link.url, followed), why, carry };
      }
      if (toSiblings && hands && via.from !== undefined)
        yield { siblings: score, merge, of: siblings, why: `sibling ${score.toFixed(2)}` };
    },
    save: () => (ties === 'last' ? found : undefined),
    restore: (saved) => {
      found = saved as number;
    },
  };
}

const TIE = 1e-9;

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
