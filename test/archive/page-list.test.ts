import { expect, it } from 'vitest';
import { marginScale } from '../../src/archive/page-list.ts';
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
