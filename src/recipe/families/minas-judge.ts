/**
 * The judge of the Minas family as a kind: its settings, and how it generates missing terms.
 *
 * The topic's own lists win, unless `terms: examples` asks for generated ones. A topic without content terms uses its
 * keywords: words of the subject chosen by a person; in the thesis such lists did far better than generated ones.
 * Without keywords, or on request, content terms are generated from the relevant examples, as in the thesis: the most
 * frequent, minus the genre terms. Genre terms are generated from pages of the kind about varied subjects
 * (`examples.genre`). Relevant examples alone cannot separate kind from subject, so without such pages and without a
 * list of the topic's own the most frequent terms of the irrelevant examples are removed instead, and only content is
 * judged.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { type GenreContentSettings, genreContent } from '../../judge/genre-content.ts';
import type { Page } from '../../page/page.ts';
import { defineJudge } from '../../plugin/define.ts';
import { instead } from '../../suggest.ts';
import { englishBackground } from '../../text/background.ts';
import { generateTerms } from '../../text/frequent-terms.ts';
import { phraseForm } from '../../text/phrase-counter.ts';
import type { Stemming } from '../../text/stem.ts';
import { termIdf } from '../../text/term-idf.ts';
import type { Topic, WeightedTerm } from '../../topic/topic.ts';
import type { Lesson } from '../lesson.ts';
import { stemSetting } from './word-settings.ts';

interface Settings extends Omit<GenreContentSettings, 'language' | 'idf'> {
  terms: 'topic' | 'examples';
  idf: 'ones' | 'examples' | 'background' | Record<string, number>;
  generatedGenre: number;
  generatedContent: number;
  keepGenre: number;
  keepContent: number;
}

interface Model {
  /** Generated lists; absent if the topic has its own. */
  genre?: string[];
  content?: string[];
  idf?: Record<string, number>;
}

const weight = z.number().min(0);
const size = z.int().min(1).max(1000).default(40);
const share = z.number().positive().max(1).default(1);

export const genreContentKind = defineJudge({
  name: 'genre-content',
  summary: 'genre, content and URL terms, a cosine over each list',
  settings: z.strictObject({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe(
        'a page is relevant from this score on; short lists need more: 0.4 to 0.5 for 24 terms per list, 0.65 to 0.8 for 6',
      ),
    genreWeight: weight
      .default(5)
      .describe('GW, weight of the genre terms; in the thesis 4 for job and product offers'),
    contentWeight: weight
      .default(5)
      .describe('CW, weight of the content terms; in the thesis 6 for job and product offers'),
    pageWeight: weight.default(7).describe('GCW, weight of genre and content against the URL'),
    urlWeight: weight.default(3).describe('UW, weight of the URL, if the topic has URL terms'),
    merged: z.boolean().default(false).describe('genre and content terms as one list with one cosine'),
    literalUrl: z
      .boolean()
      .default(false)
      .describe('look for the URL terms in the page, as in the thesis’s pseudocode, not in its URL'),
    stem: stemSetting('plural'),
    idf: z
      .union([z.enum(['ones', 'examples', 'background']), z.record(z.string(), z.number().min(0))])
      .default('ones')
      .describe('idf of terms: equal, counted in the examples, from a table of English, or a custom table'),
    terms: z
      .enum(['topic', 'examples'])
      .default('topic')
      .describe(
        'content terms are those of the topic, or its keywords, or made from the examples, and genre terms those of the topic, or made from its genre examples; examples: always made',
      ),
    generatedGenre: size.describe('NG: genre terms, if they are generated from examples'),
    generatedContent: size.describe('NC: content terms, if they are generated from examples'),
    keepGenre: share.describe('share of the genre list that is used, its first terms'),
    keepContent: share.describe('share of the content list that is used, its first terms'),
  }),
  needs: ({ terms }) => (terms === 'examples' ? ['examples'] : ['terms or examples']),
  learns: (settings, topic) =>
    topic === undefined ||
    settings.idf === 'examples' ||
    makesContent(topic, settings) ||
    makesGenre(topic, settings),
  train,
  make({ topic, settings, model }) {
    const { idf, generatedGenre, generatedContent, keepGenre, keepContent, terms, ...given } = settings;
    const lists = listsOf(topic, settings, model);
    checkIdf(idf, lists);
    return genreContent(lists, {
      ...given,
      language: topic.language,
      idf: idfOf(idf, model, topic, settings.stem),
    });
  },
});

const makesContent = (topic: Topic, { terms }: Settings): boolean =>
  terms === 'examples' || topic.content.length + wanted(topic.keywords).length === 0;

const makesGenre = ({ genre, examples }: Topic, { terms }: Settings): boolean =>
  (terms === 'examples' || genre.length === 0) && !!examples.genre?.length;

/** A keyword may count against a page; a content term may not. */
const wanted = (terms: readonly WeightedTerm[]): WeightedTerm[] => terms.filter(({ weight }) => weight > 0);

function listsOf(topic: Topic, settings: Settings, model: Model | undefined) {
  const { genre, content, keywords, urlTerms } = topic;
  const own = content.length > 0 ? content : wanted(keywords);
  return {
    genre: first(settings.keepGenre, model?.genre ? weighted(model.genre) : genre),
    content: first(settings.keepContent, makesContent(topic, settings) ? weighted(model?.content) : own),
    urlTerms,
  };
}

/** At least one, if there is any. */
const first = (share: number, terms: readonly WeightedTerm[]): WeightedTerm[] =>
  terms.slice(0, Math.ceil(share * terms.length));

/** A name that is in no list would change nothing, without a word. */
function checkIdf(idf: Settings['idf'], lists: Record<string, readonly WeightedTerm[]>): void {
  if (typeof idf !== 'object') return;
  const known = Object.values(lists).flatMap((terms) => terms.map(({ term }) => term));
  const strange = Object.keys(idf).find((name) => !known.includes(name));
  if (strange === undefined) return;
  const text = `idf names "${strange}", which is in no list of the topic${instead(strange, known)}`;
  throw new ForageError('USAGE', `The judge "genre-content": ${text}`);
}

const weighted = (terms: readonly string[] = []): WeightedTerm[] =>
  terms.map((term) => ({ term, weight: 1 }));

/** A table has the terms it lists, and 1 for the rest; for a phrase the background table uses its rarest word. */
function idfOf(idf: Settings['idf'], model: Model | undefined, topic: Topic, stem: Stemming) {
  if (idf === 'ones') return undefined;
  if (idf === 'background') {
    const background = englishBackground(stem);
    const termsOf = phraseForm({ language: topic.language, stem });
    return (term: string) => Math.max(0, ...termsOf(term).map((word) => background.idf(word)));
  }
  const table = new Map(Object.entries(idf === 'examples' ? (model?.idf ?? {}) : idf));
  return (term: string) => table.get(term) ?? 1;
}

async function train(lesson: Lesson, settings: Settings): Promise<Model> {
  const { topic } = lesson;
  const model =
    makesContent(topic, settings) || makesGenre(topic, settings) ? await makeLists(lesson, settings) : {};
  if (settings.idf === 'examples') {
    const lists = listsOf(topic, settings, model);
    const terms = [...lists.genre, ...lists.content, ...lists.urlTerms].map(({ term }) => term);
    const texts = lesson.examples.map(({ page }) => `${page.title}\n${page.text}`);
    const idf = termIdf(terms, texts, { language: topic.language, stem: settings.stem });
    model.idf = Object.fromEntries(terms.map((term, i) => [term, idf[i]!]));
  }
  return model;
}

async function makeLists(lesson: Lesson, settings: Settings): Promise<Model> {
  const { topic, examples } = lesson;
  const { generatedGenre, generatedContent, stem } = settings;
  const kind = makesGenre(topic, settings) ? await lesson.read?.(topic.examples.genre ?? []) : undefined;
  const texts = {
    relevant: examples.filter(({ relevant }) => relevant).map(textOf),
    irrelevant: examples.filter(({ relevant }) => !relevant).map(textOf),
    genre: (kind ?? []).map(textOf),
  };
  const known = makesGenre(topic, settings) ? [] : topic.genre.map(({ term }) => term);
  const form = { language: topic.language, stem };
  const { genre, content } = generateTerms(
    texts,
    { genre: generatedGenre, content: generatedContent },
    known,
    form,
  );
  const model: Model = {};
  if (genre.length > 0) model.genre = genre.map(({ term }) => term);
  if (makesContent(topic, settings)) model.content = content.map(({ term }) => term);
  lesson.warn(told(model, topic, settings));
  return model;
}

/** What was generated from what, and what is missing. */
function told({ genre, content }: Model, topic: Topic, { terms }: Settings): string {
  const some = (terms: readonly string[]): string => `${terms.length} (${terms.slice(0, 5).join(', ')} …)`;
  const made = [
    ...(genre ? [`genre terms were generated from its genre examples: ${some(genre)}`] : []),
    ...(content ? [`content terms were generated from its relevant examples: ${some(content)}`] : []),
    ...(genre || topic.genre.length > 0
      ? []
      : [
          'it has neither genre terms nor "genre:" examples to generate them from, so only content is judged',
        ]),
  ];
  const reason = terms === 'examples' ? 'With terms=examples' : 'The topic has too few terms';
  return `${reason}: ${made.join('; ')}. To choose them yourself: forage topic terms TOPIC`;
}

/** The whole text, as pages are judged: the words of a kind of page are labels and headings. */
function textOf({ page }: { page: Page }): string {
  return `${page.title}\n${page.text}`;
}
