/**
 * Probabilities from scores (Platt 1999): P = 1 / (1 + exp(a·score + b)), fitted to held-out scores by Newton's method
 * with backtracking as in Lin, Lin and Weng (2007). Their form never takes the logarithm of 0, and their targets keep a
 * margin from 0 and 1.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { stratifiedFolds } from './evaluation/folds.ts';
import type { Example, Learner } from './learner.ts';

export const sigmoidSchema = z.object({ a: z.number(), b: z.number() });
export type Sigmoid = z.infer<typeof sigmoidSchema>;

export interface ScoredExample {
  score: number;
  relevant: boolean;
}

export function sigmoidAt({ a, b }: Sigmoid, score: number): number {
  const x = a * score + b;
  return x >= 0 ? Math.exp(-x) / (1 + Math.exp(-x)) : 1 / (1 + Math.exp(x));
}

/** The score that has a given probability; undefined if none has. */
export function scoreAt({ a, b }: Sigmoid, probability: number): number | undefined {
  const score = (Math.log((1 - probability) / probability) - b) / a;
  return Number.isFinite(score) ? score : undefined;
}

export function throughSigmoid(sigmoid: Sigmoid | undefined, score: number, learner: string): number {
  if (sigmoid) return sigmoidAt(sigmoid, score);
  throw new ForageError(
    'TRAINING',
    `${learner} was fitted without probabilities; fit it with { probability: true }.`,
  );
}

export function fitSigmoid(scored: readonly ScoredExample[]): Sigmoid {
  const positives = scored.filter(({ relevant }) => relevant).length;
  const negatives = scored.length - positives;
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (negatives + 2);
  const objective = (a: number, b: number) => {
    let sum = 0;
    for (const { score, relevant } of scored) {
      const x = a * score + b;
      const target = relevant ? high : low;
      sum += x >= 0 ? target * x + Math.log1p(Math.exp(-x)) : (target - 1) * x + Math.log1p(Math.exp(x));
    }
    return sum;
  };

  let a = 0;
  let b = Math.log((negatives + 1) / (positives + 1));
  let value = objective(a, b);
  for (let round = 0; round < 100; round++) {
    let h11 = 1e-12;
    let h22 = 1e-12;
    let h21 = 0;
    let g1 = 0;
    let g2 = 0;
    for (const { score, relevant } of scored) {
      const p = sigmoidAt({ a, b }, score);
      const curve = p * (1 - p);
      h11 += score * score * curve;
      h22 += curve;
      h21 += score * curve;
      const slope = (relevant ? high : low) - p;
      g1 += score * slope;
      g2 += slope;
    }
    if (Math.abs(g1) < 1e-5 && Math.abs(g2) < 1e-5) break;
    const determinant = h11 * h22 - h21 * h21;
    const da = -(h22 * g1 - h21 * g2) / determinant;
    const db = -(-h21 * g1 + h11 * g2) / determinant;
    const descent = g1 * da + g2 * db;
    let step = 1;
    for (; step >= 1e-10; step /= 2) {
      const there = objective(a + step * da, b + step * db);
      if (there < value + 1e-4 * step * descent) {
        a += step * da;
        b += step * db;
        value = there;
        break;
      }
    }
    if (step < 1e-10) break;
  }
  return { a, b };
}

/** Scores each example with a learner fitted on the other folds. */
export function heldOutScores(
  make: () => Learner,
  examples: readonly Example[],
  seed: number,
  folds = 5,
): ScoredExample[] {
  const relevant = examples.filter((example) => example.relevant).length;
  const possible = Math.min(folds, relevant, examples.length - relevant);
  if (possible < 2) {
    throw new ForageError('TRAINING', 'Probabilities need at least two examples of each class.');
  }
  const scored: ScoredExample[] = [];
  const labels = examples.map((example) => example.relevant);
  for (const { train, test } of stratifiedFolds(labels, possible, seed)) {
    const learner = make();
    learner.fit(train.map((i) => examples[i]!));
    for (const i of test) {
      scored.push({ score: learner.predict(examples[i]!.vector), relevant: labels[i]! });
    }
  }
  return scored;
}
