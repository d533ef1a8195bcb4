import { describe, expect, it } from 'vitest';
import { historyPath, pathDistance } from '../../src/strategy/history-path.ts';
import type { Ranked } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const hp = { threshold: 0.4, cutoff: 20, addScore: false, tunnel: false };
const page = pageOf({ links: [linkTo('http://a.test/')] });

function rankOf(settings: typeof hp, score: number, carry?: unknown, margin?: number): Ranked {
  const via = { id: 1, url: 'http://example.test/', anchor: '', priority: 0, depth: 1, carry };
  const judgement = { score, relevant: false, why: [], ...(margin === undefined ? {} : { margin }) };
  return [...historyPath(settings).visit(visitOf({ page, via, judgement }))][0] as Ranked;
}

describe('the distance of a page', () => {
  // By hand: (1 − c) · e^(2 d / C).
  it.each([
    [0.5, 0, 20, 0.5],
    [0.2, 0.5, 20, 0.8 * 1.0512710963760241],
    [0.3, 0.8, 20, 0.7 * 1.0832870676749586],
    [0.3, 0.8, 10, 0.7 * 1.1735108709918103],
    [0.3, 0.8, 30, 0.7 * 1.054781180253663],
  ])('with c = %d after %d and C = %d is %d', (c, before, cutoff, distance) => {
    expect(pathDistance(c, before, cutoff)).toBeCloseTo(distance, 8);
  });

  it('is never above 1, so that with C = 20 the path adds at most a factor of 1.105', () => {
    expect(pathDistance(0, 1, 20)).toBe(1);
    expect(pathDistance(0.5, 1, 20)).toBeCloseTo(0.5 * 1.10517091807, 9);
  });
});

describe('history path', () => {
  it('gives the links of a relevant page the best priority and restarts the path', () => {
    // ln(0.6 / 0.4) = 0.405 is above the threshold, ln(0.59 / 0.41) = 0.364 below it.
    expect(rankOf(hp, 0.6, 0.9)).toMatchObject({ priority: 1, carry: 0 });
    expect(rankOf(hp, 0.59, 0).priority).toBeCloseTo(1 - 0.41, 12);
  });

  it('prefers the judge’s margin over the one derived from its score', () => {
    expect(rankOf(hp, 0.9, 0.5, 0.3).priority).toBeCloseTo(1 - 0.1 * Math.exp(0.05), 12);
    expect(rankOf(hp, 0.1, 0.5, 0.5).priority).toBe(1);
  });

  it('carries the distance along the path', () => {
    const first = rankOf(hp, 0.5);
    expect(first.carry).toBe(0.5);
    const second = rankOf(hp, 0.2, first.carry);
    expect(second.carry).toBeCloseTo(0.8410168771, 9);
    expect(second.priority).toBeCloseTo(0.1589831229, 9);
    expect(second.why).toBe('distance 0.841');
  });

  it('puts nearer pages before farther ones, though the thesis’s pseudocode sorts the other way', () => {
    expect(rankOf(hp, 0.5, 0.1).priority).toBeGreaterThan(rankOf(hp, 0.5, 0.9).priority);
  });

  it('treats a link without a path, or with a damaged one, as a first page', () => {
    for (const carry of [undefined, null, 'far', -1, Number.NaN])
      expect(rankOf(hp, 0.5, carry).priority).toBe(0.5);
  });

  // The thesis's table: threshold, C; a page of margin 0.5 (score 0.6225) and one of score 0.3, both after 0.8.
  it.each([
    ['HP, HP4, HP5', { ...hp }, 1, 1 - 0.7 * 1.0832870676749586],
    ['HP2', { ...hp, threshold: 0.6 }, 1 - 0.3775406688 * 1.0832870676749586, 1 - 0.7 * 1.0832870676749586],
    ['HP3, HP7', { ...hp, threshold: 0.8 }, 1 - 0.3775406688 * 1.0832870676749586, 1 - 0.7 * 1.0832870677],
    ['HP6', { ...hp, addScore: true }, 1.6224593312, 1 - 0.7 * 1.0832870676749586],
    ['HP8', { ...hp, cutoff: 30 }, 1, 1 - 0.7 * 1.054781180253663],
    ['HP9', { ...hp, cutoff: 10 }, 1, 1 - 0.7 * 1.1735108709918103],
  ])('of %s ranks by its threshold and cut-off', (_, settings, good, poor) => {
    expect(rankOf(settings, 0.6224593312, 0.8).priority).toBeCloseTo(good, 8);
    expect(rankOf(settings, 0.3, 0.8).priority).toBeCloseTo(poor, 8);
  });

  it('with tunnel counts the links since the last relevant page and gives up a poor path', () => {
    const settings = { ...hp, tunnel: true };
    let carry: unknown;
    const priorities: number[] = [];
    for (let i = 0; i < 5; i++) {
      const rank = rankOf(settings, 0.3, carry);
      carry = rank.carry;
      priorities.push(rank.priority);
    }
    // 1 − 0.7 · e^(n / 10); 0.7 · e^0.4 is above 1.
    const byHand = [0.3, 1 - 0.7 * 1.10517091807, 1 - 0.7 * 1.22140275816, 1 - 0.7 * 1.34985880757, 0];
    for (const [i, priority] of byHand.entries()) expect(priorities[i]).toBeCloseTo(priority, 9);
    expect(carry).toBe(5);
    expect(rankOf(settings, 0.9, carry).carry).toBe(0);
  });
});
