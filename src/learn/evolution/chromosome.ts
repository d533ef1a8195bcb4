/**
 * A chromosome: feature sets with their parameters, followed by the learner. Written as one line,
 * `nouns;303|pronoun-ratio;0.05|rbf-svm`, which is also its key in the fitness cache and the configuration of the model
 * it stands for. No feature set occurs twice.
 */
import { ForageError } from '../../errors.ts';
import { checkParameters, type FeatureSet } from '../features/feature-set.ts';
import { featureSet, type Gene } from '../features/feature-space.ts';
import { linkFeatures } from '../features/link-features.ts';
import { textFeatures } from '../features/text-features.ts';
import { learnerKinds } from '../learners.ts';
import type { Random } from '../random.ts';

export interface Chromosome {
  genes: readonly Gene[];
  learner: string;
}

/** The genes that chromosomes are drawn from. */
export interface Pool {
  sets: readonly FeatureSet[];
  learners: readonly string[];
}

/** The pool of the Darmstadt thesis, in its order; learners use their default settings. */
const darmstadtLearners = [
  'decision-stump',
  'nearest-neighbours',
  'decision-tree',
  'rbf-svm',
  'naive-bayes',
  'one-r',
  'random-tree',
  'zero-r',
];

export const textPool: Pool = { sets: textFeatures, learners: darmstadtLearners };
export const linkPool: Pool = { sets: [...textFeatures, ...linkFeatures], learners: darmstadtLearners };

export function writeChromosome({ genes, learner }: Chromosome): string {
  return [...genes.map(({ set, parameters }) => [set, ...parameters].join(';')), learner].join('|');
}

export function readChromosome(line: string): Chromosome {
  const parts = line.split('|');
  const learner = parts.pop()!;
  if (!(learnerKinds as string[]).includes(learner)) {
    throw new ForageError(
      'INPUT_INVALID',
      `A chromosome ends with a learner, not with "${learner}"; choose from ${learnerKinds.join(', ')}.`,
    );
  }
  const genes = parts.map((part) => {
    const [set, ...numbers] = part.split(';');
    const parameters = numbers.map((number) => (number.trim() === '' ? Number.NaN : Number(number)));
    checkParameters(featureSet(set!), parameters);
    return { set: set!, parameters };
  });
  if (genes.length === 0 || new Set(genes.map(({ set }) => set)).size !== genes.length) {
    throw new ForageError('INPUT_INVALID', 'A chromosome names at least one feature set, and none twice.');
  }
  return { genes, learner };
}

export function randomGene(set: FeatureSet, random: Random): Gene {
  const parameters = set.parameters.map(({ min, max, whole }) => {
    if (!whole) return Number((min + random.next() * (max - min)).toFixed(4));
    // Wide ranges are drawn by order of magnitude, so that small counts are as likely as large ones.
    const from = Math.max(min, 1);
    if (max / from < 20) return min + random.below(max - min + 1);
    return Math.min(max, Math.max(min, Math.round(from * (max / from) ** random.next())));
  });
  return { set: set.name, parameters };
}

export function randomChromosome(pool: Pool, maxSets: number, random: Random): Chromosome {
  const wanted = 1 + random.below(Math.min(maxSets, pool.sets.length));
  const sets = random.shuffle([...pool.sets]).slice(0, wanted);
  return {
    genes: sets.map((set) => randomGene(set, random)),
    learner: pool.learners[random.below(pool.learners.length)]!,
  };
}
