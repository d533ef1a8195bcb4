/** Predicts the larger class for everything (WEKA's ZeroR): the baseline for every other learner. */
import { z } from 'zod';
import type { SparseVector } from '../text/vectors.ts';
import { checkExamples, checkVector, notFitted } from './examples.ts';
import type { Example, Learner, LearnerRecord, WeightedFeature } from './learner.ts';
import { readSettings, readState } from './learner-record.ts';

const settingsSchema = z.strictObject({});

export class ZeroR implements Learner {
  readonly kind = 'zero-r';
  private share: number | undefined;

  constructor(settings: Record<string, never> = {}) {
    readSettings(settingsSchema, settings, 'ZeroR');
  }

  fit(examples: readonly Example[]): void {
    const { relevant, other } = checkExamples(examples, 'ZeroR');
    this.share = relevant / (relevant + other);
  }

  predict(vector: SparseVector): number {
    return this.probability(vector) - 0.5;
  }

  probability(vector: SparseVector): number {
    if (this.share === undefined) throw notFitted('ZeroR');
    checkVector(vector);
    return this.share;
  }

  explain(vector: SparseVector): WeightedFeature[] {
    this.probability(vector);
    return [];
  }

  toJSON(): LearnerRecord {
    if (this.share === undefined) throw notFitted('ZeroR');
    return { kind: this.kind, settings: {}, state: { share: this.share } };
  }

  static fromJSON(record: LearnerRecord): ZeroR {
    const made = new ZeroR(record.settings as Record<string, never>);
    made.share = readState(stateSchema, record).share;
    return made;
  }
}

const stateSchema = z.object({ share: z.number().min(0).max(1) });
