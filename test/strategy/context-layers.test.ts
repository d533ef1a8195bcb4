import { describe, expect, it } from 'vitest';
import { contextLayers, layerPriority } from '../../src/strategy/context-layers.ts';
import { layerQuality, layerScores, trainLayers } from '../../src/strategy/layer-classifiers.ts';
import type { Ranked } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const page = pageOf({ links: [linkTo('http://a.test/'), linkTo('http://b.test/')] });

function rankOf(scores: number[], settings = {}): Ranked {
  const via = { id: 1, url: 'http://example.test/', anchor: '', priority: 0, depth: 1, from: 7 };
  const signals = { layers: Float64Array.from(scores) };
  return [...contextLayers(settings).visit(visitOf({ page, signals, via }))][1] as Ranked;
}

describe('context layers', () => {
  it('assign a page to the layer that scores highest, ties to the innermost', () => {
    expect(rankOf([-1, 0.5, 0.2]).why).toBe('layer 1, score 0.500');
    expect(rankOf([0.5, 0.5]).why).toBe('layer 0, score 0.500');
  });

  it('rank every link of an inner layer before all of an outer one, and the highest score first within it', () => {
    // 1 / (1 + e^−s) − 1 − layer: −0.5 and −0.2689 for 0 and 1, −1.0180 for 4 in the next layer.
    expect(layerPriority(0, 0)).toBe(-0.5);
    expect(layerPriority(0, 1)).toBeCloseTo(-0.2689414214, 9);
    expect(layerPriority(1, 4)).toBeCloseTo(-1.0179862, 6);
    expect(rankOf([-3, -4]).priority).toBeGreaterThan(rankOf([-9, 8]).priority);
    expect(rankOf([2, 0]).priority).toBeGreaterThan(rankOf([1, 0]).priority);
  });

  it('rank sitemap entries behind all layers', () => {
    const last = rankOf([-9, -9, -9, -9, -9, -8]).priority;
    const listing = { links: page.links, expected: 1, via: visitOf().via };
    for (const { priority } of contextLayers().listed!(listing)) expect(priority).toBeLessThan(last);
  });

  it('with erase skip links of pages that fit no layer', () => {
    expect(rankOf([-0.6, -0.7], { eraseBelow: -0.5 }).refuse).toBe('fits no layer');
    expect(rankOf([-0.6, -0.4], { eraseBelow: -0.5 }).refuse).toBeUndefined();
    expect(rankOf([-0.6, -0.7]).refuse).toBeUndefined();
  });

  it('always keep the links of a seed', () => {
    const visit = visitOf({ page, signals: { layers: Float64Array.of(-9, -9) } });
    const [first] = [...contextLayers({ eraseBelow: 0 }).visit(visit)] as Ranked[];
    expect(first?.refuse).toBeUndefined();
  });
});

describe.each(['svm', 'naive-bayes'] as const)('the classifiers of layers, by %s', (classifier) => {
  const settings = { classifier, language: 'en', seed: 1 };
  const texts = (words: string): string[] =>
    Array.from({ length: 10 }, (_, i) => `${words} ${words} page${i} other${i % 3}`);
  const layers = [texts('comet nucleus tail'), texts('observatory list'), texts('university department')];

  it('assign a new page to the layer whose words it has', () => {
    const scores = layerScores(JSON.parse(JSON.stringify(trainLayers(layers, settings))));
    const layerOf = (text: string): number => scores(text).indexOf(Math.max(...scores(text)));
    expect(layerOf('the tail of a comet')).toBe(0);
    expect(layerOf('a list of every observatory in the south')).toBe(1);
    expect(layerOf('the department of a small university')).toBe(2);
  });

  it('are measured on unseen pages', () => {
    expect(layerQuality(layers, settings)).toEqual({ accuracy: 1, withinOne: 1, pages: 6 });
    expect(layerQuality([layers[0]!, ['too few']], settings)).toBeUndefined();
  });
});

it('a damaged model of layers is refused with a remedy', () => {
  expect(() => layerScores(null)).toThrow(/damaged; start the crawl again/);
});
