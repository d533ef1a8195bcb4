/**
 * The crawlers of García Dorado's testbed (Lund, 2008): which order of the frontier finds the most relevant pages?
 *
 * Choices shared by the whole family:
 * - A page's SVM score is 1 / (1 + e^−margin), so that ½ is the SVM's own threshold and the thesis's margins
 *   (thresholds 0.4 to 1.0) can be recovered from it.
 * - The string match s becomes s / (s + the median of the relevant examples); the thesis does not specify its
 *   normalisation. On its own (`lund/sm`) no examples are needed and the order is the same.
 * - A link found again keeps its best priority (`max`), the thesis's best rule (9.2.1); `frontier.merge` has the other
 *   three as printed, and `votes`, which rises with every in-link.
 * - The thesis's SVM is `lund/svm-binary`; the other recipes use ours, over weighted stems of unit length.
 * - The thesis's queue (ch. 5) is filled with the best 256 and emptied before newer links are considered, to spare its
 *   database. Here the best link is always next, which finds more. `frontier.batch=256` is the thesis's queue, but for
 *   links whose host must wait: they do not hold up the crawl, and the queue is refilled when only they are left.
 */
import { z } from 'zod';
import { defineRecipe, defineStrategy } from '../../plugin/define.ts';
import { historyPath } from '../../strategy/history-path.ts';
import { learningAnchorKind } from './lund-anchor.ts';
import { contextGraphKind } from './lund-context.ts';
import { lundRecipes } from './lund-recipes.ts';

const historyPathKind = defineStrategy({
  name: 'history-path',
  summary: 'links near a relevant page on the path first',
  settings: z.strictObject({
    threshold: z.number().default(0.4).describe('a page whose margin is above it is relevant'),
    cutoff: z
      .number()
      .positive()
      .default(20)
      .describe('C: how many links a path may continue without a relevant page'),
    addScore: z.boolean().default(false).describe('rank links of relevant pages by their page’s score (HP6)'),
    tunnel: z
      .boolean()
      .default(false)
      .describe('count the links since the last relevant page, so that the path matters (not in the thesis)'),
  }),
  make: ({ settings }) => historyPath(settings),
});

export const lund = [historyPathKind, contextGraphKind, learningAnchorKind, ...lundRecipes.map(defineRecipe)];
