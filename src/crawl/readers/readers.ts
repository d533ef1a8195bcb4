/**
 * Readers turn answers into pages. By default they are threads, so that parsing and judging never block the loop; with
 * 0 threads everything runs in the loop. An answer that crashes a thread (out of memory, a bug in a parser) or keeps it
 * for too long is refused with a reason and the thread is replaced: the crawl continues.
 *
 * Documents, which take seconds where pages take milliseconds, are read beside pages and not before them: they queue
 * apart, and each thread has at most one.
 */
import { isDeepStrictEqual } from 'node:util';
import { ForageError } from '../../errors.ts';
import { ownModule } from '../../own-module.ts';
import { isDocumentKind, kindOf } from '../../page/kind.ts';
import { isPacked } from '../../page/packed.ts';
import { definedIn, isOurs, modulesOf } from '../../plugin/registry.ts';
import type { PreparedRecipe } from '../../recipe/prepare.ts';
import type { Models } from '../../recipe/reader.ts';
import type { Topic } from '../../topic/topic.ts';
import { type Answered, header } from '../../web/web.ts';
import { faultOf } from '../faults.ts';
import { type PackedReading, pack, type Reading, sent, unpack } from './packing.ts';
import { type ReadingOptions, read } from './reading.ts';
import type { NewTask, ReaderTask } from './thread.ts';
import { type BareThread, leave, startThread } from './threads.ts';

export interface Readers {
  /** Called before the first answer, and whenever judge or models change: how pages are read and judged from now on. */
  begin(task: ReadingTask): void;
  /** Rejected with `Abandoned` if it is not read any more. */
  read(answer: Answered): Promise<Reading>;
  /** How many documents wait to be read or are being read. */
  readonly documents: number;
  /** Reads no more documents, or nothing at all: the crawl ends. */
  abandon(what: 'documents' | 'all'): void;
  close(): Promise<void>;
}

/** An answer that was not read because the crawl ends. */
export class Abandoned extends Error {}

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
  readonly documents = 0;
  #read: Readers['read'] | undefined;

  begin({ recipe, models, options }: ReadingTask): void {
    const reader = recipe.reader(models);
    this.#read = async (answer) => {
      try {
        return unpack(sent(pack(await read(answer, reader, options))));
      } catch (error) {
        return notRead('parse-error', error, options.model);
      }
    };
  }

  read(answer: Answered): Promise<Reading> {
    return this.#read!(answer);
  }

  abandon(): void {}

  async close(): Promise<void> {}
}

/** An answer whose reading broke down. */
function notRead(
  refused: 'parse-memory' | 'parse-error' | 'parse-timeout',
  error: unknown,
  model: number,
): Reading {
  const fault = faultOf('reader', error);
  return { page: { refused, detail: fault.message }, faults: [fault], model };
}

interface Job {
  id: number;
  crawl: number;
  answer: Answered;
  isDocument: boolean;
  settle(reading: Reading): void;
  fail(error: Error): void;
}

/**
 * A thread has more pages than the one it works on, so that it does not wait while the loop writes texts. With 8 of them
 * a crawl took 5 % longer.
 */
const PAGES_A_THREAD = 16;
/** The crawl of readers that are not shared. */
const ONE = 0;
const MEMORY_LIMIT_MB = 1024;
/** The slowest pages of 5 MB take some two seconds. Documents have a limit of their own (`page/document.ts`). */
const PAGE_LIMIT_S = 60;

export interface ThreadOptions {
  /** The thread's module; it must serve as `thread.ts` does. */
  module?: URL;
  memoryMb?: number;
  pageLimitS?: number;
}

type FromThread =
  | { id: number; reading: PackedReading }
  | { unable: string; code?: ForageError['code'] | undefined; crawl: number };

interface Thread extends BareThread {
  jobs: Map<number, Job>;
  /** The document among them. */
  document: Job | undefined;
  /** For how many seconds it has worked on the same job. */
  since: { id: number; seconds: number };
}

export class ReaderThreads implements Readers {
  readonly #module: URL;
  readonly #memoryMb: number;
  readonly #pageLimitS: number;
  /** By crawl: how its pages are read. */
  readonly #tasks = new Map<number, ReaderTask>();
  readonly #threads: Thread[] = [];
  readonly #pages: Job[] = [];
  readonly #documents: Job[] = [];
  readonly #abandoned = new Map<number, 'documents' | 'all'>();
  readonly #watch: NodeJS.Timeout;
  #lastId = 0;
  #closed = false;
  #lastCrawl = ONE;
  /** Threads that have loaded such modules are not used again. */
  #modulesOfUsers = false;
  /** By crawl: why no thread can work on its task, for example because the models are damaged. */
  readonly #unable = new Map<number, Error>();

  constructor(threads: number, options: ThreadOptions = {}) {
    this.#module = options.module ?? ownModule('./thread-main', import.meta.url);
    this.#memoryMb = options.memoryMb ?? MEMORY_LIMIT_MB;
    this.#pageLimitS = options.pageLimitS ?? PAGE_LIMIT_S;
    for (let i = 0; i < threads; i++) this.#start(i);
    this.#watch = setInterval(() => this.#replaceStuck(), 1000).unref();
  }

  begin(task: ReadingTask): void {
    this.#begin(ONE, task);
  }

  read(answer: Answered): Promise<Reading> {
    return this.#read(ONE, answer);
  }

  get documents(): number {
    return this.#documents.length + this.#documentsBeingRead();
  }

  abandon(what: 'documents' | 'all'): void {
    this.#abandon(ONE, what);
  }

  /** Readers of one more crawl on the same threads; closing them leaves the threads to the others. */
  share(): Readers {
    const crawl = ++this.#lastCrawl;
    const documents = (): number => this.documents;
    return {
      begin: (task) => this.#begin(crawl, task),
      read: (answer) => this.#read(crawl, answer),
      get documents() {
        return documents();
      },
      abandon: (what) => this.#abandon(crawl, what),
      close: async () => {
        this.#abandon(crawl, 'all');
        this.#tasks.delete(crawl);
        for (const { worker } of this.#threads) worker.postMessage({ crawl, task: undefined });
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await Promise.all(
      this.#threads.map(({ jobs, ...thread }) => {
        if (this.#modulesOfUsers || jobs.size > 0) return thread.worker.terminate();
        for (const crawl of this.#tasks.keys()) thread.worker.postMessage({ crawl, task: undefined });
        return leave(thread);
      }),
    );
  }

  #begin(crawl: number, { topic, recipe, models, options }: ReadingTask): void {
    const { judge, strategy } = recipe.recipe;
    const withFormats = (options.use ?? []).filter((module) => definedIn('reader', [module]).length > 0);
    const modules = [...new Set([...modulesOf(judge, strategy), ...withFormats])];
    const task = { topic, judge, strategy, modules, models, options };
    this.#modulesOfUsers ||= modules.some((module) => !isOurs({ module }));
    this.#tasks.delete(crawl);
    const message = newTask(crawl, task, this.#tasks);
    this.#tasks.set(crawl, task);
    this.#unable.delete(crawl);
    for (const { worker } of this.#threads) worker.postMessage(message);
  }

  #read(crawl: number, answer: Answered): Promise<Reading> {
    return new Promise((settle, fail) => {
      const unable = this.#unable.get(crawl);
      if (unable !== undefined) return fail(unable);
      const kind = kindOf(answer.body, header(answer.headers, 'content-type'));
      const isDocument = typeof kind === 'string' ? isDocumentKind(kind) : isPacked(answer);
      const job = { id: ++this.#lastId, crawl, answer, isDocument, settle, fail };
      if (this.#isAbandoned(job)) return fail(new Abandoned());
      this.#queueOf(job).push(job);
      this.#dispatch();
    });
  }

  #abandon(crawl: number, what: 'documents' | 'all'): void {
    this.#abandoned.set(crawl, what);
    const jobs = [
      ...this.#documents,
      ...this.#pages,
      ...this.#threads.flatMap(({ jobs }) => [...jobs.values()]),
    ];
    for (const job of jobs) if (job.crawl === crawl && this.#isAbandoned(job)) job.fail(new Abandoned());
  }

  #start(at: number): void {
    const bare = startThread(this.#module, this.#memoryMb);
    const { worker } = bare;
    const since = { id: 0, seconds: 0 };
    const thread: Thread = { ...bare, jobs: new Map(), document: undefined, since };
    this.#threads[at] = thread;
    const before = new Map<number, ReaderTask>();
    for (const [crawl, task] of this.#tasks) {
      worker.postMessage(newTask(crawl, task, before));
      before.set(crawl, task);
    }
    worker.on('message', (message: FromThread) => {
      if ('unable' in message)
        return this.#giveUp(message.crawl, new ForageError(message.code ?? 'CRAWL_FOLDER', message.unable));
      const { id, reading } = message;
      const job = thread.jobs.get(id);
      thread.jobs.delete(id);
      if (job === thread.document) thread.document = undefined;
      this.#dispatch();
      job?.settle(unpack(reading));
    });
    worker.on('error', (error) => {
      if (this.#isGone(thread)) return;
      const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#replace(at, outOfMemory ? 'parse-memory' : 'parse-error', error as Error);
    });
    // After an error the thread is another one already; otherwise a user's module has ended it.
    worker.on('exit', () => {
      if (!this.#isGone(thread))
        this.#replace(at, 'parse-error', new Error('The thread was ended: process.exit?'));
    });
  }

  #isGone(thread: Thread): boolean {
    return this.#closed || this.#unable.size > 0 || !this.#threads.includes(thread);
  }

  /** Called every second. Counted, not timed: a process that was suspended does not blame the page at hand. */
  #replaceStuck(): void {
    for (const [at, { worker, jobs, current, since }] of this.#threads.entries()) {
      const id = Atomics.load(current, 0);
      const job = jobs.get(id);
      since.seconds = id === since.id && job !== undefined && !job.isDocument ? since.seconds + 1 : 0;
      since.id = id;
      if (since.seconds < this.#pageLimitS) continue;
      worker.removeAllListeners().on('error', () => {});
      void worker.terminate();
      const limit = `The page was not read within ${this.#pageLimitS} s.`;
      this.#replace(at, 'parse-timeout', new Error(limit));
    }
  }

  /** Refuses the job that a thread worked on, and gives the others to a new thread. */
  #replace(at: number, refused: Parameters<typeof notRead>[0], error: Error): void {
    const { jobs, current, document } = this.#threads[at]!;
    const [oldest] = jobs.values();
    // What a document leaves to be done once it is read belongs to no page.
    const culprit = jobs.get(Atomics.load(current, 0)) ?? document ?? oldest;
    for (const job of [...jobs.values()].reverse()) if (job !== culprit) this.#queueOf(job).unshift(job);
    this.#start(at);
    culprit?.settle(notRead(refused, error, this.#tasks.get(culprit.crawl)?.options.model ?? 0));
    this.#dispatch();
  }

  #isAbandoned({ crawl, isDocument }: Job): boolean {
    const abandoned = this.#abandoned.get(crawl);
    return abandoned === 'all' || (abandoned === 'documents' && isDocument);
  }

  #queueOf({ isDocument }: Job): Job[] {
    return isDocument ? this.#documents : this.#pages;
  }

  #documentsBeingRead(): number {
    return this.#threads.filter(({ document }) => document !== undefined).length;
  }

  #giveUp(crawl: number, error: Error): void {
    this.#unable.set(crawl, error);
    for (const { jobs } of this.#threads)
      for (const job of jobs.values()) {
        if (job.crawl !== crawl) continue;
        job.fail(error);
        jobs.delete(job.id);
      }
    for (const queue of [this.#pages, this.#documents])
      for (const job of queue.splice(0)) job.crawl === crawl ? job.fail(error) : queue.push(job);
  }

  #dispatch(): void {
    while (this.#pages.length > 0) {
      let least = this.#threads[0]!;
      for (const thread of this.#threads) if (pagesOf(thread) < pagesOf(least)) least = thread;
      if (pagesOf(least) >= PAGES_A_THREAD) break;
      const job = this.#pages.shift()!;
      if (!this.#isAbandoned(job)) this.#give(job, least);
    }
    // Half of the threads, so that judging documents does not delay pages in all of them.
    const most = Math.max(1, this.#threads.length >> 1);
    while (this.#documents.length > 0 && this.#documentsBeingRead() < most) {
      const job = this.#documents.shift()!;
      if (this.#isAbandoned(job)) continue;
      const thread = this.#threads.find(({ document }) => document === undefined)!;
      thread.document = job;
      this.#give(job, thread);
    }
  }

  #give(job: Job, { worker, jobs }: Thread): void {
    jobs.set(job.id, job);
    const answer = withCopies(job.answer);
    worker.postMessage({ id: job.id, crawl: job.crawl, answer }, [
      ...new Set([answer.wire.buffer, answer.body.buffer]),
    ]);
  }
}

/** The judge is sent and made once for all crawls that judge alike: the partitions of a fleet. */
function newTask(crawl: number, task: ReaderTask, known: ReadonlyMap<number, ReaderTask>): NewTask {
  const { options, ...judging } = task;
  for (const [like, { options: _, ...other }] of known)
    if (isDeepStrictEqual(judging, other)) return { crawl, like, task: { options } };
  return { crawl, task };
}

const pagesOf = ({ jobs, document }: Thread): number => jobs.size - (document === undefined ? 0 : 1);

/**
 * Without what no reader needs, and with copied bytes that can be transferred: the crawl still needs its own,
 * and transferring a view would take its whole buffer.
 */
function withCopies(
  answer: Answered,
): Answered & { wire: Uint8Array<ArrayBuffer>; body: Uint8Array<ArrayBuffer> } {
  const wire = new Uint8Array(answer.wire);
  const { from } = answer.rendered ?? {};
  return {
    ...answer,
    ...(answer.rendered === undefined ? {} : { rendered: from === undefined ? {} : { from } }),
    requestHeaders: [],
    wire,
    body: answer.body === answer.wire ? wire : new Uint8Array(answer.body),
  };
}
