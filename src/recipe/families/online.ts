/** What is learnt of links during the crawl alone: our own recipe beside those of the theses. */
import { z } from 'zod';
import { defineRecipe, defineStrategy } from '../../plugin/define.ts';
import { linkWords } from '../../strategy/link-words.ts';
import { onlineLinks } from '../../strategy/online-links.ts';
import type { Recipe } from '../recipe.ts';

const onlineLinksKind = defineStrategy({
  name: 'online-links',
  summary: 'a link is as good as links with such words have been in this crawl',
  settings: z.strictObject({
    rate: z.number().positive().max(10).default(0.3).describe('how fast it learns'),
    prior: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(10)
      .describe('how firmly it believes at first that links of relevant pages are good'),
    maxRescore: z
      .number()
      .int()
      .min(0)
      .default(20_000)
      .describe('waiting links are ranked anew now and then while there are no more than this; 0: never'),
  }),
  train: ({ examples }) => examples.map(({ page: { url, title }, relevant }) => ({ url, title, relevant })),
  measure: () => linkWords,
  make: ({ settings, model }) => onlineLinks(settings, model ?? []),
});

const onlineLinksRecipe: Recipe = {
  name: 'online-links',
  summary: 'learns from every page which links are worth following',
  description:
    'A link’s priority is the probability that its target is relevant, by logistic regression over the words of its anchor, around it and of its address, and over its page’s score. Every page that is fetched teaches it what the link that led there was worth. It begins with the belief that links of relevant pages are good, and with the titles and addresses of the examples.',
  origin: 'ours; after ACHE (Barbosa and Freire, WWW 2007)',
  judge: { kind: 'svm' },
  strategy: { kind: 'online-links' },
};

export const online = [onlineLinksKind, defineRecipe(onlineLinksRecipe)];
