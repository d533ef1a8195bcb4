/** All learners by name: created from settings, or restored from a record. */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { DecisionStump } from './decision-stump.ts';
import { DecisionTree } from './decision-tree.ts';
import type { Learner, LearnerRecord } from './learner.ts';
import { damaged } from './learner-record.ts';
import { LinearSvm } from './linear-svm.ts';
import { NaiveBayes } from './naive-bayes.ts';
import { NearestNeighbours } from './nearest-neighbours.ts';
import { OneClassSvm } from './one-class-svm.ts';
import { OneR } from './one-r.ts';
import { OnlineLogistic } from './online-logistic.ts';
import { RandomTree } from './random-tree.ts';
import { RbfSvm } from './rbf-svm.ts';
import { ZeroR } from './zero-r.ts';

interface LearnerClass {
  new (settings?: never): Learner;
  fromJSON(record: LearnerRecord): Learner;
}

const classes = {
  'decision-stump': DecisionStump,
  'decision-tree': DecisionTree,
  'linear-svm': LinearSvm,
  'naive-bayes': NaiveBayes,
  'nearest-neighbours': NearestNeighbours,
  'one-class-svm': OneClassSvm,
  'online-logistic': OnlineLogistic,
  'one-r': OneR,
  'random-tree': RandomTree,
  'rbf-svm': RbfSvm,
  'zero-r': ZeroR,
} satisfies Record<string, LearnerClass>;

export type LearnerKind = keyof typeof classes;

export const learnerKinds = Object.keys(classes) as LearnerKind[];

export function createLearner(kind: string, settings: Record<string, unknown> = {}): Learner {
  if (!isLearnerKind(kind)) {
    throw new ForageError(
      'INPUT_INVALID',
      `No learner is called "${kind}"; choose from ${learnerKinds.join(', ')}.`,
    );
  }
  // Each constructor checks its own settings.
  return new classes[kind](settings as never);
}

export function restoreLearner(record: unknown): Learner {
  const read = recordSchema.safeParse(record);
  if (!read.success) throw damaged('learner', 'kind, settings or state is missing');
  const { kind } = read.data;
  if (!isLearnerKind(kind)) {
    throw new ForageError(
      'MODEL_INVALID',
      `The model is of the kind "${kind}", which this version does not know; it knows ${learnerKinds.join(', ')}.`,
    );
  }
  try {
    return classes[kind].fromJSON(read.data);
  } catch (error) {
    if (error instanceof ForageError && error.code === 'MODEL_INVALID') throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ForageError('MODEL_INVALID', `This is not a ${kind} model (${why}); train it again.`, {
      cause: error,
    });
  }
}

function isLearnerKind(kind: string): kind is LearnerKind {
  return Object.hasOwn(classes, kind);
}

const recordSchema = z.object({
  kind: z.string(),
  settings: z.record(z.string(), z.unknown()),
  state: z.record(z.string(), z.unknown()),
});
