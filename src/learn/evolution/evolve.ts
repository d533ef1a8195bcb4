/**
 * Evolution of classifiers (Sobania, TU Darmstadt 2015): searches features and learner together, by F-beta. The thesis
 * measured fitness on its test data; here it is measured on a validation part of the training samples, split off by
 * seed, so that the caller's test set stays untouched until the end. Fitness is computed in threads and cached. Elitism
 * (off in the thesis) carries the best over unchanged; the best ever seen is always kept. Deterministic for a given
 * seed.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { stratifiedParts } from '../evaluation/folds.ts';
import type { Measures } from '../evaluation/measures.ts';
import { readSettings } from '../learner-record.ts';
import { Random } from '../random.ts';
import { type Chromosome, type Pool, textPool, writeChromosome } from './chromosome.ts';
import { type LabelledSample, type Trained, tested, trained } from './fitness.ts';
import { FitnessThreads } from './fitness-threads.ts';
import { crossed, mutated, selected, selections, startPopulation } from './operators.ts';

const settingsSchema = z.strictObject({
  population: z.number().int().min(2).max(10_000).default(20),
  generations: z.number().int().positive().default(32),
  crossover: z.number().min(0).max(1).default(0.6),
  mutation: z.number().min(0).max(1).default(0.03),
  beta: z.number().positive().default(1),
  selection: z.enum(selections).default('rank'),
  /** Number of chromosomes carried over unchanged. */
  elite: z.number().int().nonnegative().default(0),
  /** Stop after N generations without improvement; 0 for never. */
  patience: z.number().int().nonnegative().default(0),
  /** Share of the samples used to measure fitness. */
  validationShare: z.number().gt(0).lt(1).default(0.33),
  threads: z.number().int().nonnegative().max(64).default(1),
  seed: z.number().int().nonnegative().default(1),
});

export type EvolutionSettings = z.input<typeof settingsSchema>;

export interface Generation {
  generation: number;
  /** Highest fitness in this generation, and overall so far. */
  best: number;
  bestSoFar: number;
  average: number;
  /** The best chromosome so far, as a line. */
  chromosome: string;
  /** Trainings so far; the rest came from the cache. */
  evaluated: number;
}

export interface Evolution {
  best: Chromosome;
  fitness: number;
  generations: Generation[];
  /** Trained on all samples, including the validation part. */
  model: Trained;
}

export async function evolve(
  samples: readonly LabelledSample[],
  settings: EvolutionSettings = {},
  pool: Pool = textPool,
  onGeneration: (generation: Generation) => void = () => {},
): Promise<Evolution> {
  const read = readSettings(settingsSchema, settings, 'The evolution');
  const labels = samples.map(({ relevant }) => relevant);
  if (Math.min(labels.filter(Boolean).length, labels.filter((label) => !label).length) < 4) {
    throw new ForageError(
      'TRAINING',
      'Evolution needs at least four samples of each class; label some more.',
    );
  }
  const [train, validation] = stratifiedParts(
    labels,
    [1 - read.validationShare, read.validationShare],
    read.seed,
  ).map((part) => bothClasses(part.map((i) => samples[i]!)));
  const fitnessOf = new FitnessThreads(
    { train: train!, validation: validation!, beta: read.beta },
    read.threads,
  );
  try {
    const random = new Random(read.seed);
    const generations: Generation[] = [];
    let population = startPopulation(read.population, pool, random);
    let best = { chromosome: population[0]!, fitness: -1, since: 0 };
    for (let generation = 1; generation <= read.generations; generation++) {
      const fitness = await fitnessOf.of(population);
      const leader = fitness.indexOf(Math.max(...fitness));
      if (fitness[leader]! > best.fitness) {
        best = { chromosome: population[leader]!, fitness: fitness[leader]!, since: generation };
      }
      const record = {
        generation,
        best: fitness[leader]!,
        bestSoFar: best.fitness,
        average: fitness.reduce((sum, one) => sum + one, 0) / fitness.length,
        chromosome: writeChromosome(best.chromosome),
        evaluated: fitnessOf.evaluated,
      };
      generations.push(record);
      onGeneration(record);
      if (read.patience > 0 && generation - best.since >= read.patience) break;
      population = nextGeneration(population, fitness, read, pool, random);
    }
    return {
      best: best.chromosome,
      fitness: best.fitness,
      generations,
      model: trained(best.chromosome, samples),
    };
  } finally {
    await fitnessOf.close();
  }
}

/** Without both classes, every chromosome would have a fitness of 0. */
function bothClasses(part: LabelledSample[]): LabelledSample[] {
  if (part.some(({ relevant }) => relevant) && part.some(({ relevant }) => !relevant)) return part;
  throw new ForageError(
    'TRAINING',
    'The validation share leaves one part without a class; label more or change the share.',
  );
}

/** Measures an evolved model on samples that evolution never saw. */
export function testEvolved({ model }: Evolution, test: readonly LabelledSample[]): Measures {
  return tested(model, test);
}

function nextGeneration(
  population: readonly Chromosome[],
  fitness: readonly number[],
  { crossover, mutation, elite, selection }: z.output<typeof settingsSchema>,
  pool: Pool,
  random: Random,
): Chromosome[] {
  const ranked = [...population.keys()].sort((a, b) => fitness[b]! - fitness[a]! || a - b);
  const kept = ranked.slice(0, elite).map((i) => population[i]!);
  const children = crossed(selected(population, fitness, random, selection), crossover, random).map((child) =>
    mutated(child, pool, mutation, random),
  );
  return [...kept, ...children].slice(0, population.length);
}
