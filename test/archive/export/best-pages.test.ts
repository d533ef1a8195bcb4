/** The best pages of a crawl as a ranked list. */
import { expect, test } from 'vitest';
import { selectedPages } from '../../../src/archive/export/selected-pages.ts';
import { SqliteCatalogue } from '../../../src/archive/sqlite-catalogue.ts';
import { aPage, openIn, temporaryFolder } from '../crawl-folder.ts';

test('pages come best first, ties by order of fetching, up to the limit', () => {
  const db = openIn(temporaryFolder());
  const catalogue = new SqliteCatalogue(db);
  for (const [i, score] of [0.2, 0.9, undefined, 0.5, 0.9, 0.1].entries())
    catalogue.savePage(aPage({ link: i + 1, url: `http://example.org/${i}`, score }));
  const best = (given: Parameters<typeof selectedPages>[1]) =>
    [...selectedPages(db, given)].map(({ url }) => url.at(-1)).join('');
  expect(best({ best: 4 })).toBe('1430');
  expect(best({ best: 100, minScore: 0.5 })).toBe('143');
  expect(best({})).toBe('012345');
});
