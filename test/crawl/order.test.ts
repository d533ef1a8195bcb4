/** In which order pages are visited: by recipe as worked out by hand, and the same every time. */
import { afterAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/index.ts';
import { crawlOf, newFolder, page, pagesOf, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

/**
 * Scores by hand: with the judge string-match, half = 1 and titles left out, a text with "comet" n times scores
 * n / (n + 1); the anchors of a page are part of its text.
 *
 *   page   comets on it   score   its links (anchor: score)
 *   /      3              3/4     /a (rose: 0)  /b (comet: 1/2)  /c (comet comet: 2/3)
 *   /a     4              4/5     /a1 (rose: 0)
 *   /b     0              0       /b1 (rose: 0)
 *   /c     2              2/3     /c1 (comet: 1/2)
 */
const table = {
  'o.test/': `<a href="/a">rose</a> <a href="/b">comet</a> <a href="/c">comet comet</a> ${prose('start')}`,
  'o.test/a': `comet comet comet comet <a href="/a1">rose</a> ${prose('a')}`,
  'o.test/b': `<a href="/b1">rose</a> ${prose('b')}`,
  'o.test/c': `comet <a href="/c1">comet</a> ${prose('c')}`,
  'o.test/a1': prose('a1'),
  'o.test/b1': prose('b1'),
  'o.test/c1': prose('c1'),
};

describe('the order of a crawl', () => {
  it.each([
    // Ties go to the page found first.
    ['breadth-first', '/ /a /b /c /a1 /b1 /c1'],
    // a, b, c wait with 3/4; a1 comes in with 4/5, b1 with 0, c1 with 2/3.
    ['best-first/page', '/ /a /a1 /b /c /c1 /b1'],
    // c 2/3, b 1/2, c1 1/2 but found later, then a, b1, a1 with 0.
    ['best-first/anchor', '/ /c /b /c1 /a /b1 /a1'],
    // c 17/24, b 5/8, c1 7/12, a 3/8, a1 2/5 once it is known, b1 0.
    ['best-first/page+anchor', '/ /c /b /c1 /a /a1 /b1'],
  ])('of %s is the one worked out by hand', async (recipe, order) => {
    const web = await smallWeb(table);
    const set = { judge: 'string-match', half: 1, halfOfText: 1, titleWeight: 0 };
    await crawlOf(web, { seeds: ['http://o.test/'], settings: { recipe, set, concurrency: 1 } });
    await web.close();
    expect(web.paths().join(' ')).toBe(`/robots.txt ${order}`);
  });

  it('is the same every time on a frozen web', async () => {
    const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
    const web = await smallWeb(
      Object.fromEntries(
        hosts.flatMap((host, h) =>
          Array.from({ length: 12 }, (_, i) => {
            const links = [1, 2, 5].map((step): [string, string] => [
              `http://${hosts[(h + i * step) % 4]}/p${(i * step + step) % 12}`,
              (i + step) % 3 === 0 ? 'a comet' : 'something else',
            ]);
            const text = `${'comet '.repeat((i * 7 + h) % 4)} ${prose(`${host} ${i}`)}`;
            return [`${host}/p${i}`, page(Object.fromEntries(links), text)];
          }),
        ),
      ),
    );
    const live = await crawlOf(web, { seeds: ['http://a.test/p0'] });
    await web.close();
    expect(live.stop.summary.pages).toBeGreaterThan(20);

    const again = async (threads: number): Promise<string[]> => {
      const out = `${newFolder()}/crawl`;
      const topic = { name: 'again', keywords: ['comet'], seeds: ['http://a.test/p0'] };
      const { summary } = await crawl({ topic, out, settings: { web: [live.folder], threads } }).finished;
      expect(summary.pages).toBe(live.stop.summary.pages);
      return pagesOf(out).map(({ url, score }) => `${url} ${score}`);
    };
    const first = await again(0);
    expect(await again(0)).toEqual(first);
    expect(await again(1)).toEqual(first);
  });
});
