import { expect, it } from 'vitest';
import { judgeQuality } from '../../src/answers/judge-quality.ts';
import type { JudgedPage } from '../../src/archive/records.ts';

/** 64 pages, best first; the best 16 are called relevant. Layers: 2, 2, 4, 8, 16 and 32 pages. */
const pages = Array.from(
  { length: 64 },
  (_, i): JudgedPage => ({
    id: i + 1,
    url: `http://a.test/${i}`,
    digest: String(i),
    title: '',
    score: 1 - i / 64,
    margin: 0.75 - i / 64,
    called: i < 16,
    version: 1,
  }),
);

/** Two labels in each layer, three and four in the two largest: relevant or not as said. */
const said = (answers: Record<number, boolean>, drawn: 'scores' | 'chosen' = 'scores') =>
  new Map(
    Object.entries(answers).map(([place, yes]) => [
      Number(place) + 1,
      { label: yes ? ('relevant' as const) : ('not-relevant' as const), drawn },
    ]),
  );

it('weighs each label by the pages of its layer', () => {
  const quality = judgeQuality(
    pages,
    said({
      0: true,
      1: true,
      2: true,
      3: true,
      4: true,
      5: false,
      8: true,
      9: true,
      16: true,
      17: false,
      40: false,
      41: false,
    }),
  )!;
  // By hand. Called: 2 + 2 + 4 · ½ + 8 = 14 of 16 right. Not called: 16 · ½ = 8 of 16 missed, 0 of 32.
  expect(quality.precision.share).toBeCloseTo(14 / 16, 10);
  expect(quality.recall.share).toBeCloseTo(14 / 22, 10);
  expect(quality.f1.share).toBeCloseTo(28 / (28 + 2 + 8), 10);
  expect(quality.accuracy.share).toBeCloseTo((14 + 8 + 32) / 64, 10);
  expect(quality.labels).toBe(12);
  expect(quality.recall.low).toBeLessThan(14 / 22);
  expect(quality.recall.high).toBeGreaterThan(14 / 22);
});

it('does not take a few answers that agree for certainty', () => {
  const yes = { 0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 8: true, 9: true };
  const { precision } = judgeQuality(pages, said({ ...yes, 16: false, 17: false, 40: false, 41: false }))!;
  expect(precision.share).toBe(1);
  // Two answers of two leave a share of three quarters likely: Beta(3, 1) has its mean there.
  expect(precision.low).toBeLessThan(0.85);
});

it('says nothing where nobody was asked about most pages, or pages were chosen', () => {
  const few = {
    0: true,
    1: true,
    2: true,
    3: true,
    4: true,
    5: false,
    6: true,
    7: true,
    8: true,
    9: true,
    10: true,
  };
  expect(judgeQuality(pages, said(few))).toBeUndefined();
  expect(judgeQuality(pages, said({ ...few, 16: true, 40: false }, 'chosen'))).toBeUndefined();
});
