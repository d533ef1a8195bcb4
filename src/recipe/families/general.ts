/** Kinds and recipes that belong to no thesis alone: keyword judges, and the orders that every study compares. */
import { z } from 'zod';
import { keywordCosine } from '../../judge/keyword-cosine.ts';
import type { Family } from '../family.ts';
import type { JudgeKind } from '../kind.ts';
import { bestFirstKinds, bestFirstRecipes } from './general-best-first.ts';
import { fishKinds, fishRecipes } from './general-fish.ts';
import { orderKinds, orderRecipes } from './general-orders.ts';
import { stringMatchKind } from './general-string-match.ts';

const share = z.number().min(0).max(1);

const keywordCosineKind: JudgeKind<{ threshold: number }> = {
  name: 'keyword-cosine',
  summary: 'the angle between the page’s words and the keywords',
  settings: z.strictObject({
    threshold: share.default(0.1).describe('a page counts from this cosine on'),
  }),
  needs: () => ['keywords'],
  make: ({ topic, settings }) => keywordCosine(topic.keywords, { ...settings, language: topic.language }),
};

export const general: Family = {
  judges: [keywordCosineKind, stringMatchKind],
  strategies: [...orderKinds, ...bestFirstKinds, ...fishKinds],
  recipes: [...orderRecipes, ...bestFirstRecipes, ...fishRecipes],
};
