/**
 * A classifier on disk: the learner with its settings, how texts become vectors (a vectoriser with its vocabulary,
 * or a space of features), and how well it did. See record-file.ts for versions and damage.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { FeatureSpace } from './features/feature-space.ts';
import type { Learner } from './learner.ts';
import { restoreLearner } from './learners.ts';
import { loadRecord, saveRecord } from './record-file.ts';
import { Vectoriser } from './vectoriser.ts';

export interface Model {
  learner: Learner;
  vectoriser?: Vectoriser;
  features?: FeatureSpace;
  /** What was measured, on what: { f1: 0.81, examples: 400, "measured on": "held-out fifth" }. */
  performance: Record<string, number | string>;
}

export function saveModel(path: string, { learner, vectoriser, features, performance }: Model): void {
  for (const [name, value] of Object.entries(performance)) {
    if (typeof value === 'string' || Number.isFinite(value)) continue;
    throw new ForageError('INPUT_INVALID', `The model's ${name} is ${value}; give a finite number.`);
  }
  saveRecord(path, kind, { learner, vectoriser, features, performance });
}

export function loadModel(path: string): Model {
  const read = modelSchema.safeParse(loadRecord(path, kind));
  if (!read.success)
    throw new ForageError('MODEL_INVALID', `${path} is no classifier; train the model again.`);
  const { learner, vectoriser, features, performance } = read.data;
  return {
    learner: restoreLearner(learner),
    performance,
    ...(vectoriser === undefined ? {} : { vectoriser: Vectoriser.fromJSON(vectoriser) }),
    ...(features === undefined ? {} : { features: FeatureSpace.fromJSON(features) }),
  };
}

const kind = 'classifier';

const modelSchema = z.object({
  learner: z.unknown(),
  vectoriser: z.unknown().optional(),
  features: z.unknown().optional(),
  performance: z.record(z.string(), z.union([z.number(), z.string()])),
});
