/** What the decision trees share as learners: growing with a given choice of split, scoring and saving. */
import { z } from 'zod';
import { type SparseVector, valueAt } from '../text/vectors.ts';
import { checkExamples, notFitted } from './examples.ts';
import type { Example, Learner, LearnerRecord, WeightedFeature } from './learner.ts';
import { readState } from './learner-record.ts';
import { Tree, treeState } from './tree.ts';
import { FeatureReader, type Split } from './tree-splits.ts';

export abstract class TreeLearner implements Learner {
  abstract readonly kind: string;
  protected abstract readonly settings: Record<string, unknown>;
  private tree: Tree | undefined;

  protected abstract grow(examples: readonly Example[], features: number): Tree;

  fit(examples: readonly Example[]): void {
    const { features } = checkExamples(examples, `The ${this.kind}`);
    this.tree = this.grow(examples, features);
  }

  /** Splits and leaves. */
  get nodes(): number {
    return this.tree?.size ?? 0;
  }

  predict(vector: SparseVector): number {
    if (!this.tree) throw notFitted(`The ${this.kind}`);
    return this.tree.score(vector);
  }

  explain(vector: SparseVector): WeightedFeature[] {
    if (!this.tree) throw notFitted(`The ${this.kind}`);
    return this.tree.explain(vector);
  }

  toJSON(): LearnerRecord {
    if (!this.tree) throw notFitted(`The ${this.kind}`);
    return { kind: this.kind, settings: this.settings, state: { tree: this.tree } };
  }

  protected restored(record: LearnerRecord): this {
    this.tree = readState(stateSchema, record).tree;
    return this;
  }
}

const stateSchema = z.object({ tree: treeState });

/** Splits the examples as `choose` says until it returns nothing; its second argument is the depth. */
export function grownTree(
  examples: readonly Example[],
  features: number,
  choose: (reader: FeatureReader, rows: readonly number[], depth: number) => Split | undefined,
): Tree {
  const reader = new FeatureReader(examples, features);
  const tree = new Tree();
  const all = [...examples.keys()];
  const first = reader.whole(all);
  const waiting = [{ node: tree.addLeaf(first.relevant, first.other), rows: all, depth: 0 }];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const { node, rows, depth } = part;
    if (tree.relevant[node] === 0 || tree.other[node] === 0) continue;
    const split = choose(reader, rows, depth);
    if (!split) continue;
    const isHigh = (row: number) => valueAt(examples[row]!.vector, split.feature) > split.threshold;
    const sides = [rows.filter((row) => !isHigh(row)), rows.filter(isHigh)];
    const [low, high] = sides.map((side) => {
      const { relevant, other } = reader.whole(side);
      const child = tree.addLeaf(relevant, other);
      waiting.push({ node: child, rows: side, depth: depth + 1 });
      return child;
    });
    tree.features[node] = split.feature;
    tree.thresholds[node] = split.threshold;
    tree.lows[node] = low!;
    tree.highs[node] = high!;
  }
  return tree;
}

/** The split with the highest gain; ties go to the lowest feature. */
export function highestGain(splits: readonly Split[]): Split | undefined {
  return splits.reduce<Split | undefined>(
    (best, split) => (best && best.gain >= split.gain ? best : split),
    undefined,
  );
}
