/** A judge that keeps learning: its model is the number of pages seen, raised every fifth page. */
import { defineJudge } from '../../../src/index.ts';

export const judge = defineJudge({
  name: 'counting',
  train: () => 0,
  make: ({ model }) => ({
    judge: () => ({ score: model / 100, relevant: true, why: [`after ${model} pages`] }),
  }),
  learner({ model }) {
    let seen: number = model;
    return {
      visited() {
        seen += 1;
      },
      learn: () => (seen % 5 === 0 ? seen : undefined),
      save: () => seen,
      restore(saved) {
        seen = saved as number;
      },
    };
  },
});
