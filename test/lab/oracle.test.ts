import { describe, expect, it } from 'vitest';
import { type LabelledGraph, labelledGraph } from '../../src/lab/labelled-graph.ts';
import { greedyOrder, oracleOrder } from '../../src/lab/oracle.ts';
import { boundCurve, distanceBound, gateBound } from '../../src/lab/oracle-bound.ts';
import { Random } from '../../src/learn/random.ts';

/** Pages by letter; capitals are relevant, links as "ab". The first page is the seed. */
function web(pages: string, links: string): LabelledGraph {
  return labelledGraph(
    [...pages].map((page) => page !== page.toLowerCase()),
    [0],
    links.split(' ').flatMap((link) => [...link].map((page) => pages.indexOf(page))),
  );
}

const named = (pages: string, order: readonly number[]): string => order.map((page) => pages[page]).join('');
const foundBy = (graph: LabelledGraph, order: readonly number[]): number[] => {
  let found = 0;
  return order.map((page) => (found += graph.wanted[page] ? 1 : 0));
};
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe('the oracle on webs whose best order is known by hand', () => {
  it('takes the hub with the relevant pages before the hub with none', () => {
    // s links to x (leads to u, v) and h (leads to A, B).
    const pages = 'sxuvhAB';
    const graph = web(pages, 'sx sh xu xv hA hB');
    expect(named(pages, oracleOrder(graph)).slice(0, 4)).toBe('shAB');
    expect(sum(boundCurve(graph))).toBe(0 + 0 + 1 + 2 + 2 + 2 + 2);
  });

  it('takes a longer way to four pages before a shorter one to a single page, unlike greedy', () => {
    // s → a → Z, and s → b → c → W X Y V. By hand: s b c W X Y V a Z finds 1 2 3 4 from step 4 on, 5 at step 9.
    const pages = 'sabcZWXYV';
    const graph = web(pages, 'sa aZ sb bc cW cX cY cV');
    expect(named(pages, greedyOrder(graph))).toBe('saZbcWXYV');
    expect(foundBy(graph, oracleOrder(graph))).toEqual([0, 0, 0, 1, 2, 3, 4, 4, 5]);
    expect(sum(boundCurve(graph))).toBe(19);
  });

  it('finds every relevant page without detours if each links to the next', () => {
    const pages = 'SABCdef';
    const graph = web(pages, 'SA AB BC Sd de ef');
    expect(foundBy(graph, oracleOrder(graph))).toEqual([1, 2, 3, 4, 4, 4, 4]);
  });

  it('walks a cycle and a page that links to itself without losing any page', () => {
    const pages = 'sabC';
    const graph = web(pages, 'ss sa ab bs bC Ca');
    expect(named(pages, oracleOrder(graph))).toBe('sabC');
  });

  it('takes a page that no link explains as known from the start', () => {
    const graph = labelledGraph([false, false, true], [0], [0, 1]);
    expect(oracleOrder(graph)).toEqual([2, 0, 1]);
  });
});

describe('on six hundred random webs of ten pages, against all orders by brute force', () => {
  const webs = Array.from({ length: 600 }, (_, seed) => randomWeb(seed + 1));

  it('no order beats the bound, nor does the oracle beat the best order', () => {
    for (const graph of webs) {
      const best = bestArea(graph);
      const oracle = sum(foundBy(graph, oracleOrder(graph)));
      expect(oracle).toBeLessThanOrEqual(best);
      expect(sum(distanceBound(graph))).toBeGreaterThanOrEqual(best);
      expect(sum(gateBound(graph))).toBeGreaterThanOrEqual(best);
    }
  });

  it('the bound by distance holds at every step of every order tried', () => {
    const random = new Random(5);
    for (const graph of webs.slice(0, 200)) {
      const bound = distanceBound(graph);
      for (let times = 0; times < 20; times++) {
        const found = foundBy(graph, randomOrder(graph, random));
        expect(found.every((one, step) => one <= bound[step]!)).toBe(true);
      }
    }
  });

  it('the oracle is the best order nearly always, and never worse than greedy', () => {
    let greedyMisses = 0;
    let oracleMisses = 0;
    for (const graph of webs) {
      const best = bestArea(graph);
      const greedy = sum(foundBy(graph, greedyOrder(graph)));
      const oracle = sum(foundBy(graph, oracleOrder(graph)));
      expect(oracle).toBeGreaterThanOrEqual(greedy);
      if (greedy < best) greedyMisses += 1;
      if (oracle < best) oracleMisses += 1;
    }
    expect(oracleMisses).toBeLessThan(greedyMisses);
    expect(oracleMisses / webs.length).toBeLessThan(0.05);
  });
});

describe('on random trees', () => {
  it('the oracle meets its bound: both are the best order', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const links = Array.from({ length: 39 }, (_, i) => [random.below(i + 1), i + 1]).flat();
      const graph = labelledGraph(
        Array.from({ length: 40 }, () => random.next() < 0.3),
        [0],
        links,
      );
      const oracle = foundBy(graph, oracleOrder(graph));
      expect(sum(oracle)).toBe(sum(gateBound(graph)));
    }
  });
});

function randomWeb(seed: number): LabelledGraph {
  const random = new Random(seed);
  const pages = 10;
  // A tree so that all is reached, and a few links more.
  const links = Array.from({ length: pages - 1 }, (_, i) => [random.below(i + 1), i + 1]);
  for (let more = random.below(10); more > 0; more--) links.push([random.below(pages), random.below(pages)]);
  return labelledGraph(
    Array.from({ length: pages }, () => random.next() < 0.3),
    [0],
    links.flat(),
  );
}

/** The highest sum of relevant pages found over all steps, by going through all sets of visited pages. */
function bestArea({ wanted, seeds, out }: LabelledGraph): number {
  const pages = wanted.length;
  const best = new Int32Array(2 ** pages).fill(-1);
  const found = (set: number): number =>
    wanted.filter((isWanted, page) => isWanted && set & (1 << page)).length;
  best[0] = 0;
  for (let set = 0; set < best.length; set++) {
    if (best[set]! < 0) continue;
    let waiting = 0;
    for (const seed of seeds) waiting |= 1 << seed;
    for (let page = 0; page < pages; page++) {
      if (set & (1 << page)) for (const target of out[page]!) waiting |= 1 << target;
    }
    for (let page = 0; page < pages; page++) {
      if (!(waiting & (1 << page)) || set & (1 << page)) continue;
      const after = set | (1 << page);
      best[after] = Math.max(best[after]!, best[set]! + found(after));
    }
  }
  return best.at(-1)!;
}

function randomOrder({ seeds, out, wanted }: LabelledGraph, random: Random): number[] {
  const waiting = [...seeds];
  const known = new Set(seeds);
  const order: number[] = [];
  while (order.length < wanted.length) {
    const [page] = waiting.splice(random.below(waiting.length), 1) as [number];
    order.push(page);
    for (const target of out[page]!) {
      if (known.has(target)) continue;
      known.add(target);
      waiting.push(target);
    }
  }
  return order;
}
