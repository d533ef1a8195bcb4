import { describe, expect, it } from 'vitest';
import { scoreHistogram } from '../../src/answers/score-histogram.ts';
import { type Proposal, proposeThreshold } from '../../src/answers/threshold.ts';

const scores = Array.from({ length: 101 }, (_, i) => i / 100);
const answersBy = (isRelevant: (score: number) => boolean, step = 0.04) =>
  scores.filter((_, i) => i % (100 * step) === 0).map((score) => ({ score, relevant: isRelevant(score) }));

describe('the proposed threshold', () => {
  it('lies where the answers change', () => {
    const proposal = proposeThreshold(
      scores,
      answersBy((score) => score >= 0.7),
    ) as Proposal;
    expect(proposal.threshold).toBeGreaterThan(0.6);
    expect(proposal.threshold).toBeLessThan(0.75);
    expect(proposal.called).toBe(scores.filter((score) => score >= proposal.threshold).length);
    expect(proposal.precision).toBeGreaterThan(0.65);
    expect(proposal.precisionDoubt.low).toBeLessThanOrEqual(proposal.precision);
    expect(proposal.precisionDoubt.high).toBeGreaterThanOrEqual(proposal.precision);
  });

  it('leaves open how the called pages differ from what a curve expects of them', () => {
    const few = [...Array.from({ length: 170 }, (_, i) => i / 1000), ...Array<number>(30).fill(0.8)];
    const answers = [
      ...Array.from({ length: 20 }, (_, i) => ({ score: (8 * i) / 1000, relevant: false })),
      ...Array.from({ length: 10 }, (_, i) => ({ score: 0.8, relevant: i < 7 })),
    ];
    const { called, precisionDoubt } = proposeThreshold(few, answers) as Proposal;
    expect(called).toBe(30);
    // Beta(7.5, 3.5) for the share, binomial for 30 pages: 0.68 ± 1.645 · √(0.134² + 0.085²), by hand.
    expect(precisionDoubt.high - precisionDoubt.low).toBeGreaterThan(0.47);
    expect(precisionDoubt.high - precisionDoubt.low).toBeLessThan(0.57);
  });

  it('comes with others that find more or less', () => {
    // A few answers on the wrong side, so that no threshold is right about all.
    const mixed = answersBy((score) => score >= 0.7 !== [0.4, 0.6, 0.8, 0.96].includes(score));
    const { others, recall } = proposeThreshold(scores, mixed) as Proposal;
    expect(others.some((other) => other.recall > recall)).toBe(true);
    expect(others.some((other) => other.recall < recall)).toBe(true);
    for (const [i, other] of others.entries())
      if (i > 0) expect(other.threshold).toBeGreaterThan(others[i - 1]!.threshold);
  });

  it('is not made up of too little, of one answer only, or of scores that say nothing', () => {
    expect(proposeThreshold(scores, answersBy((score) => score >= 0.7).slice(0, 9))).toBe('few answers');
    expect(
      proposeThreshold(
        scores,
        answersBy(() => true),
      ),
    ).toBe('one answer only');
    expect(
      proposeThreshold(
        scores,
        answersBy((score) => score < 0.3),
      ),
    ).toBe('scores say nothing');
  });
});

describe('the histogram of scores', () => {
  const heap = (middle: number, count: number, called: boolean) =>
    Array.from({ length: count }, (_, i) => ({ score: middle + 0.1 * (i / count - 0.5), called }));

  it('counts every page once, called or not, and finds the valley between two heaps', () => {
    const { bins, valleys } = scoreHistogram([...heap(0.2, 200, false), ...heap(0.8, 100, true)]);
    expect(bins.reduce((sum, { pages }) => sum + pages, 0)).toBe(300);
    expect(bins.reduce((sum, { called }) => sum + called, 0)).toBe(100);
    expect(valleys).toHaveLength(1);
    expect(valleys[0]).toBeGreaterThan(0.25);
    expect(valleys[0]).toBeLessThan(0.75);
  });

  it('has no valley in one heap, and nothing without pages', () => {
    expect(scoreHistogram(heap(0.5, 100, false)).valleys).toEqual([]);
    expect(scoreHistogram([])).toEqual({ bins: [], valleys: [] });
    expect(scoreHistogram([{ score: 0.3, called: true }]).bins[0]).toMatchObject({ pages: 1, called: 1 });
  });
});
