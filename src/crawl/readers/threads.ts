/**
 * The threads that readers run on. A thread takes half a second of processor time until it can read, so one that a crawl
 * leaves idle waits a while for the next crawl of the same process: a study, a test, a program that crawls one topic
 * after the other.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadFlags } from '../../own-module.ts';

export interface BareThread {
  worker: Worker;
  /** The id of the job that the thread works on, in shared memory; 0 if it works on none. */
  current: Int32Array;
}

interface IdleThread extends BareThread {
  kind: string;
  end: NodeJS.Timeout;
}

/** No more threads than this wait, and none longer. */
const MOST_IDLE = 4;
const IDLE_MS = 10_000;

const kinds = new WeakMap<Worker, string>();
const idle: IdleThread[] = [];

/** A thread with this module and limit: one that waits, or a new one. */
export function startThread(module: URL, memoryMb: number): BareThread {
  const kind = `${memoryMb} ${module.href}`;
  const at = idle.findIndex((thread) => thread.kind === kind);
  if (at >= 0) {
    const [{ worker, current, end }] = idle.splice(at, 1) as [IdleThread];
    clearTimeout(end);
    silence(worker).ref();
    return { worker, current };
  }
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(module, {
    execArgv: threadFlags(),
    env: environment(),
    workerData: { current },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 96 },
  });
  kinds.set(worker, kind);
  return { worker, current };
}

/** For a thread without work and without modules of a user's. */
export async function leave({ worker, current }: BareThread): Promise<void> {
  if (idle.length >= MOST_IDLE) {
    await worker.terminate();
    return;
  }
  const forget = (): void => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  };
  const end = setTimeout(() => {
    forget();
    void worker.terminate();
  }, IDLE_MS).unref();
  const thread: IdleThread = { worker, current, kind: kinds.get(worker)!, end };
  silence(worker).on('error', forget).on('exit', forget).unref();
  idle.push(thread);
}

/** Without listeners of ours; Node has some of its own for other events. */
const silence = (worker: Worker): Worker =>
  worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');

/** If the program caches compiled code, threads do so too, and start in half the time. */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}
