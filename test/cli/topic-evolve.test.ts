/** Evolution as a user runs it: links of a crawl, texts of folders and collections, killed and continued. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChromosome } from '../../src/learn/evolution/chromosome.ts';
import { crawlOf, newFolder, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { forage } from './forage.ts';
import { forageHere } from './forage-here.ts';

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

const here = (): string => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  return folder;
};
const quick = ['--population', '8', '--generations', '2', '--threads', '1'];

describe('links of a crawl', () => {
  it('give a classifier that is measured on held-out pages, kept, and crawled with as printed', async () => {
    const folder = await crawled(24);
    const cwd = here();
    const { out, code } = await forageHere(
      ['topic', 'evolve', folder, '--population', '12', '--generations', '3', '--threads', '1'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(out).toMatch(/19 links to relevant pages and \d+ others to learn from; 5 and 5 held out/);
    expect(out).toMatch(/generation 3: best [\d.]+, mean [\d.]+, \d+ chromosomes/);
    // Labels and URLs separate the two kinds perfectly, and some of twelve chromosomes use them.
    expect(out).toMatch(/evolved +1\.000 +1\.000 +1\.000 +1\.000 +1\.000/);
    // By hand: 5 of 10 are relevant, so F1 is 2·½·1 / (½ + 1).
    expect(out).toMatch(/always yes +0\.667 +0\.500 +1\.000 +0\.500 +0\.000/);
    for (const file of ['model.json', 'generations.csv', 'chromosomes.csv', 'learners.csv', 'topic.yaml'])
      expect(existsSync(join(cwd, 'evolved-links', file)), file).toBe(true);

    const [, line] = /Crawl with it: forage (.+)/.exec(out) ?? [];
    expect(line).toContain('--set judge=string-match');
    // The small web is gone; the crawl's own archive answers instead.
    const words = line!.split(' ').map((word) => word.replace(/^'|'$/g, ''));
    const asPrinted = words.slice(0, words.findIndex((word) => /^--(web|contact)$/.test(word)) >>> 0);
    const again = await forageHere([...asPrinted, '--web', folder, '-q'], { cwd });
    expect(again.err).toBe('');
    expect(again.code).toBe(0);
    expect(again.out).toContain('24');
  });

  it('that are too few are refused with their numbers', async () => {
    const { code, err } = await forageHere(['topic', 'evolve', await crawled(3)], { cwd: here() });
    expect(code).toBe(1);
    expect(err).toContain('3 links to relevant pages and 4 to compare with');
  });
});

describe('texts', () => {
  let folder: string;
  let collection: string;
  beforeAll(() => {
    folder = here();
    const lines: string[] = [];
    for (const [name, words] of [
      ['relevant', 'asthma inhaler clinic patient'],
      ['irrelevant', 'football goal league striker'],
    ] as const) {
      mkdirSync(join(folder, name));
      for (let i = 0; i < 24; i++) {
        const own = words.split(' ').slice(i % 3, (i % 3) + 2);
        const text = `The report of day ${i} is about ${own.join(' and ')}, and nothing else happened.`;
        writeFileSync(join(folder, name, `${i}.txt`), text);
        lines.push(JSON.stringify({ text, label: name, split: i < 16 ? 'train' : 'test' }));
      }
    }
    collection = join(folder, 'texts.jsonl.gz');
    writeFileSync(collection, gzipSync(`${lines.join('\n')}\n`));
  });

  it('of two folders give a judge that a recipe uses by one setting', async () => {
    const cwd = here();
    const { out, err, code } = await forageHere(['topic', 'evolve', '--text', folder, ...quick], { cwd });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('19 relevant texts and 19 others to learn from; 5 and 5 held out');
    expect(out).toMatch(/fixed: frequent-tokens;100\|rbf-svm/);
    // The words of the two kinds have nothing in common.
    expect(out).toMatch(/judge svm +1\.000/);
    expect(out).toContain('--recipe darmstadt/url-tokens@thesis --set model=evolved-text');

    writeFileSync(join(cwd, 'topic.yaml'), 'name: lungs\nseeds: [http://m.test/]\n');
    const web = await smallWeb({
      'm.test/': page(['/a', '/b'], 'The report of today is about nothing.'),
      'm.test/a': page([], 'The report of this day is about asthma and inhaler, and nothing else happened.'),
      'm.test/b': page([], 'The report of this day is about goal and league, and nothing else happened.'),
    });
    await crawlOf(web, { seeds: ['http://m.test/'], settings: { recipe: 'breadth-first' } }).then(
      ({ folder: first }) => cpSync(first, join(cwd, 'first'), { recursive: true }),
    );
    await web.close();
    const crawled = await forageHere(
      [
        'crawl',
        'topic.yaml',
        ...'--recipe darmstadt/url-tokens@thesis --set model=evolved-text --out c -q --web first'.split(' '),
      ],
      { cwd },
    );
    expect(crawled.err).toBe('');
    const shown = async (path: string) =>
      (await forageHere(['show', 'c', `http://m.test/${path}`], { cwd })).out;
    expect(await shown('a')).toMatch(/score +[\d.]+, relevant/);
    expect(await shown('b')).toMatch(/score +[\d.]+/);
    expect(await shown('b')).not.toMatch(/score +[\d.]+, relevant/);
  });

  it('of a collection are split as it says, and a missing label is asked for', async () => {
    const cwd = here();
    const { out } = await forageHere(
      ['topic', 'evolve', '--text', collection, '--label', 'relevant', ...quick],
      { cwd },
    );
    expect(out).toContain('16 relevant texts and 16 others to learn from; 8 and 8 held out');
    const without = await forageHere(['topic', 'evolve', '--text', collection, ...quick], { cwd });
    expect(without.err).toContain('--label');
    expect(without.err).toContain('irrelevant, relevant');
  });

  it('killed in the middle, go on with what was evaluated and end as if they had not been', async () => {
    const cwd = here();
    const args = ['topic', 'evolve', '--text', folder, '--population', '10', '--generations', '6'];
    const whole = await forageHere([...args, '--threads', '1', '--out', 'whole'], { cwd });
    const killed = forage([...args, '--threads', '1', '--out', 'killed'], { cwd });
    await killed.printed('generation 1:');
    killed.child.kill('SIGKILL');
    await killed;
    const before = readFileSync(join(cwd, 'killed/chromosomes.csv'), 'utf8').trimEnd().split('\n').length - 1;
    expect(before).toBeGreaterThanOrEqual(8);
    const again = await forageHere([...args, '--threads', '1', '--out', 'killed'], { cwd });
    expect(again.out).toMatch(/Continuing: \d+ chromosomes are known/);
    const figures = (text: string) => text.slice(text.indexOf('generation 1:'), text.indexOf('Kept in'));
    expect(figures(again.out)).toBe(figures(whole.out));
    const [, line] = /Found: (.+)/.exec(again.out) ?? [];
    expect(() => readChromosome(line!)).not.toThrow();
    const other = await forageHere([...args, '--seed', '2', '--out', 'killed'], { cwd });
    expect(other.err).toContain('on other samples, or with another seed');
  });
});
