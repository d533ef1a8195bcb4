/**
 * Hidden Markov crawling: along a path the clusters of pages are observed, their distances from a relevant page are
 * hidden. Every link of a page gets the probability that the next page is relevant; hybrids combine it with the
 * similarity of the page, or of page and anchor, to the mean of the relevant pages. Batsakis (TU Crete, 2007), crawlers
 * h, i and j, Eqs 5, 6, 11 and 12.
 *
 * The thesis calls Eq. 5 Viterbi; it is the forward recursion, a sum, and that is what is implemented. Decided here,
 * where the thesis is silent:
 *  - the state is kept as a distribution; `raw` keeps the joint probability, which shrinks with every step, so it
 *    prefers short paths and vanishes next to a cosine;
 *  - a page without a parent (a seed) starts from π ⊙ B; `stepped` applies Eq. 5 to π, the other interpretation;
 *  - if several pages link to one, the link that was followed counts;
 *  - "equal within ε" is not an ordering, so probabilities are rounded to multiples of ε; ties are broken by the
 *    probability of a relevant page after two steps, then FIFO. Hybrids use the unrounded probability.
 */
import type { HiddenMarkov } from '../learn/hidden-markov.ts';
import type { Ranked, Strategy } from './strategy.ts';

export interface HiddenPathSettings {
  mode: 'normalised' | 'raw';
  start: 'observed' | 'stepped';
  /** ε. */
  tie: number;
  /** Weight of the HMM in the priority; 1 is the HMM only, ½ the hybrids. */
  hmmShare: number;
  /** Weight of the anchor in the rest: 0 is the page only, ½ page and anchor. */
  anchorShare: number;
}

/** Of a page: its cluster, and for hybrids how similar it and each of its anchors are to the relevant pages. */
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

/**
 * Stored with every link, so it is rounded to six digits; later steps use the rounded state, so that a resumed crawl
 * agrees.
 */
const short = (share: number): number => Number(share.toPrecision(6));
