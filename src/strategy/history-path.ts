/**
 * History path: a link is as near as the path that led to it. The page's distance is 0 where it is relevant, else
 *   min(1, (1 − c) · exp(2 · d_p / C)),
 * c the judge's score 0..1, d_p the distance of the page before it, C the cut-off; the nearest links go first.
 * García Dorado (Lund, 2008), section on History Path, after the tunnelling of Bergmark and others (2002).
 *
 * Where the thesis is at odds with itself:
 * - It sorts distances falling, which would fetch the farthest first; a small distance is meant to be good, so the
 *   priority here is 1 − distance.
 * - A margin of its SVM is no c: it may be below 0 and above 1. Here c is the judge's score, and the
 *   threshold is compared with the margin (the thesis found its 0.4, 0.6 and 0.8 among margins).
 * - HP and HP4 are described alike and yet went different ways. We read "as in the paper" as keeping the nearest
 *   find (the frontier's rule `max`), and "favours in-links" as its rule `bonus`, which raises links found again.
 * - The score of pages above the threshold is not given: 1, the best there is, or with `addScore` (HP6) 1 + c.
 * - A distance never exceeds 1, so with C = 20 the exponential never exceeds 1.105: the path has next to no say.
 *   That is kept. With `tunnel` (ours, off) d_p is the number of links since the last relevant page instead: the
 *   exponential reaches e² at C links, and a page that is poor in itself is given up after a few.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface HistoryPathSettings {
  /** A page whose margin is above it is relevant. */
  threshold: number;
  /** C. */
  cutoff: number;
  /** Links of relevant pages get 1 + c instead of 1. */
  addScore: boolean;
  /** d_p is the number of links since the last relevant page. */
  tunnel: boolean;
}

/** What travels with a link: the distance of its page, or with `tunnel` the links since the last relevant one. */
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

/** Of a page that is not relevant; `before` is the distance of the page that led to it. */
export function pathDistance(c: number, before: number, cutoff: number): number {
  return Math.min(1, (1 - c) * Math.exp((2 * before) / cutoff));
}

function isCarried(carry: unknown): carry is Carried {
  return typeof carry === 'number' && Number.isFinite(carry) && carry >= 0;
}
