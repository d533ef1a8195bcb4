import { describe, expect, it } from 'vitest';
import { normalArea, normalQuantile, upperTail } from '../../../src/lab/statistics/normal.ts';
import { studentT } from '../../../src/lab/statistics/student-t.ts';
import { topicMean } from '../../../src/lab/statistics/topic-mean.ts';
import { wilsonInterval } from '../../../src/lab/statistics/wilson.ts';
import { Random } from '../../../src/learn/random.ts';

describe('the normal distribution', () => {
  it('has the areas that SciPy 1.17.1 norm.cdf and norm.sf give', () => {
    const areas: [number, number][] = [
      [-3, 0.0013498980316300933],
      [-1, 0.15865525393145707],
      [0, 0.5],
      [0.5, 0.6914624612740131],
      [1.96, 0.9750021048517795],
    ];
    for (const [z, area] of areas) expect(normalArea(z)).toBeCloseTo(area, 14);
    const tails: [number, number][] = [
      [5, 2.866515718791933e-7],
      [5.5, 1.898956246588768e-8],
      [6, 9.865876450376946e-10],
      [8, 6.22096057427174e-16],
    ];
    for (const [z, tail] of tails) {
      expect(upperTail(z) / tail).toBeCloseTo(1, 12);
      expect(normalArea(-z) / tail).toBeCloseTo(1, 9);
    }
  });

  it('has the quantiles that SciPy 1.17.1 norm.ppf gives', () => {
    const quantiles: [number, number][] = [
      [1e-10, -6.361340902404056],
      [0.001, -3.090232306167813],
      [0.025, -1.9599639845400545],
      [0.3, -0.5244005127080409],
      [0.5, 0],
      [0.9, 1.2815515655446004],
      [0.975, 1.959963984540054],
      [0.995, 2.5758293035489004],
    ];
    for (const [area, z] of quantiles) expect(normalQuantile(area)).toBeCloseTo(z, 10);
    expect(() => normalQuantile(1)).toThrow(/between 0 and 1/);
  });
});

describe("Wilson's interval", () => {
  it('is what statsmodels 0.15.0 proportion_confint(method="wilson") gives', () => {
    const rows: [number, number, number, number, number][] = [
      [81, 263, 0.95, 0.2552885198782742, 0.36620957698280004],
      [15, 148, 0.95, 0.0623863995307363, 0.16048724172330803],
      [1, 29, 0.95, 0.006113214292762653, 0.17175521879320288],
      [207, 385, 0.95, 0.48773286448293685, 0.586847660155442],
      [7, 20, 0.99, 0.1463934413769388, 0.6283381789526871],
      [0, 10, 0.95, 0, 0.2775327998628892],
      [10, 10, 0.95, 0.7224672001371107, 1],
    ];
    for (const [hits, trials, confidence, low, high] of rows) {
      const interval = wilsonInterval(hits, trials, confidence);
      expect(interval.low).toBeCloseTo(low, 10);
      expect(interval.high).toBeCloseTo(high, 10);
      expect(interval.estimate).toBe(hits / trials);
    }
  });

  it('refuses more hits than trials, and no trials', () => {
    expect(() => wilsonInterval(3, 2)).toThrow(/no more hits than trials/);
    expect(() => wilsonInterval(0, 0)).toThrow(/one or more trials/);
  });
});

describe("Student's t distribution", () => {
  it('has the two-sided 95 % and 99 % points of the printed tables', () => {
    const rows: [number, number, number][] = [
      [1, 12.7062, 63.6567],
      [2, 4.3027, 9.9248],
      [3, 3.1824, 5.8409],
      [4, 2.7764, 4.6041],
      [5, 2.5706, 4.0321],
      [13, 2.1604, 3.0123],
      [30, 2.0423, 2.75],
      [120, 1.9799, 2.6174],
    ];
    for (const [freedom, usual, wide] of rows) {
      expect(studentT(freedom, 0.95)).toBeCloseTo(usual, 4);
      expect(studentT(freedom, 0.99)).toBeCloseTo(wide, 4);
    }
  });
});

describe('the mean over topics and repeats', () => {
  it('has the interval of Student’s sleep data, 1.58 with 0.70 to 2.46 (t.test in R)', () => {
    const hours = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4].map((one) => [one]);
    const { estimate, low, high } = topicMean(hours);
    expect(estimate).toBeCloseTo(1.58, 12);
    expect(low).toBeCloseTo(0.7001142, 6);
    expect(high).toBeCloseTo(2.4598858, 6);
  });

  it('takes the repeats of a topic together: they are no further topics', () => {
    const topics = [
      [0.81, 0.85, 0.78],
      [0.62, 0.51, 0.66],
      [0.93, 0.95, 0.9],
      [0.44, 0.6, 0.52],
    ];
    const ofMeans = topicMean(topics.map((one) => [(one[0]! + one[1]! + one[2]!) / 3]));
    expect(topicMean(topics).estimate).toBeCloseTo(0.7141666666666667, 12);
    expect(topicMean(topics).low).toBeCloseTo(ofMeans.low, 12);
    expect(topicMean(topics).high).toBeCloseTo(ofMeans.high, 12);
  });

  it.each([2, 3, 6, 14])('holds the true mean in about 95 %% of 2,000 studies with %i topics', (topics) => {
    const random = new Random(topics);
    // Sums of twelve uniform numbers: nearly normal, with mean 6.
    const figure = (): number => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b);
    let held = 0;
    for (let study = 0; study < 2000; study++) {
      const { low, high } = topicMean(Array.from({ length: topics }, () => [figure()]));
      if (low <= 6 && 6 <= high) held += 1;
    }
    expect(held / 2000).toBeGreaterThan(0.935);
    expect(held / 2000).toBeLessThan(0.965);
  });

  it('ends where figures end', () => {
    expect(topicMean([[0.1], [0.9]], { range: [0, 1] })).toEqual({ estimate: 0.5, low: 0, high: 1 });
  });

  it('is about repeats if there is one topic, has no width for one run, and no figure for none', () => {
    expect(topicMean([[0.1, 0.2, 0.3]]).low).toBeCloseTo(0.2 - (4.3027 * 0.1) / Math.sqrt(3), 4);
    expect(topicMean([[0.4], []])).toEqual({ estimate: 0.4, low: 0.4, high: 0.4 });
    expect(topicMean([]).estimate).toBeNaN();
  });
});
