/**
 * Start, selection, crossover and mutation as in Sobania (TU Darmstadt 2015): early chromosomes small, later ones
 * up to the whole pool; draws with a chance that grows with fitness, duplicates allowed; one point, the same sides
 * swapped, so that the learner stays last; every gene replaced or deleted with a small chance. A feature set that
 * comes in twice by crossover is kept where it stands first. How the chance grows the thesis leaves open. In
 * proportion to F1 it hardly does: always saying yes has 0.67 on even classes, and such learners drown the good
 * ones; so the rank decides unless the caller asks for proportion.
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

/** As many as there are, drawn with replacement. Where all have no fitness, each has the same chance. */
export function selected(
  population: readonly Chromosome[],
  fitness: readonly number[],
  random: Random,
  selection: Selection = 'rank',
): Chromosome[] {
  const chances = selection === 'rank' ? ranks(fitness) : fitness;
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

/** 1 for the worst, one more for each that is better; equals share the mean of their ranks. */
function ranks(fitness: readonly number[]): number[] {
  return fitness.map((own) => {
    const below = fitness.filter((other) => other < own).length;
    const equal = fitness.filter((other) => other === own).length;
    return below + (equal + 1) / 2;
  });
}

export function crossed(population: readonly Chromosome[], chance: number, random: Random): Chromosome[] {
  const children = [...population];
  for (let i = 0; i + 1 < children.length; i += 2) {
    if (random.next() >= chance) continue;
    const [one, other] = [children[i]!, children[i + 1]!];
    // Between genes of the shorter one; at its end only the learners change places.
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
