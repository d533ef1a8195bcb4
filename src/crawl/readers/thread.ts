/**
 * The thread side of the readers: makes its judge once, of as few modules as it can, then reads what it is sent.
 * `thread-main.ts` is what a crawl's threads run; a study's own (`lab/reader-thread.ts`) serves with a memory.
 */
import { parentPort } from 'node:worker_threads';
import { useModules } from '../../plugin/load.ts';
import { judgePart, strategyPart } from '../../recipe/parts.ts';
import { type Models, type PageReader, pageReader } from '../../recipe/reader.ts';
import type { Spec } from '../../recipe/recipe.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Answered } from '../../web/web.ts';
import { pack } from './packing.ts';
import { type ReadingOptions, read, type WholeReading } from './reading.ts';

export interface ReaderTask {
  topic: Topic;
  judge: Spec;
  strategy: Spec;
  /** Paths of those that judge, strategy and page formats are of. */
  modules: readonly string[];
  models: Models;
  options: ReadingOptions;
}

export interface Service {
  makeReader(task: ReaderTask): Promise<PageReader>;
  /** Nothing is answered where there is no reader: the loop knows already. */
  read(
    answer: Answered,
    reader: Promise<PageReader | undefined>,
    options: ReadingOptions,
  ): Promise<WholeReading | undefined>;
}

export function serve({ makeReader: make, read: readAnswer }: Service = { makeReader, read: readFor }): void {
  let reader: Promise<PageReader | undefined> = Promise.resolve(undefined);
  let options: ReadingOptions;
  parentPort!.on('message', async (message: { task: ReaderTask } | { id: number; answer: Answered }) => {
    if ('task' in message) {
      options = message.task.options;
      reader = make(message.task).catch((error: Error) => {
        parentPort!.postMessage({ unable: error.message });
        return undefined;
      });
      return;
    }
    const { id, answer } = message;
    // As of now: another task may come while the page is read.
    const whole = await readAnswer(answer, reader, options);
    if (whole === undefined) return;
    const reading = pack(whole);
    const handedOver = reading.record === undefined ? [] : [reading.record.bytes.buffer as ArrayBuffer];
    parentPort!.postMessage({ id, reading }, handedOver);
  });
}

const readFor: Service['read'] = async (answer, reader, options) => {
  const made = await reader;
  return made && read(answer, made, options);
};

export async function makeReader({
  topic,
  judge,
  strategy,
  modules,
  models,
}: ReaderTask): Promise<PageReader> {
  useModules(modules);
  return pageReader(judgePart(judge, topic), strategyPart(strategy, topic), topic, models);
}
