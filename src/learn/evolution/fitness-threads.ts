/**
 * Computes the fitness of many chromosomes in several threads. Each chromosome is computed once and cached by its line.
 * The assignment to threads has no effect, so a run gives the same result with one thread as with eight.
 */
import { Worker } from 'node:worker_threads';
import { ForageError } from '../../errors.ts';
import { threadFlags } from '../../own-module.ts';
import { type Chromosome, readChromosome, writeChromosome } from './chromosome.ts';
import { fitnessOn, type LabelledSample } from './fitness.ts';
import { type FitnessAnswer, type FitnessTask, plainSample } from './fitness-thread.ts';

export interface FitnessProblem {
  train: readonly LabelledSample[];
  validation: readonly LabelledSample[];
  beta: number;
}

export class FitnessThreads {
  private readonly known = new Map<string, number>();
  private readonly here: (chromosome: Chromosome) => number;
  private readonly workers: Worker[];
  private readonly ended = new Set<Worker>();

  /** 0 runs everything in the calling thread. */
  constructor(problem: FitnessProblem, threads: number) {
    this.here = fitnessOn(problem.train, problem.validation, problem.beta);
    const fitnessTask: FitnessTask | undefined = threads > 0 ? plainTask(problem) : undefined;
    this.workers = Array.from({ length: threads }, () => {
      const file = import.meta.url.endsWith('.ts') ? './fitness-thread.ts' : './fitness-thread.js';
      const worker = new Worker(new URL(file, import.meta.url), {
        execArgv: threadFlags(),
        workerData: { fitnessTask },
      });
      // A thread may fail while idle; the next call reports it.
      worker.on('error', () => {});
      worker.on('exit', () => this.ended.add(worker));
      return worker;
    });
  }

  /** Number of chromosomes computed. */
  get evaluated(): number {
    return this.known.size;
  }

  async of(population: readonly Chromosome[]): Promise<number[]> {
    const lines = population.map(writeChromosome);
    const waiting = [...new Set(lines)].filter((line) => !this.known.has(line));
    if (this.workers.length === 0) {
      for (const line of waiting) this.known.set(line, this.here(readChromosome(line)));
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
      if (this.ended.has(worker)) {
        throw new ForageError('TRAINING', 'A fitness thread has ended; start the evolution again.');
      }
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
      reject(new ForageError('TRAINING', `The fitness of ${line} could not be computed: ${why}`));
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
