import { expect, it } from 'vitest';
import {
  cursorAfter,
  listPages,
  marginScale,
  orderedIds,
  pageSorts,
  pagesByIds,
} from '../../src/archive/page-list.ts';
import { aPage, newCatalogue } from './crawl-folder.ts';

it('the scale of distances goes as far as most pages lie, and no farther for a few that lie far off', () => {
  const catalogue = newCatalogue();
  // Medians by hand: 2 below the threshold, 1 above it.
  const margins = [-20, -20, -2, -2, -2, -2, -1, 1, 1, 1, 1, 6];
  for (const [i, margin] of margins.entries())
    catalogue.savePage(aPage({ url: `http://example.org/${i}`, margin, score: 0.5, relevant: margin > 0 }));
  catalogue.db.commit();
  expect(marginScale(catalogue.db)).toEqual({ least: -3, most: 1.5 });
  expect(marginScale(newCatalogue().db)).toEqual({ least: 0, most: 0 });
});

it.each(pageSorts)(
  'the whole order of a list is that of its screens one after the other, %s first',
  (sort) => {
    const { db } = withPages(50);
    const screens: number[] = [];
    for (let after: ReturnType<typeof listPages>['next'], isEnd = false; !isEnd; ) {
      const { pages, next } = listPages(db, { relevantOnly: true }, { sort, limit: 7, after });
      screens.push(...pages.map(({ id }) => id));
      expect(next ?? cursorAfter(pages.at(-1)!, sort)).toEqual(cursorAfter(pages.at(-1)!, sort));
      after = next;
      isEnd = next === undefined;
    }
    const ids = orderedIds(db, { relevantOnly: true }, sort);
    expect([...ids]).toEqual(screens);
    expect(pagesByIds(db, ids.subarray(3, 5)).map(({ id }) => id)).toEqual(screens.slice(3, 5));
  },
);

/** Scores repeat, so that ids decide. */
function withPages(pages: number) {
  const catalogue = newCatalogue();
  for (let i = 1; i <= pages; i++) {
    const score = ((i * 7) % 10) / 10;
    const url = `http://example.org/${i}`;
    catalogue.savePage(aPage({ link: i, url, score, margin: score - 0.5, relevant: i % 3 > 0 }));
  }
  catalogue.db.commit();
  return catalogue;
}
