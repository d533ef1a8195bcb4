import { describe, expect, it } from 'vitest';
import { distribution } from '../../../src/lab/measures/distribution.ts';
import { Contents, overlap } from '../../../src/lab/measures/overlap.ts';
import { perplexityPoints } from '../../../src/lab/measures/perplexity.ts';
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

  it('is that of all pages up to there as one text', () => {
    const points = perplexityPoints(visits);
    expect(points.map(({ visited }) => visited)).toEqual([1, 2, 4]);
    for (const { visited, withUnknown, withoutUnknown, unknownShare } of points) {
      const whole = model.perplexity(texts.slice(0, visited));
      expect(withUnknown).toBeCloseTo(whole.withUnknown, 9);
      expect(withoutUnknown).toBeCloseTo(whole.withoutUnknown, 9);
      expect(unknownShare).toBeCloseTo(whole.unknown / whole.words, 12);
    }
  });

  it('passes over pages without words', () => {
    const [first, ...rest] = visits;
    const { perplexity: _, ...wordless } = first!;
    expect(perplexityPoints([wordless, ...rest]).at(-1)!.withUnknown).toBeCloseTo(
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
