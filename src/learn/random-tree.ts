/**
 * WEKA's RandomTree: each node takes the split with the best gain among a few random features that split its examples
 * at all, log2(features) + 1 by default. Fully grown, not pruned. Deterministic for a given seed.
 */
import { z } from 'zod';
import type { Example, LearnerRecord } from './learner.ts';
import { readSettings } from './learner-record.ts';
import { Random } from './random.ts';
import type { Tree } from './tree.ts';
import { grownTree, highestGain, TreeLearner } from './tree-learner.ts';

const settingsSchema = z.strictObject({
  /** Number of features drawn at each node. */
  drawn: z.number().int().positive().optional(),
  minLeaf: z.number().int().positive().default(1),
  maxDepth: z.number().int().positive().default(1000),
  seed: z.number().int().nonnegative().default(1),
});

export type RandomTreeSettings = z.input<typeof settingsSchema>;

export class RandomTree extends TreeLearner {
  readonly kind = 'random-tree';
  protected readonly settings: z.output<typeof settingsSchema>;

  constructor(settings: RandomTreeSettings = {}) {
    super();
    this.settings = readSettings(settingsSchema, settings, 'The random tree');
  }

  static fromJSON(record: LearnerRecord): RandomTree {
    return new RandomTree(record.settings).restored(record);
  }

  protected grow(examples: readonly Example[], features: number): Tree {
    const { minLeaf, maxDepth, seed } = this.settings;
    const drawn = this.settings.drawn ?? Math.floor(Math.log2(features)) + 1;
    const random = new Random(seed);
    return grownTree(examples, features, (reader, rows, depth) => {
      if (depth >= maxDepth) return undefined;
      return highestGain(random.shuffle(reader.splits(rows, minLeaf)).slice(0, drawn));
    });
  }
}
