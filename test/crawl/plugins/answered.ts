/** A judge and a strategy that learn from people's answers alone, and remember in which order they came. */
import { defineJudge, defineRecipe, defineStrategy } from '../../../src/index.ts';

export const judge = defineJudge({
  name: 'answered',
  train: () => ({ words: [] as string[] }),
  make: ({ model }) => ({
    judge: (page) => {
      const found = model.words.filter((word: string) => page.text.includes(word));
      return { score: found.length > 0 ? 1 : 0, relevant: found.length > 0, why: found };
    },
  }),
  notes: () => (page) => page.text.split(' ').find((word) => word.startsWith('sign')) ?? '',
  learner({ model }) {
    let { words } = model;
    let isNew = false;
    return {
      visited() {},
      learn() {
        if (!isNew) return undefined;
        isNew = false;
        return { words };
      },
      label(_page, answer, notes: string | undefined) {
        if (answer !== 'yes' || notes === undefined) return undefined;
        words = [...words, notes];
        isNew = true;
        return { pagesChanged: 1 };
      },
      save: () => words,
      restore(saved) {
        words = saved as string[];
      },
    };
  },
});

export const strategy = defineStrategy({
  name: 'answered',
  make() {
    let heard: string[] = [];
    let isDue = false;
    return {
      *visit({ page }) {
        for (const link of page.links) yield { link, priority: 0.5, why: heard.join(' ') };
      },
      label({ url }, answer) {
        heard = [...heard, `${new URL(url).pathname}=${answer}`];
        isDue = true;
        return undefined;
      },
      wantsRescore() {
        const due = isDue;
        isDue = false;
        return due;
      },
      rescore: ({ priority }) => priority + 0.01,
      save: () => heard,
      restore(saved) {
        heard = saved as string[];
      },
    };
  },
});

export const recipe = defineRecipe({
  name: 'answered',
  judge: { kind: 'answered' },
  strategy: { kind: 'answered' },
});
