/**
 * The example is 13.1 of Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008): four documents
 * about China or not, smoothing 1, and a fifth one to classify.
 */
import { expect, test } from 'vitest';
import { NaiveBayes } from '../../src/learn/naive-bayes.ts';
import { vectorOf } from '../../src/text/vectors.ts';

const [chinese, beijing, shanghai, macao, tokyo, japan] = [0, 1, 2, 3, 4, 5] as const;
const examples = [
  {
    vector: vectorOf([
      [chinese, 2],
      [beijing, 1],
    ]),
    relevant: true,
  },
  {
    vector: vectorOf([
      [chinese, 2],
      [shanghai, 1],
    ]),
    relevant: true,
  },
  {
    vector: vectorOf([
      [chinese, 1],
      [macao, 1],
    ]),
    relevant: true,
  },
  {
    vector: vectorOf([
      [tokyo, 1],
      [japan, 1],
      [chinese, 1],
    ]),
    relevant: false,
  },
];
const fifth = vectorOf([
  [chinese, 3],
  [tokyo, 1],
  [japan, 1],
]);

/** The book: P(China|d5) ∝ 3/4 · (3/7)³ · 1/14 · 1/14 ≈ 0.0003, P(not|d5) ∝ 1/4 · (2/9)³ · 2/9 · 2/9 ≈ 0.0001. */
const bookOdds = ((3 / 4) * (3 / 7) ** 3 * (1 / 14) ** 2) / ((1 / 4) * (2 / 9) ** 5);

test("the score is the log odds of the book's example", () => {
  const learner = new NaiveBayes({ smoothing: 1 });
  learner.fit(examples);
  expect(learner.predict(fifth)).toBeCloseTo(Math.log(bookOdds), 12);
  expect(learner.probability(fifth)).toBeCloseTo(bookOdds / (1 + bookOdds), 12);
  expect(learner.probability(fifth)).toBeCloseTo(0.69, 2);
});

test("the scores of both classes are the logarithms of the book's two products", () => {
  const learner = new NaiveBayes({ smoothing: 1 });
  learner.fit(examples);
  const { relevant, other } = learner.classScores(fifth);
  expect(relevant).toBeCloseTo(Math.log((3 / 4) * (3 / 7) ** 3 * (1 / 14) ** 2), 12);
  expect(other).toBeCloseTo(Math.log((1 / 4) * (2 / 9) ** 5), 12);
});

test('examples learnt one at a time give the same model as all at once', () => {
  const together = new NaiveBayes();
  together.fit(examples);
  const onebyone = new NaiveBayes();
  for (const example of examples) onebyone.update(example);
  expect(onebyone.predict(fifth)).toBe(together.predict(fifth));
});

test('the weighted form multiplies each log probability by tf · log2(N/n)', () => {
  // By hand: "chinese" stands in all four documents, log2(4/4) = 0; Tokyo and Japan in one, log2(4/1) = 2.
  const learner = new NaiveBayes({ smoothing: 1, weighting: 'tf-idf' });
  learner.fit(examples);
  const byHand = Math.log(3) + 2 * 2 * Math.log(1 / 14 / (2 / 9));
  expect(learner.predict(fifth)).toBeCloseTo(byHand, 12);
});

test('explanations and the prior sum to the score', () => {
  for (const weighting of ['counts', 'tf-idf'] as const) {
    const learner = new NaiveBayes({ weighting });
    learner.fit(examples);
    const sum = learner.explain(fifth).reduce((total, { weight }) => total + weight, Math.log(3));
    expect(sum).toBeCloseTo(learner.predict(fifth), 12);
  }
});

test('negative values are refused, since they are not counts', () => {
  const bad = [...examples, { vector: vectorOf([[chinese, -1]]), relevant: true }];
  const learner = new NaiveBayes();
  learner.fit(examples);
  const before = learner.toJSON();
  expect(() => learner.fit(bad)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  expect(() => learner.update(bad.at(-1)!)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  expect(learner.toJSON()).toEqual(before);
});

test('one class seen online is not enough for a score', () => {
  const learner = new NaiveBayes();
  learner.update(examples[0]!);
  expect(() => learner.predict(fifth)).toThrow(expect.objectContaining({ code: 'TRAINING' }));
});

test('the weighted form of the CINDI thesis, section 4.3.3.2, by hand', () => {
  // Relevant "a a b" and "a c", other "c d d d": 5 and 4 words, 4 different ones, smoothing 0.5, so the denominators are
  // 7 and 6. a and c stand in 2 of 3 texts, d in 1. The page is "a a c d" with a word that no text has.
  const [a, b, c, d, unknown] = [0, 1, 2, 3, 4] as const;
  const learner = new NaiveBayes({ weighting: 'tf-idf' });
  learner.fit([
    {
      vector: vectorOf([
        [a, 2],
        [b, 1],
      ]),
      relevant: true,
    },
    {
      vector: vectorOf([
        [a, 1],
        [c, 1],
      ]),
      relevant: true,
    },
    {
      vector: vectorOf([
        [c, 1],
        [d, 3],
      ]),
      relevant: false,
    },
  ]);
  const { relevant, other } = learner.classScores(
    vectorOf([
      [a, 2],
      [c, 1],
      [d, 1],
      [unknown, 5],
    ]),
  );
  const [ofTwo, ofOne] = [Math.log2(1.5), Math.log2(3)];
  const hand = (prior: number, na: number, nc: number, nd: number, all: number): number =>
    Math.log(prior) +
    2 * ofTwo * Math.log((na + 0.5) / all) +
    ofTwo * Math.log((nc + 0.5) / all) +
    ofOne * Math.log((nd + 0.5) / all);
  expect(relevant).toBeCloseTo(hand(2 / 3, 3, 1, 0, 7), 10);
  expect(other).toBeCloseTo(hand(1 / 3, 0, 1, 3, 6), 10);
  expect(relevant).toBeCloseTo(-6.3003048, 6);
  expect(other).toBeCloseTo(-5.6709862, 6);
});
