/**
 * How many examples a trained SVM rests on: those on its margin or on the wrong side of it, y · f(x) ≤ 1, whose
 * multipliers are above 0 by the Karush–Kuhn–Tucker conditions. Many of them mean that it has learnt the examples by
 * heart rather than what they have in common. García Dorado (Lund, 2008), Table 11.1.
 */
import { restoreLearner } from '../../learn/learners.ts';
import { Vectoriser } from '../../learn/vectoriser.ts';
import type { LearntModel } from '../learnt.ts';
import type { LabelledText } from './learnt.ts';

const machines = new Set(['linear-svm', 'rbf-svm']);
/** Solvers stop a little short of the exact margin. */
const TOLERANCE = 0.01;

/** Undefined for a model that is not an SVM. */
export function supportVectors(
  { learner, vectoriser }: Partial<LearntModel>,
  texts: readonly LabelledText[],
): number | undefined {
  if (learner === undefined || !machines.has(learner.kind)) return undefined;
  const svm = restoreLearner(learner);
  const vectors = Vectoriser.fromJSON(vectoriser);
  return texts.filter(({ text, relevant }) => {
    const score = svm.predict(vectors.weighed(vectors.counts(text)));
    return (relevant ? score : -score) <= 1 + TOLERANCE;
  }).length;
}
