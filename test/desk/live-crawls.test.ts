import { expect, it } from 'vitest';
import { surveyAgainAfter } from '../../src/desk/live-crawls.ts';

it('a crawl is surveyed again after twenty times as long as it took, but not before 1.5 and not later than 10 s', () => {
  expect([10, 100, 300, 2000].map(surveyAgainAfter)).toEqual([1500, 2000, 6000, 10_000]);
});
