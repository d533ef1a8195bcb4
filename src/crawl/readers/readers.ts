/**
 * Readers turn answers into pages. By default they are threads, so that parsing and judging never block the loop; with
 * 0 threads everything runs in the loop. An answer that crashes a thread (out of memory, a bug in a parser) is refused
 * with a reason and the thread is replaced: the crawl continues.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ForageError } from '../../errors.ts';
import { ownModule, threadFlags } from '../../own-module.ts';
import { definedIn, modulesOf } from '../../plugin/registry.ts';
import type { PreparedRecipe } from '../../recipe/prepare.ts';
import type { Models } from '../../recipe/reader.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Answered } from '../../web/web.ts';
import { faultOf } from '../faults.ts';
import { type PackedReading, pack, type Reading, unpack } from './packing.ts';
import { type ReadingOptions, read } from './reading.ts';
import type { ReaderTask } from './thread.ts';

export interface Readers {
  /** Called before the first answer, and whenever judge or models change: how pages are read and judged from now on. */
  begin(task: ReadingTask): void;
  read(answer: Answered): Promise<Reading>;
  close(): Promise<void>;
}

export interface ReadingTask {
  topic: Topic;
  recipe: PreparedRecipe;
  models: Models;
  options: ReadingOptions;
}

/** Threads load their modules while the rest of the crawl is opened. */
export function startReaders(threads: number): Readers {
  return threads === 0 ? new ReaderInTheLoop() : new ReaderThreads(threads);
}

class ReaderInTheLoop implements Readers {
  #read: Readers['read'] | undefined;

  begin({ recipe, models, options }: ReadingTask): void {
    const reader = recipe.reader(models);
    this.#read = async (answer) => unpack(pack(await read(answer, reader, options)));
  }

  read(answer: Answered): Promise<Reading> {
    return this.#read!(answer);
  }

  async close(): Promise<void> {}
}

interface Job {
  id: number;
  answer: Answered;
  settle(reading: Reading): void;
  fail(error: Error): void;
}

/** A thread has more jobs than the one it works on, so that it never waits for the loop. */
const JOBS_A_THREAD = 8;
const MEMORY_LIMIT_MB = 1024;

export interface ThreadOptions {
  /** The thread's module; it must serve as `thread.ts` does. */
  module?: URL;
  memoryMb?: number;
}

export class ReaderThreads implements Readers {
  readonly #module: URL;
  readonly #memoryMb: number;
  #task: ReaderTask | undefined;
  readonly #threads: { worker: Worker; jobs: Map<number, Job> }[] = [];
  readonly #queue: Job[] = [];
  #lastId = 0;
  #closed = false;
  /** No thread can work on this task, for example because the models are damaged. */
  #unable: Error | undefined;

  constructor(threads: number, { module, memoryMb = MEMORY_LIMIT_MB }: ThreadOptions = {}) {
    this.#module = module ?? ownModule('./thread-main', import.meta.url);
    this.#memoryMb = memoryMb;
    for (let i = 0; i < threads; i++) this.#start(i);
  }

  begin({ topic, recipe, models, options }: ReadingTask): void {
    const { judge, strategy } = recipe.recipe;
    const withFormats = (options.use ?? []).filter((module) => definedIn('reader', [module]).length > 0);
    const modules = [...new Set([...modulesOf(judge, strategy), ...withFormats])];
    this.#task = { topic, judge, strategy, modules, models, options };
    this.#unable = undefined;
    for (const { worker } of this.#threads) worker.postMessage({ task: this.#task });
  }

  read(answer: Answered): Promise<Reading> {
    return new Promise((settle, fail) => {
      if (this.#unable !== undefined) return fail(this.#unable);
      this.#queue.push({ id: ++this.#lastId, answer, settle, fail });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(at: number): void {
    const worker = new Worker(this.#module, {
      execArgv: threadFlags(),
      env: environment(),
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb, maxYoungGenerationSizeMb: 96 },
    });
    const thread = { worker, jobs: new Map<number, Job>() };
    this.#threads[at] = thread;
    if (this.#task !== undefined) worker.postMessage({ task: this.#task });
    worker.on('message', (message: { id: number; reading: PackedReading } | { unable: string }) => {
      if ('unable' in message) return this.#giveUp(new ForageError('CRAWL_FOLDER', message.unable));
      const { id, reading } = message;
      const job = thread.jobs.get(id);
      thread.jobs.delete(id);
      this.#dispatch();
      job?.settle(unpack(reading));
    });
    worker.on('error', (error) => {
      if (this.#closed || this.#unable !== undefined) return;
      // The first job is the one that crashed the thread; the others are requeued.
      const [culprit, ...innocent] = thread.jobs.values();
      thread.jobs.clear();
      this.#queue.unshift(...innocent);
      this.#start(at);
      const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      culprit?.settle({
        page: { refused: outOfMemory ? 'parse-memory' : 'parse-error', detail: error.message },
        faults: [faultOf('reader', error)],
        model: this.#task?.options.model ?? 0,
      });
      this.#dispatch();
    });
  }

  #giveUp(error: Error): void {
    this.#unable = error;
    for (const { jobs } of this.#threads) {
      for (const job of jobs.values()) job.fail(error);
      jobs.clear();
    }
    for (const job of this.#queue) job.fail(error);
    this.#queue.length = 0;
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      let least = this.#threads[0]!;
      for (const thread of this.#threads) if (thread.jobs.size < least.jobs.size) least = thread;
      if (least.jobs.size >= JOBS_A_THREAD) return;
      const job = this.#queue.shift()!;
      least.jobs.set(job.id, job);
      const answer = withCopies(job.answer);
      least.worker.postMessage({ id: job.id, answer }, [
        ...new Set([answer.wire.buffer, answer.body.buffer]),
      ]);
    }
  }
}

/** If the program caches compiled code, threads do so too, and start in half the time. */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}

/**
 * Without fields that no reader needs, and with copied bytes that can be transferred: the crawl still needs its own,
 * and transferring a view would take its whole buffer.
 */
function withCopies(
  answer: Answered,
): Answered & { wire: Uint8Array<ArrayBuffer>; body: Uint8Array<ArrayBuffer> } {
  const wire = new Uint8Array(answer.wire);
  return {
    ...answer,
    requestHeaders: [],
    wire,
    body: answer.body === answer.wire ? wire : new Uint8Array(answer.body),
  };
}
