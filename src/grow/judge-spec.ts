/** Which judge: its kind and settings, without the threshold. An evolution is kept in the stage's folder. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { mainTextOf } from '../judge/evolved-text.ts';
import { textPool, writeChromosome } from '../learn/evolution/chromosome.ts';
import { evolveInFolder } from '../learn/evolution/evolve-in-folder.ts';
import { textLevels } from '../learn/evolution/learner-levels.ts';
import { ReadText } from '../learn/features/document.ts';
import type { Spec } from '../recipe/recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import { examplesOf, topicOf } from './examples.ts';
import { GrowInterrupted, type Growing } from './stage.ts';

const POPULATION = 20;
const MAX_CHARACTERS = 20_000;

export async function judgeSpec(on: Growing): Promise<Spec> {
  switch (on.settings.judge) {
    case 'fixed':
      return { kind: 'binary', chromosome: 'frequent-tokens;100|rbf-svm' };
    case 'adaptive':
      return recipeOf('adaptive').judge;
    case 'evolved':
      return { kind: 'binary', chromosome: await evolved(on) };
  }
}

async function evolved(on: Growing): Promise<string> {
  const { evolution, seed } = on.settings;
  const { population = POPULATION, ...settings } = evolution;
  const examples = await examplesOf(topicOf(on), on);
  const { found } = await evolveInFolder(
    join(on.path('judge'), 'evolution'),
    {
      kind: 'evolved-text',
      train: examples.map(({ page, relevant }) => ({
        sample: new ReadText(mainTextOf(page).slice(0, MAX_CHARACTERS)),
        relevant,
      })),
      pool: textPool,
      levels: textLevels,
      settings: { ...settings, population, seed },
      threads: availableParallelism(),
    },
    { generation: watchGenerations(on, settings.generations) },
  );
  return writeChromosome(found.best);
}

/** Shows how far an evolution is, and ends it between two generations. */
export const watchGenerations =
  (on: Growing, generations: number) =>
  ({ generation, bestSoFar }: { generation: number; bestSoFar: number }): void => {
    on.progress(`generations, best F1 ${bestSoFar.toFixed(3)}`, generation, generations);
    if (on.signal.aborted) throw new GrowInterrupted();
  };
