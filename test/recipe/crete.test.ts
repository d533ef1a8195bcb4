/** The Crete family: what its recipes ask for, what the HMM counts, and in which order they visit small webs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type CrawlOptions, crawl } from '../../src/index.ts';
import { HiddenMarkov } from '../../src/learn/hidden-markov.ts';
import type { LoggedVisit } from '../../src/recipe/lesson.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { formatBrowsingLog } from '../../src/topic/browsing-log.ts';
import { parseTopic } from '../../src/topic/load.ts';
import { forageHere } from '../cli/forage-here.ts';
import { crawlOf, newFolder, pagesOf, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { lessonOf } from './lesson-of.ts';

afterAll(removeFolders);

const pathsOf = (folder: string): string =>
  pagesOf(folder)
    .map(({ url }) => new URL(url).pathname)
    .join(' ');

/** One page with these anchors, each to a page of its own without links: /a, /b, /c … */
async function orderOfAnchors(recipe: string, keyword: string, anchors: string[]): Promise<string> {
  const paths = anchors.map((_, i) => `/${'abcdef'[i]}`);
  const web = await smallWeb({
    'o.test/': anchors.map((anchor, i) => `<a href="${paths[i]}">${anchor}</a>`).join(', ') + prose('start'),
    ...Object.fromEntries(paths.map((path) => [`o.test${path}`, prose(path)])),
  });
  const settings = { recipe, concurrency: 1 };
  const { folder } = await crawlOf(web, { seeds: ['http://o.test/'], keywords: [keyword], settings });
  await web.close();
  return pathsOf(folder);
}

describe('semantic recipes', () => {
  // Cosmology is a branch of astrophysics, that of astronomy; a rose has nothing in common with them but to exist.
  const astronomy = ['rose', 'cosmology', 'astrophysics', 'astronomy'];
  it.each([
    ['crete/a', '/ /a /b /c /d'],
    ['crete/c', '/ /d /a /b /c'],
    ['crete/e', '/ /d /c /b /a'],
    ['crete/f', '/ /d /c /b /a'],
  ])('%s: words near the keyword are followed in the order of their distance', async (recipe, order) => {
    expect(await orderOfAnchors(recipe, 'astronomy', astronomy)).toBe(order);
  });

  // With synonyms automobile and car are one, 1; a machine is one of five words, 0.447.
  it.each([
    ['crete/d', '/ /d /a /b /c'],
    ['crete/g', '/ /c /d /b /a'],
  ])('%s: synonyms count as the keyword', async (recipe, order) => {
    expect(await orderOfAnchors(recipe, 'car', ['rose', 'machine', 'automobile', 'car'])).toBe(order);
  });

  // An asthma attack is asthma in WordNet, whereas "child" brings synonyms of its own, which lengthen the anchor.
  it.each([
    ['crete/d', '/ /b /c /a'],
    ['crete/g', '/ /c /b /a'],
  ])('%s: so do synonyms of several words', async (recipe, order) => {
    expect(await orderOfAnchors(recipe, 'asthma', ['rose', 'asthma child', 'asthma attack'])).toBe(order);
  });
});

describe('an ontology of the topic’s own', () => {
  const file = join(newFolder(), 'tropics.tsv');
  writeFileSync(file, 'malária\tis-a\tdoença tropical\ndengue\tis-a\tdoença tropical\n');
  const anchors = ['rosa', 'malária', 'doença tropical', 'dengue'];

  async function order(recipe: string, ontology?: string): Promise<string> {
    const web = await smallWeb({
      'o.test/':
        anchors.map((anchor, i) => `<a href="/${'abcd'[i]}">${anchor}</a>`).join(', ') + prose('start'),
      ...Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [`o.test${path}`, prose(path)])),
    });
    const out = join(newFolder(), 'crawl');
    const topic = { name: 'd', language: 'pt', keywords: ['dengue'], seeds: ['http://o.test/'], ontology };
    try {
      await crawl({ topic, out, settings: { ...web.settings, recipe, concurrency: 1 } }).finished;
      return pathsOf(out);
    } finally {
      await web.close();
    }
  }

  // A tropical disease is one step from dengue, malaria two; without the ontology only the word itself counts.
  it('crete/e follows it in the order of distance, in Portuguese', async () => {
    expect(await order('crete/e')).toBe('/ /d /a /b /c');
    expect(await order('crete/e', file)).toBe('/ /d /c /b /a');
  });

  it('a crawl does not start with one that is not there', async () => {
    await expect(order('crete/f', '/nowhere/tropics.tsv')).rejects.toThrow(
      'There is no file /nowhere/tropics.tsv.',
    );
  });
});

/**
 * Training pages of one word each. Ships link to roses and ships, roses to comets and ships, comets to roses:
 * levels 2, 1 and 0, one cluster each, so a cluster shows the level. Counted without smoothing:
 * A = [0 1 0], [½ 0 ½], [0 ½ ½].
 */
const training = {
  ...Object.fromEntries([1, 2, 3].map((i) => [`t.test/s${i}`, words('ship', `/r${i}`, `/s${(i % 3) + 1}`)])),
  ...Object.fromEntries([1, 2, 3].map((i) => [`t.test/r${i}`, words('rose', `/c${i}`, `/s${i}`)])),
  ...Object.fromEntries([1, 2, 3].map((i) => [`t.test/c${i}`, words('comet', `/r${i}`)])),
};

/**
 * The web that is crawled; other words are not in the vocabulary.
 *
 *   page   its words           cluster   wanted next   likeness to "comet"
 *   /      ship                ship      0             0
 *   /a     ship ship comet     ship      0             about 0.6
 *   /b     rose ×3, comet      rose      ½             about 0.45
 */
const table = {
  ...training,
  'o.test/': words(`ship ${prose('start')}`, '/a', '/b'),
  'o.test/a': words(`ship ship comet ${prose('a')}`, '/a1', '/a2'),
  'o.test/b': `rose rose rose ${prose('b')} <a href="/b1"></a> <a href="/b2">comet</a>`,
  ...Object.fromEntries(['a1', 'a2', 'b1', 'b2'].map((name) => [`o.test/${name}`, prose(name)])),
};

function words(text: string, ...links: string[]): string {
  return `${text} ${links.map((link) => `<a href="${link}"></a>`).join(' ')}`;
}

const trainingUrls = (...letters: string[]) =>
  letters.flatMap((letter) => [1, 2, 3].map((i) => `http://t.test/${letter}${i}`));

const learntOrder = async (...asked: Parameters<typeof learntCrawl>): Promise<string> =>
  pathsOf(await learntCrawl(...asked));

async function learntCrawl(
  recipe: string,
  given: Partial<CrawlOptions['topic'] & object> = {},
): Promise<string> {
  const web = await smallWeb(table);
  const topic: CrawlOptions['topic'] = {
    name: 'test',
    keywords: ['comet'],
    seeds: ['http://o.test/'],
    examples: { relevant: trainingUrls('c'), irrelevant: trainingUrls('r', 's') },
    ...given,
  };
  const out = join(newFolder(), 'crawl');
  const set = { clusters: 3, smoothing: 0 };
  await crawl({ topic, out, settings: { ...web.settings, recipe, set, concurrency: 1 } }).finished;
  await web.close();
  return out;
}

describe('learning recipes', () => {
  it.each([
    // / and a give 0 and go as found; b gives ½.
    ['crete/h', '/ /a /b /b1 /b2 /a1 /a2'],
    // a gives ½ · 0.6, more than the 0 with which b waits.
    ['crete/i', '/ /a /a1 /a2 /b /b1 /b2'],
    // The same, but b2 has the better anchor.
    ['crete/j', '/ /a /a1 /a2 /b /b2 /b1'],
  ])('%s goes as worked out by hand', async (recipe, order) => {
    expect(await learntOrder(recipe)).toBe(order);
  });

  it.each([
    // a has less of "comet" than of "ship", but more than b: its links go first.
    ['crete/i', '/ /a /a1 /a2 /b /b1 /b2'],
    ['crete/j', '/ /a /a1 /a2 /b /b2 /b1'],
  ])('%s: relevant examples alone will do', async (recipe, order) => {
    const examples = { relevant: trainingUrls('c'), irrelevant: [] };
    const folder = await learntCrawl(recipe, { examples });
    expect(pathsOf(folder)).toBe(order);
    const { out } = await forageHere(['model', folder], { cwd: '.' });
    expect(out).toContain(
      'cluster 0: 3 pages, 3 relevant: comet\n    cluster 1: all other pages; none was given',
    );
  });

  it('learn from the browsing log where there is one', async () => {
    // By this log ships lead to comets and roses to ships: levels 0, 1 (ship) and, by the links, 1 (rose).
    const visits = [
      { url: 'http://t.test/s1', relevant: false },
      { url: 'http://t.test/c1', relevant: true, from: 0 },
      { url: 'http://t.test/s2', relevant: false },
      { url: 'http://t.test/c2', relevant: true, from: 2 },
      { url: 'http://t.test/r3', relevant: false },
      { url: 'http://t.test/s3', relevant: false, from: 4 },
      { url: 'http://t.test/c3', relevant: true, from: 5 },
    ];
    const browsingLog = join(newFolder(), 'log.yaml');
    writeFileSync(browsingLog, formatBrowsingLog(visits, 'test'));
    // Everything is on level 0 or 1 and a step from 1 ends on 0 in three of four cases: / gives ¾, and so does a;
    // b too, since its cluster is on level 1 as well. So it goes as found.
    expect(await learntOrder('crete/h', { browsingLog })).toBe('/ /a /b /a1 /a2 /b1 /b2');
  });

  it.each(['crete/h', 'crete/h-xmeans', 'crete/i', 'crete/j'])(
    '%s needs a browsing log and nothing else',
    async (recipe) => {
      const visits = [
        { url: 'http://t.test/s1', relevant: false },
        { url: 'http://t.test/c1', relevant: true, from: 0 },
        { url: 'http://t.test/r1' },
        { url: 'http://t.test/c2', relevant: true, from: 2 },
      ];
      const browsingLog = join(newFolder(), 'log.yaml');
      writeFileSync(browsingLog, formatBrowsingLog(visits, 'test'));
      const given = { browsingLog, keywords: [], examples: { relevant: [], irrelevant: [] } };
      const order = await learntOrder(recipe, given);
      expect(order.split(' ')).toHaveLength(7);
    },
  );

  it('h-xmeans works with clusters that it found itself', async () => {
    // It finds the three subjects, so that the path is that of h with three clusters.
    expect(await learntOrder('crete/h-xmeans')).toBe(await learntOrder('crete/h'));
  });
});

it('forage model shows the judge and clusters by their words, levels, and the counted shares', async () => {
  const { out } = await forageHere(['model', await learntCrawl('crete/h')], { cwd: '.' });
  // Three pages each of levels 0, 1 and 2. Steps by hand: comet → rose 3; rose → comet 3, → ship 3; ship → rose 3,
  // → ship 3. Nothing is on the last level, so its rows are even.
  for (const line of [
    '9 pages of the examples, 3 relevant',
    '15 steps from one to another',
    'cluster 0: 3 pages, 3 relevant: comet',
    'relevant: 3 pages, 33.3 %',
    '3 links or more: 0 pages, 0.0 %',
    'relevant → relevant 0.0 %, 1 link 100.0 %, 2 links 0.0 %, 3 links or more 0.0 %',
    '1 link → relevant 50.0 %, 1 link 0.0 %, 2 links 50.0 %, 3 links or more 0.0 %',
    '2 links → relevant 0.0 %, 1 link 50.0 %, 2 links 50.0 %, 3 links or more 0.0 %',
    'relevant: cluster 0 100.0 %, cluster 1 0.0 %, cluster 2 0.0 %',
  ]) {
    expect(out).toContain(`    ${line}\n`);
  }
  expect(out).toMatch(/Judge centroid\n.*\n {4}comet\n {2}A page counts from a cosine of 0\.\d+ on\n/);
  expect(out).toMatch(/cluster [12]: 3 pages, 0 relevant: rose\n/);
  expect(out).toMatch(/1 link: cluster 0 0\.0 %, cluster (1 100\.0|2 100\.0|1 0\.0 %, cluster 2 100\.0) %/);
});

describe('what the HMM counts', () => {
  const page = (name: string, text: string, ...links: string[]) =>
    pageOf({
      url: `http://t.test/${name}`,
      text,
      links: links.map((link) => linkTo(`http://t.test/${link}`)),
    });
  const topic = parseTopic(
    'name: t\nkeywords: [comet]\nseeds: [http://t.test/]\nexamples: {relevant: [http://t.test/c]}',
  );
  const prepared = (set: Record<string, unknown>) =>
    prepareRecipe(findRecipe('crete/h'), { judge: 'keyword-cosine', smoothing: 0, ...set }, topic);
  const hmmOf = async (lesson: Parameters<ReturnType<typeof prepared>['train']>[0], set = {}) => {
    const models = await prepared(set).train(lesson);
    return HiddenMarkov.fromJSON((JSON.parse(JSON.stringify(models.strategy)) as { hmm: unknown }).hmm);
  };

  it('of a log: its steps, and pages once however often they were looked at', async () => {
    const ship = page('s', 'ship', 'r/');
    const visits: LoggedVisit[] = [
      { page: ship, relevant: false },
      { page: page('r', 'rose'), relevant: false, from: 0 },
      { page: page('c', 'comet'), relevant: true, from: 1 },
      { page: ship, relevant: false, from: 2 },
      { page: page('x', 'rose garden'), relevant: false, from: 3 },
    ];
    const lesson = { ...lessonOf({ relevant: [] }), log: { visits } };
    const hmm = await hmmOf(lesson);
    // Levels: c 0, r 1, s 2, x 3 (it leads nowhere). Steps: 2→1, 1→0, 0→2, 2→3.
    expect(hmm.initial).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(hmm.transition).toEqual([
      [0, 0, 1, 0],
      [1, 0, 0, 0],
      [0, 0.5, 0, 0.5],
      [0.25, 0.25, 0.25, 0.25],
    ]);
    expect(lesson.warnings[0]).toMatch(/Only 4 links/);
    expect(lesson.qualities['clusters of pages']).toMatchObject({ pages: 4, steps: 4 });
  });

  it('of examples: the links among them, whatever the scheme and the last slash', async () => {
    const lesson = lessonOf({ relevant: [] });
    const examples = [
      { page: page('c', 'comet'), relevant: true },
      { page: page('r', 'rose', 'c/', 'r', 'elsewhere'), relevant: false },
      { page: page('s', 'ship', 'r', 'c'), relevant: false },
    ].map((example) => ({ ...example, source: example.page.url }));
    examples[2]!.page.links.push(linkTo('https://t.test/c'));
    const hmm = await hmmOf({ ...lesson, examples }, { levels: 2 });
    // Levels 0, 1, 1; steps r→c, s→r, s→c.
    expect(hmm.initial).toEqual([1 / 3, 2 / 3]);
    expect(hmm.transition[1]).toEqual([2 / 3, 1 / 3]);
  });

  it('with X-means: as many clusters as there are subjects, and a warning if it finds no more than the minimum', async () => {
    const clustersOf = async (irrelevant: string[], set = {}) => {
      const lesson = lessonOf({ relevant: ['comet', 'comet', 'comet'], irrelevant });
      await prepared({ clustering: 'x-means', 'strategy.idf': 'examples', ...set }).train(lesson);
      const warned = lesson.warnings.some((warning) => warning.startsWith('X-means found no more than'));
      return [lesson.qualities['clusters of pages']!.clusters, warned];
    };
    expect(await clustersOf(['rose', 'rose', 'rose', 'ship', 'ship', 'ship'])).toEqual([3, false]);
    expect(await clustersOf(['rose', 'rose', 'rose'])).toEqual([2, true]);
    await expect(clustersOf(['rose'], { minClusters: 5, maxClusters: 4 })).rejects.toThrow(
      'minClusters (5) is above maxClusters (4)',
    );
  });

  it('is smoothed, so that no path is impossible', async () => {
    const lesson = lessonOf({ relevant: ['comet', 'comet tail'], irrelevant: ['rose', 'ship', 'anchor'] });
    const hmm = await hmmOf(lesson, { smoothing: 0.5 });
    // Two of five pages on level 0, none on 1 and 2, three on 3: (2 + ½) / (5 + 4 · ½).
    expect(hmm.initial[0]).toBeCloseTo(2.5 / 7, 12);
    for (const row of hmm.emission) expect(Math.min(...row)).toBeGreaterThan(0);
  });
});

describe('what they ask for', () => {
  const bare = parseTopic('name: t\nkeywords: [comet]\nseeds: [http://t.test/]');

  it('h, i and j need examples, a to g only keywords', () => {
    for (const letter of ['h', 'h-xmeans', 'i', 'j']) {
      expect(() => prepareRecipe(findRecipe(`crete/${letter}`), {}, bare)).toThrow(/needs examples/);
    }
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      expect(prepareRecipe(findRecipe(`crete/${letter}`), {}, bare).learns).toBe(false);
    }
  });

  it('a log alone will do where nothing else is asked to learn', () => {
    const set = { training: 'log', judge: 'keyword-cosine' };
    expect(() => prepareRecipe(findRecipe('crete/h'), set, bare)).toThrow(/forage topic record/);
    expect(() =>
      prepareRecipe(findRecipe('crete/h'), set, { ...bare, browsingLog: 'log.yaml' }),
    ).not.toThrow();
  });

  it('a relevant page is needed, and one is not enough', async () => {
    const topic = { ...bare, examples: { relevant: ['http://t.test/c'], irrelevant: [] } };
    const prepared = prepareRecipe(findRecipe('crete/h'), { judge: 'keyword-cosine' }, topic);
    await expect(prepared.train(lessonOf({ relevant: ['comet'] }))).rejects.toThrow(/at least two/);
    await expect(prepared.train(lessonOf({ relevant: [] }))).rejects.toThrow(/no pages to train on/);
  });
});
