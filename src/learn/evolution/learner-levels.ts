/**
 * Which learners reach which F1 over all chromosomes of an evolution: Tables 6.6 and 6.7 of Sobania (TU Darmstadt 2015).
 * A chromosome counts once, however many generations it lived.
 */
import { readChromosome } from './chromosome.ts';
import type { Evaluated } from './fitness-threads.ts';

export interface LearnerLevel {
  from: number;
  /** Chromosomes with at least this F1, by learner. */
  counts: Record<string, number>;
}

export function learnerLevels(
  evaluated: readonly Evaluated[],
  learners: readonly string[],
  levels: readonly number[],
): LearnerLevel[] {
  const found = evaluated.map(({ chromosome, f1 }) => ({ learner: readChromosome(chromosome).learner, f1 }));
  return levels.map((from) => ({
    from,
    counts: Object.fromEntries(
      learners.map((learner) => [
        learner,
        found.filter((one) => one.learner === learner && one.f1 >= from).length,
      ]),
    ),
  }));
}

/** The levels of the thesis's tables. */
export const textLevels = [0.8, 0.85, 0.9, 0.95];
export const linkLevels = [0.55, 0.6, 0.65, 0.7];
