/** Example pages for commands that need no crawl: URLs are fetched as a crawl would, files and folders read from disk. */
import type { CrawlOptions } from '../crawl/start.ts';
import { withLesson } from '../crawl/training/without-crawl.ts';
import { ForageError } from '../errors.ts';
import type { Lesson } from '../recipe/lesson.ts';
import type { PreparedRecipe } from '../recipe/prepare.ts';
import type { Topic } from '../topic/topic.ts';
import type { Web } from '../web/web.ts';
import { complain } from './print.ts';

export interface ReadingOptions {
  web?: string[];
  contact?: string;
  connectTo?: Record<string, string>;
}

/** Reads the topic's examples for a recipe and hands them over; unreadable ones are reported. */
export function readExamples<Result>(
  topic: Topic,
  by: Pick<NonNullable<CrawlOptions['settings']>, 'recipe' | 'set'>,
  { web, contact = process.env.FORAGE_CONTACT, connectTo }: ReadingOptions,
  work: (prepared: PreparedRecipe, lesson: Lesson) => Promise<Result>,
): Promise<Result> {
  const { relevant, irrelevant, genre = [] } = topic.examples;
  const fetches = [...relevant, ...irrelevant, ...genre].some((source) => /^https?:/i.test(source));
  if (fetches && web === undefined && !contact)
    throw new ForageError(
      'CONTACT_MISSING',
      'A live crawl needs a contact: pass --contact you@example.org or set FORAGE_CONTACT. To read from an archive instead, pass it with --web.',
    );
  const http = { ...(contact ? { contact } : {}), ...(connectTo === undefined ? {} : { connectTo }) };
  const settings = { ...by, http, ...(web === undefined ? {} : { web }) };
  return withLesson({ topic, settings, ...(fetches ? {} : { web: NOTHING_ASKED }) }, work, async (run) => {
    for await (const event of run) if (event.type === 'notice') complain(event.message);
  });
}

/** A recipe that learns from relevant examples alone, for commands that want only the examples. */
export const READER = { name: 'reader', judge: { kind: 'perplexity' }, strategy: { kind: 'breadth-first' } };

/** Title and main text of every example that could be read. */
export function exampleTexts(
  examples: Topic['examples'],
  options: ReadingOptions,
): Promise<{ relevant: string[]; irrelevant: string[] }> {
  const topic: Topic = { ...NO_TERMS, name: 'examples', title: 'examples', seeds: [], examples };
  return readExamples(topic, { recipe: READER }, options, async (_, lesson) => {
    const texts = (relevant: boolean): string[] =>
      lesson.examples
        .filter((example) => example.relevant === relevant)
        .map(({ page }) => `${page.title}\n${page.mainText}`);
    return { relevant: texts(true), irrelevant: texts(false) };
  });
}

const NO_TERMS = { keywords: [], genre: [], content: [], urlTerms: [] };

/** Files are not fetched. */
export const NOTHING_ASKED: Web = {
  fetch: () => Promise.reject(new Error('Nothing is to be fetched.')),
  close: async () => {},
};
