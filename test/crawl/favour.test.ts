/** A crawl that favours sites reaches more of them with the same number of pages. */
import { afterAll, expect, it } from 'vitest';
import { SitesFirst } from '../../src/crawl/favour.ts';
import { forageHere } from '../cli/forage-here.ts';
import { crawlOf, page, pagesOf, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

it('a link of a host counts the less the more of its pages were read, whatever the sign of its priority', () => {
  const sites = new SitesFirst((host) => (host === 'known.test' ? tally(8) : undefined));
  // 1/√(1 + pages): nine pages worth a third.
  expect(sites.worth('known.test', 0.9)).toBeCloseTo(0.3, 12);
  sites.landed('new.test');
  sites.landed('new.test');
  sites.landed('new.test');
  expect([sites.worth('new.test', 1), sites.worth('new.test', -1), sites.worth('other.test', 0.4)]).toEqual([
    0.5, -2, 0.4,
  ]);
});

const tally = (pages: number) => ({ fetches: pages, pages, relevant: 0, bytes: 0, errors: 0 });

it('with --favour sites the same recipe finds relevant pages on more hosts, and status says on how many', async () => {
  const hosts = ['b', 'c', 'd', 'e'].map((name) => `${name}.test`);
  // One long site of relevant pages with strong anchors; the links to the other sites are weaker.
  const links = (n: number): Record<string, string> => ({
    [`http://a.test/${n + 1}`]: 'comet comet',
    ...Object.fromEntries(hosts.map((host) => [`http://${host}/`, 'a comet and some more words'])),
  });
  const web = await smallWeb(
    {
      'a.test/*': (_n, { url }) => {
        const n = Number(/\d+$/.exec(url ?? '')?.[0] ?? 0);
        return page(links(n), `comet comet comet ${prose(`a${n}`, 10)}`);
      },
      ...Object.fromEntries(hosts.map((host) => [`${host}/`, page([], `comet ${prose(host, 10)}`)])),
    },
    { threads: 0 },
  );
  const settings = { concurrency: 1, budget: { pages: 6 }, recipe: 'best-first/anchor' };
  const hostsOf = async (favour: 'pages' | 'sites') => {
    const { folder } = await crawlOf(web, { seeds: ['http://a.test/0'], settings: { ...settings, favour } });
    return { folder, hosts: new Set(pagesOf(folder).map(({ host }) => host)).size };
  };
  const [pages, sites] = [await hostsOf('pages'), await hostsOf('sites')];
  await web.close();
  expect(pages.hosts).toBe(1);
  expect(sites.hosts).toBeGreaterThan(3);
  const { out } = await forageHere(['status', sites.folder], { cwd: sites.folder });
  expect(out).toMatch(new RegExp(`called relevant .*, on ${sites.hosts} hosts of ${sites.hosts} domains`));
});
