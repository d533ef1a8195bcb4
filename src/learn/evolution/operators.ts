/**
 * Initialisation, selection, crossover and mutation as in Sobania (TU Darmstadt 2015), sections 4.2.2 and 4.2.4. The
 * first chromosomes are small, later ones as large as the pool. Selection favours fitness and allows duplicates.
 * Crossover is one-point and swaps the same sides, so that the learner stays last. Every gene is replaced or deleted
 * with a small probability. A feature set duplicated by crossover keeps its first position. The thesis does not say how
 * selection depends on fitness. Proportional selection on F1 hardly selects: always answering yes scores 0.67 on
 * balanced classes, and such learners crowd out good ones. So selection is by rank unless the caller asks for
 * proportional.
 */
import type { Random } from '../random.ts';
import { type Chromosome, type Pool, randomChromosome, randomGene } from './chromosome.ts';

export function startPopulation(size: number, pool: Pool, random: Random): Chromosome[] {
  return Array.from({ length: size }, (_, i) => {
    const maxSets = size === 1 ? 2 : Math.round(2 + ((pool.sets.length - 2) * i) / (size - 1));
    return randomChromosome(pool, maxSets, random);
  });
}

export const selections = ['rank', 'proportional'] as const;

export type Selection = (typeof selections)[number];

export interface Score {
  fitness: number;
  /** The cheaper of two that are equally fit ranks above the other. */
  costMs: number;
}

/** Fittest first, and of equally fit ones the cheapest. */
export const byFitness = (a: Score, b: Score): number => b.fitness - a.fitness || a.costMs - b.costMs;

/** Draws as many as there are, with replacement. If all have zero fitness, all are equally likely. */
export function selected(
  population: readonly Chromosome[],
  scores: readonly Score[],
  random: Random,
  selection: Selection = 'rank',
): Chromosome[] {
  const chances = selection === 'rank' ? ranks(scores) : scores.map(({ fitness }) => fitness);
  const total = chances.reduce((sum, one) => sum + one, 0);
  return population.map(() => {
    if (total === 0) return population[random.below(population.length)]!;
    let left = random.next() * total;
    const at = chances.findIndex((one) => {
      left -= one;
      return left < 0;
    });
    return population[at === -1 ? population.length - 1 : at]!;
  });
}

/** 1 for the worst, rising by 1; ties share the mean of their ranks. */
function ranks(scores: readonly Score[]): number[] {
  return scores.map((own) => {
    const below = scores.filter((other) => byFitness(own, other) < 0).length;
    const equal = scores.filter((other) => byFitness(own, other) === 0).length;
    return below + (equal + 1) / 2;
  });
}

export function crossed(population: readonly Chromosome[], chance: number, random: Random): Chromosome[] {
  const children = [...population];
  for (let i = 0; i + 1 < children.length; i += 2) {
    if (random.next() >= chance) continue;
    const [one, other] = [children[i]!, children[i + 1]!];
    // Cuts between genes of the shorter one; a cut at its end only swaps the learners.
    const point = 1 + random.below(Math.min(one.genes.length, other.genes.length));
    children[i] = joined(one, other, point);
    children[i + 1] = joined(other, one, point);
  }
  return children;
}

export function mutated(chromosome: Chromosome, pool: Pool, chance: number, random: Random): Chromosome {
  let genes = [...chromosome.genes];
  for (const gene of chromosome.genes) {
    if (random.next() >= chance) continue;
    const free = pool.sets.filter(({ name }) => name === gene.set || !genes.some(({ set }) => set === name));
    const drawn = randomGene(free[random.below(free.length)]!, random);
    const isDeleted = genes.length > 1 && random.next() < 0.5;
    genes = genes.flatMap((one) => (one !== gene ? [one] : isDeleted ? [] : [drawn]));
  }
  const learner =
    random.next() < chance ? pool.learners[random.below(pool.learners.length)]! : chromosome.learner;
  return { genes, learner };
}

function joined(left: Chromosome, right: Chromosome, point: number): Chromosome {
  const all = [...left.genes.slice(0, point), ...right.genes.slice(point)];
  const genes = all.filter(({ set }, i) => all.findIndex((gene) => gene.set === set) === i);
  return { genes, learner: right.learner };
}
