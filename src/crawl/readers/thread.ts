/**
 * The thread side of the readers: builds its judge once, loading as few modules as possible, then reads what it is
 * sent. A crawl's threads run `thread-main.ts`; those of a study (`lab/reader-thread.ts`) add a cache.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { ForageError } from '../../errors.ts';
import { useModules } from '../../plugin/load.ts';
import { judgePart, strategyPart } from '../../recipe/parts.ts';
import { type Models, type PageReader, pageReader } from '../../recipe/reader.ts';
import type { Spec } from '../../recipe/recipe.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Answered } from '../../web/web.ts';
import { pack, sent } from './packing.ts';
import { type ReadingOptions, read, type WholeReading } from './reading.ts';

export interface ReaderTask {
  topic: Topic;
  judge: Spec;
  strategy: Spec;
  /** Modules that define the judge, the strategy and the page formats. */
  modules: readonly string[];
  models: Models;
  options: ReadingOptions;
}

/** How the pages of a crawl are read from now on: by a judge of its own, or by that of a crawl that judges alike. */
export type NewTask = { crawl: number } & (
  | { task: ReaderTask; like?: undefined }
  | { task: Pick<ReaderTask, 'options'>; like: number }
);

/** No page of a crawl will come any more. */
type EndedTask = { crawl: number; task: undefined };

type ToThread = NewTask | EndedTask | { crawl: number; id: number; answer: Answered };

export interface Service {
  makeReader(task: ReaderTask): Promise<PageReader>;
  /**
   * Calls `begins` when it turns to this answer: if the thread dies, that is the one to blame. Without a reader nothing
   * is answered: the loop already knows.
   */
  read(
    answer: Answered,
    reader: Promise<PageReader | undefined>,
    options: ReadingOptions,
    begins: () => void,
  ): Promise<WholeReading | undefined>;
}

interface CrawlReader {
  made: Promise<PageReader>;
  /** Undefined if it could not be made, which the loop has been told. */
  reader: Promise<PageReader | undefined>;
  options: ReadingOptions;
}

export function serve({ makeReader: make, read: readAnswer }: Service = { makeReader, read: readFor }): void {
  /** By crawl. */
  const readers = new Map<number, CrawlReader>();
  const { current } = workerData as { current: Int32Array };
  parentPort!.on('message', async (message: ToThread) => {
    const { crawl } = message;
    if ('task' in message) {
      if (message.task === undefined) return void readers.delete(crawl);
      const made = message.like === undefined ? make(message.task) : readers.get(message.like)!.made;
      const reader = made.catch((error: Error) => {
        const { message, code } = error as Partial<ForageError> & Error;
        parentPort!.postMessage({ unable: message, code, crawl });
        return undefined;
      });
      readers.set(crawl, { made, reader, options: message.task.options });
      return;
    }
    const { id, answer } = message;
    // Captured now: another task may arrive while the page is read.
    const { reader, options } = readers.get(crawl) ?? NO_READER;
    const whole = await readAnswer(answer, reader, options, () => Atomics.store(current, 0, id));
    Atomics.compareExchange(current, 0, id, 0);
    if (whole === undefined) return;
    const reading = pack(whole);
    const handedOver = reading.record === undefined ? [] : [reading.record.bytes.buffer as ArrayBuffer];
    try {
      parentPort!.postMessage({ id, reading }, handedOver);
    } catch {
      parentPort!.postMessage({ id, reading: sent(reading) }, handedOver);
    }
  });
}

/** A study has pages read before a crawl has begun, and judges none of them. */
const NO_READER = { reader: Promise.resolve(undefined), options: {} as ReadingOptions };

const readFor: Service['read'] = async (answer, reader, options, begins) => {
  const made = await reader;
  begins();
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
