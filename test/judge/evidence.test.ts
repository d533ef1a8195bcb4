import { expect, it } from 'vitest';
import { evidenceOf } from '../../src/judge/evidence.ts';
import { createLearner } from '../../src/learn/learners.ts';
import { vectorOf } from '../../src/text/vectors.ts';

/** Eight features; the first four belong to relevant examples. */
const examples = Array.from({ length: 12 }, (_, i) => {
  const relevant = i % 2 === 0;
  const first = relevant ? 0 : 4;
  return {
    relevant,
    vector: vectorOf([
      [first + (i % 4), 1 + (i % 3)],
      [first + ((i + 1) % 4), 1],
      [i % 8, 1],
    ]),
  };
});
const asked = vectorOf([
  [0, 1],
  [1, 3],
  [3, 2],
  [4, 1],
  [5, 2],
  [7, 1],
]);

it.each(['linear-svm', 'naive-bayes', 'online-logistic'])(
  'the cached score and top features of %s match those of the learner',
  (kind) => {
    const learner = createLearner(kind);
    learner.fit(examples);
    const evidence = evidenceOf(learner, 8);
    expect(evidence.score(asked)).toBeCloseTo(learner.predict(asked), 12);
    const said = learner.explain(asked).slice(0, 5);
    const found = evidence.heaviest(asked);
    expect(found.map(({ weight }) => weight)).toEqual(said.map(({ weight }) => expect.closeTo(weight, 12)));
    expect(found[0]!.feature).toBe(said[0]!.feature);
  },
);

it('a kernel machine explains the three largest values by removing each', () => {
  const learner = createLearner('rbf-svm', { gamma: 0.1 });
  learner.fit(examples);
  const found = evidenceOf(learner, 8).heaviest(asked);
  const all = new Map(learner.explain(asked).map(({ feature, weight }) => [feature, weight]));
  expect(found.map(({ feature }) => feature).sort()).toEqual([1, 3, 5]);
  for (const { feature, weight } of found) expect(weight).toBeCloseTo(all.get(feature)!, 12);
});
