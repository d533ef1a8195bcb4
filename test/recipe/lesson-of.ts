/** A lesson made by hand: texts instead of fetched examples, and what was said on the way. */
import type { Lesson } from '../../src/recipe/lesson.ts';
import type { Topic } from '../../src/topic/topic.ts';
import { pageOf } from '../page-of.ts';

export interface ToldLesson extends Lesson {
  warnings: string[];
  qualities: Record<string, Record<string, number>>;
}

export function lessonOf(
  given: { relevant: readonly string[]; irrelevant?: readonly string[] },
  topic: Partial<Topic> = {},
): ToldLesson {
  const warnings: string[] = [];
  const qualities: Record<string, Record<string, number>> = {};
  const exampleOf = (relevant: boolean) => (text: string, i: number) => ({
    source: `http://example.test/${relevant ? 'wanted' : 'other'}/${i}`,
    page: pageOf({ text }),
    relevant,
  });
  return {
    topic: topicOf(topic),
    examples: [...given.relevant.map(exampleOf(true)), ...(given.irrelevant ?? []).map(exampleOf(false))],
    openGraph: () => Promise.reject(new Error('This lesson has no graph.')),
    seed: 1,
    warn: (message) => warnings.push(message),
    quality: (of, measured) => {
      qualities[of] = measured;
    },
    warnings,
    qualities,
  };
}

export const topicOf = (given: Partial<Topic> = {}): Topic => ({
  name: 'test',
  title: 'Test',
  keywords: [],
  genre: [],
  content: [],
  urlTerms: [],
  seeds: [],
  examples: { relevant: [], irrelevant: [] },
  ...given,
});
