/** A chromosome for links from a crawl, as a user gets it. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readChromosome } from '../../src/learn/evolution/chromosome.ts';
import { crawlOf, newFolder, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { forage } from './forage.ts';

afterAll(removeFolders);

/** A start page that links to pages with one link each, half of them to a star. */
async function crawled(pairs: number): Promise<string> {
  const entries = Array.from({ length: pairs }, (_, i) => [
    [`a.test/p${2 * i}`, page({ [`/star/${i}`]: 'a star' }, prose(`p${2 * i}`))],
    [`a.test/p${2 * i + 1}`, page({ [`/shop/${i}`]: 'terms of use' }, prose(`p${2 * i + 1}`))],
    [`a.test/star/${i}`, page([], `comet comet ${prose(`c${i}`)}`)],
    [`a.test/shop/${i}`, page([], prose(`n${i}`))],
  ]).flat();
  const links = Array.from({ length: 2 * pairs }, (_, i) => `/p${i}`);
  const web = await smallWeb({ 'a.test/': page(links, prose('start')), ...Object.fromEntries(entries) });
  const settings = { recipe: 'breadth-first', set: { judge: 'string-match', half: 1, titleWeight: 0 } };
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/'], settings });
  await web.close();
  return folder;
}

it('features and a learner are found, measured on held-out links, and printed as a command', async () => {
  const folder = await crawled(24);
  const { out, err, code } = await forage([
    'topic',
    'evolve',
    folder,
    '--population',
    '12',
    '--generations',
    '3',
    '--threads',
    '1',
  ]);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toContain('24 links to relevant pages, 25 to others');
  expect(out).toMatch(/generation 3: best F1 [\d.]+, mean [\d.]+/);
  // Anchors and URLs separate the two kinds perfectly, and some of twelve chromosomes use them.
  expect(out).toContain('On held-out links: F1 1.000, accuracy 1.000, MCC 1.000.');
  const [, line] = /--set 'chromosome=(.+)'/.exec(out) ?? [];
  expect(() => readChromosome(line!)).not.toThrow();
});

it('a crawl with too few links of a kind is refused with their numbers', async () => {
  const { code, err } = await forage(['topic', 'evolve', await crawled(3)]);
  expect(code).toBe(1);
  expect(err).toContain('3 links to relevant pages and 4 to others');
  const none = await forage(['topic', 'evolve', join(newFolder(), 'none')]);
  expect(none.err).toContain('none');
});
