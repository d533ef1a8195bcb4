import { describe, expect, it } from 'vitest';
import { fishSearch } from '../../src/strategy/fish-search.ts';
import type { Ranked } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const fish = fishSearch({ depth: 3, width: 2, alpha: 1.5 });
const page = pageOf({ links: ['a', 'b', 'c', 'd'].map((name) => linkTo(`http://f.test/${name}`)) });

function ranks(relevant: boolean, carry?: unknown): Ranked[] {
  const via = { id: 1, url: page.url, anchor: '', priority: 0, depth: 0, ...(carry ? { carry } : {}) };
  return [...fish.visit(visitOf({ page, judgement: { score: 0.5, relevant, why: [] }, via }))] as Ranked[];
}
const potentials = (given: Ranked[]): number[] => given.map(({ priority }) => Math.round(priority * 10) / 10);

// Figures by hand from De Bra and Post's rules with width 2, α 1.5, depth 3.
describe('fish search', () => {
  it('gives ½ to the first links of an irrelevant page and 0 to the rest', () => {
    expect(potentials(ranks(false))).toEqual([0.5, 0.5, 0, 0]);
  });

  it('gives 1 to one and a half times as many links of a relevant page', () => {
    expect(potentials(ranks(true))).toEqual([1, 1, 1, 0]);
  });

  it('lets a path go on for three links without a relevant page, then ends it', () => {
    let carry: unknown;
    const left: unknown[] = [];
    for (let step = 0; step < 3; step++) {
      const [first] = ranks(false, carry);
      expect(first?.refuse).toBeUndefined();
      carry = first?.carry;
      left.push(carry);
    }
    expect(left).toEqual([{ left: 2 }, { left: 1 }, { left: 0 }]);
    expect(ranks(false, carry)[0]?.refuse).toBe('no relevant page on its path');
  });

  it('starts again at a relevant page, even at the very end of a path', () => {
    const [first] = ranks(true, { left: 0 });
    expect(first?.refuse).toBeUndefined();
    expect(first?.carry).toEqual({ left: 3 });
  });

  it('keeps the longer-lived of two finds with the same potential', () => {
    expect(ranks(false, { left: 2 })[0]!.priority).toBeGreaterThan(ranks(false, { left: 1 })[0]!.priority);
    // But no life outweighs a potential.
    expect(ranks(false)[2]!.priority).toBeLessThan(ranks(false, { left: 1 })[0]!.priority);
  });
});
