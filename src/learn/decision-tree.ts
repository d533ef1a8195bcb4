/**
 * C4.5 (Quinlan 1993; WEKA's J48) over sparse numeric features. Splits on the feature with the best gain ratio among
 * those with at least average gain, then prunes bottom-up by pessimistic error: the upper limit of a confidence
 * interval around each leaf's error. Pruning only replaces subtrees by leaves. J48's subtree raising is left out: it
 * has to revisit the examples for every node and changes little.
 */
import { z } from 'zod';
import type { Example, LearnerRecord } from './learner.ts';
import { readSettings } from './learner-record.ts';
import type { Tree } from './tree.ts';
import { grownTree, TreeLearner } from './tree-learner.ts';
import type { FeatureReader, Split } from './tree-splits.ts';

const settingsSchema = z.strictObject({
  /** Lower values prune more; 1 turns pruning off. */
  confidence: z.number().positive().max(1).default(0.25),
  minLeaf: z.number().int().positive().default(2),
});

export type DecisionTreeSettings = z.input<typeof settingsSchema>;

export class DecisionTree extends TreeLearner {
  readonly kind = 'decision-tree';
  protected readonly settings: z.output<typeof settingsSchema>;

  constructor(settings: DecisionTreeSettings = {}) {
    super();
    this.settings = readSettings(settingsSchema, settings, 'The decision tree');
  }

  static fromJSON(record: LearnerRecord): DecisionTree {
    return new DecisionTree(record.settings).restored(record);
  }

  protected grow(examples: readonly Example[], features: number): Tree {
    const { confidence, minLeaf } = this.settings;
    const tree = grownTree(examples, features, (reader, rows) => bestRatio(reader, rows, minLeaf));
    if (confidence < 1) prune(tree, confidence);
    return tree.compacted();
  }
}

function bestRatio(reader: FeatureReader, rows: readonly number[], minLeaf: number): Split | undefined {
  if (rows.length < 2 * minLeaf) return undefined;
  // Each side needs 10 % of the mean class size, but at least minLeaf and never more than 25.
  const minEach = Math.max(minLeaf, Math.min(25, (0.1 * rows.length) / 2));
  const splits = reader.splits(rows, minEach, true);
  const average = splits.reduce((sum, { gain }) => sum + gain, 0) / splits.length;
  let best: Split | undefined;
  for (const split of splits) {
    if (split.gain < average - 1e-3) continue;
    if (!best || split.gain / split.splitInfo > best.gain / best.splitInfo) best = split;
  }
  return best;
}

/** Children follow their parent, so one backward pass prunes every subtree before its parent. */
function prune(tree: Tree, confidence: number): void {
  const errors = new Float64Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    const total = tree.relevant[node]! + tree.other[node]!;
    const wrong = Math.min(tree.relevant[node]!, tree.other[node]!);
    const asLeaf = wrong + addedErrors(total, wrong, confidence);
    const asTree = tree.isLeaf(node) ? asLeaf : errors[tree.lows[node]!]! + errors[tree.highs[node]!]!;
    if (!tree.isLeaf(node) && asLeaf <= asTree + 0.1) tree.features[node] = -1;
    errors[node] = tree.isLeaf(node) ? asLeaf : asTree;
  }
}

/** How far the upper limit of the binomial interval exceeds the observed errors (C4.5's normal approximation). */
export function addedErrors(total: number, errors: number, confidence: number): number {
  if (errors < 1) {
    const none = total * (1 - confidence ** (1 / total));
    return errors === 0 ? none : none + errors * (addedErrors(total, 1, confidence) - none);
  }
  if (errors + 0.5 >= total) return Math.max(total - errors, 0);
  const z = normalQuantile(1 - confidence);
  const f = (errors + 0.5) / total;
  const spread = z * Math.sqrt(f / total - (f * f) / total + (z * z) / (4 * total * total));
  const upper = (f + (z * z) / (2 * total) + spread) / (1 + (z * z) / total);
  return upper * total - errors;
}

/**
 * Acklam's rational approximation, relative error below 1.2e-9; the probabilities here are strictly between 0 and 1.
 */
export function normalQuantile(p: number): number {
  if (p < 0.5) return -normalQuantile(1 - p);
  if (p > 0.97575) {
    const q = Math.sqrt(-2 * Math.log(1 - p));
    return -polynomial(tail[0]!, q) / (polynomial(tail[1]!, q) * q + 1);
  }
  const q = p - 0.5;
  const r = q * q;
  return (polynomial(middle[0]!, r) * q) / (polynomial(middle[1]!, r) * r + 1);
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

const middle = [
  [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ],
  [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572],
];
const tail = [
  [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416],
];
