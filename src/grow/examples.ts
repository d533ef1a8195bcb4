/**
 * The examples of the topic as files in the stages' folders, and the topic file that names them. The crawl reads the
 * same files, so it trains the same judge; and any other recipe can crawl for the same topic.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { stringify } from 'yaml';
import { checked } from '../check.ts';
import { gatherExamples } from '../crawl/training/examples.ts';
import type { Page } from '../page/page.ts';
import { readDocument } from '../page/read.ts';
import type { ExamplePage } from '../recipe/lesson.ts';
import { frequentTerms } from '../text/frequent-terms.ts';
import { identifyLanguage } from '../text/language.ts';
import { type Topic, topicSchema } from '../topic/topic.ts';
import { languageOf } from './documents.ts';
import type { GeneralPage } from './general.ts';
import { GrowInterrupted, type Growing } from './stage.ts';
import { readTexts } from './text-files.ts';

/** Pages that a person called relevant, and irrelevant ones that were hard to tell. */
export const relevantPath = (on: Growing): string => join(on.path('judge'), 'relevant');
export const hardPath = (on: Growing): string => join(on.path('judge'), 'hard-negatives');

/** With the folders that are there now. */
export function topicOf(on: Growing): Topic {
  const { seeds } = on.settings;
  const title = basename(on.settings.documents);
  const language = languageOf(on);
  const present = (...paths: string[]): string[] => paths.filter((path) => existsSync(path));
  return checked(
    topicSchema,
    {
      name: nameOf(basename(on.root)),
      title,
      ...(language === undefined ? {} : { language }),
      keywords: keywordsIn(on),
      seeds,
      examples: {
        relevant: present(on.path('documents'), relevantPath(on)),
        irrelevant: present(on.path('negatives'), hardPath(on)),
      },
    },
    'TOPIC_INVALID',
    'topic',
  );
}

/** Terms that documents have and general pages lack, one a line; for recipes that want keywords, and for people. */
export function writeKeywords(on: Growing, general: readonly GeneralPage[]): void {
  const terms = frequentTerms(
    readTexts(on.path('documents')).map(({ text }) => text),
    KEYWORDS,
    [],
    { language: languageOf(on), longest: 2, by: 'contrast' },
    general.map(({ text }) => text),
  );
  writeFileSync(keywordsPath(on), terms.map(({ term }) => `${term}\n`).join(''));
}

const KEYWORDS = 15;
export const keywordsPath = (on: Growing): string => join(on.path('judge'), 'keywords.txt');

const keywordsIn = (on: Growing): string[] =>
  existsSync(keywordsPath(on))
    ? readFileSync(keywordsPath(on), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

const nameOf = (text: string): string => {
  const name = text.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^[-_]+/, '');
  return name === '' ? 'corpus' : name;
};

/** Paths in it are relative to it. */
export function writeTopic(on: Growing): void {
  const { name, title, language, keywords, seeds, examples } = topicOf(on);
  const here = (paths: readonly string[]): string[] => paths.map((path) => relative(on.root, path));
  const topic = {
    name,
    title,
    ...(language === undefined ? {} : { language }),
    keywords: keywords.map(({ term }) => term),
    seeds,
    examples: { relevant: here(examples.relevant), irrelevant: here(examples.irrelevant) },
  };
  writeFileSync(
    join(on.root, 'topic.yaml'),
    `# The topic as "forage grow" sees it; any recipe can crawl for it.\n${stringify(topic)}`,
  );
}

export async function examplesOf(topic: Topic, on: Growing): Promise<ExamplePage[]> {
  const examples = await gatherExamples(topic.examples, {
    fetch: (url) => Promise.reject(new Error(`${url} is not fetched`)),
    tell() {},
    leftOut: (source, why) => on.tell(`${source} is left out: ${why}`),
    signal: on.signal,
  });
  if (on.signal.aborted) throw new GrowInterrupted();
  return examples;
}

/** As a judge would see it, had it been fetched as plain text. */
export async function pageOf({ source, text }: GeneralPage): Promise<Page> {
  const url = /^https?:/i.test(source) ? source : `file:///${encodeURIComponent(source)}`;
  const headers: [string, string][] = [['content-type', 'text/plain; charset=utf-8']];
  const page = await readDocument({ url, headers, body: Buffer.from(text) }, { identifyLanguage });
  if ('refused' in page) throw new Error(`${source}: ${page.detail}`);
  return page;
}
