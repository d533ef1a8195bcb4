/** A chromosome as a judge, and negatives from a general crawl. */
import { describe, expect, it } from 'vitest';
import { evolvedText, trainEvolvedText } from '../../src/judge/evolved-text.ts';
import { negativeSet } from '../../src/judge/training/negative-set.ts';
import { readChromosome } from '../../src/learn/evolution/chromosome.ts';
import { pageOf } from '../page-of.ts';

const skies = [
  'comet tail ice',
  'comet orbit sun',
  'comet dust tail',
  'ice comet orbit',
  'sun comet tail dust',
];
const shops = [
  'soap price cart',
  'price towel cart',
  'soap towel price',
  'cart soap order',
  'order towel price cart',
];
const texts = [
  ...skies.map((text) => ({ text, relevant: true })),
  ...[...shops, ...shops.map((text) => `${text} shipping`)].map((text) => ({ text, relevant: false })),
];
const settings = { threshold: 0.5, maxCharacters: 10_000 };

describe('a chromosome as a judge', () => {
  it.each([
    'frequent-tokens;100|rbf-svm',
    'frequent-tokens;50|decision-tree',
    'center-tokens;2;50|naive-bayes',
  ])('%s separates pages, before and after a JSON round trip', (line) => {
    const model = trainEvolvedText(readChromosome(line), texts, { ...settings, seed: 1 });
    const judge = evolvedText(JSON.parse(JSON.stringify(model)), settings);
    const sky = judge.judge(pageOf({ text: 'a comet with a tail of ice' }));
    const shop = judge.judge(pageOf({ text: 'soap at a price, in your cart' }));
    expect([sky.relevant, shop.relevant]).toEqual([true, false]);
    expect(sky.score).toBeGreaterThan(shop.score);
    expect(sky.why[0]).toMatch(/of \d+ features$/);
  });

  it('does without a set of features of which fewer texts have no term', () => {
    // The only long word is in one text; what is learnt without that text, to calibrate the scores, has none.
    const some = [...texts, { text: 'comet interplanetary', relevant: true }];
    const chromosome = readChromosome('frequent-tokens;100|long-tokens;12|naive-bayes');
    const model = trainEvolvedText(chromosome, some, { ...settings, seed: 1 });
    expect(model.space).toMatchObject([{}, { terms: ['interplanetary'] }]);
    const sky = evolvedText(model, settings).judge(pageOf({ text: 'a comet with a tail of ice' }));
    expect(sky.relevant).toBe(true);
  });

  it('counts terms before the smaller class is repeated', () => {
    // By hand: asteroid is in two texts, quasar and nebula in one; a term of three texts or more is asked for. Ten
    // negatives would have each positive counted five times.
    const few = [
      ...['asteroid quasar', 'asteroid nebula'].map((text) => ({ text, relevant: true })),
      ...Array.from({ length: 10 }, (_, i) => ({
        text: `price ${i % 2 ? 'cart' : 'soap'}`,
        relevant: false,
      })),
    ];
    const model = trainEvolvedText(readChromosome('center-tokens;3;30|naive-bayes'), few, {
      ...settings,
      seed: 1,
    });
    const [{ terms }] = model.space as [{ terms: string[] }];
    expect(terms.sort()).toEqual(['cart', 'price', 'soap']);
  });

  it('reads no more of a page than the limit', () => {
    const model = trainEvolvedText(readChromosome('frequent-tokens;50|naive-bayes'), texts, {
      ...settings,
      seed: 1,
    });
    const page = pageOf({ text: `${'soap price cart '.repeat(3)} comet tail ice orbit sun dust` });
    const all = evolvedText(model, settings).judge(page);
    const some = evolvedText(model, { ...settings, maxCharacters: 40 }).judge(page);
    expect(some.score).toBeLessThan(all.score);
  });
});

describe('negatives from a general crawl', () => {
  // Two pages of the topic are hidden among twelve.
  const general = [...shops, 'comet orbit ice', ...shops.map((text) => `${text} sale`), 'comet tail sun'];
  const hidden = [5, 11];

  it('are random pages without a filter, deterministic for a given seed', () => {
    const chosen = negativeSet('none', skies, general, { wanted: 6, seed: 1 });
    expect(chosen.pages).toHaveLength(6);
    expect(negativeSet('none', skies, general, { wanted: 6, seed: 1 })).toEqual(chosen);
    expect(negativeSet('none', skies, general, { wanted: 100, seed: 1 }).pages).toHaveLength(12);
  });

  it('are the cluster farthest from the examples, if it has enough pages', () => {
    // In the words of the examples all shops are empty vectors: one cluster, and the farthest from the examples.
    const { pages, fellBack } = negativeSet('k-means', skies, general, { wanted: 8, seed: 1 });
    expect(pages).toHaveLength(10);
    for (const place of hidden) expect(pages).not.toContain(place);
    expect(fellBack).toBeUndefined();
  });

  it('are unfiltered, and said to be, if no cluster has enough pages', () => {
    // There are twelve, and two clusters at least.
    const { pages, fellBack } = negativeSet('k-means', skies, general, { wanted: 12, seed: 1 });
    expect(pages).toEqual([...general.keys()]);
    expect(fellBack).toMatch(/All clusters but the nearest have \d+ pages together, fewer than 12/);
  });

  it('are of several clusters, farthest first, if one is too few', () => {
    // In the words of the examples: nothing, one word only (three sorts), or many of them like the examples.
    const sorts = ['soap', 'comet', 'orbit', 'tail', 'sun comet orbit tail ice dust'];
    const pages = sorts.flatMap((words) => Array.from({ length: 3 }, (_, n) => `${words} ${shops[n]}`));
    const chosen = negativeSet('k-means', skies, pages, { wanted: 10, seed: 1 });
    expect(chosen.pages.length).toBeGreaterThanOrEqual(10);
    expect(chosen.pages.length).toBeLessThan(15);
    expect(chosen.fellBack).toMatch(/farthest of \d are taken/);
  });

  it('are the pages that a one-class SVM rejects', () => {
    const { pages } = negativeSet('one-class', skies, general, { wanted: 100, seed: 1 });
    for (let i = 0; i < 12; i++) if (!hidden.includes(i)) expect(pages).toContain(i);
    expect(negativeSet('one-class', skies, shops, { wanted: 3, seed: 1 }).pages).toHaveLength(3);
    const { fellBack } = negativeSet('one-class', skies, general, { wanted: 100, seed: 1 });
    expect(fellBack).toContain('fewer than the 100 that were asked for');
  });
});
