/** The Darmstadt family and the online link learner: what they learn from, and in which order they visit. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl, type SettingsInput } from '../../src/index.ts';
import { linkPool, writeChromosome } from '../../src/learn/evolution/chromosome.ts';
import { evolve } from '../../src/learn/evolution/evolve.ts';
import { linkSamples, linksAmongExamples, linksOfCrawl } from '../../src/recipe/families/labelled-links.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import {
  newFolder,
  optionsFor,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from '../crawl/small-web.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { lessonOf, topicOf } from './lesson-of.ts';

afterAll(removeFolders);

/**
 * Pages under /star/ are wanted, pages under /shop/ are not; all links say the same.
 *
 *   /        shop/1 star/1 shop/2 star/2
 *   /shop/1  star/5          /star/1  shop/3 star/3
 *   /shop/2  shop/4          /star/2  star/4
 */
const star = (links: string[], name: string) => page(links, `comet comet ${prose(name)}`);
const shop = (links: string[], name: string) => page(links, prose(name));
const table = {
  'o.test/': shop(['/shop/1', '/star/1', '/shop/2', '/star/2'], 'start'),
  'o.test/shop/1': shop(['/star/5'], 's1'),
  'o.test/shop/2': shop(['/shop/4'], 's2'),
  'o.test/shop/3': shop([], 's3'),
  'o.test/shop/4': shop([], 's4'),
  'o.test/star/1': star(['/shop/3', '/star/3'], 't1'),
  'o.test/star/2': star(['/star/4'], 't2'),
  'o.test/star/3': star([], 't3'),
  'o.test/star/4': star([], 't4'),
  'o.test/star/5': star([], 't5'),
};
const breadthFirst = '/ /shop/1 /star/1 /shop/2 /star/2 /star/5 /shop/3 /star/3 /shop/4 /star/4';
const judge = { judge: 'string-match', 'judge.half': 1, 'judge.titleWeight': 0 };

/** Twelve pages with one link each, to a star or to a shop. */
const lessons = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => {
    const to = `/${i % 2 ? 'star' : 'shop'}/e${i}`;
    return [
      [`o.test/p${i}`, shop([to], `p${i}`)],
      [`o.test${to}`, i % 2 ? star([], `e${i}`) : shop([], `e${i}`)],
    ];
  }).flat(),
);
const start = shop(
  Array.from({ length: 12 }, (_, i) => `/p${i}`),
  'lessons',
);

let web: SmallWeb;
/** Crawls of the two webs. */
let own: string;
let earlier: string;
beforeAll(async () => {
  web = await smallWeb(table);
  ({ folder: own } = await visits({ recipe: 'breadth-first', set: judge }));
  const other = await smallWeb({ 'o.test/': start, ...lessons });
  ({ folder: earlier } = await visits({ recipe: 'breadth-first', set: judge }, other));
  await other.close();
});
afterAll(() => web.close());

async function visits(
  settings: SettingsInput,
  on = web,
  topic = {},
): Promise<{ order: string; folder: string }> {
  const before = on.log.length;
  const options = optionsFor(on, { seeds: ['http://o.test/'], settings: { ...settings, concurrency: 1 } });
  await crawl({ ...options, topic: { ...(options.topic as object), ...topic } as typeof options.topic })
    .finished;
  const order = on.log.slice(before).map(({ path }) => path);
  return { order: order.filter((path) => path !== '/robots.txt').join(' '), folder: options.out };
}

describe('links of an earlier crawl', () => {
  it('are one of each page that has links, with the judge’s verdict on its target', () => {
    const links = linksOfCrawl(own, 1);
    // Five pages have links: /, shop/1, star/1, shop/2, star/2.
    expect(links.map(({ source }) => new URL(source).pathname)).toEqual(
      '/ /shop/1 /star/1 /shop/2 /star/2'.split(' '),
    );
    for (const { target, relevant } of links) expect(relevant).toBe(target.includes('/star/'));
    const ofStart = new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => linksOfCrawl(own, seed)[0]!.target));
    expect(ofStart.size).toBeGreaterThan(1);
  });

  it('are those that a general crawl drew, and their targets are fetched right after their page', async () => {
    const { order, folder } = await visits({ recipe: 'darmstadt/general', set: judge });
    const [drawn] = linksOfCrawl(folder, 1);
    expect(`http://o.test${order.split(' ')[1]}`).toBe(drawn!.target);
    expect(order.split(' ').sort()).toEqual(breadthFirst.split(' ').sort());
  });

  it('among examples are those from one to another', () => {
    const examples = [
      {
        source: 'a',
        page: pageOf({ url: 'http://a.test/', links: ['b', 'c'].map((x) => linkTo(`http://${x}.test/`)) }),
        relevant: true,
      },
      {
        source: 'b',
        page: pageOf({ url: 'http://b.test/', links: ['a', 'b'].map((x) => linkTo(`http://${x}.test/`)) }),
        relevant: false,
      },
    ];
    expect(linksAmongExamples({ examples })).toEqual([
      { source: 'http://a.test/', target: 'http://b.test/', relevant: false },
      { source: 'http://b.test/', target: 'http://a.test/', relevant: true },
    ]);
  });

  it('that do not exist are reported by name', async () => {
    const settings = {
      recipe: 'darmstadt/url-tokens',
      set: { ...judge, earlier: join(newFolder(), 'none') },
    };
    await expect(visits(settings)).rejects.toThrow(/none/);
  });
});

// By hand: a yes to every /star/ of those found: 1 and 2 of the start, 3 and 4 of these; then the first of the
// others, shop/1, which brings star/5; then the rest in the order in which they were found.
const starsFirst = '/ /star/1 /star/2 /star/3 /star/4 /shop/1 /star/5 /shop/2 /shop/3 /shop/4';

describe('the order of a small web', () => {
  it('is another one breadth-first', async () => {
    expect((await visits({ recipe: 'breadth-first', set: judge })).order).toBe(breadthFirst);
  });

  it('of url-tokens follows URLs like those that an earlier crawl found relevant', async () => {
    const set = { ...judge, earlier, minPositives: 5 };
    expect((await visits({ recipe: 'darmstadt/url-tokens', set })).order).toBe(starsFirst);
  });

  it('of url-tokens is breadth-first as long as nothing is learnt', async () => {
    expect((await visits({ recipe: 'darmstadt/url-tokens', set: judge })).order).toBe(breadthFirst);
  });

  it('of url-tokens turns when it has learnt enough on the way', async () => {
    // After shop/1, star/1, shop/2 and star/2 the tree knows; star/5, shop/3, star/3, shop/4, star/4 wait or come
    // (star/4 is found with the lesson of star/2) and are classified again: 5, 3, 4, then shop/3 and shop/4.
    const set = { ...judge, every: 4, minPositives: 2 };
    expect((await visits({ recipe: 'darmstadt/url-tokens', set })).order).toBe(
      '/ /shop/1 /star/1 /shop/2 /star/2 /star/5 /star/3 /star/4 /shop/3 /shop/4',
    );
  });

  it('of a chromosome goes to links that it says yes to', async () => {
    const set = { ...judge, earlier, chromosome: 'target-address-tokens;50|number-ratio;0.2|decision-tree' };
    expect((await visits({ recipe: 'darmstadt/evolved', set })).order).toBe(starsFirst);
  });

  it('of a chromosome without anything to learn from is breadth-first', async () => {
    expect((await visits({ recipe: 'darmstadt/evolved', set: judge })).order).toBe(breadthFirst);
  });

  it('of the language model follows pages that read like the examples', async () => {
    // a and b are found on one page that reads like the examples; so does b, and its link goes before that of a.
    const like = 'The comet has a tail of ice and dust. The tail of the comet glows near the sun.';
    const small = await smallWeb({
      'o.test/': page(['/a', '/b'], 'Dust and ice near the sun: the comet has a tail. It glows.'),
      'o.test/a': page(['/a1'], prose('a')),
      'o.test/b': page(['/b1'], like),
      'o.test/a1': page([], prose('a1')),
      'o.test/b1': page([], prose('b1')),
    });
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    const relevant = [like, 'A comet is ice and dust. The comet glows near the sun and has a tail.'].map(
      (text, i) => {
        const file = join(folder, `${i}.txt`);
        writeFileSync(file, text);
        return file;
      },
    );
    const topic = { examples: { relevant, irrelevant: [] } };
    const { order } = await visits({ recipe: 'darmstadt/language-model' }, small, topic);
    await small.close();
    expect(order).toBe('/ /a /b /b1 /a1');
  });

  it('of online-links follows the words that have led to relevant pages', async () => {
    // After /p "shop" has led to nothing, after /q "star" to a relevant page: of the links of /q, the second is better.
    const small = await smallWeb({
      'o.test/': page({ '/p': 'shop', '/q': 'star' }, prose('start')),
      'o.test/p': page([], prose('p')),
      'o.test/q': page({ '/r': 'shop', '/s': 'star' }, `comet comet ${prose('q')}`),
      'o.test/r': page([], prose('r')),
      'o.test/s': page([], prose('s')),
    });
    const { order } = await visits({ recipe: 'online-links', set: judge }, small);
    await small.close();
    expect(order).toBe('/ /p /q /s /r');
  });
});

describe('settings', () => {
  const topic = topicOf({
    keywords: [{ term: 'comet', weight: 1 }],
    examples: { relevant: ['x'], irrelevant: ['y'] },
  });

  it('are the thesis’s: 500 parts of URLs, 100 words and an RBF SVM', () => {
    const { recipe } = prepareRecipe(findRecipe('darmstadt/url-tokens'), { judge: 'binary' }, topic);
    expect(recipe.strategy).toMatchObject({ tokens: 500 });
    expect(recipe.judge).toMatchObject({ kind: 'binary', chromosome: 'frequent-tokens;100|rbf-svm' });
  });

  it('that judge and strategy share must say whose they are', () => {
    const evolved = findRecipe('darmstadt/evolved');
    const set = { judge: 'binary', maxCharacters: 500 };
    expect(() => prepareRecipe(evolved, set, topic)).toThrow(
      /both the strategy "evolved-links" and the judge "binary" have a setting "maxCharacters"; write strategy.maxCharacters or judge.maxCharacters/,
    );
    const { recipe } = prepareRecipe(evolved, { judge: 'binary', 'judge.maxCharacters': 500 }, topic);
    expect([recipe.judge.maxCharacters, recipe.strategy.maxCharacters]).toEqual([500, 20_000]);
  });

  it('of url-tokens and binary differ: negatives are those of the judge', () => {
    const set = { judge: 'binary', negatives: 50 };
    const { recipe } = prepareRecipe(findRecipe('darmstadt/url-tokens'), set, topic);
    expect(recipe.judge.negatives).toBe(50);
    expect(recipe.strategy).toMatchObject({ negativesPerPositive: 1.1 });
  });

  it('say what is wrong with a chromosome', () => {
    const set = { chromosome: 'label-tokens;10|genius' };
    expect(() => prepareRecipe(findRecipe('darmstadt/evolved'), set, topic)).toThrow(
      /ends with a learner, not with "genius"/,
    );
  });
});

describe('the binary judge', () => {
  const positives = ['comet comet tail', 'comet orbit', 'the comet glows', 'tail of a comet'];

  it('needs counterexamples only without a general crawl', () => {
    const topic = topicOf({ examples: { relevant: ['x'], irrelevant: [] } });
    const recipe = findRecipe('darmstadt/url-tokens');
    expect(() => prepareRecipe(recipe, { judge: 'binary' }, topic)).toThrow(/needs irrelevant examples/);
    expect(() => prepareRecipe(recipe, { judge: 'binary', general: 'somewhere' }, topic)).not.toThrow();
  });

  it.each(['none', 'k-means'])('learns irrelevant links from a general crawl (filter %s)', async (filter) => {
    const topic = topicOf({ examples: { relevant: ['x'], irrelevant: [] } });
    const set = {
      judge: 'binary',
      general: earlier,
      filter,
      negatives: 3,
      chromosome: 'frequent-tokens;100|naive-bayes',
    };
    const prepared = prepareRecipe(findRecipe('darmstadt/url-tokens'), set, topic);
    const lesson = lessonOf({ relevant: positives }, topic);
    const { judge } = prepared.reader(await prepared.train(lesson));
    expect(judge(pageOf({ text: 'the tail of a comet in orbit' })).relevant).toBe(true);
    expect(judge(pageOf({ text: prose('s1') })).relevant).toBe(false);
  });
});

describe('a chromosome for links', () => {
  it('is found by evolution over the links of an earlier crawl', async () => {
    const lesson = {
      ...lessonOf({ relevant: [] }),
      openGraph: async () => ({
        linksTo: () => [],
        page: async (url: string) =>
          pageOf({
            url,
            links: linksOfCrawl(earlier, 1)
              .filter(({ source }) => source === url)
              .map(({ target }) => linkTo(target)),
          }),
        close: () => {},
      }),
    };
    const samples = await linkSamples(lesson, {
      earlier,
      negativesPerPositive: 1.1,
      maxExamples: 100,
      maxCharacters: 1000,
    });
    // A link of each of the twelve pages, and one of the start, which leads to no star.
    expect(samples).toHaveLength(13);
    const found = await evolve(samples, { population: 6, generations: 2, threads: 0 }, linkPool);
    expect(writeChromosome(found.best)).toMatch(/\|/);
  });
});
