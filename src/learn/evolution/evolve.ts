/**
 * Evolution of classifiers (Sobania, TU Darmstadt 2015, chapter 4): searches features and learner together, by F-beta. The
 * thesis measured fitness on its test data; here it is measured on a validation part of the training samples, split off
 * by seed, so that the caller's test set stays untouched until the end. All links of a page are in the same part. Of
 * equally fit chromosomes the cheaper one wins, and fitness may pay for cost. Elitism (off in the thesis) carries the
 * best over unchanged; the best ever seen is always kept.
 *
 * Deterministic for given samples and settings. An interrupted run is continued by repeating it with the evaluations
 * that it had made.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { fBeta } from '../evaluation/measures.ts';
import { readSettings } from '../learner-record.ts';
import { Random } from '../random.ts';
import { type Chromosome, type Pool, textPool, writeChromosome } from './chromosome.ts';
import { type Evaluation, type LabelledSample, type Trained, trained } from './fitness.ts';
import { type Evaluated, FitnessThreads } from './fitness-threads.ts';
import {
  byFitness,
  crossed,
  mutated,
  type Score,
  selected,
  selections,
  startPopulation,
} from './operators.ts';
import { holdOuts, splitSamples } from './split.ts';

const settingsSchema = z.strictObject({
  population: z.number().int().min(2).max(10_000).default(20),
  generations: z.number().int().positive().default(32),
  crossover: z.number().min(0).max(1).default(0.6),
  mutation: z.number().min(0).max(1).default(0.03),
  beta: z.number().positive().default(1),
  selection: z.enum(selections).default('rank'),
  /** Number of chromosomes carried over unchanged. */
  elite: z.number().int().nonnegative().default(0),
  /** What a millisecond per page costs, in units of F-beta. */
  pricePerMs: z.number().nonnegative().default(0),
  /** Stop after N generations without improvement; 0 for never. */
  patience: z.number().int().nonnegative().default(0),
  /** Share of the samples used to measure fitness. */
  validationShare: z.number().gt(0).lt(1).default(0.33),
  /** What is never divided between training and validation: the links of a page, or of a host. */
  holdOut: z.enum(holdOuts).default('page'),
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
  /** Different chromosomes so far. */
  evaluated: number;
}

export interface Evolution {
  best: Chromosome;
  fitness: number;
  /** Of the best on the validation part. */
  evaluation: Evaluation;
  generations: Generation[];
  /** Every different chromosome, in the order met. */
  evaluated: Evaluated[];
  /** Trained on all samples, including the validation part. */
  model: Trained;
}

export interface EvolutionProgress {
  generation?(generation: Generation): void;
  /** Called for each chromosome that is trained and measured; those of `known` are not. */
  evaluated?(evaluated: Evaluated): void;
  /** What an interrupted run with the same samples and settings had evaluated. */
  known?: Iterable<Evaluated>;
}

export async function evolve(
  samples: readonly LabelledSample[],
  settings: EvolutionSettings = {},
  pool: Pool = textPool,
  progress: EvolutionProgress = {},
): Promise<Evolution> {
  const read = readSettings(settingsSchema, settings, 'The evolution');
  const [train, validation] = parts(samples, read);
  const threads = new FitnessThreads(
    { train, validation },
    read.threads,
    progress.known,
    progress.evaluated?.bind(progress),
  );
  try {
    const random = new Random(read.seed);
    const generations: Generation[] = [];
    const met = new Map<string, Evaluation>();
    let population = startPopulation(read.population, pool, random);
    let best: { chromosome: Chromosome; evaluation: Evaluation; score: Score; since: number } | undefined;
    for (let generation = 1; generation <= read.generations; generation++) {
      const evaluations = await threads.of(population);
      population.forEach((one, i) => {
        met.set(writeChromosome(one), evaluations[i]!);
      });
      const scores = evaluations.map((evaluation) => scoreOf(evaluation, read));
      const leader = [...scores.keys()].sort((a, b) => byFitness(scores[a]!, scores[b]!) || a - b)[0]!;
      if (best === undefined || byFitness(scores[leader]!, best.score) < 0) {
        const isFitter = best === undefined || scores[leader]!.fitness > best.score.fitness;
        best = {
          chromosome: population[leader]!,
          evaluation: evaluations[leader]!,
          score: scores[leader]!,
          since: isFitter ? generation : best!.since,
        };
      }
      const record = {
        generation,
        best: scores[leader]!.fitness,
        bestSoFar: best.score.fitness,
        average: scores.reduce((sum, { fitness }) => sum + fitness, 0) / scores.length,
        chromosome: writeChromosome(best.chromosome),
        evaluated: met.size,
      };
      generations.push(record);
      progress.generation?.(record);
      if (read.patience > 0 && generation - best.since >= read.patience) break;
      population = nextGeneration(population, scores, read, pool, random);
    }
    return {
      best: best!.chromosome,
      fitness: best!.score.fitness,
      evaluation: best!.evaluation,
      generations,
      evaluated: Array.from(met, ([chromosome, evaluation]) => ({ chromosome, ...evaluation })),
      model: trained(best!.chromosome, samples),
    };
  } finally {
    await threads.close();
  }
}

type Settings = z.output<typeof settingsSchema>;

/** Training and validation samples. */
function parts(
  samples: readonly LabelledSample[],
  { validationShare, holdOut, seed }: Settings,
): [LabelledSample[], LabelledSample[]] {
  const relevant = samples.filter((sample) => sample.relevant).length;
  if (Math.min(relevant, samples.length - relevant) < 4) {
    throw new ForageError(
      'TRAINING',
      'Evolution needs at least four samples of each class; label some more.',
    );
  }
  const [train, validation] = splitSamples(samples, [1 - validationShare, validationShare], {
    holdOut,
    seed,
  }).map(bothClasses);
  return [train!, validation!];
}

/** Without both classes, every chromosome would have a fitness of 0. */
function bothClasses(part: LabelledSample[]): LabelledSample[] {
  if (part.some(({ relevant }) => relevant) && part.some(({ relevant }) => !relevant)) return part;
  throw new ForageError(
    'TRAINING',
    'The validation share leaves one part without a class; label more or change the share.',
  );
}

function scoreOf(evaluation: Evaluation, { beta, pricePerMs }: Settings): Score {
  const { costMs } = evaluation;
  return { fitness: Math.max(0, fBeta(evaluation, beta) - pricePerMs * costMs), costMs };
}

function nextGeneration(
  population: readonly Chromosome[],
  scores: readonly Score[],
  { crossover, mutation, elite, selection }: Settings,
  pool: Pool,
  random: Random,
): Chromosome[] {
  const ranked = [...population.keys()].sort((a, b) => byFitness(scores[a]!, scores[b]!) || a - b);
  const kept = ranked.slice(0, elite).map((i) => population[i]!);
  const children = crossed(selected(population, scores, random, selection), crossover, random).map((child) =>
    mutated(child, pool, mutation, random),
  );
  return [...kept, ...children].slice(0, population.length);
}
