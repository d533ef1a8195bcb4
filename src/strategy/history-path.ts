/**
 * History path: a link is as near as the path that led to it. The page's distance is 0 if it is relevant, otherwise
 *   min(1, (1 − c) · exp(2 · d_p / C)),
 * where c is the judge's score 0..1, d_p the distance of the previous page and C the cut-off; the nearest links come
 * first. García Dorado (Lund, 2008), section 6.5, after the tunnelling of Bergmark and others (2002).
 *
 * Where the thesis contradicts itself:
 * - It sorts distances in falling order, which would fetch the farthest first. A small distance is meant to be good,
 *   so the priority here is 1 − distance.
 * - A margin of its SVM cannot be c: it may be below 0 and above 1. Here c is the judge's score, and the threshold is
 *   compared with the margin (the thesis found its 0.4, 0.6 and 0.8 among margins).
 * - HP and HP4 have the same description (HP2 is HP "without favouring") but different results. "Favours in-links" is
 *   the frontier's rule `factor`, the third of section 9.2.1; without it the nearest find is kept (`max`).
 * - The score of pages above the threshold is not given: 1, the maximum, or with `addScore` (HP6) 1 + c.
 * - A distance never exceeds 1, so with C = 20 the exponential never exceeds 1.105 and the path hardly matters. That
 *   is kept. With `tunnel` (ours, off) d_p is the number of links since the last relevant page instead: the
 *   exponential reaches e² at C links, and a poor path is given up after a few pages.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface HistoryPathSettings {
  /** A page with a margin above it is relevant. */
  threshold: number;
  /** C. */
  cutoff: number;
  /** Links of relevant pages get 1 + c instead of 1. */
  addScore: boolean;
  /** d_p is the number of links since the last relevant page. */
  tunnel: boolean;
}

/** Stored with a link: the distance of its page, or with `tunnel` the links since the last relevant one. */
type Carried = number;

export function historyPath({ threshold, cutoff, addScore, tunnel }: HistoryPathSettings): Strategy {
  return {
    *visit({ page, judgement, via }: Visit): Iterable<Ranked> {
      const c = judgement.guide;
      const before = isCarried(via.carry) ? via.carry : 0;
      const relevant = judgement.margin > threshold;
      const distance = relevant ? 0 : pathDistance(c, before, cutoff);
      const carry: Carried = tunnel ? (relevant ? 0 : before + 1) : distance;
      const priority = relevant && addScore ? 1 + c : 1 - distance;
      const why = relevant ? `relevant ${c.toFixed(3)}` : `distance ${distance.toFixed(3)}`;
      for (const link of page.links) yield { link, priority, why, carry };
    },
  };
}

/** For a page that is not relevant; `before` is the distance of the page that led to it. */
export function pathDistance(c: number, before: number, cutoff: number): number {
  return Math.min(1, (1 - c) * Math.exp((2 * before) / cutoff));
}

function isCarried(carry: unknown): carry is Carried {
  return typeof carry === 'number' && Number.isFinite(carry) && carry >= 0;
}
