import { describe, expect, it } from 'vitest';
import { averageRank, pooledRanks } from '../../../src/lab/measures/average-rank.ts';
import { controlWindows } from '../../../src/lab/measures/control-windows.ts';
import { densityMinima } from '../../../src/lab/measures/density-minima.ts';
import { distribution } from '../../../src/lab/measures/distribution.ts';
import { Contents, overlap } from '../../../src/lab/measures/overlap.ts';
import { perplexityOf, perplexityPoints } from '../../../src/lab/measures/perplexity.ts';
import type { Visited } from '../../../src/lab/study.ts';
import { LanguageModel } from '../../../src/learn/language-model.ts';

describe('the spread of scores', () => {
  it('has the quartiles of NumPy 2 quantile', () => {
    const { box } = distribution([3, 1, 4, 1, 5, 9, 2, 6, 5, 3].map((n) => n / 10))!;
    expect([box.min, box.q1, box.median, box.q3, box.max].map((n) => Number(n.toFixed(12)))).toEqual([
      0.1, 0.225, 0.35, 0.5, 0.9,
    ]);
    expect(box.mean).toBeCloseTo(0.39, 12);
    expect(box.pages).toBe(10);
  });

  it('has eighty bins whose area is 1, with the score 1 in the last', () => {
    const { density } = distribution([0, 0.0124, 0.0126, 1])!;
    expect(density).toHaveLength(80);
    // Two of four pages in the first bin of width 1/80, one in the next, one in the last.
    expect(density[0]).toBeCloseTo(40, 12);
    expect(density[1]).toBeCloseTo(20, 12);
    expect(density[79]).toBeCloseTo(20, 12);
    expect(density.reduce((sum, height) => sum + height / 80, 0)).toBeCloseTo(1, 12);
  });

  it('is nothing where there are no scores', () => {
    expect(distribution([])).toBeUndefined();
  });
});

describe('perplexity at control points', () => {
  const model = LanguageModel.fit([
    ['a', 'comet', 'has', 'a', 'tail'],
    ['the', 'tail', 'of', 'a', 'comet'],
  ]);
  const texts = [
    ['a', 'comet', 'sings'],
    ['the', 'tail'],
    ['no', 'such', 'words'],
    ['a', 'tail', 'of', 'the'],
  ];
  const visits = texts.map(
    (text): Visited => ({
      url: text.join(''),
      digest: text.join(''),
      score: 0,
      judged: false,
      bytes: 1,
      perplexity: model.perplexity([text]),
    }),
  );

  it('is that of the pages of a window as one text', () => {
    const windows = [
      { n: 1, at: 2, from: 0, to: 2 },
      { n: 2, at: 4, from: 2, to: 4 },
    ];
    const points = perplexityPoints(visits, windows);
    expect(points).toHaveLength(2);
    for (const { from, to, withUnknown, withoutUnknown, unknownShare } of points) {
      const whole = model.perplexity(texts.slice(from, to));
      expect(withUnknown).toBeCloseTo(whole.withUnknown, 9);
      expect(withoutUnknown).toBeCloseTo(whole.withoutUnknown, 9);
      expect(unknownShare).toBeCloseTo(whole.unknown / whole.words, 12);
    }
  });

  it('shows in the last window what the crawl came to', () => {
    // 32 pages at 50, then 32 at 100: over all of them 70.7, in the last window 100.
    const drift = Array.from({ length: 64 }, (_, i): Visited => {
      const perplexity = i < 32 ? 50 : 100;
      return {
        ...visits[0]!,
        perplexity: { withUnknown: perplexity, withoutUnknown: perplexity, words: 10, unknown: 0 },
      };
    });
    const points = perplexityPoints(drift, controlWindows(drift, { of: 'pages' }));
    expect(points.map(({ n }) => n)).toEqual([1, 2, 4, 8, 16, 32, 64]);
    expect(points.map(({ withUnknown }) => Math.round(withUnknown))).toEqual([50, 50, 50, 50, 50, 50, 100]);
    expect(perplexityOf(drift)!.withUnknown).toBeCloseTo(Math.sqrt(5000), 9);
  });

  it('passes over pages without words', () => {
    const [first, ...rest] = visits;
    const { perplexity: _, ...wordless } = first!;
    expect(perplexityOf([wordless, ...rest])!.withUnknown).toBeCloseTo(
      model.perplexity(texts.slice(1)).withUnknown,
      9,
    );
  });
});

describe('overlap', () => {
  const page = (url: string, digest: string): Visited => ({ url, digest, score: 0, judged: true, bytes: 1 });
  const shared = (a: string[], b: string[]): number | undefined => {
    const contents = new Contents();
    const [one, other] = [a, b].map((all) => contents.setOf(all.map((digest) => page(digest, digest))));
    return overlap(one!, other!);
  };

  it('is the shared fraction for crawls of the same size, and the same from both sides otherwise', () => {
    expect(shared([...'abcd'], [...'cdef'])).toBe(0.5);
    expect(shared([...'abcdef'], [...'ab'])).toBe(0.5);
    expect(shared([...'ab'], [...'abcdef'])).toBe(0.5);
    expect(shared([...'ab'], [...'cd'])).toBe(0);
    expect(shared([...'ab'], [...'ab'])).toBe(1);
    expect(shared([], [])).toBeUndefined();
  });

  it('counts hundreds of pages one by one', () => {
    const numbers = (from: number, to: number, step: number): string[] =>
      Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => String(from + i * step));
    // 0 … 599 and every third of 300 … 999 (234 of them): 100 shared of 834.
    expect(shared(numbers(0, 600, 1), numbers(300, 1000, 3))).toBeCloseTo(200 / 834, 14);
  });

  it('goes by content: the same bytes under two addresses are one page', () => {
    const contents = new Contents();
    const a = contents.setOf([page('http://a.test/', 'x'), page('http://a.test/2', 'y')]);
    const b = contents.setOf([page('http://b.test/', 'x'), page('http://b.test/2', 'z')]);
    expect(overlap(a, b)).toBe(0.5);
  });

  it('uses the first N visits, and of those the ones that count', () => {
    const visits = [page('a', 'a'), page('b', 'b'), page('c', 'c')];
    expect(new Contents().setOf(visits, 2).size).toBe(2);
    expect(new Contents().setOf(visits, 9, ({ url }) => url !== 'a').size).toBe(2);
  });
});

describe('control windows', () => {
  const pages = (...bytes: number[]): Visited[] =>
    bytes.map((size, i) => ({ url: `${i}`, digest: `${i}`, score: 0, judged: false, bytes: size }));

  it('are the 1st, 2nd, 4th … unit of the crawl, and end with it', () => {
    const hundred = pages(...new Array<number>(100).fill(1));
    expect(controlWindows(hundred, { of: 'pages', unit: 10 })).toEqual([
      { n: 1, at: 10, from: 0, to: 10 },
      { n: 2, at: 20, from: 10, to: 20 },
      { n: 4, at: 40, from: 30, to: 40 },
      { n: 8, at: 80, from: 70, to: 80 },
    ]);
    // 64 units of 100/64 pages: the last one begins at 98.4.
    expect(controlWindows(hundred, { of: 'pages' }).at(-1)).toEqual({ n: 64, at: 100, from: 99, to: 100 });
    expect(controlWindows(pages(1, 1, 1), { of: 'pages' }).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('hold a page in the unit that it begins in, by bytes', () => {
    // Pages begin at 0, 60, 120, 200, 210; the first two units end at 100 and 200.
    expect(controlWindows(pages(60, 60, 80, 10, 190), { of: 'bytes', unit: 100 })).toEqual([
      { n: 1, at: 100, from: 0, to: 2 },
      { n: 2, at: 200, from: 2, to: 3 },
    ]);
  });
});

it('the average rank is over the pages of all runs, equal scores sharing theirs', () => {
  const page = (digest: string, score: number): Visited => ({
    ...{ url: digest, digest, score: 0, judged: false, bytes: 1 },
    measured: { score, relevant: false },
  });
  const [a, b, c, d] = [page('a', 0.9), page('b', 0.5), page('c', 0.5), page('d', 0.1)];
  const run = (...visits: Visited[]) => ({ run: {} as never, visits });
  const ranks = pooledRanks([run(a!, b!), run(b!, c!, d!)]);
  // a 1, b and c share 2 and 3, d 4.
  expect(Object.fromEntries(ranks)).toEqual({ a: 1, b: 2.5, c: 2.5, d: 4 });
  expect(averageRank([a!, b!], ranks)).toBe(1.75);
  expect(averageRank([{ ...d!, measured: undefined }], ranks)).toBeUndefined();
});

it('the minima of a density lie between its heaps, and one heap has none', () => {
  const heap = (centre: number, height: number) => (_: unknown, i: number) =>
    height * Math.exp(-((i - centre) ** 2) / 50);
  const bins = Array.from({ length: 80 });
  const two = bins.map((_, i) => heap(20, 1)(_, i) + heap(60, 0.5)(_, i));
  expect(densityMinima(bins.map(heap(40, 1)), 10_000)).toEqual([]);
  const [only, ...others] = densityMinima(two, 10_000);
  expect(others).toEqual([]);
  // Where exp(−(i−20)²/50) = exp(−(i−60)²/50) / 2: (i−20)² − (i−60)² = 50 ln 2, i = 40.43.
  expect(Math.abs(only! - 40.9)).toBeLessThan(1);
});
