/**
 * A tree with a single split (WEKA's DecisionStump; Iba and Langley 1992): the feature and threshold of highest gain.
 */
import { z } from 'zod';
import type { Example, LearnerRecord } from './learner.ts';
import { readSettings } from './learner-record.ts';
import type { Tree } from './tree.ts';
import { grownTree, highestGain, TreeLearner } from './tree-learner.ts';

const settingsSchema = z.strictObject({});

export class DecisionStump extends TreeLearner {
  readonly kind = 'decision-stump';
  protected readonly settings: Record<string, never>;

  constructor(settings: Record<string, never> = {}) {
    super();
    this.settings = readSettings(settingsSchema, settings, 'The decision stump');
  }

  static fromJSON(record: LearnerRecord): DecisionStump {
    return new DecisionStump(record.settings as Record<string, never>).restored(record);
  }

  protected grow(examples: readonly Example[], features: number): Tree {
    return grownTree(examples, features, (reader, rows, depth) =>
      depth > 0 ? undefined : highestGain(reader.splits(rows, 1)),
    );
  }
}
