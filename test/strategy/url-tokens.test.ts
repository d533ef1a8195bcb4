/** Links by URL tokens: how URLs are split, what a tree learns from them, and what is learnt during the crawl. */
import { describe, expect, it } from 'vitest';
import { balanced, evenly } from '../../src/strategy/balanced-examples.ts';
import type { Ranked, Strategy, Visit } from '../../src/strategy/strategy.ts';
import { urlTokens as cut, UrlTokenClassifier } from '../../src/strategy/url-token-classifier.ts';
import { type UrlTokensSettings, urlTokens } from '../../src/strategy/url-tokens.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings: UrlTokensSettings = {
  tokens: 500,
  negatives: 1.1,
  every: 8,
  maxExamples: 100,
  minPositives: 4,
  maxRescore: 1000,
};

describe('an address', () => {
  it('is split at dots, dashes and slashes, without its scheme', () => {
    expect(cut('https://www.Medicine-online.org/asthma/page.html?q=a_b')).toEqual([
      'www',
      'medicine',
      'online',
      'org',
      'asthma',
      'page',
      'html?q=a_b',
    ]);
    expect(cut('http://a.test//')).toEqual(['a', 'test']);
  });
});

describe('the classifier', () => {
  // Positives have /star/ in the link's address; the pages' addresses say nothing.
  const examples = Array.from({ length: 20 }, (_, i) => ({
    source: `http://a.test/p${i % 5}`,
    target: `http://b.test/${i % 2 === 0 ? 'star' : 'shop'}/x${i}`,
    relevant: i % 2 === 0,
  }));

  it('finds the one token that separates links', () => {
    const classifier = UrlTokenClassifier.fit(examples, 500);
    const source = classifier.placesOfSource('http://a.test/p9');
    // By hand: one question, "star in the target?" (or "shop"), leaves ten examples of one class on each side.
    expect(classifier.score(source, 'http://b.test/star/new')).toBe(0.5);
    expect(classifier.score(source, 'http://b.test/shop/new')).toBe(-0.5);
    expect(classifier.reason(source, 'http://b.test/star/new')).toMatch(/^(star|no shop) in link URL$/);
  });

  it('keeps only the most frequent tokens', () => {
    const { sources, targets } = UrlTokenClassifier.fit(examples, 2).toJSON();
    // b and test are in all twenty targets, a and test in all sources.
    expect(sources).toEqual(['a', 'test']);
    expect(targets).toEqual(['b', 'test']);
  });

  it('survives a JSON round trip', () => {
    const classifier = UrlTokenClassifier.fit(examples, 500);
    const again = UrlTokenClassifier.fromJSON(JSON.parse(JSON.stringify(classifier)));
    for (const { source, target } of examples) {
      expect(again.score(again.placesOfSource(source), target)).toBe(
        classifier.score(classifier.placesOfSource(source), target),
      );
    }
  });
});

describe('the training set', () => {
  it('has 1.1 negatives for each positive, evenly spread, including the last', () => {
    const numbers = Array.from({ length: 40 }, (_, i) => i);
    const [positives, negatives] = balanced(numbers.slice(0, 10), numbers, 1.1);
    expect(positives).toHaveLength(10);
    // ceil(10 · 1.1) = 11 of 40: places floor((i + 1) · 40 / 11) − 1.
    expect(negatives).toEqual([2, 6, 9, 13, 17, 20, 24, 28, 31, 35, 39]);
    expect(evenly([1, 2], 5)).toEqual([1, 2]);
  });
});

/** A page that was reached by a link of http://a.test/ and holds two links. */
function visitTo(target: string, relevant: boolean): Visit {
  return visitOf({
    page: pageOf({ url: target, links: [linkTo('http://b.test/star/1'), linkTo('http://b.test/shop/1')] }),
    judgement: { score: relevant ? 1 : 0, relevant, why: [] },
    via: { id: 1, url: target, anchor: '', priority: 0, depth: 1, carry: 'http://a.test/' },
  });
}

const ranksOf = (strategy: Strategy, visit: Visit) => [...strategy.visit(visit)] as Ranked[];

function taught(pages: number): Strategy {
  const strategy = urlTokens(settings);
  for (let i = 0; i < pages; i++) {
    const star = i % 2 === 0;
    ranksOf(strategy, visitTo(`http://b.test/${star ? 'star' : 'shop'}/p${i}`, star));
  }
  return strategy;
}

describe('the strategy', () => {
  it('ranks all links alike before training', () => {
    expect(ranksOf(taught(6), visitTo('http://b.test/', false)).map(({ priority }) => priority)).toEqual([
      0, 0,
    ]);
  });

  it('puts links that look like those of relevant pages first, and keeps the others', () => {
    const ranks = ranksOf(taught(8), visitTo('http://b.test/', false));
    expect(ranks.map(({ priority, refuse }) => [priority, refuse])).toEqual([
      [1, undefined],
      [0, undefined],
    ]);
    expect(ranks[0]!.carry).toBe('http://b.test/');
  });

  it('learns nothing from seeds', () => {
    const strategy = urlTokens({ ...settings, every: 1, minPositives: 1 });
    ranksOf(strategy, visitOf({ judgement: { score: 1, relevant: true, why: [] } }));
    expect(strategy.save!()).toBeUndefined();
  });

  it('starts with training examples from an earlier crawl', () => {
    const earlier = Array.from({ length: 12 }, (_, i) => ({
      source: 'http://a.test/',
      target: `http://b.test/${i % 2 === 0 ? 'star' : 'shop'}/e${i}`,
      relevant: i % 2 === 0,
    }));
    const ranks = ranksOf(urlTokens(settings, earlier), visitTo('http://b.test/', false));
    expect(ranks.map(({ priority }) => priority)).toEqual([1, 0]);
  });

  it('classifies waiting links again after 8, 16 and 32 training examples and not in between', () => {
    const strategy = urlTokens(settings);
    const rounds: number[] = [];
    for (let i = 1; i <= 40; i++) {
      ranksOf(strategy, visitTo(`http://b.test/${i % 2 ? 'star' : 'shop'}/p${i}`, i % 2 === 1));
      if (strategy.wantsRescore!()) rounds.push(i);
    }
    expect(rounds).toEqual([8, 16, 32]);
    const waiting = { id: 1, anchor: '', priority: 0, depth: 1, carry: 'http://a.test/' };
    expect(strategy.rescore!({ ...waiting, url: 'http://b.test/star/old' })).toBe(1);
    expect(strategy.rescore!({ ...waiting, url: 'http://b.test/shop/old' })).toBe(0);
  });

  it('stops re-classifying when too many links wait', () => {
    const strategy = urlTokens({ ...settings, maxRescore: 1 });
    const rounds: number[] = [];
    for (let i = 1; i <= 40; i++) {
      ranksOf(strategy, visitTo(`http://b.test/${i % 2 ? 'star' : 'shop'}/p${i}`, i % 2 === 1));
      if (!strategy.wantsRescore!()) continue;
      rounds.push(i);
      const waiting = {
        id: 1,
        anchor: '',
        priority: 0,
        depth: 1,
        url: 'http://b.test/',
        carry: 'http://a.test/',
      };
      strategy.rescore!(waiting);
      strategy.rescore!(waiting);
    }
    expect(rounds).toEqual([8]);
  });

  it('keeps no more examples than its limit', () => {
    const strategy = urlTokens({ ...settings, maxExamples: 10 });
    for (let i = 0; i < 50; i++) ranksOf(strategy, visitTo(`http://b.test/p${i}`, true));
    const { positives } = strategy.save!() as { positives: [string, string][] };
    expect(positives).toHaveLength(10);
    expect(positives.at(-1)).toEqual(['http://a.test/', 'http://b.test/p49']);
  });

  it('continues after a restart as it would have without one', () => {
    const one = taught(12);
    const other = urlTokens(settings);
    other.restore!(structuredClone(one.save!()));
    for (let i = 0; i < 12; i++) {
      const visit = visitTo(`http://b.test/${i % 3 === 0 ? 'star' : 'shop'}/q${i}`, i % 2 === 0);
      expect(ranksOf(other, visit)).toEqual(ranksOf(one, visit));
      expect(other.wantsRescore!()).toBe(one.wantsRescore!());
    }
  });
});
