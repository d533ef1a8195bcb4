/** Links by URL tokens: what a tree learns from them, and what is learnt during the crawl. */
import { describe, expect, it } from 'vitest';
import { balanced, evenly } from '../../src/strategy/balanced-examples.ts';
import { EvenSample } from '../../src/strategy/even-sample.ts';
import type { Ranked, Strategy, Visit } from '../../src/strategy/strategy.ts';
import { UrlTokenClassifier } from '../../src/strategy/url-token-classifier.ts';
import { type UrlTokensSettings, urlSample, urlTokens } from '../../src/strategy/url-tokens.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings: UrlTokensSettings = {
  tokens: 500,
  negativesPerPositive: 1.1,
  every: 8,
  maxExamples: 100,
  minPositives: 4,
  maxRescore: 1000,
};

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

describe('an even sample', () => {
  it('covers everything it was given, however much that is', () => {
    const sample = new EvenSample<number>(4);
    for (let i = 0; i < 21; i++) sample.add(i);
    // By hand: 0-3; with 4 too many, so 0, 2, 4; with 8 too many, so 0, 4, 8; with 16 too many, so 0, 8, 16.
    expect(sample.items).toEqual([0, 8, 16]);
  });

  it('goes on after a restart as it would have without one', () => {
    const one = new EvenSample<number>(10);
    for (let i = 0; i < 77; i++) one.add(i);
    const other = new EvenSample<number>(10, JSON.parse(JSON.stringify(one.save())));
    for (const sample of [one, other]) for (let i = 77; i < 200; i++) sample.add(i);
    expect(other.items).toEqual(one.items);
  });
});

describe('an early hub with few relevant links', () => {
  // The hub has 277 links, 8 of them relevant; then come 1,222 links of other pages, 124 of them relevant.
  const early = Array.from({ length: 277 }, (_, i) => ({
    source: 'http://a.test/hub',
    target: `http://b.test/h${i}`,
    relevant: i % 34 === 0 && i < 272,
  }));
  const later = Array.from({ length: 1222 }, (_, i) => ({
    source: `http://a.test/page${i % 90}`,
    target: `http://b.test/p${i}`,
    relevant: i % 10 === 0 && i < 1240,
  }));
  const isHubGood = (strategy: Strategy) => {
    const page = pageOf({ url: 'http://a.test/hub', links: [linkTo('http://b.test/new')] });
    return ranksOf(strategy, visitOf({ page })).map(({ priority }) => priority);
  };

  it('does not make all its links look good, learnt before the crawl', () => {
    expect(early.filter(({ relevant }) => relevant)).toHaveLength(8);
    const strategy = urlTokens({ ...settings, maxExamples: 500 }, urlSample([...early, ...later], 500));
    expect(isHubGood(strategy)).toEqual([0]);
  });

  it('does not make all its links look good, learnt during the crawl', () => {
    const strategy = urlTokens({ ...settings, every: 500, maxExamples: 500, maxRescore: 0 });
    for (const { source, target, relevant } of [...early, ...later]) {
      const visit = visitTo(target, relevant);
      ranksOf(strategy, { ...visit, page: pageOf({ url: target }), via: { ...visit.via, carry: source } });
    }
    expect(isHubGood(strategy)).toEqual([0]);
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
    const ranks = ranksOf(urlTokens(settings, urlSample(earlier, 100)), visitTo('http://b.test/', false));
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
    const { positives } = strategy.save!() as { positives: { kept: [string, string][] } };
    // By hand: of 50 every eighth, since every fourth would be 13.
    expect(positives.kept.map(([, target]) => target)).toEqual(
      [0, 8, 16, 24, 32, 40, 48].map((i) => `http://b.test/p${i}`),
    );
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
