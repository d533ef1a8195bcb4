/** Sizes against published figures; draws against what a simple random sample promises. */
import { describe, expect, it } from 'vitest';
import { drawSample, pageKey, sampleSize } from '../../src/lab/sampling.ts';
import type { Visited } from '../../src/lab/study.ts';
import { runOf, studyOf, visited } from './study-of.ts';

const found = (from: number, to: number, over: Partial<Visited> = {}): Visited[] =>
  Array.from({ length: to - from }, (_, i) => visited(`p${from + i}`, over));
const rules = { seed: 1, size: 5, finite: false };

describe('the size of a sample', () => {
  it('is 385 pages in the worst case, at 95 % and within 5 points', () => {
    // (1.96 · 0.5 / 0.05)² = 384.16
    expect(sampleSize()).toBe(385);
  });

  it.each([
    // Cochran's formula by hand with z = 1.96 (and 2.5758, 1.6449): 1067.1, 9603.6, 96.04, 663.5, 270.6, 245.9.
    [{ margin: 0.03 }, 1068],
    [{ margin: 0.01 }, 9604],
    [{ margin: 0.1 }, 97],
    [{ confidence: 0.99 }, 664],
    [{ confidence: 0.9 }, 271],
    [{ share: 0.2 }, 246],
  ])('follows n = (z·σ/d)² for %o', (rules, size) => {
    expect(sampleSize(rules)).toBe(size);
  });

  it.each([
    // Krejcie and Morgan (1970), table 1; rows whose figure was not rounded down there.
    [100, 80],
    [200, 132],
    [1000, 278],
    [10_000, 370],
  ])('is corrected for a population of %i to %i', (population, size) => {
    expect(sampleSize({ population })).toBe(size);
  });
});

describe('a sample', () => {
  const data = studyOf([runOf('a', found(0, 20)), runOf('b', found(10, 40))]);

  it('has the requested number of different pages of each variant, all of them found by it', () => {
    const { draws } = drawSample(data, rules);
    expect(draws.map(({ variant, population }) => [variant, population])).toEqual([
      ['a', 20],
      ['b', 30],
    ]);
    for (const [i, { pages }] of draws.entries()) {
      expect(new Set(pages.map(pageKey)).size).toBe(5);
      const own = new Set(data.runs[i]!.visits.map(({ url }) => url));
      expect(pages.every(({ url }) => own.has(url))).toBe(true);
    }
  });

  it('is the same for the same seed and another for another', () => {
    expect(drawSample(data, rules)).toEqual(drawSample(data, rules));
    expect(drawSample(data, { ...rules, seed: 2 }).pages).not.toEqual(drawSample(data, rules).pages);
  });

  it('takes every page of a variant equally often over many seeds', () => {
    const times = new Map<string, number>();
    for (let seed = 1; seed <= 2000; seed++)
      for (const page of drawSample(data, { ...rules, seed }).draws[0]!.pages)
        times.set(page.url, (times.get(page.url) ?? 0) + 1);
    // Each of 20 pages with probability 1/4: 500 times, standard deviation √(2000 · ¼ · ¾) = 19.4.
    expect(times.size).toBe(20);
    for (const n of times.values()) expect(Math.abs(n - 500)).toBeLessThan(4 * 19.4);
  });

  it('is everything if there are fewer pages than requested', () => {
    const { draws, pages } = drawSample(data, { ...rules, size: 100 });
    expect(draws.map((draw) => draw.pages.length)).toEqual([20, 30]);
    expect(pages).toHaveLength(40);
  });

  it('of finite pages is smaller, by the correction for each variant', () => {
    const { draws } = drawSample(data, { ...rules, size: 385, finite: true });
    // 385 / (1 + 384/20) = 19.06, 385 / (1 + 384/30) = 27.9
    expect(draws.map((draw) => draw.pages.length)).toEqual([20, 28]);
  });

  it('contains the smaller one of the same seed', () => {
    const small = drawSample(data, rules).pages.map(pageKey);
    const large = new Set(drawSample(data, { ...rules, size: 9 }).pages.map(pageKey));
    expect(small.every((key) => large.has(key))).toBe(true);
  });

  it('of a variant stays when another variant is added', () => {
    const more = studyOf([...data.runs, runOf('c', found(5, 60))]);
    expect(drawSample(more, rules).draws.slice(0, 2)).toEqual(drawSample(data, rules).draws);
  });

  it('shares its pages between variants that found the same', () => {
    const twins = studyOf([runOf('a', found(0, 50)), runOf('b', found(0, 50).reverse())]);
    expect(drawSample(twins, rules).pages).toHaveLength(5);
  });

  it('counts the same bytes once, under any URL and in any repeat', () => {
    const copy = { ...visited('p0'), url: 'http://w.test/copy' };
    const twice = studyOf([runOf('a', [visited('p0'), copy]), runOf('a', [copy], { repeat: 2 })]);
    expect(drawSample(twice, rules).draws[0]).toMatchObject({
      population: 1,
      pages: [{ url: visited('p0').url }],
    });
  });

  it('keeps the same bytes of two topics apart', () => {
    const two = studyOf([runOf('a', found(0, 1)), runOf('a', found(0, 1), { topic: 'moons' })]);
    expect(
      drawSample(two, rules)
        .pages.map(({ topic }) => topic)
        .sort(),
    ).toEqual(['comets', 'moons']);
  });

  it('leaves out what the recipes were given', () => {
    const runs = [runOf('a', [visited('p0', { example: true }), visited('p1')])];
    expect(drawSample(studyOf(runs), rules).draws).toMatchObject([
      { population: 1, pages: [{ url: 'http://w.test/p1' }] },
    ]);
  });

  it('says to the judge nothing of who found a page, neither by a field nor by the order', () => {
    const apart = studyOf([runOf('a', found(0, 200)), runOf('b', found(200, 400))]);
    const { pages } = drawSample(apart, { ...rules, size: 200 });
    expect(new Set(pages.flatMap(Object.keys))).toEqual(new Set(['web', 'topic', 'digest', 'url']));
    const isOfA = pages.map(({ url }) => Number(url.slice('http://w.test/p'.length)) < 200);
    const changes = isOfA.slice(1).filter((one, i) => one !== isOfA[i]).length;
    // Of 399 neighbours in random order half are of two kinds: 200 ± 4 · 10.
    expect(Math.abs(changes - 200)).toBeLessThan(40);
  });
});
