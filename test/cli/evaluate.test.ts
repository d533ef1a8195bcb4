/** `forage evaluate` and the lab's commands on finished crawls, against figures worked out by hand and the lab's own. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/index.ts';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { measureStudy } from '../../src/lab/measure-study.ts';
import { runStudy } from '../../src/lab/runner.ts';
import { prepareStudy } from '../../src/lab/schedule.ts';
import { readStudy } from '../../src/lab/study.ts';
import { newFolder, page, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { smallPlan } from '../lab/small-plan.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
afterAll(removeFolders);

/** Words that no dictionary has. Each is in one positive, so that all have the same weight. */
const word = (n: number): string =>
  `zq${String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))}xv`;
const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => word(from + i)).join(' ');

/** In the order of `out`; waits until it ends. */
async function crawled(out: string, options: Omit<Parameters<typeof crawl>[0], 'out'>): Promise<void> {
  for await (const _ of crawl({ ...options, out: join(cwd, out) }));
}

describe('evaluate on a live crawl of five pages', () => {
  let web: SmallWeb;
  const at = (path: string): string => `http://hand.test${path}`;
  beforeAll(async () => {
    // Two positives have 100 words each. Pages of 100 words share 100, 75 or 76 with one and the rest with the other:
    // the cosine is the share.
    web = await smallWeb({
      'hand.test/': page(['/known', '/positive', '/at', '/above'], words(300, 400)),
      'hand.test/known': `<p>${words(0, 100)} known`,
      'hand.test/positive': `<p>${words(0, 100)}`,
      'hand.test/at': `<p>${words(0, 75)} ${words(100, 125)}`,
      'hand.test/above': `<p>${words(0, 76)} ${words(100, 124)}`,
    });
    const topic = {
      name: 'hand',
      keywords: ['comet'],
      seeds: [at('/')],
      examples: { relevant: [at('/known')] },
    };
    await crawled('hand', { topic, settings: { ...web.settings, recipe: 'breadth-first' } });
    mkdirSync(join(cwd, 'positives'));
    writeFileSync(join(cwd, 'positives/one.html'), `<p>${words(0, 100)}`);
    writeFileSync(join(cwd, 'positives/two.html'), `<p>${words(100, 200)}`);
    writeFileSync(
      join(cwd, 'labels.tsv'),
      `url\ttopics\n${at('/at')}\thand\n${at('/known')}\thand\n${at('/')}\t\n`,
    );
    writeFileSync(join(cwd, 'moons.tsv'), `${at('/at')}\tmoons\n`);
  });
  afterAll(() => web.close());

  it('counts what is above the threshold, leaves examples out, and takes the mean of the rest', async () => {
    const args = ['evaluate', 'hand', '--positives', 'positives', '--labels', 'labels.tsv', '--json'];
    const { code, out, err } = await forageHere(args, { cwd });
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('among the examples') });
    const { crawls } = JSON.parse(out);
    // Similarities: 0, (example), 1, 0.75, 0.76. Two of four are above 0.75; the mean is 2.51 / 4.
    expect(crawls).toMatchObject([
      {
        crawl: 'hand',
        recipe: 'breadth-first',
        pages: 5,
        examplesMet: 1,
        positivesMet: 1,
        accepted: 2,
        harvest: 0.5,
      },
    ]);
    expect(crawls[0].meanSimilarity).toBeCloseTo(2.51 / 4, 9);
    // Of the five pages one is labelled and no example.
    expect(crawls[0]).toMatchObject({ relevant: 1, precision: 0.2 });
    const byUrl = [0, 0, 1, 1, 2];
    expect(crawls[0].curve).toMatchObject({ visited: [1, 2, 3, 4, 5], accepted: byUrl });
  });

  it('takes another threshold, and shows a table', async () => {
    const args = ['evaluate', 'hand', '--positives', 'positives', '--threshold', '0.7'];
    const { code, out } = await forageHere(args, { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^crawl +pages +examples met +positives met +above 0\.7 +harvest +mean similarity\nhand +5 +1 +1 +3 +75\.0 % +0\.62[78]\n/,
    );
  });

  it('finds a positive by its URL in the archive, and warns of one that is an example', async () => {
    const both = ['--positives', at('/positive'), '--positives', at('/known')];
    const { code, out, err } = await forageHere(['evaluate', 'hand', ...both, '--json'], { cwd });
    expect(code).toBe(0);
    // The page itself, third in the crawl; the example, second, does not count.
    expect(JSON.parse(out).crawls[0].curve.accepted.slice(0, 3)).toEqual([0, 0, 1]);
    expect(err).toContain('Warning: hand: 1 of the positives is among the examples, too.');
  });

  it.each([
    [['hand'], 'Give --positives'],
    [['hand', '--positives', 'none.html'], 'none.html does not exist'],
    [['nothing', '--labels', 'labels.tsv'], 'nothing is not a crawl'],
    [['hand', '--labels', 'labels.tsv', '--label', 'moons'], 'has no label "moons". It has: hand.'],
    [
      ['hand', '--labels', 'moons.tsv'],
      'moons.tsv has no label "hand". It has: moons. Choose one with --label.',
    ],
    [
      ['hand', '--labels', 'hand/crawl.yaml'],
      'is not a URL; write a URL, a tab and its topics on each line.',
    ],
    [['hand', 'hand', '--labels', 'labels.tsv'], 'A crawl is given twice'],
    [['hand', '--positives', 'http://other.test/'], 'None of the 1 positives of hand can be read'],
  ])('says what is wrong with %j', async (args, told) => {
    const { code, out, err } = await forageHere(['evaluate', ...args], { cwd });
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(told);
    expect(out).toBe('');
  });

  it('writes a report, and people judge a sample of it', async () => {
    const report = await forageHere(['lab', 'report', 'hand', '--positives', 'positives', '-o', 'study'], {
      cwd,
    });
    expect(report).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'study/report.html'), 'utf8')).toContain('Crawls: hand');
    const sample = await forageHere(['lab', 'sample', 'hand', '-o', 'study', '--size', '3'], { cwd });
    expect(sample.out).toMatch(/hand +4 +3/);
    const { pages } = JSON.parse(readFileSync(join(cwd, 'study/sample.json'), 'utf8'));
    expect(pages).toHaveLength(3);
    expect(pages.map(({ url }: { url: string }) => url)).not.toContain(at('/known'));
  });
});

it('two crawls of a frozen web have the figures of the lab’s own runs', async () => {
  const recipes = ['breadth-first', 'lund/svm'];
  const plan = { recipes, pages: 40, measures: ['judge', 'perplexity'] };
  const small = await smallPlan(plan);
  const [positive, ...more] = small.courses.slice(-4);
  writeFileSync(join(small.folder, 'positives.txt'), [positive, ...more].join('\n'));
  writeFileSync(
    small.path,
    readFileSync(small.path, 'utf8').replace(
      'file: courses.json',
      'file: courses.json\n    positives: positives.txt',
    ),
  );
  const out = join(newFolder(), 'study');
  await runStudy(await prepareStudy(loadPlan(small.path), out, () => {}), { processes: 1 });
  for (const recipe of recipes)
    await crawled(recipe.replace('/', '-'), {
      topic: small.whole.topic,
      settings: {
        recipe,
        web: [join(small.folder, 'web')],
        threads: 0,
        budget: { pages: 40 },
        archive: { warc: recipe === 'lund/svm', fullText: false, followDuplicates: true },
      },
    });
  const ran = await forageHere(
    [
      ...['lab', 'report', 'breadth-first', 'lund-svm', '-o', 'frozen', '--perplexity', '--label', 'course'],
      ...['--positives', join(small.folder, 'positives.txt'), '--labels', join(small.folder, 'labels.tsv')],
    ],
    { cwd },
  );
  expect(ran).toMatchObject({ code: 0 });
  const ofLab = measureStudy(readStudy(out));
  const ofCrawls = measureStudy(readStudy(join(cwd, 'frozen')));
  const names = [
    'harvest',
    'accepted',
    'acceptedShare',
    'meanMeasured',
    'meanScore',
    'judgedPrecision',
    'perplexity',
  ];
  for (const recipe of recipes) {
    const lab = ofLab.cells.find(({ variant }) => variant === recipe)!;
    const own = ofCrawls.cells.find(({ variant }) => variant === recipe.replace('/', '-'))!;
    for (const name of names) expect([name, own.figures[name]]).toEqual([name, lab.figures[name]]);
    expect(own.own).toEqual(lab.own);
    expect(own.measured).toEqual(lab.measured);
    for (const column of ['precision', 'found', 'accepted', 'meanMeasured', 'meanScore'] as const)
      expect([column, own.curve[column]]).toEqual([column, lab.curve[column]]);
  }
  const overlap = (of: 'visited' | 'relevant', { overlaps }: typeof ofLab) =>
    overlaps.find((one) => one.of === of && one.share === 1)!.mean.flat();
  for (const of of ['visited', 'relevant'] as const)
    expect(overlap(of, ofCrawls)).toEqual(overlap(of, ofLab));
});
