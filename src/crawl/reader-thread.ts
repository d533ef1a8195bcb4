/** The thread side of the readers: makes its judge once, then reads what it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Answered } from '../web/web.ts';
import { pack } from './packing.ts';
import { inlineReader, type ReaderTask } from './readers.ts';

const reader = inlineReader(workerData as ReaderTask);

parentPort!.on('message', async ({ id, answer }: { id: number; answer: Answered }) => {
  const reading = pack(await reader.read(answer));
  const { request, response } = reading.records ?? {};
  const handedOver = request && response ? [request.buffer, response.buffer] : [];
  parentPort!.postMessage({ id, reading }, handedOver as ArrayBuffer[]);
});
