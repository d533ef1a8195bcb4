import { expect, it } from 'vitest';
import { trainLearnt } from '../../src/judge/training/learnt.ts';
import { supportVectors } from '../../src/judge/training/support-vectors.ts';

const texts = [
  { text: 'comet', relevant: true },
  { text: 'comet comet comet', relevant: true },
  { text: 'rose', relevant: false },
  { text: 'rose rose rose', relevant: false },
];
const vectors = {
  language: 'en',
  stopWords: 'none',
  stem: 'none',
  minDocuments: 1,
  maxTerms: 10,
  weighting: 'count',
  unitLength: false,
} as const;

// The smallest weights that keep both classes at a distance of 1 are +1 for "comet" and −1 for "rose": the words said
// once lie on the margin, the others at 3, so two of the four support the border.
it('examples on the margin support it, those beyond it do not', async () => {
  const how = { vectors, perWord: false, curve: 'logistic', seed: 1 } as const;
  const svm = await trainLearnt(texts, {
    ...how,
    learner: 'linear-svm',
    settings: { c: 1000, loss: 'hinge' },
  });
  expect(supportVectors(svm, texts)).toBe(2);
  const bayes = await trainLearnt(texts, { ...how, learner: 'naive-bayes', settings: {} });
  expect(supportVectors(bayes, texts)).toBeUndefined();
});
