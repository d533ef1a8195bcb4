/**
 * The weather data of Quinlan (1986), printed in Mitchell (Machine Learning, 1997, table 3.2) and in Witten and Frank:
 * fourteen days, nine of them with play. Each value of an attribute is a binary feature.
 */
import { describe, expect, test } from 'vitest';
import { DecisionStump } from '../../src/learn/decision-stump.ts';
import { addedErrors, DecisionTree, normalQuantile } from '../../src/learn/decision-tree.ts';
import type { Example } from '../../src/learn/learner.ts';
import { OneR } from '../../src/learn/one-r.ts';
import { Random } from '../../src/learn/random.ts';
import { RandomTree } from '../../src/learn/random-tree.ts';
import { entropy, FeatureReader, informationGain } from '../../src/learn/tree-splits.ts';
import { ZeroR } from '../../src/learn/zero-r.ts';
import { vectorOf } from '../../src/text/vectors.ts';

const names = ['sunny', 'overcast', 'rain', 'hot', 'mild', 'cool', 'high', 'strong'];
const day = (...words: string[]) => vectorOf(words.map((word) => [names.indexOf(word), 1] as const));
const days: Example[] = [
  { vector: day('sunny', 'hot', 'high'), relevant: false },
  { vector: day('sunny', 'hot', 'high', 'strong'), relevant: false },
  { vector: day('overcast', 'hot', 'high'), relevant: true },
  { vector: day('rain', 'mild', 'high'), relevant: true },
  { vector: day('rain', 'cool'), relevant: true },
  { vector: day('rain', 'cool', 'strong'), relevant: false },
  { vector: day('overcast', 'cool', 'strong'), relevant: true },
  { vector: day('sunny', 'mild', 'high'), relevant: false },
  { vector: day('sunny', 'cool'), relevant: true },
  { vector: day('rain', 'mild'), relevant: true },
  { vector: day('sunny', 'mild', 'strong'), relevant: true },
  { vector: day('overcast', 'mild', 'high', 'strong'), relevant: true },
  { vector: day('overcast', 'hot'), relevant: true },
  { vector: day('rain', 'mild', 'high', 'strong'), relevant: false },
];
const feature = (name: string) => names.indexOf(name);

describe('gain', () => {
  test('as Mitchell prints it: entropy 0.940, humidity 0.151, wind 0.048', () => {
    const whole = { relevant: 9, other: 5 };
    expect(entropy(whole)).toBeCloseTo(0.94, 3);
    expect(Math.abs(informationGain(whole, { relevant: 6, other: 1 }) - 0.151)).toBeLessThan(0.001);
    expect(Math.abs(informationGain(whole, { relevant: 6, other: 2 }) - 0.048)).toBeLessThan(0.001);
    expect(entropy({ relevant: 4, other: 0 })).toBe(0);
  });

  test('the splits of the sparse data have the same gains', () => {
    const splits = new FeatureReader(days, names.length).splits([...days.keys()], 1);
    const of = (name: string) => splits.find((split) => split.feature === feature(name))!;
    expect(Math.abs(of('high').gain - 0.151)).toBeLessThan(0.001);
    expect(Math.abs(of('strong').gain - 0.048)).toBeLessThan(0.001);
    expect(of('high').splitInfo).toBeCloseTo(1, 12);
    expect(of('high').threshold).toBe(0.5);
  });

  test('negative values sort below absent ones', () => {
    const examples = [-2, -1, 0, 3].map((value) => ({ vector: vectorOf([[0, value]]), relevant: value < 0 }));
    const [split] = new FeatureReader(examples, 1).splits([0, 1, 2, 3], 1);
    expect(split).toMatchObject({ threshold: -0.5, gain: 1 });
  });
});

describe('the decision tree', () => {
  test('splits first on the best gain ratio', () => {
    // By hand: overcast 0.226 / 0.863 = 0.262, humidity 0.152 / 1, sunny 0.102 / 0.940 = 0.109, the rest less.
    const tree = new DecisionTree({ confidence: 1 });
    tree.fit(days);
    const why = tree.explain(day('overcast', 'hot', 'high'));
    expect(why).toEqual([{ feature: feature('overcast'), weight: expect.closeTo(1 - 9 / 14, 12) }]);
  });

  test('without pruning and with leaves of one example memorises the data', () => {
    const tree = new DecisionTree({ confidence: 1, minLeaf: 1 });
    tree.fit(days);
    for (const { vector, relevant } of days) expect(tree.predict(vector) > 0).toBe(relevant);
  });

  test('the pessimistic errors match the book on C4.5', () => {
    // Quinlan (1993, section 4.2), confidence 25 %: U(0, 6) = 0.206, U(0, 9) = 0.143, U(0, 1) = 0.750.
    expect(addedErrors(6, 0, 0.25) / 6).toBeCloseTo(0.206, 3);
    expect(addedErrors(9, 0, 0.25) / 9).toBeCloseTo(0.143, 3);
    expect(addedErrors(1, 0, 0.25)).toBeCloseTo(0.75, 3);
    // U(1, 16) = 0.157 by the exact binomial; the normal approximation is within 0.003.
    expect(Math.abs((1 + addedErrors(16, 1, 0.25)) / 16 - 0.157)).toBeLessThan(0.003);
  });

  test('the normal quantile matches printed tables', () => {
    for (const [p, z] of [
      [0.75, 0.67449],
      [0.975, 1.95996],
      [0.99, 2.32635],
      [0.25, -0.67449],
    ] as const) {
      expect(normalQuantile(p)).toBeCloseTo(z, 4);
    }
  });

  test('noise is pruned away', () => {
    const random = new Random(3);
    const noise = Array.from({ length: 200 }, () => ({
      vector: vectorOf(Array.from({ length: 5 }, () => [random.below(30), 1 + random.below(3)] as const)),
      relevant: random.next() < 0.2,
    }));
    const [whole, pruned] = [1, 0.25].map((confidence) => {
      const tree = new DecisionTree({ confidence });
      tree.fit(noise);
      return tree.nodes;
    });
    expect(whole).toBeGreaterThan(30);
    expect(pruned).toBeLessThan(whole! / 3);
  });

  test('a chain of three thousand values does not overflow the stack', () => {
    const chain = Array.from({ length: 3000 }, (_, i) => ({
      vector: vectorOf([[0, i + 1]]),
      relevant: i % 2 === 0,
    }));
    const tree = new DecisionTree({ confidence: 1, minLeaf: 1 });
    tree.fit(chain);
    expect(tree.nodes).toBeGreaterThan(0);
  });
});

describe('the small learners', () => {
  test('the stump splits on overcast: 4 of 4 there, 5 of 10 otherwise', () => {
    const stump = new DecisionStump();
    stump.fit(days);
    expect(stump.nodes).toBe(3);
    expect(stump.predict(day('overcast'))).toBe(0.5);
    expect(stump.predict(day('sunny'))).toBe(0);
  });

  test('the one rule is humidity with 4 mistakes of 14 (Witten and Frank, table 4.1)', () => {
    // Outlook makes 4 as well, so it is left out here.
    const withoutOutlook = days.map(({ vector, relevant }) => ({
      vector: vectorOf(Array.from(vector.indices, (f, i) => [f, f < 3 ? 0 : vector.values[i]!] as const)),
      relevant,
    }));
    const rule = new OneR();
    rule.fit(withoutOutlook);
    const wrong = withoutOutlook.filter(
      ({ vector, relevant }) => rule.predict(vector) > 0 !== relevant,
    ).length;
    expect(wrong).toBe(4);
    expect(rule.explain(day('high'))[0]!.feature).toBe(feature('high'));
    expect(rule.predict(day('high'))).toBeCloseTo(3 / 7 - 1 / 2, 12);
  });

  test('OneR cuts numbers where the class changes', () => {
    const examples = Array.from({ length: 40 }, (_, i) => ({
      vector: vectorOf([[0, i + 1]]),
      relevant: i >= 10 && i < 30,
    }));
    const rule = new OneR();
    rule.fit(examples);
    for (const { vector, relevant } of examples) expect(rule.predict(vector) > 0).toBe(relevant);
  });

  test('ZeroR predicts the larger class', () => {
    const floor = new ZeroR();
    floor.fit(days);
    expect(floor.predict(day('sunny'))).toBeCloseTo(9 / 14 - 0.5, 12);
  });

  test('a random tree memorises the data, and another seed chooses other splits', () => {
    const trees = [1, 2, 3, 4].map((seed) => {
      const tree = new RandomTree({ seed, drawn: 1 });
      tree.fit(days);
      return tree;
    });
    for (const { vector, relevant } of days) expect(trees[0]!.predict(vector) > 0).toBe(relevant);
    expect(new Set(trees.map((tree) => JSON.stringify(tree))).size).toBeGreaterThan(1);
  });
});
