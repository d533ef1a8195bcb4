import { describe, expect, it } from 'vitest';
import { type PlaceStatistics, placeStatistics } from '../../../src/archive/place-statistics.ts';
import { AvoidList, avoidedPlaces, namedDirectories } from '../../../src/crawl/recrawl/avoid.ts';
import { settingsSchema } from '../../../src/crawl/settings.ts';
import { SqliteFrontier } from '../../../src/frontier/sqlite-frontier.ts';
import { aPage, newCatalogue } from '../../archive/crawl-folder.ts';

const ruleOf = (given: object = {}) => settingsSchema.parse({ recrawl: given }).recrawl;

/** `[url, relevant, kind]` of pages, in the order of their visits. */
function catalogueOf(pages: [url: string, relevant: boolean, kind?: string][]) {
  const catalogue = newCatalogue();
  const ids = pages.map(([url, relevant, kind = 'html'], i) => {
    const link = i + 1;
    return catalogue.savePage(
      aPage({ link, url, host: new URL(url).host, relevant, kind, fetchedAt: 1000 * link }),
    ).id;
  });
  return { catalogue, ids };
}

describe('statistics of places', () => {
  it('count a page for its site and every directory above it', () => {
    const { catalogue } = catalogueOf([
      ['http://a.test/', false],
      ['http://a.test/papers/old/1.pdf', true, 'pdf'],
      ['http://a.test/papers/2.pdf', false, 'pdf'],
      ['http://b.test/x', true],
    ]);
    const counts = placeStatistics(catalogue.db).map(({ host, path, pages, relevant, documents, accepted }) =>
      [host + path, pages, relevant, documents, accepted].join(' '),
    );
    expect(counts).toEqual([
      'a.test/ 3 1 2 1',
      'a.test/papers/ 2 1 2 1',
      'a.test/papers/old/ 1 1 1 1',
      'b.test/ 1 1 0 0',
    ]);
  });

  it('have an entrance, the first and last visit, and pages of other sites that link there', () => {
    const { catalogue, ids } = catalogueOf([
      ['http://a.test/one', true],
      ['http://a.test/two', true],
      ['http://b.test/x', true],
    ]);
    const frontier = new SqliteFrontier(catalogue.db);
    const link = (url: string) => ({ url, host: new URL(url).host, priority: 1, depth: 1 });
    const urls = ['http://a.test/one', 'http://a.test/two', 'http://b.test/x'];
    const to = frontier.add(urls.map(link)).map(({ id }) => id);
    const two = [0, 1].map((i) => ({ to: to[i], url: urls[i]! }));
    catalogue.saveLinks(ids[2]!, two);
    catalogue.saveLinks(ids[0]!, [{ to: to[1], url: urls[1]! }]);
    const page = catalogue.read.pageById(ids[0]!)!;
    catalogue.saveVisit(page, { fetchedAt: 9000, outcome: 'unchanged', change: 'unchanged' });
    const [site] = placeStatistics(catalogue.db, { references: true });
    expect(site).toMatchObject({ host: 'a.test', path: '/', entrance: 'http://a.test/one' });
    expect(site).toMatchObject({ firstVisit: 1000, lastVisit: 9000, references: 1 });
  });
});

const place = (host: string, path: string, pages: number, relevant: number, more = {}): PlaceStatistics => ({
  ...{ host, path, pages, relevant, documents: 0, accepted: 0, entrance: '', firstVisit: 0, lastVisit: 0 },
  references: 0,
  ...more,
});

describe('an avoid list', () => {
  it('has sites and directories below 5 % once they have 200 and 60 pages', () => {
    const places = [
      place('poor.test', '/', 200, 9),
      place('just.test', '/', 200, 10),
      place('small.test', '/', 199, 0),
      place('just.test', '/old/', 60, 2),
      place('just.test', '/new/', 59, 0),
    ];
    expect(avoidedPlaces(places, ruleOf()).map(({ host, path }) => host + path)).toEqual([
      'poor.test/',
      'just.test/old/',
    ]);
  });

  it('goes by documents where that is set, as in the thesis', () => {
    const papers = place('a.test', '/papers/', 100, 90, { documents: 50, accepted: 2 });
    const none = place('a.test', '/about/', 100, 90);
    expect(avoidedPlaces([papers, none], ruleOf())).toEqual([]);
    const rule = ruleOf({ minDocuments: 0.01, minAccepted: 0.05 });
    expect(avoidedPlaces([papers, none], rule).map(({ path, reason }) => [path, reason])).toEqual([
      ['/papers/', '4 % of 50 documents are accepted'],
      ['/about/', '0 documents on 100 pages'],
    ]);
  });

  it('has names that brought nothing on more than five sites, until one of them brings something', () => {
    const places = Array.from({ length: 6 }, (_, n) => place(`s${n}.test`, '/a/calendar/', 10, 0));
    const five = places.slice(0, 5);
    expect(namedDirectories(five, ruleOf())).toMatchObject([{ name: 'calendar', sites: 5, isStop: false }]);
    expect(avoidedPlaces(places, ruleOf())).toMatchObject([{ host: '*', path: '/calendar/' }]);
    expect(avoidedPlaces([...places, place('x.test', '/calendar/', 10, 1)], ruleOf())).toEqual([]);
  });

  it('refuses what is in a directory or below it, and what the user says', () => {
    const rule = ruleOf({ avoid: ['b.test', 'c.test/x', '*/login/'], keep: ['a.test/old/good/'] });
    const list = new AvoidList(avoidedPlaces([place('a.test', '/old/', 60, 0)], rule), rule.keep);
    const refused = (url: string) => list.refuses(url, new URL(url).host);
    expect(refused('http://a.test/old/x')).toBe('avoided: /old/');
    expect(refused('http://a.test/old/deep/x')).toBe('avoided: /old/');
    expect(refused('http://a.test/old/good/x')).toBeUndefined();
    expect(refused('http://a.test/older')).toBeUndefined();
    expect(refused('http://b.test/')).toBe('avoided: site');
    expect(refused('http://c.test/x/y')).toBe('avoided: /x/');
    expect(refused('http://d.test/Login/form')).toBe('avoided: /login/');
    expect(refused('http://d.test/login')).toBeUndefined();
  });
});
