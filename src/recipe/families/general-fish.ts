/** Fish search and shark search: relevance that persists for a while along a path. */
import { z } from 'zod';
import { defineStrategy } from '../../plugin/define.ts';
import { fishSearch } from '../../strategy/fish-search.ts';
import { neighbourhoods, sharkSearch } from '../../strategy/shark-search.ts';
import type { Recipe } from '../recipe.ts';

const share = z.number().min(0).max(1);

const fishSearchKind = defineStrategy({
  name: 'fish-search',
  summary: 'the first links of relevant pages first; paths without relevant pages end',
  settings: z.strictObject({
    depth: z.int().min(1).default(3).describe('links that a path continues without a relevant page'),
    width: z.int().min(1).default(10).describe('links of an irrelevant page that are followed first'),
    alpha: z.number().min(1).default(1.5).describe('factor for the links of a relevant page'),
  }),
  make: ({ settings }) => fishSearch(settings),
});

const sharkSearchKind = defineStrategy({
  name: 'shark-search',
  summary: 'the score inherited along the path, and the words in and around the link',
  settings: z.strictObject({
    decay: share.default(0.5).describe('δ: factor per link for inherited scores'),
    inheritedShare: share
      .default(0.8)
      .describe('γ: weight of the inherited score; the neighbourhood has the rest'),
    anchorShare: share
      .default(0.8)
      .describe('β: weight of the anchor in the neighbourhood; the context has the rest'),
    depth: z
      .int()
      .min(1)
      .optional()
      .describe('links that a path continues without any score; no limit by default'),
  }),
  measure:
    ({ judge, settings }) =>
    (page) => ({ neighbourhoods: neighbourhoods(page, judge, settings.anchorShare) }),
  make: ({ settings }) => sharkSearch(settings),
});

export const fishKinds = [fishSearchKind, sharkSearchKind];

const judge = { kind: 'keyword-cosine' };

export const fishRecipes: readonly Recipe[] = [
  {
    name: 'fish-search',
    summary: 'the first links of relevant pages first; paths without relevant pages end',
    description:
      'Agents that follow links: at a relevant page they continue with more of its links, and after three links without one they give up. Misses pages behind longer stretches of irrelevant pages.',
    origin: 'De Bra and Post (1994)',
    judge,
    strategy: { kind: 'fish-search' },
  },
  {
    name: 'shark-search',
    summary: 'scores inherited along the path, with anchor and context',
    description:
      'A link inherits half of its page’s score, or of what an irrelevant page itself inherited; 20 % of its priority comes from its anchor and the words around it.',
    origin: 'Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim and Ur (1998)',
    judge,
    strategy: { kind: 'shark-search' },
  },
];
