/**
 * What no crawl order can beat: an upper bound on the relevant pages found, step by step, to compare with the oracle,
 * which only shows what is achievable. The bound with the smaller area of two:
 *
 * - By distance: with m irrelevant pages visited, only relevant pages behind at most m irrelevant ones on some path can
 *   have been found, and only those at most as many links deep as pages were visited. At each step the best m.
 * - By dominators: a page cannot be visited before its dominators, the pages that all paths from the seeds to it go
 *   through. The best of all orders that respect only this is known (Horn 1972 on the dominator tree). Here the area is
 *   the bound; single steps are not.
 *
 * On a tree the second is exact. Dominators by Cooper, Harvey and Kennedy (2001).
 */
import type { LabelledGraph } from './labelled-graph.ts';
import { bestTreeOrder } from './tree-order.ts';

/** Relevant pages after each step, for the bound with the smaller area. */
export function boundCurve(graph: LabelledGraph): number[] {
  const byDistance = distanceBound(graph);
  const byGates = gateBound(graph);
  return total(byDistance) <= total(byGates) ? byDistance : byGates;
}

export function distanceBound(graph: LabelledGraph): number[] {
  const { wanted } = graph;
  const depths = shortest(graph, () => 1);
  const irrelevant = shortest(graph, (page) => (wanted[page] ? 0 : 1));
  // By number of irrelevant pages: the relevant pages behind that many, among those that are not too deep yet.
  const behind = new Uint32Array(wanted.length + 1);
  const byDepth = [...wanted.keys()].filter((page) => wanted[page]).sort((a, b) => depths[a]! - depths[b]!);
  const found: number[] = [];
  let entered = 0;
  for (let step = 1; step <= wanted.length; step++) {
    while (entered < byDepth.length && depths[byDepth[entered]!]! <= step) {
      behind[irrelevant[byDepth[entered]!]!]! += 1;
      entered += 1;
    }
    let best = 0;
    let available = 0;
    for (let visited = 0; visited <= step; visited++) {
      available += behind[visited]!;
      best = Math.max(best, Math.min(available, step - visited));
      if (available === entered) break;
    }
    found.push(best);
  }
  return found;
}

export function gateBound(graph: LabelledGraph): number[] {
  let found = 0;
  return bestTreeOrder(dominators(graph), graph.wanted).map((page) => {
    found += graph.wanted[page] ? 1 : 0;
    return found;
  });
}

/** Cost of the cheapest path from a seed to each page, including both ends; each page costs 0 or 1. */
function shortest({ seeds, out }: LabelledGraph, cost: (page: number) => 0 | 1): Float64Array {
  const costs = new Float64Array(out.length).fill(Number.POSITIVE_INFINITY);
  let level: number[] = [];
  let dearer: number[] = [];
  const reach = (page: number, before: number): void => {
    const price = before + cost(page);
    if (price >= costs[page]!) return;
    costs[page] = price;
    (price === before ? level : dearer).push(page);
  };
  for (const seed of seeds) reach(seed, 0);
  for (let price = 0; level.length + dearer.length > 0; price++) {
    for (let page = level.pop(); page !== undefined; page = level.pop()) {
      if (costs[page] !== price) continue;
      for (const target of out[page]!) reach(target, price);
    }
    level = dearer;
    dearer = [];
  }
  return costs;
}

/** The immediate dominator of each page; −1 if it is only the start. */
function dominators({ seeds, out, into }: LabelledGraph): Int32Array {
  const order = postOrder(seeds, out);
  const start = out.length;
  const rank = new Int32Array(start + 1);
  order.forEach((page, place) => {
    rank[page] = place;
  });
  rank[start] = order.length;
  const above = new Int32Array(start + 1).fill(-1);
  above[start] = start;
  for (const seed of seeds) above[seed] = start;
  const isSeed = new Set(seeds);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = order.length - 1; i >= 0; i--) {
      const page = order[i]!;
      if (isSeed.has(page)) continue;
      let nearest = -1;
      for (const source of into[page]!) {
        if (above[source] === -1) continue;
        nearest = nearest === -1 ? source : meet(source, nearest);
      }
      if (nearest !== above[page]) {
        above[page] = nearest;
        changed = true;
      }
    }
  }
  return above.subarray(0, start).map((page) => (page === start ? -1 : page));

  function meet(a: number, b: number): number {
    let one = a;
    let other = b;
    while (one !== other) {
      while (rank[one]! < rank[other]!) one = above[one]!;
      while (rank[other]! < rank[one]!) other = above[other]!;
    }
    return one;
  }
}

function postOrder(seeds: readonly number[], out: readonly Uint32Array[]): number[] {
  const order: number[] = [];
  const entered = new Uint8Array(out.length);
  const at = new Uint32Array(out.length);
  for (const seed of seeds) {
    if (entered[seed] === 1) continue;
    entered[seed] = 1;
    const stack = [seed];
    while (stack.length > 0) {
      const page = stack.at(-1)!;
      const target = out[page]![at[page]!++];
      if (target === undefined) {
        order.push(page);
        stack.pop();
      } else if (entered[target] === 0) {
        entered[target] = 1;
        stack.push(target);
      }
    }
  }
  return order;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
