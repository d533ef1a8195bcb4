/** The thread side of the readers: makes its judge once, then reads what it is sent. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answered } from '../web/web.ts';
import type { ReaderTask } from './readers.ts';

const { task, compileCache } = workerData as { task: ReaderTask; compileCache: string | undefined };
// Where the program keeps what it compiled, the thread does so too, and starts in half the time.
if (compileCache !== undefined) enableCompileCache(compileCache);
const { inlineReader } = await import('./readers.ts');
const { pack } = await import('./packing.ts');
const reader = inlineReader(task);

parentPort!.on('message', async ({ id, answer }: { id: number; answer: Answered }) => {
  parentPort!.postMessage({ id, reading: pack(await reader.read(answer)) });
});
