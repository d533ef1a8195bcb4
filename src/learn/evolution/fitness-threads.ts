/**
 * Fitness of many chromosomes in several threads. Each chromosome is worked out once and remembered by its line;
 * which thread does it changes nothing, so a run is the same with one thread and with eight.
 */
import { Worker } from 'node:worker_threads';
import { ForageError } from '../../errors.ts';
import { type Chromosome, readChromosome, writeChromosome } from './chromosome.ts';
import { fitnessOf, type LabelledSample } from './fitness.ts';
import { type FitnessAnswer, type FitnessTask, plainSample } from './fitness-thread.ts';

export interface FitnessProblem {
  train: readonly LabelledSample[];
  validation: readonly LabelledSample[];
  beta: number;
}

export class FitnessThreads {
  private readonly known = new Map<string, number>();
  private readonly problem: FitnessProblem;
  private readonly workers: Worker[];

  /** No threads: everything in this one. */
  constructor(problem: FitnessProblem, threads: number) {
    this.problem = problem;
    const fitnessTask: FitnessTask | undefined = threads > 0 ? plainTask(problem) : undefined;
    this.workers = Array.from({ length: threads }, () => {
      const file = import.meta.url.endsWith('.ts') ? './fitness-thread.ts' : './fitness-thread.js';
      return new Worker(new URL(file, import.meta.url), { workerData: { fitnessTask } });
    });
  }

  /** How many chromosomes have been worked out. */
  get evaluated(): number {
    return this.known.size;
  }

  async of(population: readonly Chromosome[]): Promise<number[]> {
    const lines = population.map(writeChromosome);
    const waiting = [...new Set(lines)].filter((line) => !this.known.has(line));
    if (this.workers.length === 0) {
      const { train, validation, beta } = this.problem;
      for (const line of waiting)
        this.known.set(line, fitnessOf(readChromosome(line), train, validation, beta));
    } else {
      await Promise.all(this.workers.map((worker) => this.workOff(worker, waiting)));
    }
    return lines.map((line) => this.known.get(line)!);
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private async workOff(worker: Worker, waiting: string[]): Promise<void> {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      this.known.set(line, await asked(worker, line));
    }
  }
}

function plainTask({ train, validation, beta }: FitnessProblem): FitnessTask {
  return { train: train.map(plainSample), validation: validation.map(plainSample), beta };
}

function asked(worker: Worker, line: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) =>
      reject(new ForageError('TRAINING', `The fitness of ${line} could not be worked out: ${why}`));
    const onAnswer = (answer: FitnessAnswer) => {
      settle();
      if ('fitness' in answer) resolve(answer.fitness);
      else failed(answer.failed);
    };
    const onError = (error: unknown) => {
      settle();
      failed(error instanceof Error ? error.message : String(error));
    };
    const onExit = () => {
      settle();
      failed('its thread ended.');
    };
    const settle = () => {
      worker.off('message', onAnswer);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    worker.on('message', onAnswer);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(line);
  });
}
