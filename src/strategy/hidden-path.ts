/**
 * Hidden Markov crawling: along the path to a page its clusters are seen, how far it is from a wanted page is not.
 * Every link of a page gets the probability that the next page is wanted; hybrids mix it with how much the page, or
 * the page and the anchor, are like the mean of the wanted pages. Batsakis (TU Crete, 2007), crawlers h, i and j,
 * Eqs 5, 6, 11 and 12.
 *
 * The thesis calls Eq. 5 Viterbi; it is the forward recursion, a sum, and that is what is done here. Left open there,
 * and decided here:
 *  - the state is kept as a distribution; `raw` keeps the joint probability, which shrinks with every step and so
 *    prefers short paths and vanishes beside a cosine;
 *  - a page that no link led to (a seed) starts from π ⊙ B; `stepped` applies Eq. 5 to π, the other reading;
 *  - of several pages that link to one, the link that was taken counts;
 *  - "equal within ε" is no order, so probabilities are rounded to multiples of ε, the probability of a wanted page
 *    two steps on decides among equal ones, then the first come. Hybrids mix the probability as it is.
 */
import type { HiddenMarkov } from '../learn/hidden-markov.ts';
import type { Ranked, Strategy } from './strategy.ts';

export interface HiddenPathSettings {
  mode: 'normalised' | 'raw';
  start: 'observed' | 'stepped';
  /** ε. */
  tie: number;
  /** Of the priority; 1 is the HMM alone, ½ the hybrids. */
  hmmShare: number;
  /** Of the rest: 0 the page alone, ½ page and anchor. */
  anchorShare: number;
}

/** Of a page: its cluster, and how like it and each of its anchors are to the wanted pages where the hybrid asks for it. */
export interface PathSignals {
  cluster: number;
  likeness: number;
  anchors: Float64Array;
}

export function hiddenPath(model: HiddenMarkov, settings: HiddenPathSettings): Strategy<PathSignals> {
  const { mode, tie, hmmShare, anchorShare } = settings;
  return {
    *visit({ page, signals: { cluster, likeness, anchors }, via }): Iterable<Ranked> {
      const before = stateOf(via.carry, model);
      const carry = after(before, cluster).map(short);
      const next = model.ahead(carry)[0]!;
      const ofHmm = `wanted next ${next.toFixed(3)} (cluster ${cluster})`;
      if (hmmShare === 1) {
        const priority = model.priority(carry, { tie });
        for (const link of page.links) yield { link, priority, why: ofHmm, carry };
        return;
      }
      const fixed = hmmShare * next + (1 - hmmShare) * (1 - anchorShare) * likeness;
      const ofPage = `${ofHmm}, page ${likeness.toFixed(3)}`;
      for (const [i, link] of page.links.entries()) {
        const anchor = anchorShare === 0 ? 0 : anchors[i]!;
        const priority = fixed + (1 - hmmShare) * anchorShare * anchor;
        const why = anchorShare === 0 ? ofPage : `${ofPage}, anchor ${anchor.toFixed(3)}`;
        yield { link, priority, why, carry };
      }
    },
  };

  function after(before: readonly number[] | undefined, cluster: number): number[] {
    if (before !== undefined) return model.next(before, cluster, mode);
    return settings.start === 'observed'
      ? model.start(cluster, mode)
      : model.next(model.initial, cluster, mode);
  }
}

/** Undefined for a seed. */
function stateOf(carry: unknown, { initial }: HiddenMarkov): number[] | undefined {
  return Array.isArray(carry) && carry.length === initial.length ? (carry as number[]) : undefined;
}

/** It travels with every link: six digits are kept, and counted with from here on, so that a resumed crawl agrees. */
const short = (share: number): number => Number(share.toPrecision(6));
