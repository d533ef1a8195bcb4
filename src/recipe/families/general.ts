/** Kinds and recipes that belong to no single thesis: keyword judges, and the orders that every study compares. */
import { z } from 'zod';
import { type KeywordCosine, keywordCosine } from '../../judge/keyword-cosine.ts';
import { defineJudge, defineRecipe } from '../../plugin/define.ts';
import { type Frequencies, rarity } from '../../text/rarity.ts';
import type { Topic } from '../../topic/topic.ts';
import { bestFirstKinds, bestFirstRecipes } from './general-best-first.ts';
import { fishKinds, fishRecipes } from './general-fish.ts';
import { orderKinds, orderRecipes } from './general-orders.ts';
import { stringMatchKind } from './general-string-match.ts';
import { isEnough, PageFrequencies, pageTerms } from './page-frequencies.ts';
import { idfFrom, idfSetting, isElsewhere, stemSetting } from './word-settings.ts';

const share = z.number().min(0).max(1);

const keywordCosineKind = defineJudge({
  name: 'keyword-cosine',
  summary: 'cosine of the page’s words and the keywords',
  settings: z.strictObject({
    // The best F1 on average over fourteen topics of two frozen webs; see docs/text-and-learning.md.
    threshold: share.default(0.08).describe('a page is relevant from this cosine on'),
    stem: stemSetting('plural'),
    tf: z.enum(['log', 'count']).default('log').describe('value of n occurrences of a word: 1 + ln n, or n'),
    idf: idfSetting(
      ['crawl', 'background', 'none'],
      'the pages of this crawl as it runs and English in general; the latter only; or none',
    ),
    required: z
      .boolean()
      .default(true)
      .describe('whether the topic must have keywords; if not, pages are collected without being judged'),
  }),
  needs: ({ required }) => (required ? ['keywords'] : []),
  judges: ({ keywords }) => keywords.length > 0,
  learns: ({ idf }) => isElsewhere(idf),
  train: ({ topic }, { idf, stem }): Frequencies | undefined => {
    const source = idfFrom(idf, { language: topic.language, stem });
    return typeof source === 'string' ? undefined : source;
  },
  make({ topic, settings, model }) {
    const { idf, required: _, ...own } = settings;
    const form = { language: topic.language ?? 'en', stem: own.stem };
    const rareness = idf === 'none' ? () => 1 : rarity({ ...form, counted: model ?? undefined });
    return keywordCosine(topic.keywords, { ...own, ...form, idf: rareness });
  },
  untrained: ['threshold', 'tf', 'required'],
  learner: ({ topic, settings, model }) => (counts(topic, settings) ? new PageFrequencies(model) : undefined),
  notes: ({ topic, settings, model, judge }) =>
    counts(topic, settings) && !isEnough(model) ? pageTerms(judge as KeywordCosine) : undefined,
});

const counts = ({ keywords }: Topic, { idf }: { idf: string }): boolean =>
  idf === 'crawl' && keywords.length > 0;

export const general = [
  keywordCosineKind,
  stringMatchKind,
  ...orderKinds,
  ...bestFirstKinds,
  ...fishKinds,
  ...[...orderRecipes, ...bestFirstRecipes, ...fishRecipes].map(defineRecipe),
];
