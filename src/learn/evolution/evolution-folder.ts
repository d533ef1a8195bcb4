/**
 * An evolution on disk: every chromosome as soon as it is evaluated, the generations, and in the end the model. A run
 * that was killed continues from the chromosomes it had evaluated, since an evolution is deterministic. What an
 * evaluation depends on (the samples and how they are split) is kept as a digest; a folder with another one is refused.
 *
 * `evolution.json` what it is, `chromosomes.csv`, `generations.csv`, `learners.csv`, `model.json`.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../disk.ts';
import { ForageError } from '../../errors.ts';
import { type Confusion, measures } from '../evaluation/measures.ts';
import { loadRecord, saveRecord } from '../record-file.ts';
import type { Generation } from './evolve.ts';
import type { Evaluated } from './fitness-threads.ts';
import type { LearnerLevel } from './learner-levels.ts';

export class EvolutionFolder {
  readonly path: string;
  /** Evaluated by an earlier run. */
  readonly known: readonly Evaluated[];

  private constructor(path: string, known: readonly Evaluated[]) {
    this.path = path;
    this.known = known;
  }

  /** A new folder, or one of the same samples and split. */
  static open(path: string, about: { digest: string } & Record<string, unknown>): EvolutionFolder {
    const file = join(path, 'evolution.json');
    if (existsSync(file)) {
      const { digest } = JSON.parse(readFileSync(file, 'utf8')) as { digest: string };
      if (digest !== about.digest)
        throw new ForageError(
          'INPUT_INVALID',
          `${path} holds an evolution on other samples, or with another seed or hold-out; give --out a new folder.`,
        );
    } else if (existsSync(path) && readdirSync(path).length > 0) {
      throw new ForageError('INPUT_INVALID', `${path} is not empty. Give --out a new folder.`);
    }
    makeFolder(path);
    writeFileSync(file, `${JSON.stringify(about, null, 2)}\n`);
    const known = evaluatedIn(join(path, 'chromosomes.csv'));
    writeFileSync(
      join(path, 'chromosomes.csv'),
      [chromosomeHead, ...known.map(rowOf)].join('\n').concat('\n'),
    );
    return new EvolutionFolder(path, known);
  }

  add(evaluated: Evaluated): void {
    appendFileSync(join(this.path, 'chromosomes.csv'), `${rowOf(evaluated)}\n`);
  }

  saveGenerations(generations: readonly Generation[]): void {
    const rows = generations.map((one) =>
      [one.generation, one.best, one.bestSoFar, one.average, one.evaluated, one.chromosome].join(),
    );
    this.write('generations.csv', ['generation,best,bestSoFar,average,evaluated,chromosome', ...rows]);
  }

  saveLearners(levels: readonly LearnerLevel[]): void {
    const learners = Object.keys(levels[0]?.counts ?? {});
    const rows = levels.map(({ from, counts }) => [from, ...learners.map((one) => counts[one])].join());
    this.write('learners.csv', [['f1 from', ...learners].join(), ...rows]);
  }

  saveModel(kind: string, body: unknown): void {
    saveRecord(join(this.path, 'model.json'), kind, body);
  }

  private write(name: string, lines: readonly string[]): void {
    writeFileSync(join(this.path, name), `${lines.join('\n')}\n`);
  }
}

/** The model of an evolution, by its folder. */
export function loadEvolved(folder: string, kind: string): unknown {
  return loadRecord(join(folder, 'model.json'), kind);
}

const counted = ['truePositives', 'falsePositives', 'falseNegatives', 'trueNegatives'] as const;
const measured = ['f1', 'precision', 'recall', 'accuracy', 'mcc'] as const;
const chromosomeHead = ['chromosome', ...counted, 'costMs', ...measured].join();

function rowOf(evaluated: Evaluated): string {
  return [
    evaluated.chromosome,
    ...counted.map((name) => evaluated[name]),
    evaluated.costMs,
    ...measured.map((name) => evaluated[name].toFixed(4)),
  ].join();
}

/** Without a last line that a killed run has cut off. */
function evaluatedIn(file: string): Evaluated[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(1, -1);
  return lines.map((line) => {
    const [chromosome = '', ...numbers] = line.split(',');
    const counts = Object.fromEntries(counted.map((name, i) => [name, Number(numbers[i])]));
    return {
      chromosome,
      ...measures(counts as unknown as Confusion),
      costMs: Number(numbers[counted.length]),
    };
  });
}
