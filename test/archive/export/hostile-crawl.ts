/** A small crawl with the worst titles and anchors. */
import { CatalogueReader } from '../../../src/archive/catalogue-reader.ts';
import type { PageRecord } from '../../../src/archive/records.ts';
import type { SqliteCatalogue } from '../../../src/archive/sqlite-catalogue.ts';
import { aPage, newCatalogue } from '../crawl-folder.ts';

export const HOSTILE_TITLES = [
  'plain words',
  'commas, "quotes" and \'apostrophes\'',
  'two\r\nlines\nand a \ttab',
  '<script>alert("1 & 2")</script> ]]> &amp; &#0;',
  'controls \u0001\u0008\u000b\u001b\u007f and NUL \u0000 inside',
  'not characters \ufffe\uffff',
  'line ends of others \u0085 \u2028 \u2029',
  'ελληνικά 日本語 עברית 🦔',
  '=HYPERLINK("http://evil.example";"click")',
  '',
];

/**
 * Page i links to page i + 1 twice and to itself; the last to the first by way of two redirects; every
 * third is relevant. All but the first have a text.
 */
export function hostileCrawl(): { catalogue: SqliteCatalogue; pages: PageRecord[] } {
  const catalogue = newCatalogue();
  const first = 1000;
  const ids = HOSTILE_TITLES.map((title, i) => {
    const page = aPage({
      link: first + i,
      url: `http://example.org/?a=1&b=${i}`,
      title,
      relevant: i % 3 === 0,
      score: i / 10,
      language: i % 2 === 0 ? 'en' : 'fr',
      host: i < 5 ? 'a.example' : 'b.example',
      why: [title],
    });
    return catalogue.savePage(page).id;
  });
  const redirect = (link: number, url: string, target: string) =>
    catalogue.savePage(
      aPage({ link, url, target, outcome: 'redirect', status: 302, kind: undefined, score: undefined }),
    );
  redirect(2000, 'http://example.org/one', 'http://example.org/two');
  redirect(2001, 'http://example.org/two', 'http://example.org/?a=1&b=0');
  redirect(2002, 'http://example.org/circle', 'http://example.org/circle');
  ids.forEach((id, i) => {
    const next = i + 1 < ids.length ? first + i + 1 : 2000;
    catalogue.saveLinks(id, [
      { to: next, url: '' },
      { to: next, url: '', anchor: HOSTILE_TITLES[i] },
      { to: first + i, url: '', anchor: 'self' },
      { to: 2002, url: '', anchor: 'round and round' },
      { to: 999_999, url: '', anchor: 'never fetched' },
    ]);
    if (i > 0) catalogue.saveText(id, HOSTILE_TITLES[i]!, `Text of page ${i}\n${HOSTILE_TITLES[i]}`);
  });
  catalogue.db.commit();
  const reader = new CatalogueReader(catalogue.db);
  return { catalogue, pages: ids.map((id) => reader.pageById(id)!) };
}
