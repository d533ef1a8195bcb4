/**
 * The reader thread of a study's process: reads, judges and packs like the threads of any crawl (`read`, `serve`), with
 * a cache that survives between runs. One page at a time, so that each is charged its own time.
 */
import { availableParallelism, totalmem } from 'node:os';
import { type PageOptions, read, type WholeReading } from '../crawl/readers/reading.ts';
import { makeReader, type Service, serve } from '../crawl/readers/thread.ts';
import type { NotAPage, Page } from '../page/page.ts';
import { rememberStems } from '../text/stem.ts';
import { readFrom } from '../text/word-numbers.ts';
import type { Answered } from '../web/web.ts';
import { PageMemory } from './page-memory.ts';
import { RememberedTexts } from './text-memory.ts';

/** What a study requests from its thread besides a reading. */
export interface Asked extends Answered {
  /** The thread has the page: no bytes are sent. */
  remembered?: true;
  /** Return the page itself, read like this, without a judgement. */
  whole?: PageOptions;
}

export interface StudyReading extends WholeReading {
  /** Processor time that the cache saved. */
  sparedMs?: number;
  /** The page need not be sent again. */
  kept?: boolean;
  /** If it was requested. */
  whole?: Page | NotAPage;
  /** The thread does not have the page: it was replaced, or has read it for topics of another language alone. */
  forgotten?: true;
}

/** For words counted in texts: a tenth of the machine's memory for all processes together. */
const MAX_TEXT_BYTES = Math.min(500_000_000, totalmem() / 10 / availableParallelism());

/** Every judge of every run needs the stem of every word: more than most webs have, some 100 bytes each. */
rememberStems(500_000);
const memory = new PageMemory();
readFrom(new RememberedTexts(MAX_TEXT_BYTES, (ms) => memory.spare(ms)));

let last: Promise<unknown> = Promise.resolve();

serve({
  makeReader: async (task) => memory.around(await makeReader(task), task),
  read(...asked) {
    const reading = last.then(() => answerTo(...asked));
    last = reading.catch(() => {});
    return reading;
  },
});

async function answerTo(
  asked: Asked,
  reader: Parameters<Service['read']>[1],
  options: Parameters<Service['read']>[2],
  begins: () => void,
): Promise<StudyReading | undefined> {
  begins();
  const has = (): boolean => memory.has(asked.url, asked.whole ?? options);
  if (asked.remembered && !has()) return { ...NO_PAGE, forgotten: true };
  const reading = asked.whole
    ? { ...NO_PAGE, whole: await memory.page(asked, asked.whole) }
    : await judged(asked, reader, options);
  return reading && { ...reading, sparedMs: memory.takeSparedMs(), kept: has() };
}

async function judged(
  asked: Asked,
  reader: Parameters<Service['read']>[1],
  options: Parameters<Service['read']>[2],
) {
  const made = await reader;
  return made && read(asked, made, options, (answer, how) => memory.page(answer, how));
}

const NO_PAGE: WholeReading = { page: { refused: 'empty', detail: 'not asked for' }, faults: [], model: 0 };
