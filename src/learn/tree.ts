/**
 * A binary tree of tests "is feature f above t?" in flat arrays: node 0 is the root, children follow their parent, a
 * leaf has feature −1. Every node records how many examples of each class reached it, so a tree can be pruned and can
 * explain its answer. The score is the share of relevant examples minus one half.
 */
import { z } from 'zod';
import { type SparseVector, valueAt } from '../text/vectors.ts';
import { checkVector } from './examples.ts';
import { type WeightedFeature, weightiestFirst } from './learner.ts';
import { pack, packedNumbers } from './learner-record.ts';

export class Tree {
  readonly features: number[] = [];
  readonly thresholds: number[] = [];
  /** Children for vectors at or below, and above, the threshold. */
  readonly lows: number[] = [];
  readonly highs: number[] = [];
  readonly relevant: number[] = [];
  readonly other: number[] = [];

  get size(): number {
    return this.features.length;
  }

  addLeaf(relevant: number, other: number): number {
    this.features.push(-1);
    this.thresholds.push(0);
    this.lows.push(-1);
    this.highs.push(-1);
    this.relevant.push(relevant);
    this.other.push(other);
    return this.size - 1;
  }

  isLeaf(node: number): boolean {
    return this.features[node] === -1;
  }

  score(vector: SparseVector): number {
    checkVector(vector);
    let node = 0;
    while (!this.isLeaf(node)) node = this.below(node, vector);
    return this.share(node) - 0.5;
  }

  /** How the share of relevant examples changes with each test on the path. */
  explain(vector: SparseVector): WeightedFeature[] {
    checkVector(vector);
    const weights = new Map<number, number>();
    for (let node = 0; !this.isLeaf(node); ) {
      const next = this.below(node, vector);
      const feature = this.features[node]!;
      weights.set(feature, (weights.get(feature) ?? 0) + this.share(next) - this.share(node));
      node = next;
    }
    return weightiestFirst([...weights].map(([feature, weight]) => ({ feature, weight })));
  }

  /** Drops unreachable nodes. */
  compacted(): Tree {
    const made = new Tree();
    const places = new Map<number, number>();
    const waiting = [0];
    for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
      places.set(node, made.addLeaf(this.relevant[node]!, this.other[node]!));
      if (!this.isLeaf(node)) waiting.push(this.lows[node]!, this.highs[node]!);
    }
    for (const [node, place] of places) {
      if (this.isLeaf(node)) continue;
      made.features[place] = this.features[node]!;
      made.thresholds[place] = this.thresholds[node]!;
      made.lows[place] = places.get(this.lows[node]!)!;
      made.highs[place] = places.get(this.highs[node]!)!;
    }
    return made;
  }

  toJSON(): Record<string, unknown> {
    const { features, thresholds, lows, highs, relevant, other } = this;
    const rows = { features, thresholds, lows, highs, relevant, other };
    return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, pack(row)]));
  }

  private below(node: number, vector: SparseVector): number {
    const above = valueAt(vector, this.features[node]!) > this.thresholds[node]!;
    return (above ? this.highs : this.lows)[node]!;
  }

  private share(node: number): number {
    return this.relevant[node]! / (this.relevant[node]! + this.other[node]!);
  }
}

export const treeState = z
  .object({
    features: packedNumbers,
    thresholds: packedNumbers,
    lows: packedNumbers,
    highs: packedNumbers,
    relevant: packedNumbers,
    other: packedNumbers,
  })
  .transform((rows, context) => {
    const tree = new Tree();
    for (const name of ['features', 'thresholds', 'lows', 'highs', 'relevant', 'other'] as const) {
      for (const number of rows[name]) tree[name].push(number);
    }
    if (!isSound(tree)) context.addIssue('its nodes are inconsistent');
    return tree;
  });

/** Children follow their parent, so there are no cycles and no node outside the tree. */
function isSound(tree: Tree): boolean {
  const rows = [tree.thresholds, tree.lows, tree.highs, tree.relevant, tree.other];
  if (tree.size === 0 || rows.some((row) => row.length !== tree.size)) return false;
  return tree.features.every((feature, node) => {
    const counted = tree.relevant[node]! + tree.other[node]! > 0;
    if (feature === -1) return counted;
    const children = [tree.lows[node]!, tree.highs[node]!];
    return counted && children.every((child) => Number.isInteger(child) && child > node && child < tree.size);
  });
}
