/**
 * What a model says about examples it was not trained on: in stratified folds every example is tested once, by a model
 * fitted on the others. Repeats use other splits. `fitted` sees the training examples alone, so whatever is chosen there
 * (vocabulary, threshold, features) is chosen without the test examples.
 */
import { ForageError } from '../../errors.ts';
import { type Fold, stratifiedFolds } from './folds.ts';

export interface HeldOutOptions {
  folds?: number;
  repeats?: number;
  seed: number;
}

type Ask<Result> = (example: number) => Result;

/**
 * For each example one result a repeat. Undefined if there is too little to hold any out: fewer than two examples of a
 * class, or so few that a model cannot be fitted without some of them.
 */
export async function heldOut<Result>(
  labels: readonly boolean[],
  options: HeldOutOptions,
  fitted: (train: number[]) => Ask<Result> | Promise<Ask<Result>>,
): Promise<Result[][] | undefined> {
  const results: Result[][] = labels.map(() => []);
  try {
    for (const { train, test } of foldsOf(labels, options)) {
      const ask = await fitted(train);
      for (const i of test) results[i]!.push(ask(i));
    }
  } catch (error) {
    if (isTooLittle(error)) return undefined;
    throw error;
  }
  return results;
}

function foldsOf(labels: readonly boolean[], { folds = 5, repeats = 1, seed }: HeldOutOptions): Fold[] {
  const relevant = labels.filter(Boolean).length;
  const possible = Math.min(folds, relevant, labels.length - relevant);
  if (possible < 2) throw new ForageError('TRAINING', 'There are fewer than two examples of a class.');
  return Array.from({ length: repeats }, (_, i) => stratifiedFolds(labels, possible, seed + i)).flat();
}

const isTooLittle = (error: unknown): boolean => error instanceof ForageError && error.code === 'TRAINING';
