/** Importance orderings: few slashes, many in-links, a high PageRank. */
import { describe, expect, it } from 'vitest';
import { CrawlGraph } from '../../src/strategy/crawl-graph.ts';
import { inLinks } from '../../src/strategy/in-links.ts';
import { pageRank } from '../../src/strategy/page-rank.ts';
import type { Ranked, Strategy } from '../../src/strategy/strategy.ts';
import { addressDepth, slashesOf } from '../../src/strategy/url-depth.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const at = (name: string): string => `http://i.test/${name}`;
const waiting = (name: string, priority: number, from?: number) => ({
  id: 1,
  url: at(name),
  anchor: '',
  priority,
  depth: 1,
  ...(from === undefined ? {} : { from }),
});

/** A visit to a page that had waited with a priority; `from` is absent for seeds. */
function visit(strategy: Strategy, name: string, links: string[], priority = 1000, from?: number): number[] {
  const page = pageOf({ url: at(name), links: links.map((link) => linkTo(at(link))) });
  const ranked = [...strategy.visit(visitOf({ page, via: waiting(name, priority, from) }))] as Ranked[];
  return ranked.map((one) => one.priority);
}

describe('address depth', () => {
  it.each([
    ['http://a.test/', 1],
    ['http://a.test/x', 1],
    ['http://a.test/x/', 2],
    ['https://a.test:8080/x/y/z.html', 3],
    ['http://a.test/x?next=/y/z', 1],
    ['http://a.test/?a//b', 1],
  ])('of %s is %i', (url, slashes) => {
    expect(slashesOf(url)).toBe(slashes);
  });

  it('puts few slashes first', () => {
    expect(visit(addressDepth(), '', ['a/b/c', 'a', 'a/b'])).toEqual([1 / 3, 1, 1 / 2]);
  });
});

it('in-links adds one for every page with the link', () => {
  expect(visit(inLinks(), '', ['a', 'b'])).toEqual([1, 1]);
});

describe('the graph of a crawl', () => {
  const triangle = (maxLinks = 1000) => {
    const graph = new CrawlGraph({ damping: 0.85, maxLinks });
    for (const [page, links] of [
      ['a', 'bc'],
      ['b', 'c'],
      ['c', 'a'],
    ] as const)
      graph.add(
        page,
        [...links].map((url) => ({ url })),
      );
    return graph;
  };

  it('has the ranks that solve the equations of PageRank', () => {
    // a = .15 + .85c, b = .15 + .425a, c = .15 + .425a + .85b; solved by hand.
    const graph = triangle();
    graph.rank(100);
    expect(graph.rankOf('a')).toBeCloseTo(1.16337, 4);
    expect(graph.rankOf('b')).toBeCloseTo(0.64443, 4);
    expect(graph.rankOf('c')).toBeCloseTo(1.1922, 4);
  });

  it('survives save and restore, and continues alike', () => {
    const graph = triangle();
    graph.rank(3);
    const again = new CrawlGraph({ damping: 0.85, maxLinks: 1000 });
    again.restore(structuredClone(graph.save()));
    for (const one of [graph, again]) {
      one.add('d', [{ url: 'a' }, { url: 'e' }]);
      one.rank(3);
    }
    expect(again.save()).toEqual(graph.save());
    expect(again.rankOf('e')).toBe(graph.rankOf('e'));
  });

  it('forgets the older half of its links when there are too many', () => {
    // 4 links of 3 pages; the fifth is one too many: those pages stay that have at most 2 links together.
    const graph = triangle(4);
    graph.add('d', [{ url: 'e' }]);
    expect(graph.links).toBe(2);
    graph.rank(100);
    expect(graph.rankOf('b')).toBeUndefined();
    // c → a and d → e are left: a = .15 + .85 · .15.
    expect(graph.rankOf('a')).toBeCloseTo(0.2775, 6);
  });

  it('keeps at most maxLinks links of one page, and that page if it fills the limit', () => {
    const graph = triangle(4);
    graph.add(
      'vast',
      Array.from({ length: 50 }, (_, i) => ({ url: `v${i}` })),
    );
    expect(graph.links).toBe(4);
    expect(graph.rankOf('v3')).toBeDefined();
    expect(graph.rankOf('v4')).toBeUndefined();
  });
});

describe('page-rank', () => {
  const settings = { damping: 0.85, every: 3, maxLinks: 1000 };

  it('passes a page’s rank on in equal parts', () => {
    const strategy = pageRank(settings);
    // A seed has .15: .85 · .15 / 2 for each of its links.
    expect(visit(strategy, 'a', ['b', 'c'])).toEqual([0.06375, 0.06375].map((x) => expect.closeTo(x, 12)));
    // b waited with that sum: .85 · (.15 + .06375).
    expect(visit(strategy, 'b', ['c'], 0.06375, 1)).toEqual([expect.closeTo(0.1816875, 12)]);
  });

  it('recomputes all ranks after `every` pages, and re-ranks waiting links', () => {
    const strategy = pageRank(settings);
    visit(strategy, 'a', ['b', 'c']);
    expect(strategy.wantsRescore?.()).toBe(false);
    visit(strategy, 'b', ['c'], 0.06375, 1);
    visit(strategy, 'c', ['a', 'd'], 0.2454, 1);
    expect(strategy.wantsRescore?.()).toBe(true);
    expect(strategy.wantsRescore?.()).toBe(false);
    // Solved by hand: a = .15 + .425c, b = .15 + .425a, c = .15 + .425a + .85b, so c = .5939 and d − .15 = .425c =
    // .2524; ten iterations come within 2 %.
    expect(strategy.rescore?.(waiting('d', 0.1, 3))).toBeCloseTo(0.2524, 2);
    // A seed, and a page without known in-links, keep their priority.
    expect(strategy.rescore?.(waiting('d', 1000))).toBe(1000);
    expect(strategy.rescore?.(waiting('elsewhere', 0.3, 3))).toBe(0.3);
  });

  it('restores its state, between two computations as well', () => {
    const one = pageRank(settings);
    visit(one, 'a', ['b', 'c']);
    visit(one, 'b', ['c'], 0.06375, 1);
    const two = pageRank(settings);
    two.restore?.(structuredClone(one.save?.()));
    expect(one.save?.()).toBeUndefined();
    for (const strategy of [one, two]) visit(strategy, 'c', ['a', 'd'], 0.2454, 1);
    expect(two.wantsRescore?.()).toBe(true);
    expect(two.rescore?.(waiting('d', 0, 3))).toBe(one.rescore?.(waiting('d', 0, 3)));
  });
});
