/** What is left to find. Expected figures were calculated by hand. */
import { describe, expect, it } from 'vitest';
import { coverageLines, estimateCoverage } from '../../src/answers/coverage.ts';
import { share } from '../../src/cli/values.ts';

const crawl = { pages: 1000, relevant: 400, relevantLately: 49.5, waiting: 4000, handedOut: 2000 };

describe('the estimate of what can be reached', () => {
  it('is what was found and the mean of a steady and of a falling yield more', () => {
    // t = 50 / 250, λ = 1000 / 2000: steady 0.2 · 4000 · 0.5 = 400. m = 0.4, so the yield halves with every quarter:
    // 0.2 · 250 / (1 − ½) = 100. √(400 · 100) = 200; a fifth of 100, three times 400 and 5 more.
    // The next 1,000 pages: 0.6 · 0.2 · 1000 = 120, a quarter and four times that, and 5 more.
    const coverage = estimateCoverage(crawl)!;
    expect(coverage).toEqual({
      found: 400,
      reachable: { estimate: 600, low: 420, high: 1605 },
      next: { pages: 1000, estimate: 120, low: 30, high: 485 },
    });
    expect(coverageLines(coverage)).toEqual([
      '400 found of an estimated 600 (420–1,605) pages called relevant that can be reached; the next 1,000 pages should bring about 120 (30–485).',
    ]);
  });

  it('is what was found when nothing waits, and never more than the pages that are left', () => {
    const done = estimateCoverage({ ...crawl, waiting: 0 })!;
    expect(done.reachable).toEqual({ estimate: 400, low: 400, high: 400 });
    expect(coverageLines(done)[0]).toMatch(/can be reached\.$/);
    expect(estimateCoverage({ ...crawl, waiting: 20 })!.next).toMatchObject({ pages: 10, high: 10 });
  });

  it('is not given for a few pages or a few finds', () => {
    expect(estimateCoverage({ ...crawl, pages: 99 })).toBeUndefined();
    expect(estimateCoverage({ ...crawl, relevant: 9 })).toBeUndefined();
    expect(coverageLines(undefined)).toEqual([]);
  });
});

it('a share is written as a percentage or a number', () => {
  expect([share('2%'), share('2.5 %'), share('0.02')]).toEqual([0.02, 0.025, 0.02]);
  for (const wrong of ['0', '120%', 'two', '-1%']) expect(() => share(wrong)).toThrow('2% or 0.02');
});
