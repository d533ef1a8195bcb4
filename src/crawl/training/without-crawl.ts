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
import { modelsFile } from './models.ts';

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

/**
 * Lets a recipe learn as a crawl would before its first page, without requesting any. Returns the file with what it
 * learnt; undefined if it learns nothing.
 */
export async function learnWithoutCrawl(
  options: Omit<CrawlOptions, 'out'>,
  listen: (run: Crawl) => Promise<void> = async () => {},
): Promise<Uint8Array | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-lesson-'));
  try {
    const out = join(folder, 'crawl');
    // It is over before its first request.
    const budget = { seconds: Number.MIN_VALUE };
    const run = crawlWith({ ...options, out, settings: { ...options.settings, budget } }, {});
    await Promise.all([run.finished, listen(run)]);
    return modelsFile(out);
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
