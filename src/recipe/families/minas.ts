/**
 * The Minas family: G. T. de Assis, genre-aware focused crawling (PhD thesis, UFMG, Belo Horizonte, 2008). Pages are
 * judged by genre and content separately, and a good page promotes the siblings of the link that led to it.
 *
 * The queue only changes the order of visits, never which pages count; the judge's threshold only changes which pages
 * count, never the order. So one crawl serves every threshold: with a budget of pages, read the result as a list ranked
 * by score.
 */
import { z } from 'zod';
import { defineRecipe, defineStrategy } from '../../plugin/define.ts';
import {
  queuePolicies,
  type SiblingPromotionSettings,
  siblingPromotion,
  tieRules,
} from '../../strategy/sibling-promotion.ts';
import type { Recipe } from '../recipe.ts';
import { genreContentKind } from './minas-judge.ts';

const siblingPromotionKind = defineStrategy({
  name: 'sibling-promotion',
  summary: 'a good page promotes the siblings of the link that led to it',
  settings: z.strictObject({
    queue: z
      .enum(queuePolicies)
      .default('FS-2')
      .describe(
        'which links get a page’s score: its own (PS), its siblings (FS), both (PFS); always (PS, -1) or from the change threshold on (-2)',
      ),
    changeThreshold: z
      .union([z.number().min(0).max(1), z.literal('relevant')])
      .default(0.2)
      .describe('under FS-2 and PFS-2 a page passes on its score from this one on, or if it is relevant'),
    merge: z
      .enum(['latest', 'max'])
      .default('latest')
      .describe('whether a lower score overwrites a higher one that a sibling has'),
    siblings: z
      .enum(['all', 'finder'])
      .default('all')
      .describe(
        'whose links are siblings: of the latest twenty pages that link to it, or of the one that found it',
      ),
    ties: z
      .enum(tieRules)
      .default('first')
      .describe(
        'among links without a score: first found, last found, random, or the first links of every page',
      ),
    levels: z
      .enum(['links', 'path'])
      .default('path')
      .describe(
        'levels of a site: segments of the URL’s path, or, as in the thesis, links from its first page along the way the crawl took',
      ),
    maxLevels: z.int().min(0).default(7).describe('levels followed into a site'),
    maxLinks: z.int().min(0).default(200).describe('maximum number of links followed from one page'),
  }),
  make: ({ settings }) => siblingPromotion(settings),
});

const genreContent = { kind: 'genre-content' };
const origin = 'de Assis (UFMG, 2008)';

const recipe = (name: string, given: Omit<Recipe, 'name' | 'judge'> & Partial<Recipe>): Recipe => ({
  name: `minas/${name}`,
  judge: genreContent,
  ...given,
});

const queue = (policy: SiblingPromotionSettings['queue'], more = {}) => ({
  kind: 'sibling-promotion',
  queue: policy,
  ...more,
});

const recipes: Recipe[] = [
  recipe('genre', {
    summary: 'genre and content separately; good pages promote their siblings (FS-2)',
    description:
      'Scores a page by two cosines, over the genre terms and over the content terms of the topic, and by its URL. From a score of 0.20 on, every waiting sibling (a link on a page that links to this one) gets its score; the page’s own links wait with 0. For pages that are listed together on hubs: courses, jobs, products. In the thesis, the fastest of the five queues. The right threshold depends on the lists, so with a budget of pages read the result as a ranked list: forage export CRAWL --best 100. Without content terms the keywords are used; without keywords, terms are generated from the examples. For job and product offers the thesis has genreWeight=4 and contentWeight=6.',
    origin: `${origin}, FCrawl with queue FS-2`,
    strategy: queue('FS-2'),
  }),
  recipe('ps', {
    summary: 'genre and content; links inherit the score of their page (PS)',
    description:
      'The classic focused crawler with the judge of this family: a link is as good as its page. The worst of the five queues in the thesis, and the baseline.',
    origin: `${origin}, queue PS`,
    strategy: queue('PS'),
  }),
  recipe('fs-1', {
    summary: 'genre and content; every page rescores its siblings (FS-1)',
    description:
      'As minas/genre, without its threshold: pages pass on any score to their siblings, even low ones.',
    origin: `${origin}, queue FS-1`,
    strategy: queue('FS-1'),
  }),
  recipe('pfs-1', {
    summary: 'genre and content; every page rescores links and siblings (PFS-1)',
    description: 'As minas/fs-1, and the page’s own links get its score as well.',
    origin: `${origin}, queue PFS-1`,
    strategy: queue('PFS-1'),
  }),
  recipe('pfs-2', {
    summary: 'genre and content; good pages promote links and siblings (PFS-2)',
    description:
      'As minas/genre, and the links of a page that scores 0.20 or more get its score as well. The thesis finds it slower than minas/genre at first and sooner at the end of the whole set.',
    origin: `${origin}, queue PFS-2`,
    strategy: queue('PFS-2'),
  }),
  recipe('merged', {
    summary: 'genre and content terms as one list: the thesis’s control',
    description:
      'As minas/genre with one list and one cosine: shows the effect of separating genre and content. Meant for comparison.',
    origin: `${origin}, the merged-set control`,
    judge: { ...genreContent, merged: true },
    strategy: queue('FS-2'),
  }),
  recipe('svm', {
    summary: 'an RBF SVM judges, links inherit the score of their page',
    description:
      'The baseline of the thesis: an SVM with a radial kernel learns from the topic’s examples, and a link is as good as its page. The thesis does not give cost and gamma; the judge’s defaults are used.',
    origin: `${origin}, SVM-RBF crawler, traditional queue`,
    judge: { kind: 'rbf-svm' },
    strategy: queue('PS'),
  }),
  recipe('svm-siblings', {
    summary: 'an RBF SVM judges, relevant pages promote their siblings',
    description:
      'The second baseline of the thesis: the judge of minas/svm, and a relevant page passes its score to its siblings; its own links wait with 0.',
    origin: `${origin}, SVM-RBF crawler, sibling queue`,
    judge: { kind: 'rbf-svm' },
    strategy: queue('FS-2', { changeThreshold: 'relevant' }),
  }),
];

export const minas = [genreContentKind, siblingPromotionKind, ...recipes.map(defineRecipe)];
