/**
 * Layers of pages. The topic is comets: pages on it contain "comet" and "tail", pages that lead to it are
 * observatories, the rest is about cooking. Naive Bayes values are calculated by hand next to each test.
 */
import { describe, expect, it } from 'vitest';
import { metadataShortcut } from '../../src/judge/metadata-shortcut.ts';
import { bagReader } from '../../src/judge/training/bags.ts';
import {
  type Layer1Learner,
  layer1Design,
  layer2Design,
  learnLayer,
} from '../../src/judge/training/layers.ts';
import { leadingExamples } from '../../src/judge/training/leading-examples.ts';
import { layerRecord, restoreLayers, twoLayers } from '../../src/judge/two-layers.ts';
import { linkTo, pageOf } from '../page-of.ts';

const on = ['comet tail', 'comet comet orbit'];
const leading = ['observatory telescope visitors', 'telescope observatory staff'];
const off = ['soup onion', 'onion onion salt'];
const bagOf = bagReader();
const labelled = (relevant: readonly string[], others: readonly string[]) => [
  ...relevant.map((text) => ({ bag: bagOf(text), relevant: true })),
  ...others.map((text) => ({ bag: bagOf(text), relevant: false })),
];
const texts = labelled(on, [...leading, ...off]);
const how = { learner: 'naive-bayes' } as const;
const pageWith = (text: string, title = '') => pageOf({ title, text });

function judgeOf(learner: Layer1Learner = 'naive-bayes', repeat = 1) {
  const many = <T>(list: readonly T[]): T[] => Array.from({ length: repeat }, () => list).flat();
  const layer1 = learnLayer(many(texts), layer1Design({ learner }));
  const layer2 = learnLayer(labelled(many(leading), many(off)), layer2Design());
  return twoLayers({ layer1, layer2 });
}

describe('a page', () => {
  it.each([
    ['a comet', 1],
    ['the telescope of the observatory', 2],
    ['onion soup', 0],
  ])('"%s" is of layer %i', (text, layer) => {
    const { findings, relevant } = judgeOf().judge(pageWith(text));
    expect(findings!.layer).toBe(layer);
    expect(relevant).toBe(layer === 1);
  });

  it.each(['svm', 'linear-svm'] as const)('is found by the other learners too: %s', (learner) => {
    const judge = judgeOf(learner, 4);
    const layers = ['a comet', 'the telescope of the observatory', 'onion soup'].map(
      (text) => judge.judge(pageWith(text)).findings!.layer,
    );
    expect(layers).toEqual([1, 2, 0]);
  });

  it('of layer 2 reports both sums of the test, as calculated by hand', () => {
    // In: 2 of 4 texts, 6 words, observatori and telescop twice each; out: 5 words. 7 different words in all.
    // "visitors" stands in 1 text of 4: tf·log2(4/1) = 2, and 1 of the 6 words in, none of the 5 out.
    const { layer2In, layer2Out } = judgeOf().judge(pageWith('visitors')).findings!;
    expect(layer2In).toBeCloseTo(Math.log(2 / 4) + 2 * Math.log((1 + 0.5) / (6 + 0.5 * 7)), 10);
    expect(layer2Out).toBeCloseTo(Math.log(2 / 4) + 2 * Math.log((0 + 0.5) / (5 + 0.5 * 7)), 10);
  });

  it('scores by the mean log odds of its words, regardless of length', () => {
    // 6 texts; "orbit" in one of them: log2 6. On: 5 words, off: 11; 10 different ones (comet tail orbit
    // observatory telescope visitors staff soup onion salt).
    const odds = Math.log(2 / 4) + Math.log2(6) * Math.log((1 + 0.5) / (5 + 5) / ((0 + 0.5) / (11 + 5)));
    expect(judgeOf().judge(pageWith('orbit')).score).toBeCloseTo(1 / (1 + Math.exp(-odds)), 10);
    const long = judgeOf().judge(pageWith('orbit '.repeat(1000))).score;
    expect(long).toBeLessThan(0.999);
    expect(long).toBeGreaterThan(0.5);
  });

  it('reports the stems that decided, or that no word is known', () => {
    expect(judgeOf().judge(pageWith('comet comet onion')).why).toEqual(['layer 1: comet, −onion']);
    expect(judgeOf().judge(pageWith('xyzzy')).why[0]).toContain('no known word');
  });

  it('is judged the same after a JSON round trip of the model', () => {
    const layer1 = learnLayer(texts, layer1Design(how));
    const layers = { layer1, layer2: learnLayer(labelled(leading, off), layer2Design()) };
    const records = { layer1: layerRecord(layer1), layer2: layerRecord(layers.layer2) };
    const record = JSON.parse(JSON.stringify(records));
    const [before, after] = [layers, restoreLayers(record)].map((given) => twoLayers({ ...given }));
    for (const text of ['comet', 'telescope staff', 'onion', 'comet onion', '']) {
      expect(after!.judge(pageWith(text))).toEqual(before!.judge(pageWith(text)));
    }
  });

  it('is never of layer 2 if no example leads to the topic', () => {
    const judge = twoLayers({ layer1: learnLayer(texts, layer1Design(how)) });
    expect(judge.judge(pageWith('the telescope of the observatory')).findings).toEqual({ layer: 0 });
  });

  it('refuses a damaged model by name', () => {
    expect(() => restoreLayers({ layer1: {} })).toThrow('train the recipe again');
  });
});

describe('the shortcut', () => {
  const keywords = [
    { term: 'comet', weight: 1 },
    { term: 'solar system', weight: 1 },
    { term: 'horoscope', weight: -2 },
  ];
  const hit = metadataShortcut(keywords);
  const page = (title: string, meta?: string) =>
    pageOf({ title, meta: { noindex: false, nofollow: false, ...(meta && { keywords: meta }) } });

  it('matches one keyword in the title or the meta keywords', () => {
    expect(hit(page('All comets of 1997'))).toEqual({ keyword: 'comet', place: 'title' });
    expect(hit(page('Home', 'sky, Solar Systems'))).toEqual({
      keyword: 'solar system',
      place: 'meta keywords',
    });
  });

  it('matches no partial words or phrases, no phrase across two entries, no negative keywords', () => {
    expect(hit(page('Cometary, or solar power for your system'))).toBeUndefined();
    expect(hit(page('Home', 'solar; system'))).toBeUndefined();
    expect(hit(page('Horoscopes'))).toBeUndefined();
    expect(hit(page(''))).toBeUndefined();
  });

  const judge = twoLayers({ layer1: learnLayer(texts, layer1Design(how)), shortcut: hit });

  it('makes a page of neither layer one that leads to the topic, not a relevant one', () => {
    const plain = twoLayers({ layer1: learnLayer(texts, layer1Design(how)) });
    const soup = pageWith('onion soup with salt', 'Comet');
    const { relevant, score, guide, findings, why } = judge.judge(soup);
    expect({ relevant, guide, layer: findings!.layer }).toEqual({ relevant: false, guide: 1, layer: 2 });
    expect(score).toBe(plain.judge(soup).score);
    expect(score).toBeLessThan(0.5);
    expect(why).toContain('followed as layer 2: comet in title');
  });

  it('leaves a page without a keyword as it is', () => {
    const { relevant, guide, findings } = judge.judge(pageWith('comet tail', 'Home'));
    expect({ relevant, guide, layer: findings!.layer }).toEqual({
      relevant: true,
      guide: undefined,
      layer: 1,
    });
  });
});

describe('leading examples', () => {
  const at = (url: string, relevant: boolean, ...links: string[]) => ({
    page: pageOf({ url: `http://x.org/${url}`, links: links.map((to) => linkTo(`http://x.org/${to}`)) }),
    relevant,
  });

  it('link to relevant ones, or to pages that only relevant ones have in common', () => {
    const examples = [
      at('r1', true, 'common', 'menu', 'once'),
      at('r2', true, 'common', 'menu'),
      at('direct', false, 'r1', 'menu'),
      at('shared', false, 'common', 'menu'),
      at('once-too', false, 'once', 'menu'),
      at('none', false, 'menu'),
    ];
    // common: 2 of 2 against 1 of 4, four times as common; menu: 2 of 2 against 4 of 4; once: one example alone.
    expect(leadingExamples(examples)).toEqual([2, 3]);
  });
});
