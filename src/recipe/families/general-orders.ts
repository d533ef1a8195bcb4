/** Orders that ignore judgements: the baselines, and pages by importance. */
import { z } from 'zod';
import { defineStrategy } from '../../plugin/define.ts';
import { breadthFirst } from '../../strategy/breadth-first.ts';
import { depthFirst } from '../../strategy/depth-first.ts';
import { inLinks } from '../../strategy/in-links.ts';
import { pageRank } from '../../strategy/page-rank.ts';
import { randomOrder } from '../../strategy/random-order.ts';
import { addressDepth } from '../../strategy/url-depth.ts';
import type { Recipe } from '../recipe.ts';

const breadthFirstKind = defineStrategy({
  name: 'breadth-first',
  summary: 'first in, first out (FIFO)',
  make: () => breadthFirst(),
});

const depthFirstKind = defineStrategy({
  name: 'depth-first',
  summary: 'the links of the last page first',
  make: () => depthFirst(),
});

const randomKind = defineStrategy({
  name: 'random',
  summary: 'random order',
  settings: z.strictObject({
    seed: z.int().default(1).describe('random seed; the same number gives the same order'),
  }),
  make: ({ settings }) => randomOrder(settings),
});

const inLinksKind = defineStrategy({
  name: 'in-links',
  summary: 'pages with the most in-links first; needs the frontier’s rule sum',
  make: () => inLinks(),
});

const pageRankKind = defineStrategy({
  name: 'page-rank',
  summary: 'the highest PageRank within the crawl first; needs the frontier’s rule sum',
  settings: z.strictObject({
    damping: z.number().min(0).max(0.99).default(0.85).describe('share of a rank that links pass on'),
    every: z
      .int()
      .min(1)
      .default(1000)
      .describe('ranks are recomputed after this many pages, and at least 10 % of the crawl'),
    maxLinks: z
      .int()
      .min(1000)
      .max(20_000_000)
      .default(500_000)
      .describe('links kept in memory; beyond that, the older half is forgotten'),
  }),
  make: ({ settings }) => pageRank(settings),
});

const addressDepthKind = defineStrategy({
  name: 'address-depth',
  summary: 'URLs with few slashes first',
  make: () => addressDepth(),
});

export const orderKinds = [
  breadthFirstKind,
  depthFirstKind,
  randomKind,
  inLinksKind,
  pageRankKind,
  addressDepthKind,
];

const judge = { kind: 'keyword-cosine', required: false };
const judgedOnly =
  'Pages are judged and counted, but the judgement does not affect the order; without keywords they are only collected';
const cho = 'Cho, García-Molina and Page, Efficient crawling through URL ordering (1998)';

export const orderRecipes: readonly Recipe[] = [
  {
    name: 'breadth-first',
    summary: 'links in the order found (FIFO)',
    description: `Follows links in FIFO order. ${judgedOnly}: the baseline of every comparison.`,
    origin: 'the baseline of all five theses',
    judge,
    strategy: { kind: 'breadth-first' },
  },
  {
    name: 'depth-first',
    summary: 'the links of the last page first',
    description: `Follows the first link of the page read last, and backtracks when there is none. ${judgedOnly}. Drifts far from its seeds: good for small sites, a warning on large webs.`,
    origin: 'a baseline older than the Web',
    judge,
    strategy: { kind: 'depth-first' },
  },
  {
    name: 'random',
    summary: 'random order',
    description: `Every URL has a random priority, derived from the URL and \`seed\`. ${judgedOnly}: shows what a strategy adds beyond luck.`,
    origin: 'a baseline of most comparisons',
    judge,
    strategy: { kind: 'random' },
  },
  {
    name: 'importance/in-links',
    summary: 'pages with the most in-links first',
    description: `A link is worth the number of fetched pages that link to it. ${judgedOnly}: finds the popular pages of a web, whatever their topic.`,
    origin: `${cho}: backlink count`,
    judge,
    strategy: { kind: 'in-links' },
    frontier: { merge: 'sum' },
  },
  {
    name: 'importance/page-rank',
    summary: 'the highest PageRank within the crawl first',
    description: `A link is worth the PageRank it has among the pages fetched so far, recomputed as the crawl grows. ${judgedOnly}.`,
    origin: `${cho}: PageRank; Brin and Page (1998)`,
    judge,
    strategy: { kind: 'page-rank' },
    frontier: { merge: 'sum' },
  },
  {
    name: 'importance/address-depth',
    summary: 'URLs with few slashes first',
    description: `Home pages and pages directly below them come before pages deep inside a site. ${judgedOnly}.`,
    origin: `${cho}: location metric`,
    judge,
    strategy: { kind: 'address-depth' },
  },
];
