import { describe, expect, it } from 'vitest';
import { depthFirst } from '../../src/strategy/depth-first.ts';
import type { Ranked, Strategy } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

/** The order in which links of the given pages would go, all of them still waiting. */
function orderOf(strategy: Strategy, pages: string[][]): string[] {
  const waiting = pages.flatMap((names) => {
    const page = pageOf({ links: names.map((name) => linkTo(`http://a.test/${name}`)) });
    return [...strategy.visit(visitOf({ page }))] as Ranked[];
  });
  return waiting.sort((a, b) => b.priority - a.priority).map(({ link }) => link.url.slice(-1));
}

describe('depth-first', () => {
  it('takes the links of the later page first, and within a page the first link first', () => {
    expect(orderOf(depthFirst(), [['a', 'b', 'c'], ['d', 'e'], ['f']])).toEqual([
      'f',
      'd',
      'e',
      'a',
      'b',
      'c',
    ]);
  });

  it('ranks links after a restart above all that waited before', () => {
    const before = depthFirst();
    const [old] = [
      ...before.visit(visitOf({ page: pageOf({ links: [linkTo('http://a.test/')] }) })),
    ] as Ranked[];
    const after = depthFirst();
    after.restore?.(before.save?.());
    const [young] = [
      ...after.visit(visitOf({ page: pageOf({ links: [linkTo('http://b.test/')] }) })),
    ] as Ranked[];
    expect(young!.priority).toBeGreaterThan(old!.priority);
  });

  it('has nothing to save if nothing was visited since', () => {
    const strategy = depthFirst();
    orderOf(strategy, [['a']]);
    expect(strategy.save?.()).toEqual({ pages: 1 });
    expect(strategy.save?.()).toBeUndefined();
  });

  it('stays below the priority of seeds after a hundred million pages', () => {
    const strategy = depthFirst();
    strategy.restore?.({ pages: 100_000_000 });
    const links = Array.from({ length: 5000 }, (_, i) => linkTo(`http://a.test/${i}`));
    const ranked = [...strategy.visit(visitOf({ page: pageOf({ links }) }))] as Ranked[];
    expect(ranked[0]!.priority).toBeLessThan(1000);
    // Still distinguishable.
    expect(new Set(ranked.map(({ priority }) => priority)).size).toBe(5000);
  });
});
