/** What can be said about pages without labels. Reference values are worked out by hand. */
import { expect, test } from 'vitest';
import { bestBin } from '../../src/grow/base-rate.ts';
import { chooseThreshold } from '../../src/grow/judge-trial.ts';

const many = (n: number, score: number): number[] => Array.from({ length: n }, () => score);

test('the share of pages about the topic is that above the threshold where nothing else is', () => {
  // 10 of 1000 pages score like the documents (half of them 0.9, half 0.5); of the others 90 reach 0.5 as well.
  const documents = [...many(20, 0.9), ...many(20, 0.5)];
  const pages = [...many(5, 0.9), ...many(95, 0.5), ...many(900, 0.1)];
  const found = bestBin(documents, pages)!;
  // At 0.9: 5/1000 over 20/40 = 1 %. At 0.5 it would be 100/1000 over 1 = 10 %.
  expect(found.share).toBeCloseTo(0.01, 10);
  // Wilson's bounds at 90 % (z = 1.645): 5 of 1000 → 0.0104, 20 of 40 → 0.374; their ratio is 0.028.
  expect(found.high).toBeCloseTo(0.028, 2);
});

test('without enough documents nothing is said', () => {
  expect(bestBin([0.9, 0.8], many(100, 0.1))).toBeUndefined();
});

test('the threshold has the highest recall² over the share of pages called', () => {
  const known = [...many(5, 0.9), ...many(4, 0.6), 0.2];
  const pages = [...many(10, 0.9), ...many(5, 0.65), ...many(300, 0.3), ...many(85, 0.1)];
  // From 0.9 on: 0.5² over about 10/400. From 0.6 on: 0.9² over about 15/400, 2.2 times as good. From 0.2 on: 1 over 315/400.
  const { threshold, recall } = chooseThreshold(known, pages);
  expect(recall).toBeCloseTo(0.9, 10);
  expect(threshold).toBeGreaterThan(0.3);
  expect(threshold).toBeLessThanOrEqual(0.6);
});
