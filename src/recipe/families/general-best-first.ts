/**
 * Variants of best-first: any judge on the page, the anchor, the words around it, or a weighted mean; and N at a time.
 */
import { z } from 'zod';
import { defineStrategy } from '../../plugin/define.ts';
import { bestFirst, contextScores, linkScores } from '../../strategy/best-first.ts';
import { judgePart } from '../parts.ts';
import type { Recipe } from '../recipe.ts';
import { filledIn, judgeSpec } from './judge-spec.ts';

const share = z.number().min(0).max(1);

/** By name or with settings; checked, and every default filled in. */
const linkJudge = z.union([z.string(), judgeSpec]).transform(filledIn);

const NONE = new Float64Array(0);

const bestFirstKind = defineStrategy({
  name: 'best-first',
  summary: 'a link is as good as its page, its anchor, the words around it, or a weighted mean',
  settings: z
    .strictObject({
      anchorShare: share.default(0.5).describe('0 the page only, 1 the anchor only'),
      contextShare: share
        .default(0)
        .describe('weight of the anchor with the ten words before and after it; the page has the rest'),
      anchorJudge: linkJudge
        .optional()
        .describe('judge of anchors and contexts, if not the page’s: a kind, or {kind: …, its settings}'),
    })
    .refine(({ anchorShare, contextShare }) => anchorShare + contextShare <= 1 + 1e-9, {
      path: ['contextShare'],
      message: 'together with anchorShare it is more than 1; lower one of them',
    }),
  needs: ({ anchorJudge }) => (anchorJudge === undefined ? [] : judgePart(anchorJudge).needs),
  learns: ({ anchorJudge }, topic) => anchorJudge !== undefined && judgePart(anchorJudge, topic).learns,
  train: async (lesson, { anchorJudge }) =>
    (anchorJudge === undefined ? undefined : await judgePart(anchorJudge).train(lesson)) ?? null,
  measure({ topic, judge, settings, model }) {
    const { anchorShare, contextShare, anchorJudge } = settings;
    const ofLinks = anchorJudge === undefined ? judge : judgePart(anchorJudge).make(topic, model);
    return (page) => ({
      anchors: anchorShare > 0 ? linkScores(page, ofLinks) : NONE,
      contexts: contextShare > 0 ? contextScores(page, ofLinks) : NONE,
    });
  },
  make: ({ settings }) => bestFirst(settings),
});

export const bestFirstKinds = [bestFirstKind];

const judge = { kind: 'keyword-cosine' };

export const bestFirstRecipes: readonly Recipe[] = [
  {
    name: 'best-first/page',
    summary: 'links of the most relevant pages first',
    description: 'A link is as good as its page: relevant pages tend to link to relevant pages.',
    origin: 'Batsakis (TU Crete, 2007), crawler b; García Dorado (Lund, 2008), Best-First',
    judge,
    strategy: { kind: 'best-first', anchorShare: 0 },
  },
  {
    name: 'best-first/anchor',
    summary: 'links with the most relevant anchors first',
    description:
      'A link is as good as its anchor. Separates the links of one page, but knows nothing about a link that says "here".',
    origin: 'Batsakis (TU Crete, 2007), crawler c',
    judge,
    strategy: { kind: 'best-first', anchorShare: 1 },
  },
  {
    name: 'best-first/page+anchor',
    summary: 'the mean of page and anchor',
    description: 'A link is as good as the mean of its page and its anchor; `anchorShare` sets the balance.',
    origin: 'Batsakis (TU Crete, 2007), crawler d, Eq. 7',
    judge,
    strategy: { kind: 'best-first', anchorShare: 0.5 },
  },
  {
    name: 'best-first/context',
    summary: 'links with the most relevant words in and around them first',
    description:
      'A link is as good as its anchor with the ten words before and after it: it can score a link that says "here" by its sentence.',
    origin: 'Pant and Srinivasan, Link contexts in classifier-guided topical crawlers (2006)',
    judge,
    strategy: { kind: 'best-first', anchorShare: 0, contextShare: 1 },
  },
  {
    name: 'best-first/page+context',
    summary: 'the mean of page and the words in and around the link',
    description:
      'A link is as good as the mean of its page and of its anchor with the ten words before and after it. `anchorShare` adds extra weight for the anchor.',
    origin: 'Pant and Srinivasan, Link contexts in classifier-guided topical crawlers (2006)',
    judge,
    strategy: { kind: 'best-first', anchorShare: 0, contextShare: 0.5 },
  },
  {
    name: 'n-best-first',
    summary: 'the best 256 links before any newer one',
    description:
      'Best-first by page that takes its best 256 links at a time and ranks new links only when all of them are fetched: less greedy, and less easily misled by a few pages that look better than they are.',
    origin: 'Pant, Srinivasan and Menczer, Exploration versus exploitation in topic driven crawlers (2002)',
    judge,
    strategy: { kind: 'best-first', anchorShare: 0 },
    frontier: { batch: 256 },
  },
];
