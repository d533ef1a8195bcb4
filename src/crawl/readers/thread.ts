/** The thread side of the readers: makes its judge once, of as few modules as it can, then reads what it is sent. */
import { parentPort } from 'node:worker_threads';
import { useModules } from '../../plugin/load.ts';
import { judgePart, strategyPart } from '../../recipe/parts.ts';
import { type Models, type PageReader, pageReader } from '../../recipe/reader.ts';
import type { Spec } from '../../recipe/recipe.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Answered } from '../../web/web.ts';
import { pack } from './packing.ts';
import { type ReadingOptions, read } from './reading.ts';

export interface ReaderTask {
  topic: Topic;
  judge: Spec;
  strategy: Spec;
  /** Paths of those that judge, strategy and page formats are of. */
  modules: readonly string[];
  models: Models;
  options: ReadingOptions;
}

let reader: Promise<PageReader>;
let options: ReadingOptions;

parentPort!.on('message', async (message: { task: ReaderTask } | { id: number; answer: Answered }) => {
  if ('task' in message) {
    options = message.task.options;
    reader = makeReader(message.task);
    reader.catch((error: Error) => parentPort!.postMessage({ unable: error.message }));
    return;
  }
  const { id, answer } = message;
  // As of now: another task may come while the page is read.
  const asked = options;
  const made = await reader.catch(() => undefined);
  // The loop knows why from the task.
  if (made === undefined) return;
  const reading = pack(await read(answer, made, asked));
  const handedOver = reading.record === undefined ? [] : [reading.record.bytes.buffer as ArrayBuffer];
  parentPort!.postMessage({ id, reading }, handedOver);
});

async function makeReader({ topic, judge, strategy, modules, models }: ReaderTask): Promise<PageReader> {
  useModules(modules);
  return pageReader(judgePart(judge, topic), strategyPart(strategy, topic), topic, models);
}
