/** Lists of anchors from a crawl, as a user gets them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { crawlOf, newFolder, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

/** Twelve pages about comets, each with a link to a comet page, and one "Log in" to a page of its own about nothing. */
const ring = Array.from({ length: 12 }, (_, i) => [
  [
    `a.test/c${i}`,
    page(
      { [`/c${i + 1}`]: 'Next comet', [`/n${i}`]: 'Log in', '/c0': '' },
      `comet comet comet ${prose(`c${i}`)}`,
    ),
  ],
  [`a.test/n${i}`, page([], prose(`n${i}`))],
]).flat();

it('anchors that led nowhere are proposed for pruning, with counts, into a file that a topic can be given', async () => {
  const web = await smallWeb(Object.fromEntries(ring));
  const settings = { recipe: 'breadth-first', set: { judge: 'string-match', half: 1 } };
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/c0'], settings });
  await web.close();

  const printed = await forageHere(['topic', 'anchors', folder]);
  expect(printed.err).toBe('');
  expect(parse(printed.out)).toEqual({ anchors: { prune: ['Log in'], extract: [] } });
  // 11 of the 12 next comets are there; 12 log-ins led to nothing.
  expect(printed.out).toContain('From relevant pages 11 of 23 links did (47.8 %)');
  expect(printed.out).toContain('- Log in  # 12 links, 0 led on');
  expect(printed.out).toContain('# 12 of 36 links have no text (33.3 %)');

  const out = join(newFolder(), 'anchors.yaml');
  const written = await forageHere(['topic', 'anchors', folder, '--out', out]);
  expect(written.out).toBe(`${out}: 1 anchors to prune, 0 to extract.\n`);
  expect(readFileSync(out, 'utf8')).toBe(printed.out);
  const again = await forageHere(['topic', 'anchors', folder, '--out', out]);
  expect(again.code).toBe(2);
  expect(again.err).toContain('already exists');
});

it('a folder without a crawl is refused by name', async () => {
  const { code, err } = await forageHere(['topic', 'anchors', join(newFolder(), 'none')]);
  expect(code).toBe(1);
  expect(err).toContain('none');
});
