/** Fish search and shark search: relevance that lives on for a while along a path. */
import { z } from 'zod';
import { defineStrategy } from '../../plugin/define.ts';
import { fishSearch } from '../../strategy/fish-search.ts';
import { neighbourhoods, sharkSearch } from '../../strategy/shark-search.ts';
import type { Recipe } from '../recipe.ts';

const share = z.number().min(0).max(1);

const fishSearchKind = defineStrategy({
  name: 'fish-search',
  summary: 'first links of relevant pages first; a path without any ends',
  settings: z.strictObject({
    depth: z.int().min(1).default(3).describe('links that a path goes on without a relevant page'),
    width: z.int().min(1).default(10).describe('links of an irrelevant page that are followed first'),
    alpha: z.number().min(1).default(1.5).describe('how many times more of a relevant page'),
  }),
  make: ({ settings }) => fishSearch(settings),
});

const sharkSearchKind = defineStrategy({
  name: 'shark-search',
  summary: 'what a link inherits along its path, and what stands in and around it',
  settings: z.strictObject({
    decay: share.default(0.5).describe('δ: what is left of a score after one link'),
    inheritedShare: share
      .default(0.8)
      .describe('γ: share of what is inherited; the neighbourhood has the rest'),
    anchorShare: share
      .default(0.8)
      .describe('β: share of the anchor in the neighbourhood; the context has the rest'),
    depth: z
      .int()
      .min(1)
      .optional()
      .describe('links that a path goes on without any score; no limit where it is left out'),
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
    summary: 'first links of relevant pages first; a path without any ends',
    description:
      'Searchers that swim along links: where they find a relevant page they go on with more of its links, where they find none for three links in a row they give up. Leaves alone what lies behind longer stretches of irrelevant pages.',
    origin: 'De Bra and Post (1994)',
    judge,
    strategy: { kind: 'fish-search' },
  },
  {
    name: 'shark-search',
    summary: 'scores inherited along the path, with anchor and context',
    description:
      'A link inherits half of its page’s score, or of what an irrelevant page itself inherited, and has a fifth of its worth from its anchor and the words around it.',
    origin: 'Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim and Ur (1998)',
    judge,
    strategy: { kind: 'shark-search' },
  },
];
