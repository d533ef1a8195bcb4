/**
 * Runs what is missing of a study, in as many processes as there are cores. A process takes jobs of the web and topic
 * that it knows for as long as there are any, so that it parses a page once. A failed run is reported and the others
 * continue; a process that crashes loses its run and is replaced. If it is stopped, finished runs are kept.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { ownModule } from '../own-module.ts';
import { writeLast } from './reach-file.ts';
import { isDone, type ReachJob, type RunJob, type Schedule } from './schedule.ts';
import type { FromWorker, ToWorker } from './worker.ts';

export interface RunnerOptions {
  /** The number of cores by default. */
  processes?: number | undefined;
  /** Stops the study: runs in progress are dropped, finished ones are kept. */
  signal?: AbortSignal | undefined;
  onEvent?: ((event: RunnerEvent) => void) | undefined;
}

export type RunnerEvent =
  | ({ type: 'progress' } & StudyProgress)
  | { type: 'done'; job: RunJob; seconds: number }
  | { type: 'failed'; job: RunJob | ReachJob; reason: string };

export interface StudyProgress {
  /** Finished runs, of all in the plan. */
  done: number;
  failed: number;
  all: number;
  /** Visited so far by the runs in progress. */
  pages: number;
  /** Estimated time left; undefined before anything has finished. */
  secondsLeft: number | undefined;
}

export interface StudyEnd extends Pick<StudyProgress, 'done' | 'failed' | 'all'> {
  /** How many of them existed before. */
  before: number;
  interrupted: boolean;
}

export async function runStudy(schedule: Schedule, options: RunnerOptions = {}): Promise<StudyEnd> {
  const unlock = lock(schedule.folder);
  try {
    return await new Runner(schedule, options).run();
  } finally {
    unlock();
  }
}

type Job = RunJob | ReachJob;

class Runner {
  readonly #schedule: Schedule;
  readonly #options: RunnerOptions;
  readonly #waiting: Job[];
  readonly #before: number;
  readonly #began = performance.now();
  /** Visits of the jobs in progress. */
  readonly #under = new Map<Job, number>();
  readonly #children = new Set<ChildProcess>();
  #longest = 1;
  #ended = 0;
  #failed = 0;
  #done: number;

  constructor(schedule: Schedule, options: RunnerOptions) {
    this.#schedule = schedule;
    this.#options = options;
    const isMissing = (job: Job): boolean => !isDone(schedule.folder, job);
    const runs = schedule.runs.filter(isMissing);
    // The first job of a process parses all pages of its web, so start with one that visits them all.
    this.#waiting = [...schedule.reaches.filter(isMissing), ...runs];
    this.#before = schedule.runs.length - runs.length;
    this.#done = this.#before;
  }

  async run(): Promise<StudyEnd> {
    const { signal, processes = availableParallelism() } = this.#options;
    const stop = (): void => {
      for (const child of this.#children) send(child, { stop: true });
    };
    signal?.addEventListener('abort', stop);
    const all = this.#schedule.runs.length;
    try {
      const count = Math.min(processes, this.#waiting.length);
      await Promise.all(Array.from({ length: count }, () => this.#process()));
    } finally {
      signal?.removeEventListener('abort', stop);
      for (const child of this.#children) child.kill();
    }
    const interrupted = signal?.aborted === true && this.#done + this.#failed < all;
    return { done: this.#done, failed: this.#failed, all, before: this.#before, interrupted };
  }

  /** One process after the other, until no job waits. */
  async #process(): Promise<void> {
    let child: ChildProcess | undefined;
    let last: Job | undefined;
    for (let job = this.#next(last); job !== undefined; job = this.#next(last)) {
      if (child === undefined || !child.connected) child = this.#start();
      last = job;
      const began = performance.now();
      this.#under.set(job, 0);
      const answer = await this.#ask(child, job);
      this.#under.delete(job);
      if (answer.type === 'stopped') break;
      this.#ended += 1;
      if (answer.type === 'failed') this.#failing(job, answer.reason);
      else if (job.kind === 'run') {
        this.#done += 1;
        const seconds = (performance.now() - began) / 1000;
        this.#options.onEvent?.({ type: 'done', job, seconds });
      }
      this.#tellProgress();
    }
    if (child === undefined) return;
    this.#children.delete(child);
    if (child.connected) child.disconnect();
  }

  /** A job of the same web and topic if there is one, otherwise of the same web, otherwise the first. */
  #next(last: Job | undefined): Job | undefined {
    if (this.#options.signal?.aborted) return undefined;
    const places = [
      this.#waiting.findIndex((job) => job.web === last?.web && job.topic.name === last.topic.name),
      this.#waiting.findIndex((job) => job.web === last?.web),
      // Preferably a web or a topic that no other process works on.
      this.#waiting.findIndex((job) => ![...this.#under.keys()].some((other) => isSame(job, other))),
      0,
    ];
    const [job] = this.#waiting.splice(places.find((place) => place >= 0)!, 1);
    return job;
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(ownModule('./worker', import.meta.url)), {
      execArgv: process.execArgv.filter((flag) => !flag.startsWith('--inspect')),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  #ask(child: ChildProcess, job: Job): Promise<FromWorker> {
    return new Promise((resolve) => {
      let said = '';
      const onMessage = (message: FromWorker): void => {
        if (message.type !== 'progress') return settle(message);
        this.#under.set(job, message.visits);
        this.#longest = Math.max(this.#longest, message.visits);
        this.#tellProgress();
      };
      const onExit = (code: number | null): void => {
        const last = said.trim().split('\n').slice(-3).join(' ').slice(0, 500);
        settle({ type: 'failed', reason: `Its process exited with ${code ?? 'a signal'}. ${last}`.trim() });
      };
      const onText = (text: Buffer): void => {
        said = (said + text.toString()).slice(-5000);
      };
      const settle = (answer: FromWorker): void => {
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.stderr!.off('data', onText);
        resolve(answer);
      };
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.stderr!.on('data', onText);
      send(child, { job });
    });
  }

  #failing(job: Job, reason: string): void {
    if (this.#options.signal?.aborted) return;
    this.#options.onEvent?.({ type: 'failed', job, reason });
    if (job.kind === 'reach') return;
    this.#failed += 1;
    makeFolder(job.folder);
    writeLast(join(job.folder, 'failed.json'), { ...job.key, id: job.id, reason });
  }

  #tellProgress(): void {
    const { onEvent } = this.#options;
    if (onEvent === undefined) return;
    // A run in progress counts by its visits relative to the longest one so far.
    const parts = [...this.#under.values()].map((visits) => Math.min(0.99, visits / this.#longest));
    const ended = this.#ended + parts.reduce((sum, part) => sum + part, 0);
    const left = this.#waiting.length + this.#under.size + this.#ended - ended;
    const seconds = (performance.now() - this.#began) / 1000;
    const secondsLeft = this.#ended === 0 ? undefined : (seconds * left) / ended;
    const all = this.#schedule.runs.length;
    const pages = [...this.#under.values()].reduce((sum, visits) => sum + visits, 0);
    onEvent({ type: 'progress', done: this.#done, failed: this.#failed, all, pages, secondsLeft });
  }
}

const isSame = (a: Job, b: Job): boolean => a.web === b.web && a.topic.name === b.topic.name;

function send(child: ChildProcess, message: ToWorker): void {
  if (child.connected) child.send(message, () => {});
}

/** Two at a time would overwrite each other's runs. */
function lock(folder: string): () => void {
  const path = join(folder, 'lock');
  const other = holder(path);
  if (other !== undefined)
    throw new ForageError(
      'CRAWL_FOLDER',
      `Process ${other} is working on ${folder}. Wait for it, or end it; if it is not a study, delete ${path}.`,
    );
  writeFileSync(path, String(process.pid));
  return () => rmSync(path, { force: true });
}

function holder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? Number(readFileSync(path, 'utf8')) : undefined;
  }
}
