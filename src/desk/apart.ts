/**
 * Readings that look at whole tables, in threads of their own: however large a crawl is, the desk goes on answering.
 * Quick readings do not queue behind slow ones, and the same question about the same state of a crawl is read once.
 */
import { Worker } from 'node:worker_threads';
import { ForageError } from '../errors.ts';
import { ownModule, threadFlags } from '../own-module.ts';
import { stampOf } from './open-crawls.ts';
import type { Order, Said } from './reading-thread.ts';
import { type Lane, type ReadingName, type Readings, readings } from './readings.ts';
import { Refused } from './route.ts';

export type ArgsOf<Name extends ReadingName> =
  Parameters<Readings[Name]['of']> extends [unknown, infer Args] ? [args: Args] : [];
export type ResultOf<Name extends ReadingName> = Awaited<ReturnType<Readings[Name]['of']>>;

interface Thread {
  worker: Worker;
  waiting: Map<number, (said: Said) => void>;
}

const KEPT = 200;
/** Questions that wait for one thread; more would only wait longer than anybody does. */
const MOST_WAITING = 100;

export class Apart {
  readonly #threads = new Map<Lane, Thread>();
  readonly #known = new Map<string, Promise<unknown>>();
  #orders = 0;
  #isClosed = false;

  /** Throws what the reading throws. */
  read<Name extends ReadingName>(path: string, name: Name, ...[args]: ArgsOf<Name>): Promise<ResultOf<Name>> {
    const key = JSON.stringify([path, stampOf(path), name, args]);
    const known = this.#known.get(key);
    if (known !== undefined) return known as Promise<ResultOf<Name>>;
    const reading = this.#ask(readings[name].lane, { id: ++this.#orders, path, name, args });
    this.#known.set(key, reading);
    reading.catch(() => this.#known.delete(key));
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT) this.#known.delete(oldest!);
    return reading as Promise<ResultOf<Name>>;
  }

  /** Starts the threads before somebody asks: each takes a moment to load. */
  warm(): void {
    for (const { lane } of Object.values(readings)) this.#thread(lane);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads.values()].map(({ worker }) => worker.terminate()));
  }

  async #ask(lane: Lane, order: Order): Promise<unknown> {
    const { worker, waiting } = this.#thread(lane);
    if (waiting.size >= MOST_WAITING)
      throw new Refused(
        503,
        'TOO_MANY',
        'The desk has too many questions to answer. Ask again in a moment.',
        {
          'retry-after': '2',
        },
      );
    const said = await new Promise<Said>((resolve) => {
      waiting.set(order.id, resolve);
      worker.postMessage(order);
    });
    if (said.ok) return said.result;
    if (this.#isClosed) throw closing();
    const { status, code, message } = said;
    if (status !== undefined) throw new Refused(status, code, message);
    throw code === 'FAULT' ? new Error(message) : new ForageError(code, message);
  }

  /** Started when it is first needed; one that ends is replaced at the next question. */
  #thread(lane: Lane): Thread {
    const known = this.#threads.get(lane);
    if (known !== undefined) return known;
    if (this.#isClosed) throw closing();
    const worker = new Worker(ownModule('./reading-thread', import.meta.url), { execArgv: threadFlags() });
    const thread: Thread = { worker, waiting: new Map() };
    worker.unref();
    worker.on('message', (said: Said) => {
      thread.waiting.get(said.id)?.(said);
      thread.waiting.delete(said.id);
    });
    const end = (message: string): void => {
      this.#threads.delete(lane);
      for (const [id, tell] of thread.waiting) tell({ id, ok: false, code: 'FAULT', message });
      thread.waiting.clear();
    };
    worker.on('error', (error: Error) => end(error.message));
    worker.on('exit', () => end('The reading thread ended.'));
    this.#threads.set(lane, thread);
    return thread;
  }
}

const closing = (): Refused => new Refused(503, 'CLOSING', 'The desk is closing.');
