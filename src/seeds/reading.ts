/**
 * Pages for the seed finder, read as a crawl would read them (politely, robots.txt first, with the same page rules): the
 * topic's examples, and results, which the judge of a recipe judges.
 */
import { checked } from '../check.ts';
import { type SettingsInput, settingsSchema } from '../crawl/settings.ts';
import type { CrawlOptions } from '../crawl/start.ts';
import { withLesson } from '../crawl/training/without-crawl.ts';
import type { Page } from '../page/page.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import { recipeOf } from '../recipe/registry.ts';
import type { Topic } from '../topic/topic.ts';
import { canonicalUrl } from '../url/url.ts';
import type { Judged } from './rank.ts';

export interface ReadResult {
  judged: Judged | undefined;
  title: string;
  /** The beginning of its text. */
  text: string;
  links: string[];
}

export interface Reading {
  examples: { relevant: readonly Page[]; irrelevant: readonly Page[] };
  /** By URL; pages that could not be read are missing. */
  read(urls: readonly string[]): Promise<Map<string, ReadResult>>;
}

export interface ReadingOptions {
  topic: Topic;
  settings: SettingsInput;
  web: CrawlOptions['web'];
  /** Whether examples are needed for more than the judge. */
  readsExamples: boolean;
  tell(message: string): void;
}

export function withReading<Result>(
  { topic: given, settings, web, readsExamples, tell }: ReadingOptions,
  work: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const { recipe, set } = checked(settingsSchema, settings, 'USAGE', 'settings');
  const isNeeded = readsExamples || prepareRecipe(recipeOf(recipe), set, given).learns;
  const topic: Topic = isNeeded ? given : { ...given, examples: { relevant: [], irrelevant: [] } };
  let isTold = true;
  return withLesson(
    { topic, settings, ...(web === undefined ? {} : { web }) },
    async (prepared, lesson) => {
      const pages = (relevant: boolean): Page[] =>
        lesson.examples.filter((example) => example.relevant === relevant).map(({ page }) => page);
      let models: Models | undefined;
      return work({
        examples: { relevant: pages(true), irrelevant: pages(false) },
        async read(urls) {
          models ??= prepared.learns ? await prepared.train(lesson) : {};
          const reader = prepared.reader(models);
          isTold = false;
          const found = (await lesson.read?.(urls)) ?? [];
          isTold = true;
          return new Map(
            found.map(({ source, page }) => {
              const { score, relevant, why, unjudged } = reader.judge(page);
              const canonical = canonicalUrl(source);
              const read: ReadResult = {
                judged: unjudged ? undefined : { score, relevant: relevant && isWanted(page, topic), why },
                title: page.title,
                text: page.mainText.slice(0, 300),
                links: page.links.map(({ url }) => url),
              };
              return [canonical.ok ? canonical.url : source, read];
            }),
          );
        },
      });
    },
    async (run) => {
      for await (const event of run) if (event.type === 'notice' && isTold) tell(event.message);
    },
  );
}

/** As in a crawl, a page in another language does not count. */
const isWanted = ({ language }: Page, topic: Topic): boolean =>
  topic.language === undefined || language === undefined || language === topic.language;
