/**
 * Work that takes minutes, each piece in a process of its own: it is begun, its progress can be watched, and its result is
 * kept until the desk ends. A running job ends with the desk; what it had written stays, and the same job goes on from it.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { type CommandProcess, ended, startCommand } from './command-process.ts';
import { Refused } from './route.ts';

export interface Job {
  id: string;
  kind: JobKind;
  /** What it works on, in words. */
  of: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  startedAt: number;
  endedAt?: number;
  /** What it said last. */
  progress: string;
  /** Of a job that is done. */
  result?: unknown;
  /** Why it failed. */
  message?: string;
}

export const jobKinds = [
  'train',
  'evolve',
  'evaluate',
  'study',
  'judging',
  'record',
  'recrawl',
  'send',
  'check',
  'repair',
  'grow',
  'topic',
  'fleet',
] as const;
export type JobKind = (typeof jobKinds)[number];

export interface JobOrder {
  kind: JobKind;
  of: string;
  args: readonly string[];
  /** How it ends if it is done; 0 alone if absent. */
  codes?: readonly number[];
  /** From all it printed to its result. */
  result(output: string): unknown;
}

const MOST_RUNNING = 6;
const MOST_KEPT = 100;
const LINES = 1000;
const MOST_OUTPUT = 20_000_000;

interface Kept {
  job: Job;
  lines: string[];
  /** Lines that are no longer kept. */
  dropped: number;
  child: CommandProcess;
  args: readonly string[];
  changed: PromiseWithResolvers<void>;
}

export class Jobs {
  readonly #kept = new Map<string, Kept>();
  readonly #start: typeof startCommand;

  constructor(start = startCommand) {
    this.#start = start;
  }

  begin({ kind, of, args, codes = [0], result }: JobOrder): Job {
    const running = [...this.#kept.values()].filter(({ job }) => job.state === 'running');
    if (running.length >= MOST_RUNNING)
      throw new Refused(429, 'TOO_MANY', `${MOST_RUNNING} jobs run already. Wait for one, or stop it.`, {
        'retry-after': '30',
      });
    const child = this.#start(args);
    const id = randomUUID().slice(0, 8);
    const job: Job = { id, kind, of, state: 'running', startedAt: Date.now(), progress: '' };
    const kept: Kept = { job, lines: [], dropped: 0, child, args, changed: Promise.withResolvers() };
    this.#kept.set(id, kept);
    this.#forgetOld();
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MOST_OUTPUT) output += text;
    });
    const say = (line: string): void => {
      if (line.trim() === '') return;
      kept.lines.push(line);
      if (kept.lines.length > LINES) kept.dropped += kept.lines.splice(0, LINES / 2).length;
      job.progress = line;
      this.#tell(kept);
    };
    createInterface(child.stderr).on('line', say);
    // What is meant for people comes line by line; a result in JSON is no progress.
    createInterface(child.stdout).on('line', (line) => /^\s*[[\]{}"]/.test(line) || say(line));
    void ended(child).then(({ code, signal }) => {
      job.endedAt = Date.now();
      if (job.state === 'running')
        finish(job, { code, signal, isDone: codes.includes(code ?? -1) }, () => result(output));
      this.#tell(kept);
    });
    return job;
  }

  all(): Job[] {
    return [...this.#kept.values()].map(({ job }) => job).reverse();
  }

  find(id: string): Job {
    return this.#find(id).job;
  }

  /** One that runs and was given this folder. */
  workingOn(path: string): Job | undefined {
    const isGiven = (arg: string): boolean => arg === path || arg.endsWith(`=${path}`);
    return [...this.#kept.values()].find(({ job, args }) => job.state === 'running' && args.some(isGiven))
      ?.job;
  }

  /** What it said, as far as it is kept. */
  linesOf(id: string): readonly string[] {
    return this.#find(id).lines;
  }

  /** Ends cleanly: what was done is kept where the command keeps it. */
  stop(id: string): Job {
    const { job, child } = this.#find(id);
    if (job.state === 'running') {
      job.state = 'stopped';
      child.kill('SIGINT');
    }
    return job;
  }

  /** Every line after a number, and the job's end. */
  async *watch(id: string, since: number, gone: AbortSignal): AsyncGenerator<{ n: number; line: string }> {
    const kept = this.#find(id);
    const left = new Promise<void>((resolve) => gone.addEventListener('abort', () => resolve()));
    let n = since;
    for (;;) {
      const next = kept.changed.promise;
      for (const [i, line] of kept.lines.entries())
        if (kept.dropped + i + 1 > n) {
          n = kept.dropped + i + 1;
          yield { n, line };
        }
      if (kept.job.endedAt !== undefined || gone.aborted) return;
      await Promise.race([next, left]);
    }
  }

  close(): void {
    for (const { job } of this.#kept.values()) this.stop(job.id);
  }

  #find(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept;
    throw new Refused(404, 'NOT_FOUND', `There is no job "${id.slice(0, 40)}". /api/v1/jobs lists all.`);
  }

  #tell(kept: Kept): void {
    const { resolve } = kept.changed;
    kept.changed = Promise.withResolvers();
    resolve();
  }

  #forgetOld(): void {
    for (const [id, { job }] of this.#kept)
      if (this.#kept.size > MOST_KEPT && job.state !== 'running') this.#kept.delete(id);
  }
}

function finish(
  job: Job,
  { code, signal, isDone }: { code: number | null; signal: string | null; isDone: boolean },
  result: () => unknown,
): void {
  try {
    if (isDone) Object.assign(job, { state: 'done', result: result() });
    else Object.assign(job, { state: 'failed', message: job.progress || `It ended with ${signal ?? code}.` });
  } catch {
    Object.assign(job, { state: 'failed', message: 'Its result cannot be read.' });
  }
}
