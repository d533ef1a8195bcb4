/** The thread side of the readers: makes its judge once, of as few modules as it can, then reads what it is sent. */
import { parentPort } from 'node:worker_threads';
import type { Judgement } from '../../judge/judge.ts';
import { ownModule } from '../../own-module.ts';
import type { Page } from '../../page/page.ts';
import { judgePart, strategyPart } from '../../recipe/parts.ts';
import { type Models, pageReader } from '../../recipe/reader.ts';
import type { Spec } from '../../recipe/recipe.ts';
import { shelve } from '../../recipe/shelf.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Answered } from '../../web/web.ts';
import { pack } from './packing.ts';
import { type ReadingOptions, read } from './reading.ts';

export interface ReaderTask {
  topic: Topic;
  judge: Spec;
  strategy: Spec;
  /** Those that judge and strategy are of. */
  families: readonly string[];
  models: Models;
  options: ReadingOptions;
}

let judging: Promise<(page: Page) => Judgement>;
let options: ReadingOptions;

parentPort!.on(
  'message',
  async (message: { task: ReaderTask } | { id: number; answer: Answered; recordLeft: boolean }) => {
    if ('task' in message) {
      options = message.task.options;
      judging = makeJudge(message.task);
      judging.catch((error: Error) => parentPort!.postMessage({ unable: error.message }));
      return;
    }
    const { id, answer, recordLeft } = message;
    const asked = recordLeft ? { ...options, warc: false } : options;
    const reading = pack(await read(answer, await judging, asked));
    const handedOver = reading.record === undefined ? [] : [reading.record.bytes.buffer as ArrayBuffer];
    parentPort!.postMessage({ id, reading }, handedOver);
  },
);

async function makeJudge({ topic, judge, strategy, families, models }: ReaderTask) {
  for (const name of families) {
    const module = await import(ownModule(`../../recipe/families/${name}`, import.meta.url).href);
    shelve({ [name]: module[name] });
  }
  return pageReader(judgePart(judge, topic), strategyPart(strategy, topic), topic, models);
}
