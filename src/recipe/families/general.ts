/** Kinds and recipes that belong to no single thesis: keyword judges, and the orders that every study compares. */
import { z } from 'zod';
import { keywordCosine } from '../../judge/keyword-cosine.ts';
import { defineJudge, defineRecipe } from '../../plugin/define.ts';
import { bestFirstKinds, bestFirstRecipes } from './general-best-first.ts';
import { fishKinds, fishRecipes } from './general-fish.ts';
import { orderKinds, orderRecipes } from './general-orders.ts';
import { stringMatchKind } from './general-string-match.ts';

const share = z.number().min(0).max(1);

const keywordCosineKind = defineJudge({
  name: 'keyword-cosine',
  summary: 'cosine of the page’s words and the keywords',
  settings: z.strictObject({
    threshold: share.default(0.1).describe('a page is relevant from this cosine on'),
  }),
  needs: () => ['keywords'],
  make: ({ topic, settings }) => keywordCosine(topic.keywords, { ...settings, language: topic.language }),
});

export const general = [
  keywordCosineKind,
  stringMatchKind,
  ...orderKinds,
  ...bestFirstKinds,
  ...fishKinds,
  ...[...orderRecipes, ...bestFirstRecipes, ...fishRecipes].map(defineRecipe),
];
