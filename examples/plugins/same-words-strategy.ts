/**
 * A strategy, and a recipe of it: links whose anchor repeats words of the page's title come first. The words are
 * compared where the page is read (`measure`, in a thread); the strategy gets numbers, one for each link.
 */
import { defineRecipe, defineStrategy, z } from 'forage-crawler';

export const sameWords = defineStrategy({
  name: 'same-words',
  summary: 'links whose anchor shares words with the title of their page',
  settings: z.object({
    share: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('share of the common words; the page’s score has the rest'),
  }),
  measure: () => (page) => {
    const title = new Set(wordsOf(page.title));
    return {
      common: page.links.map(({ anchor }) => wordsOf(anchor).filter((word) => title.has(word)).length),
    };
  },
  make: ({ settings: { share } }) => ({
    *visit({ page, judgement, signals }) {
      for (const link of page.links) {
        const common = Math.min(1, signals.common[link.position]! / 3);
        yield {
          link,
          priority: share * common + (1 - share) * judgement.guide,
          why: `${common.toFixed(2)} in common`,
        };
      }
    },
  }),
});

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

export const recipe = defineRecipe({
  name: 'same-words',
  summary: 'links that say what their page says',
  judge: 'keyword-cosine',
  strategy: { kind: 'same-words', share: 0.7 },
});
