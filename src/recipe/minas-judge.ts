/**
 * The judge of the Minas family as a kind: its settings, and how it comes to terms that a topic does not have.
 *
 * The topic's own lists always win. What is missing is made from examples, as the thesis makes it: genre terms from
 * pages of the kind about varied subjects (`examples.genre`), content terms from the relevant examples less the genre
 * terms. Relevant examples alone cannot tell kind from subject, so without genre pages there is no genre list: the
 * content terms, less what the irrelevant examples say most often, judge alone.
 */
import { z } from 'zod';
import { type GenreContentSettings, genreContent } from '../judge/genre-content.ts';
import type { Page } from '../page/page.ts';
import { englishBackground } from '../text/background.ts';
import { frequentTerms } from '../text/frequent-terms.ts';
import { phraseForm } from '../text/phrase-counter.ts';
import { termIdf } from '../text/term-idf.ts';
import type { Topic, WeightedTerm } from '../topic/topic.ts';
import type { JudgeKind } from './kind.ts';
import type { Lesson } from './lesson.ts';

interface Settings extends Omit<GenreContentSettings, 'language' | 'idf'> {
  idf: 'ones' | 'examples' | 'background' | Record<string, number>;
  generated: number;
}

interface Model {
  /** Made lists; absent where the topic has its own. */
  genre?: string[];
  content?: string[];
  idf?: Record<string, number>;
}

const weight = z.number().min(0);

export const genreContentKind: JudgeKind<Settings, Model | undefined> = {
  name: 'genre-content',
  summary: 'genre, content and URL terms, a cosine over each list',
  settings: z.strictObject({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe(
        'a page counts from this score on; short lists want more: 0.4 to 0.5 for 24 terms a list, 0.65 to 0.8 for 6',
      ),
    genreWeight: weight
      .default(5)
      .describe('GW, the share of the genre terms; 4 for offers of jobs or goods'),
    contentWeight: weight
      .default(5)
      .describe('CW, the share of the content terms; 6 for offers of jobs or goods'),
    pageWeight: weight.default(7).describe('GCW, the share of genre and content beside the address'),
    urlWeight: weight.default(3).describe('UW, the share of the address, where the topic has URL terms'),
    merged: z.boolean().default(false).describe('genre and content terms as one list with one cosine'),
    literalUrl: z
      .boolean()
      .default(false)
      .describe('looks for the URL terms in the page, as the thesis’s pseudo code does, not in its address'),
    stem: z.boolean().default(true).describe('compares words by their stems; the thesis does not'),
    idf: z
      .union([z.enum(['ones', 'examples', 'background']), z.record(z.string(), z.number().min(0))])
      .default('ones')
      .describe(
        'how rare terms are: all the same, counted in the examples, by a table of English, or a table of one’s own',
      ),
    generated: z
      .int()
      .min(1)
      .max(1000)
      .default(40)
      .describe('terms a list, where it has to be made from examples (NG and NC)'),
  }),
  needs: () => ['content or examples'],
  learns: ({ idf }, topic) => idf === 'examples' || topic === undefined || topic.content.length === 0,
  train,
  make({ topic, settings, model }) {
    const { idf, generated, ...given } = settings;
    return genreContent(listsOf(topic, model), {
      ...given,
      language: topic.language,
      idf: idfOf(idf, model, topic, settings.stem),
    });
  },
};

function listsOf({ genre, content, urlTerms }: Topic, model: Model | undefined) {
  return {
    genre: genre.length > 0 ? genre : weighted(model?.genre),
    content: content.length > 0 ? content : weighted(model?.content),
    urlTerms,
  };
}

const weighted = (terms: readonly string[] = []): WeightedTerm[] =>
  terms.map((term) => ({ term, weight: 1 }));

/** A table has what it names, and 1 for the rest; of a phrase the background knows its rarest word. */
function idfOf(idf: Settings['idf'], model: Model | undefined, topic: Topic, stem: boolean) {
  if (idf === 'ones') return undefined;
  if (idf === 'background') {
    const background = englishBackground(stem ? 'stems' : 'words');
    const termsOf = phraseForm({ language: topic.language, keepForms: !stem });
    return (term: string) => Math.max(0, ...termsOf(term).map((word) => background.idf(word)));
  }
  const table = new Map(Object.entries(idf === 'examples' ? (model?.idf ?? {}) : idf));
  return (term: string) => table.get(term) ?? 1;
}

async function train(lesson: Lesson, settings: Settings): Promise<Model> {
  const { topic } = lesson;
  const model = topic.content.length > 0 ? {} : await makeLists(lesson, settings);
  if (settings.idf === 'examples') {
    const lists = listsOf(topic, model);
    const terms = [...lists.genre, ...lists.content, ...lists.urlTerms].map(({ term }) => term);
    const texts = lesson.examples.map(({ page }) => `${page.title}\n${page.text}`);
    const idf = termIdf(terms, texts, { language: topic.language, keepForms: !settings.stem });
    model.idf = Object.fromEntries(terms.map((term, i) => [term, idf[i]!]));
  }
  return model;
}

async function makeLists(lesson: Lesson, { generated, stem }: Settings): Promise<Model> {
  const { topic, examples } = lesson;
  const form = { language: topic.language, keepForms: !stem };
  const best = (pages: readonly { page: Page }[], without: readonly string[] = []): string[] =>
    frequentTerms(pages.map(textOf), generated, without, form).map(({ term }) => term);
  const model: Model = {};
  let genre = topic.genre.map(({ term }) => term);
  if (genre.length === 0 && topic.examples.genre?.length) {
    genre = best((await lesson.read?.(topic.examples.genre)) ?? []);
    model.genre = genre;
  }
  const without = genre.length > 0 ? genre : best(examples.filter(({ relevant }) => !relevant));
  model.content = best(
    examples.filter(({ relevant }) => relevant),
    without,
  );
  lesson.warn(told(model, topic));
  return model;
}

function told({ genre, content = [] }: Model, topic: Topic): string {
  const first = (terms: readonly string[]): string => `${terms.slice(0, 5).join(', ')} …`;
  const made = `The topic has no content terms: ${content.length} were made from its relevant examples (${first(content)})`;
  const kind = genre
    ? `, and ${genre.length} genre terms from its genre examples (${first(genre)})`
    : topic.genre.length > 0
      ? ', less its genre terms'
      : '; it has no genre terms and no examples of the kind about other subjects either, so content alone judges';
  return `${made}${kind}. Look at them and choose: forage topic terms TOPIC`;
}

/** Without menus and footers, which would be the most frequent terms of every site. */
export function textOf({ page }: { page: Page }): string {
  return `${page.title}\n${page.mainText || page.text}`;
}
