/**
 * The order of a tree's nodes, parents before children, that finds hits soonest overall: the sum of their positions is
 * minimal. Horn (1972), for jobs of one unit: the group of nodes with the highest share of hits among its nodes is
 * joined to the group of its parent, repeatedly, until there is one group. O(n log n).
 */
import { Heap } from './heap.ts';

export function bestTreeOrder(
  /** The parent of each node; −1 if it may come first. */
  parents: ArrayLike<number>,
  wanted: readonly boolean[],
): number[] {
  const count = parents.length;
  const root = count;
  // A group is a run of nodes, named after the first; `last` and `next` make it a linked list.
  const next = new Int32Array(count + 1).fill(-1);
  const last = Int32Array.from({ length: count + 1 }, (_, node) => node);
  const size = new Float64Array(count + 1).fill(1);
  const hits = Float64Array.from({ length: count + 1 }, (_, node) => (wanted[node] ? 1 : 0));
  const joined = Int32Array.from({ length: count + 1 }, (_, node) => node);
  const groupOf = (node: number): number => {
    let group = node;
    while (joined[group] !== group) {
      joined[group] = joined[joined[group]!]!;
      group = joined[group]!;
    }
    return group;
  };

  const heap = new Heap<Entry>(before);
  for (let node = 0; node < count; node++) heap.push({ node, hits: hits[node]!, size: 1 });
  for (let entry = heap.pop(); entry !== undefined; entry = heap.pop()) {
    const { node, hits: known, size: then } = entry;
    if (joined[node] !== node || size[node] !== then || hits[node] !== known) continue;
    const above = parents[node]! < 0 ? root : groupOf(parents[node]!);
    joined[node] = above;
    next[last[above]!] = node;
    last[above] = last[node]!;
    size[above]! += size[node]!;
    hits[above]! += hits[node]!;
    if (above !== root) heap.push({ node: above, hits: hits[above]!, size: size[above]! });
  }
  const order: number[] = [];
  for (let node = next[root]!; node >= 0; node = next[node]!) order.push(node);
  return order;
}

interface Entry {
  node: number;
  hits: number;
  size: number;
}

/**
 * Highest share of hits first, ties by the lower node, so that the order is deterministic. Shares are compared as
 * fractions of whole numbers, so that equal ones are equal.
 */
function before(a: Entry, b: Entry): boolean {
  const difference = a.hits * b.size - b.hits * a.size;
  return difference === 0 ? a.node < b.node : difference > 0;
}
