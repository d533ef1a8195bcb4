import { describe, expect, it } from 'vitest';
import { neighbourhoods, sharkSearch } from '../../src/strategy/shark-search.ts';
import type { Ranked } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const published = { decay: 0.5, inheritedShare: 0.8, anchorShare: 0.8 };
const words: Record<string, number> = { fair: 0.5, near: 0.4 };
const judge = {
  judge: () => ({ score: 0, relevant: false, why: [] }),
  scoreText: (text: string): number => Math.max(...text.split(' ').map((word) => words[word] ?? 0)),
};
const page = pageOf({
  links: [
    linkTo('http://s.test/a', 'fair'),
    { ...linkTo('http://s.test/b', 'here'), before: 'far', after: 'near' },
    linkTo('http://s.test/c', 'here'),
  ],
});

function ranks(score: number, carry?: unknown, settings: object = {}): Ranked[] {
  const via = { id: 1, url: page.url, anchor: '', priority: 0, depth: 0, ...(carry ? { carry } : {}) };
  const signals = { neighbourhoods: neighbourhoods(page, judge, 0.8) };
  const visit = visitOf({ page, judgement: { score, relevant: false, why: [] }, via, signals });
  return [...sharkSearch({ ...published, ...settings }).visit(visit)] as Ranked[];
}

// By hand from the published formulas with δ ½, γ 0.8, β 0.8.
describe('shark search', () => {
  it('uses a context of 1 if the anchor scores above 0, otherwise the words around it', () => {
    // 0.8 · 0.5 + 0.2 · 1;  0.8 · 0 + 0.2 · 0.4;  0
    expect([...neighbourhoods(page, judge, 0.8)]).toEqual([
      expect.closeTo(0.6, 12),
      expect.closeTo(0.08, 12),
      0,
    ]);
  });

  it('adds 0.8 · δ · the page’s score to 0.2 · neighbourhood', () => {
    // Inherited 0.5 · 0.4 = 0.2; 0.8 · 0.2 = 0.16, plus 0.2 · (0.6, 0.08, 0).
    const found = ranks(0.4).map(({ priority }) => priority);
    expect(found).toEqual([expect.closeTo(0.28, 12), expect.closeTo(0.176, 12), expect.closeTo(0.16, 12)]);
  });

  it('passes on half of what an irrelevant page inherited itself', () => {
    const [first] = ranks(0, { inherited: 0.2 });
    expect(first?.carry).toEqual({ inherited: 0.1 });
    // 0.8 · 0.1 + 0.2 · 0.6
    expect(first?.priority).toBeCloseTo(0.2, 12);
  });

  it('drops what was inherited if the page has a score, even a lower one', () => {
    expect(ranks(0.1, { inherited: 0.4 })[0]?.carry).toEqual({ inherited: 0.05 });
  });

  it('has a seed inherit nothing', () => {
    expect(ranks(0)[2]?.priority).toBe(0);
  });

  it('explains a potential', () => {
    expect(ranks(0.4)[0]?.why).toBe('inherited 0.200, around 0.600');
  });

  it('ends a path after `depth` pages without any score, if set', () => {
    expect(ranks(0, { inherited: 0, left: 0 }, { depth: 1 })[0]?.refuse).toMatch(/nothing of the topic/);
    expect(ranks(0, undefined, { depth: 1 })[0]).toMatchObject({ carry: { left: 0 } });
    expect(ranks(0.1, { inherited: 0, left: 0 }, { depth: 1 })[0]?.refuse).toBeUndefined();
    expect(ranks(0, { inherited: 0 })[0]?.refuse).toBeUndefined();
  });
});
