import { describe, expect, it } from 'vitest';
import { bestFirst, contextScores, linkScores } from '../../src/strategy/best-first.ts';
import { breadthFirst } from '../../src/strategy/breadth-first.ts';
import type { Ranked } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const page = pageOf({
  links: [linkTo('http://a.test/', 'good'), linkTo('http://b.test/', ''), linkTo('http://c.test/', 'fair')],
});
const judge = {
  judge: () => ({ score: 0.4, relevant: true, why: [] }),
  scoreText: (text: string): number => ({ good: 1, fair: 0.5 })[text] ?? 0,
};
const visit = visitOf({
  page,
  judgement: judge.judge(),
  signals: { anchors: linkScores(page, judge), contexts: new Float64Array(0) },
});
const ranks = (anchorShare: number) => [...bestFirst({ anchorShare }).visit(visit)] as Ranked[];
const priorities = (anchorShare: number): number[] => ranks(anchorShare).map(({ priority }) => priority);

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

  it('by context weighs the anchor with the words around it', () => {
    const around = pageOf({
      links: [
        { ...linkTo('http://a.test/', 'here'), before: 'good', after: '' },
        { ...linkTo('http://b.test/', 'fair'), before: '', after: 'x' },
      ],
    });
    const judging = {
      ...judge,
      scoreText: (text: string) => (/good/.test(text) ? 1 : /fair/.test(text) ? 0.5 : 0),
    };
    const signals = { anchors: linkScores(around, judging), contexts: contextScores(around, judging) };
    const by = (anchorShare: number, contextShare: number): Ranked[] => [
      ...(bestFirst({ anchorShare, contextShare }).visit(
        visitOf({ page: around, judgement: judge.judge(), signals }),
      ) as Iterable<Ranked>),
    ];
    expect(by(0, 1).map(({ priority }) => priority)).toEqual([1, 0.5]);
    // ½ · 0.4 + ½ · 1, ½ · 0.4 + ½ · 0.5
    expect(by(0, 0.5).map(({ priority }) => priority)).toEqual([0.7, 0.45]);
    // ¼ · 0.4 + ½ · anchor + ¼ · context
    expect(by(0.5, 0.25).map(({ priority }) => priority)).toEqual([0.35, 0.475]);
    expect(by(0.5, 0.25)[1]?.why).toBe('page 0.400, anchor 0.500, context 0.500');
    expect(by(0, 1)[1]?.why).toBe('context 0.500');
  });

  it('explains the priority', () => {
    expect(ranks(0.5)[0]?.why).toBe('page 0.400, anchor 1.000');
  });
});

it('breadth-first gives every link the same priority', () => {
  const ranked = [...breadthFirst().visit(visit)] as Ranked[];
  expect(ranked.map(({ priority }) => priority)).toEqual([0, 0, 0]);
});
