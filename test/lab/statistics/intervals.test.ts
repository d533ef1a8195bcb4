import { describe, expect, it } from 'vitest';
import { groupBootstrap } from '../../../src/lab/statistics/group-bootstrap.ts';
import { normalArea, normalQuantile, upperTail } from '../../../src/lab/statistics/normal.ts';
import { wilsonInterval } from '../../../src/lab/statistics/wilson.ts';

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

describe('the bootstrap over topics and repeats', () => {
  it('is, with one repeat a topic, the percentile interval of SciPy 1.17.1 bootstrap with 200,000 samples', () => {
    const topics = [0.81, 0.62, 0.93, 0.44, 0.75, 0.58, 0.69, 0.87].map((one) => [one]);
    const interval = groupBootstrap(topics, { samples: 20_000 });
    expect(interval.estimate).toBeCloseTo(0.71125, 12);
    expect(Math.abs(interval.low - 0.605)).toBeLessThan(0.004);
    expect(Math.abs(interval.high - 0.81125)).toBeLessThan(0.004);
  });

  it('draws topics and then repeats within them, as 200,000 samples in NumPy do', () => {
    const topics = [
      [0.81, 0.85, 0.78],
      [0.62, 0.51, 0.66],
      [0.93, 0.95, 0.9],
      [0.44, 0.6, 0.52],
    ];
    const interval = groupBootstrap(topics, { samples: 20_000 });
    expect(interval.estimate).toBeCloseTo(0.7141666666666667, 12);
    expect(Math.abs(interval.low - 0.5517)).toBeLessThan(0.004);
    expect(Math.abs(interval.high - 0.8758)).toBeLessThan(0.004);
  });

  it('is the same for the same seed and differs a little for another', () => {
    const topics = [[0.1, 0.2], [0.5], [0.9, 0.7]];
    expect(groupBootstrap(topics)).toEqual(groupBootstrap(topics));
    expect(groupBootstrap(topics, { seed: 2, samples: 50 })).not.toEqual(
      groupBootstrap(topics, { samples: 50 }),
    );
  });

  it('has no width for one run, and no figure for none', () => {
    expect(groupBootstrap([[0.4], []])).toEqual({ estimate: 0.4, low: 0.4, high: 0.4 });
    expect(groupBootstrap([]).estimate).toBeNaN();
  });
});
