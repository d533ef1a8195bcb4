/** An evolution whose chromosomes and generations are kept in a folder; repeated there, it goes on where it was ended. */
import { createHash } from 'node:crypto';
import { ReadText } from '../features/document.ts';
import type { Pool } from './chromosome.ts';
import { EvolutionFolder } from './evolution-folder.ts';
import { type Evolution, type EvolutionSettings, evolve, type Generation } from './evolve.ts';
import type { LabelledSample } from './fitness.ts';
import { type LearnerLevel, learnerLevels } from './learner-levels.ts';

export interface KeptEvolution {
  /** The kind of its model file. */
  kind: string;
  train: readonly LabelledSample[];
  /** Not used here; its numbers are kept beside those of the training set. */
  test?: readonly LabelledSample[];
  pool: Pool;
  /** F1 from which learners are counted. */
  levels: readonly number[];
  settings: EvolutionSettings & { seed: number };
  threads: number;
}

export interface EvolutionWatch {
  begins?(folder: EvolutionFolder): void;
  /** May throw to end it. */
  generation?(generation: Generation): void;
}

export async function evolveInFolder(
  path: string,
  { kind, train, test = [], pool, levels, settings, threads }: KeptEvolution,
  watch: EvolutionWatch = {},
): Promise<{ folder: EvolutionFolder; found: Evolution; levels: LearnerLevel[] }> {
  const folder = EvolutionFolder.open(path, {
    kind,
    digest: digestOf(train, settings),
    settings,
    train: numbersOf(train),
    test: numbersOf(test),
  });
  watch.begins?.(folder);
  const generations: Generation[] = [];
  const found = await evolve(train, { ...settings, threads }, pool, {
    known: folder.known,
    evaluated: (evaluated) => folder.add(evaluated),
    generation(generation) {
      generations.push(generation);
      folder.saveGenerations(generations);
      watch.generation?.(generation);
    },
  });
  const counted = learnerLevels(found.evaluated, pool.learners, levels);
  folder.saveLearners(counted);
  return { folder, found, levels: counted };
}

export function numbersOf(samples: readonly LabelledSample[]): { relevant: number; other: number } {
  const relevant = samples.filter((sample) => sample.relevant).length;
  return { relevant, other: samples.length - relevant };
}

/** Of all that an evaluation depends on. */
function digestOf(train: readonly LabelledSample[], { seed, holdOut }: EvolutionSettings): string {
  const hash = createHash('sha256').update(JSON.stringify([seed, holdOut]));
  for (const { sample, relevant } of train) {
    const what = sample instanceof ReadText ? [sample.text] : [sample.sourceUrl, sample.targetUrl];
    hash.update(JSON.stringify([...what, relevant]));
  }
  return hash.digest('hex');
}
