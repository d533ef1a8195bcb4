/** Keywords from a crawl: what relevant pages call themselves, and how they are linked to. */
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { crawlOf, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

const named = (keywords: string, html: string): string =>
  `<meta name="keywords" content="${keywords}">${html}<a href="/c0">Start</a> <a href="/c0">Front page</a>`;

/**
 * Twelve pages about comets, each with a link to the next one and one to a page about nothing; and on every page two
 * links to the first one, which are many links, but one page.
 */
const ring = Array.from({ length: 12 }, (_, i) => [
  [
    `a.test/c${i}`,
    named(
      'Tail, solar  wind, our site',
      page({ [`/c${i + 1}`]: 'Next comet', [`/n${i}`]: 'Log in' }, `comet comet comet ${prose(`c${i}`)}`),
    ),
  ],
  [`a.test/n${i}`, named('our site, cookies', page([], prose(`n${i}`)))],
]).flat();

it('terms of relevant pages alone are proposed with their counts, and those of all pages are not', async () => {
  const web = await smallWeb(Object.fromEntries(ring), { threads: 0 });
  const settings = { recipe: 'breadth-first', set: { judge: 'string-match', half: 1 } };
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/c0'], settings });
  await web.close();
  const { out, err } = await forageHere(['topic', 'keywords', folder], { cwd: '.' });
  expect(err).toBe('');
  const terms = (parse(out) as { keywords: Record<string, number>[] }).keywords.flatMap(Object.keys);
  expect(terms.sort()).toEqual(['next comet', 'solar wind', 'tail']);
  // All twelve comet pages name it; eleven links lead to them, since the last one goes nowhere.
  expect(out).toContain('# meta keywords: 12 relevant, 0 others');
  expect(out).toContain('# anchors: 11 relevant, 0 others');

  const few = await forageHere(['topic', 'keywords', folder, '--min-count', '100'], { cwd: '.' });
  expect(few.code).toBe(1);
  expect(few.err).toContain('give a crawl of a few hundred pages, or a smaller --min-count');
});
