import { expect, it } from 'vitest';
import { reachedLinks } from '../../src/lab/reached-links.ts';

/** Pages a to d are counted, those in upper case are not. */
const placeOf = (url: string): number | undefined => {
  const place = 'abcd'.indexOf(url);
  return place < 0 ? undefined : place;
};
const among = (pairs: string, seeds: string) =>
  reachedLinks(
    pairs.split(' ').map((pair) => ({ from: pair[0]!, to: pair[1]! })),
    [...seeds],
    placeOf,
  );

it('links of a page that is not counted are links of the pages that lead to it', () => {
  expect(among('ab bX Xc Xd cd', 'a')).toEqual({ links: [0, 1, 1, 2, 1, 3, 2, 3], seeds: [0] });
});

it('uncounted pages in a row, or in a circle, are passed through', () => {
  expect(among('aX XY YX Yb', 'a').links).toEqual([0, 1]);
});

it('if the crawl started with an uncounted page, it started with those behind it', () => {
  expect(among('Xb Xc cX', 'X')).toEqual({ links: [2, 1], seeds: [1, 2] });
});
