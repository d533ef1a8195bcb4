/** Hidden Markov crawling: priorities along a path, the tie-break, hybrids. */
import { describe, expect, it } from 'vitest';
import { HiddenMarkov } from '../../src/learn/hidden-markov.ts';
import { type HiddenPathSettings, hiddenPath } from '../../src/strategy/hidden-path.ts';
import type { Ranked, Strategy } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

/** A model of four levels and three clusters; the expected values below were calculated outside this code. */
const toy = new HiddenMarkov(
  [0.25, 0.25, 0.25, 0.25],
  [
    [0.4, 0.3, 0.2, 0.1],
    [0.6, 0.2, 0.1, 0.1],
    [0.1, 0.6, 0.2, 0.1],
    [0.05, 0.15, 0.5, 0.3],
  ],
  [
    [0.8, 0.1, 0.1],
    [0.2, 0.6, 0.2],
    [0.1, 0.3, 0.6],
    [0.1, 0.2, 0.7],
  ],
);
const alone: HiddenPathSettings = {
  mode: 'normalised',
  start: 'observed',
  tie: 0,
  hmmShare: 1,
  anchorShare: 0,
};

/** One page after the other, each reached by the link of the previous one. */
function along(strategy: Strategy, clusters: number[]): Ranked[] {
  let carry: unknown;
  return clusters.map((cluster) => {
    const via = { id: 1, url: 'http://a.test/', anchor: '', priority: 0, depth: 0, carry };
    const [ranked] = strategy.visit(visitOf({ page: withLinks(1), signals: { cluster }, via }));
    carry = JSON.parse(JSON.stringify((ranked as Ranked).carry));
    return ranked as Ranked;
  });
}

function withLinks(count: number) {
  return pageOf({ links: Array.from({ length: count }, (_, i) => linkTo(`http://a.test/${i}`)) });
}

function rank(strategy: Strategy, signals: Record<string, number | Float64Array>, links = 1): Ranked[] {
  return [...strategy.visit(visitOf({ page: withLinks(links), signals }))] as Ranked[];
}

const rounded = (numbers: number[], digits: number) =>
  numbers.map((number) => Number(number.toFixed(digits)));

describe('the HMM on its own', () => {
  it('gives the probability of a wanted page next, along clusters 2, 1, 1, 0', () => {
    const ranked = along(hiddenPath(toy, alone), [2, 1, 1, 0]);
    expect(
      rounded(
        ranked.map(({ priority }) => priority),
        4,
      ),
    ).toEqual([0.1594, 0.3952, 0.4425, 0.405]);
  });

  it('kept raw shrinks along the path', () => {
    const ranked = along(hiddenPath(toy, { ...alone, mode: 'raw' }), [2, 1, 1, 0]);
    expect(
      rounded(
        ranked.map(({ priority }) => priority),
        5,
      ),
    ).toEqual([0.06375, 0.05527, 0.01865, 0.00747]);
  });

  it('may start one step after the initial distribution', () => {
    // Aᵀπ = (0.2875, 0.3125, 0.25, 0.15) · B of cluster 2 = (0.02875, 0.0625, 0.15, 0.105), sum 0.34625; then one
    // step on: (0.02875 · 0.4 + 0.0625 · 0.6 + 0.15 · 0.1 + 0.105 · 0.05) / 0.34625.
    const [ranked] = along(hiddenPath(toy, { ...alone, start: 'stepped' }), [2]);
    expect(ranked?.priority).toBeCloseTo(0.06925 / 0.34625, 6);
  });

  it('gives all links of a page the same priority, with a reason', () => {
    const ranked = rank(hiddenPath(toy, alone), { cluster: 0 }, 3);
    expect(new Set(ranked.map(({ priority }) => priority)).size).toBe(1);
    // (0.8 · 0.4 + 0.2 · 0.6 + 0.1 · 0.1 + 0.1 · 0.05) / 1.2
    expect(ranked[0]?.why).toBe('wanted next 0.379 (cluster 0)');
  });

  it('starts again if a link carries the state of another model', () => {
    const via = { id: 1, url: 'http://a.test/', anchor: '', priority: 0, depth: 1, carry: [0.5, 0.5] };
    const [other] = hiddenPath(toy, alone).visit(
      visitOf({
        page: withLinks(1),
        signals: { cluster: 2, likeness: 0, anchors: new Float64Array(0) },
        via,
      }),
    );
    expect((other as Ranked).priority).toBe(along(hiddenPath(toy, alone), [2])[0]?.priority);
  });
});

/**
 * The thesis's scenario of two pages in clusters 1 and 2 with the same probability 0.3 of a wanted page next. Clusters
 * show the level. Two steps on: from level 1 0.3 · 0.5 + 0.7 · 0.9 = 0.78, from level 2 0.3 · 0.5 + 0.7 · 0.3 = 0.36.
 */
const figure = new HiddenMarkov(
  [0.25, 0.25, 0.25, 0.25],
  [
    [0.5, 0.5, 0, 0],
    [0.3, 0, 0, 0.7],
    [0.3, 0, 0.7, 0],
    [0.9, 0.1, 0, 0],
  ],
  [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ],
);
const first = { cluster: 1, likeness: 0.2 };
const second = { cluster: 2, likeness: 0.6 };

describe('two pages with the same probability of a wanted page next', () => {
  it('are ordered by two steps ahead: the first wins', () => {
    const strategy = hiddenPath(figure, { ...alone, tie: 0.01 });
    expect(rank(strategy, first)[0]!.priority).toBeGreaterThan(rank(strategy, second)[0]!.priority);
    const without = hiddenPath(figure, alone);
    expect(rank(without, first)[0]!.priority).toBe(rank(without, second)[0]!.priority);
  });

  it('are ordered by similarity in the hybrid: the second wins', () => {
    const strategy = hiddenPath(figure, { ...alone, tie: 0.01, hmmShare: 0.5 });
    expect(rank(strategy, first)[0]!.priority).toBeCloseTo((0.3 + 0.2) / 2, 12);
    expect(rank(strategy, second)[0]!.priority).toBeCloseTo((0.3 + 0.6) / 2, 12);
  });
});

describe('the hybrid with anchors', () => {
  it('weighs HMM ½, page ¼, anchor ¼, and separates the links of a page', () => {
    const strategy = hiddenPath(figure, { ...alone, hmmShare: 0.5, anchorShare: 0.5 });
    const ranked = rank(strategy, { ...second, anchors: Float64Array.of(0, 0.8) }, 2);
    expect(ranked[0]!.priority).toBeCloseTo(0.15 + 0.15, 12);
    expect(ranked[1]!.priority).toBeCloseTo(0.15 + 0.15 + 0.2, 12);
    expect(ranked[1]!.why).toBe('wanted next 0.300 (cluster 2), page 0.600, anchor 0.800');
  });
});
