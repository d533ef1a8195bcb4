/** A thread that reads whole tables for the desk (`apart.ts`): one question after the other, each answered as plain data. */
import { parentPort } from 'node:worker_threads';
import { type ErrorCode, ForageError } from '../errors.ts';
import { OpenCrawls } from './open-crawls.ts';
import { type ReadingName, readings } from './readings.ts';
import { Refused } from './route.ts';

export interface Order {
  id: number;
  path: string;
  name: ReadingName;
  args: unknown;
}

export type Said =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; status?: number; code: ErrorCode | 'FAULT'; message: string };

const crawls = new OpenCrawls();

parentPort?.on('message', ({ id, path, name, args }: Order) => {
  crawls
    .use(path, (crawl) => (readings[name].of as (of: typeof crawl, args: unknown) => unknown)(crawl, args))
    .then(
      (result) => parentPort!.postMessage({ id, ok: true, result } satisfies Said),
      (error: unknown) => parentPort!.postMessage({ id, ...refusalOf(error) }),
    );
});

function refusalOf(error: unknown): Omit<Extract<Said, { ok: false }>, 'id'> {
  const { message } = error as Error;
  if (error instanceof Refused)
    return { ok: false, status: error.status, code: error.code as ErrorCode, message };
  return { ok: false, code: error instanceof ForageError ? error.code : 'FAULT', message };
}
