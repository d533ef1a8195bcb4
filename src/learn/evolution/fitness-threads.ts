/**
 * Evaluates many chromosomes in several threads. Each is evaluated once and remembered by its line; what an earlier,
 * interrupted run has evaluated may be given. The assignment to threads has no effect, so a run gives the same result
 * with one thread as with eight.
 */
import { Worker } from 'node:worker_threads';
import { ForageError } from '../../errors.ts';
import { threadFlags } from '../../own-module.ts';
import { type Chromosome, readChromosome, writeChromosome } from './chromosome.ts';
import { type Evaluation, evaluationOn, type LabelledSample } from './fitness.ts';
import { type FitnessAnswer, type FitnessTask, plainSample } from './fitness-thread.ts';

export interface FitnessProblem {
  train: readonly LabelledSample[];
  validation: readonly LabelledSample[];
}

/** A chromosome's line with what it achieved. */
export type Evaluated = { chromosome: string } & Evaluation;

export class FitnessThreads {
  private readonly known: Map<string, Evaluation>;
  private readonly onEvaluated: (evaluated: Evaluated) => void;
  private readonly here: (chromosome: Chromosome) => Evaluation;
  private readonly workers: Worker[];
  private readonly ended = new Set<Worker>();

  /** 0 runs everything in the calling thread. */
  constructor(
    problem: FitnessProblem,
    threads: number,
    known: Iterable<Evaluated> = [],
    onEvaluated: (evaluated: Evaluated) => void = () => {},
  ) {
    this.known = new Map(Array.from(known, ({ chromosome, ...evaluation }) => [chromosome, evaluation]));
    this.onEvaluated = onEvaluated;
    this.here = evaluationOn(problem.train, problem.validation);
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

  async of(population: readonly Chromosome[]): Promise<Evaluation[]> {
    const lines = population.map(writeChromosome);
    const waiting = [...new Set(lines)].filter((line) => !this.known.has(line));
    if (this.workers.length === 0) {
      for (const line of waiting) this.keep(line, this.here(readChromosome(line)));
    } else {
      await Promise.all(this.workers.map((worker) => this.workOff(worker, waiting)));
    }
    return lines.map((line) => this.known.get(line)!);
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private keep(chromosome: string, evaluation: Evaluation): void {
    this.known.set(chromosome, evaluation);
    this.onEvaluated({ chromosome, ...evaluation });
  }

  private async workOff(worker: Worker, waiting: string[]): Promise<void> {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      if (this.ended.has(worker)) {
        throw new ForageError('TRAINING', 'A fitness thread has ended; start the evolution again.');
      }
      this.keep(line, await asked(worker, line));
    }
  }
}

function plainTask({ train, validation }: FitnessProblem): FitnessTask {
  return { train: train.map(plainSample), validation: validation.map(plainSample) };
}

function asked(worker: Worker, line: string): Promise<Evaluation> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) =>
      reject(new ForageError('TRAINING', `${line} could not be evaluated: ${why}`));
    const onAnswer = (answer: FitnessAnswer) => {
      settle();
      if ('evaluation' in answer) resolve(answer.evaluation);
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
