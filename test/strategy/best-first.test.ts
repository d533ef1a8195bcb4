import { describe, expect, it } from 'vitest';
import { bestFirst } from '../../src/strategy/best-first.ts';
import { breadthFirst } from '../../src/strategy/breadth-first.ts';
import type { Visit } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';

const visit: Visit = {
  page: pageOf({
    links: [linkTo('http://a.test/', 'good'), linkTo('http://b.test/', ''), linkTo('http://c.test/', 'fair')],
  }),
  judgement: { score: 0.4, relevant: true, why: [] },
  via: { id: 1, url: 'http://example.test/', anchor: '', priority: 0, depth: 0 },
};
const scoreText = (text: string): number => ({ good: 1, fair: 0.5 })[text] ?? 0;
const priorities = (anchorShare: number): number[] =>
  [...bestFirst({ anchorShare, scoreText }).visit(visit)].map(({ priority }) => priority);

describe('best-first', () => {
  it('by page gives every link the score of its page', () => {
    expect(priorities(0)).toEqual([0.4, 0.4, 0.4]);
  });

  it('by anchor gives each link the score of its own words', () => {
    expect(priorities(1)).toEqual([1, 0, 0.5]);
  });

  it('by both gives the mean (Batsakis, Eq. 7)', () => {
    expect(priorities(0.5)).toEqual([0.7, 0.2, 0.45]);
  });

  it('says what the priority is made of', () => {
    const [first] = bestFirst({ anchorShare: 0.5, scoreText }).visit(visit);
    expect(first?.why).toBe('page 0.400, anchor 1.000');
  });
});

it('breadth-first gives every link the same priority', () => {
  expect([...breadthFirst().visit(visit)].map(({ priority }) => priority)).toEqual([0, 0, 0]);
});
