/** Link classifiers trained during the crawl only: our own recipe next to those of the theses. */
import { z } from 'zod';
import { defineRecipe, defineStrategy } from '../../plugin/define.ts';
import { linkWords } from '../../strategy/link-words.ts';
import { onlineLinks } from '../../strategy/online-links.ts';
import type { Recipe } from '../recipe.ts';

const onlineLinksKind = defineStrategy({
  name: 'online-links',
  summary: 'links by how good links with the same words were in this crawl',
  settings: z.strictObject({
    rate: z.number().positive().max(10).default(0.3).describe('learning rate'),
    prior: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(10)
      .describe('strength of the prior that links of relevant pages are good'),
    maxRescore: z
      .number()
      .int()
      .min(0)
      .default(20_000)
      .describe('waiting links are re-ranked while there are at most this many; 0: never'),
  }),
  train: ({ examples }) => examples.map(({ page: { url, title }, relevant }) => ({ url, title, relevant })),
  measure: () => linkWords,
  make: ({ settings, model }) => onlineLinks(settings, model ?? []),
});

const onlineLinksRecipe: Recipe = {
  name: 'online-links',
  summary: 'learns from every page which links are worth following',
  description:
    'A link’s priority is the probability that its target is relevant, by logistic regression over the words of its anchor, around it and in its URL, and over its page’s score. Every fetched page is a training example for the link that led to it. Its prior is that links of relevant pages are good, and it starts with the titles and URLs of the examples.',
  origin: 'ours; after ACHE (Barbosa and Freire, WWW 2007)',
  judge: { kind: 'svm' },
  strategy: { kind: 'online-links' },
};

export const online = [onlineLinksKind, defineRecipe(onlineLinksRecipe)];
