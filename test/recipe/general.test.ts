/** The general recipes on small webs: the order of each worked out by hand, and what their settings do. */
import { afterAll, describe, expect, it } from 'vitest';
import type { SettingsInput } from '../../src/index.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import type { LinkScores } from '../../src/strategy/best-first.ts';
import { crawlOf, pagesOf, prose, removeFolders, smallWeb, type Table } from '../crawl/small-web.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { lessonOf, topicOf } from './lesson-of.ts';

afterAll(removeFolders);

/** With the judge string-match, half 1 and titles left out, a text with "comet" n times scores n / (n + 1). */
const stringMatch = { judge: 'string-match', half: 1, halfOfText: 1, titleWeight: 0 };

async function orderOf(table: Table, settings: SettingsInput): Promise<string> {
  const web = await smallWeb(table);
  const { folder } = await crawlOf(web, {
    seeds: ['http://o.test/'],
    settings: { concurrency: 1, set: stringMatch, ...settings },
  });
  await web.close();
  return pagesOf(folder)
    .map(({ url }) => new URL(url).pathname)
    .join(' ');
}

const links = (...paths: string[]): string => paths.map((path) => `<a href="${path}">rose</a>`).join(' ');

describe('orders that no judgement steers', () => {
  const table = {
    'o.test/': `${links('/a', '/b', '/x/y/c')} ${prose('start')}`,
    'o.test/a': `${links('/a1', '/x/y/c')} ${prose('a')}`,
    'o.test/b': `${links('/b1', '/x/y/c')} ${prose('b')}`,
    'o.test/x/y/c': `${links('/c1')} ${prose('c')}`,
    'o.test/a1': prose('a1'),
    'o.test/b1': prose('b1'),
    'o.test/c1': prose('c1'),
  };

  it.each([
    ['breadth-first', {}, '/ /a /b /x/y/c /a1 /b1 /c1'],
    // a brings a1 and c, which moves up above b; c brings c1.
    ['depth-first', {}, '/ /a /a1 /x/y/c /c1 /b /b1'],
    // c has two in-links when a was read; all others have one and go as they came: b, a1, c1, b1.
    ['importance/in-links', {}, '/ /a /x/y/c /b /a1 /c1 /b1'],
    // Three slashes go last.
    ['importance/address-depth', {}, '/ /a /b /a1 /b1 /x/y/c /c1'],
    // / passes .85 · .15 / 3 = .0425 to a, b and c; a .85 · .1925 / 2 = .0818 to a1 and c, which now has .1243;
    // c .85 · .2743 = .2332 to c1. Then a1 .0818, b .0425, b1.
    ['importance/page-rank', {}, '/ /a /x/y/c /c1 /a1 /b /b1'],
    // There are no circles: computing ranks again changes nothing.
    ['importance/page-rank', { every: 2 }, '/ /a /x/y/c /c1 /a1 /b /b1'],
  ])('%s %j goes as worked out by hand', async (recipe, set, order) => {
    expect(await orderOf(table, { recipe, set })).toBe(order);
  });

  it('random goes by its seed', async () => {
    const [one, again, two] = [
      await orderOf(table, { recipe: 'random', set: { seed: 1 } }),
      await orderOf(table, { recipe: 'random', set: { seed: 1 } }),
      await orderOf(table, { recipe: 'random', set: { seed: 2 } }),
    ];
    expect(again).toBe(one);
    expect(two).not.toBe(one);
    expect(two.split(' ').sort()).toEqual(one.split(' ').sort());
  });
});

describe('best-first', () => {
  it('by context tells links apart that both say "here"', async () => {
    const table = {
      'o.test/': `<p>some roses <a href="/a">here</a></p><p>${prose('between', 30)}</p><p>a comet <a href="/b">here</a></p>`,
      'o.test/a': prose('a'),
      'o.test/b': prose('b'),
    };
    expect(await orderOf(table, { recipe: 'best-first/anchor' })).toBe('/ /a /b');
    expect(await orderOf(table, { recipe: 'best-first/context' })).toBe('/ /b /a');
    expect(await orderOf(table, { recipe: 'best-first/page+context' })).toBe('/ /b /a');
  });

  it('n at a time does not look at newer links before all n are fetched', async () => {
    // / scores 3/4, a 4/5, c 2/3, b 0.
    const table = {
      'o.test/': `comet comet comet ${links('/a', '/b', '/c')} ${prose('start')}`,
      'o.test/a': `comet comet comet comet ${links('/a1')} ${prose('a')}`,
      'o.test/b': `${links('/b1')} ${prose('b')}`,
      'o.test/c': `comet comet ${links('/c1')} ${prose('c')}`,
      'o.test/a1': prose('a1'),
      'o.test/b1': prose('b1'),
      'o.test/c1': prose('c1'),
    };
    expect(await orderOf(table, { recipe: 'best-first/page' })).toBe('/ /a /a1 /b /c /c1 /b1');
    // a and b are chosen together; then a1 and c; then c1 and b1.
    expect(await orderOf(table, { recipe: 'n-best-first', frontier: { batch: 2 } })).toBe(
      '/ /a /b /a1 /c /c1 /b1',
    );
  });

  it('by anchor may ask another judge than the page’s, which learns from the examples', async () => {
    const topic = topicOf({
      keywords: [{ term: 'comet', weight: 1 }],
      examples: { relevant: ['http://e.test/1'], irrelevant: ['http://e.test/2'] },
    });
    const recipe = findRecipe('best-first/anchor');
    const prepared = prepareRecipe(recipe, { anchorJudge: 'naive-bayes' }, topic);
    expect(prepared.learns).toBe(true);
    const texts = (word: string) => Array.from({ length: 4 }, (_, i) => `${word} ${word} thing${i}`);
    const models = await prepared.train(lessonOf({ relevant: texts('meteor'), irrelevant: texts('tulip') }));
    const page = pageOf({
      text: 'comet',
      links: [linkTo('http://a.test/', 'tulip'), linkTo('http://b.test/', 'meteor')],
    });
    const reader = prepared.reader(JSON.parse(JSON.stringify(models)));
    const judgement = reader.judge(page);
    const [tulip, meteor] = (reader.measure(page, judgement) as LinkScores).anchors;
    expect(meteor).toBeGreaterThan(0.5);
    expect(tulip).toBeLessThan(0.5);
    // The page itself is still judged by its keywords alone.
    expect(judgement.score).toBe(1);
  });

  it('asks for what the judge of its anchors needs, and for nothing to learn where there is none', () => {
    const topic = topicOf({ keywords: [{ term: 'comet', weight: 1 }] });
    const recipe = findRecipe('best-first/anchor');
    expect(() => prepareRecipe(recipe, { anchorJudge: { kind: 'svm' } }, topic)).toThrow(/needs examples/);
    expect(prepareRecipe(recipe, {}, topic).learns).toBe(false);
    expect(
      prepareRecipe(recipe, { anchorJudge: 'string-match', 'strategy.anchorShare': 1 }, topic).needs,
    ).toEqual(['keywords']);
  });

  it('refuses shares that are more than the whole, and a judge that does not exist', () => {
    const topic = topicOf({ keywords: [{ term: 'comet', weight: 1 }] });
    const recipe = findRecipe('best-first/page+anchor');
    expect(() => prepareRecipe(recipe, { contextShare: 0.6 }, topic)).toThrow(/contextShare.*more than 1/);
    expect(() => prepareRecipe(recipe, { contextShare: 0.5 }, topic)).not.toThrow();
    expect(() => prepareRecipe(recipe, { anchorJudge: 'oracle' }, topic)).toThrow(/no judge "oracle"/);
  });
});

describe('fish search', () => {
  it('follows the first links of relevant pages first and ends a path of three pages without any', async () => {
    // Only a is relevant. With width 1 and α 2: / gives ½ to a and 0 to b; a gives 1 to a1 and a2, 0 to a3.
    // a3 may swim further than b and goes before it. b, b1 and b2 use up what / has left them: b3 is refused.
    const table = {
      'o.test/': `${links('/a', '/b')} ${prose('start')}`,
      'o.test/a': `comet ${links('/a1', '/a2', '/a3')} ${prose('a')}`,
      'o.test/a1': prose('a1'),
      'o.test/a2': prose('a2'),
      'o.test/a3': prose('a3'),
      'o.test/b': `${links('/b1')} ${prose('b')}`,
      'o.test/b1': `${links('/b2')} ${prose('b1')}`,
      'o.test/b2': `${links('/b3')} ${prose('b2')}`,
      'o.test/b3': prose('b3'),
    };
    const set = { ...stringMatch, width: 1, alpha: 2 };
    expect(await orderOf(table, { recipe: 'fish-search', set })).toBe('/ /a /a1 /a2 /a3 /b /b1 /b2');
  });
});

describe('shark search', () => {
  it('continues along a good path through an uninformative page', async () => {
    // With half 10, / scores 40/50: a and b inherit 2/5. a says nothing: a1 inherits 1/5, worth .8 · 1/5 = .16.
    // b scores 2/12: b1 inherits 1/12, worth .067. Best-first by page has b1 at 2/12 and a1 at 0.
    const table = {
      'o.test/': `${'comet '.repeat(40)} ${links('/a', '/b')} ${prose('start')}`,
      'o.test/a': `${prose('a', 20)} ${links('/a1')} ${prose('more a', 20)}`,
      'o.test/b': `${prose('b', 20)} ${links('/b1')} ${prose('more b', 20)} comet comet`,
      'o.test/a1': prose('a1'),
      'o.test/b1': prose('b1'),
    };
    const set = { ...stringMatch, half: 10 };
    expect(await orderOf(table, { recipe: 'shark-search', set })).toBe('/ /a /b /a1 /b1');
    expect(await orderOf(table, { recipe: 'best-first/page', set })).toBe('/ /a /b /b1 /a1');
  });
});
