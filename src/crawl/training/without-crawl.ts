/**
 * Reads a topic's examples as a crawl would (politely, through any web, with the same rules) and hands them over, without
 * crawling: for commands that try a judge.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lesson } from '../../recipe/lesson.ts';
import type { PreparedRecipe } from '../../recipe/prepare.ts';
import type { Crawl } from '../crawl.ts';
import { type CrawlOptions, crawlWith } from '../start.ts';

export async function withLesson<Result>(
  { topic, ...options }: Omit<CrawlOptions, 'out'>,
  work: (prepared: PreparedRecipe, lesson: Lesson) => Promise<Result>,
  listen: (run: Crawl) => Promise<void> = async () => {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-lesson-'));
  try {
    // A topic is tried before it has seeds; none is requested.
    const seeds = topic.seeds?.length ? topic.seeds : ['http://seed.invalid/'];
    const train = async (prepared: PreparedRecipe, lesson: Lesson): Promise<never> => {
      throw new Done(await work(prepared, lesson));
    };
    const run = crawlWith(
      { ...options, topic: { ...topic, seeds }, out: join(folder, 'crawl') },
      { training: { train, always: true } },
    );
    await Promise.all([run.finished, listen(run)]);
    throw new Error('The crawl started without learning.');
  } catch (error) {
    if (error instanceof Done) return error.result as Result;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends the crawl before its first page. */
class Done extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('done');
    this.result = result;
  }
}
