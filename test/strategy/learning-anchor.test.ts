import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { AnchorLearner, addressWords } from '../../src/strategy/anchor-learner.ts';
import { learningAnchor } from '../../src/strategy/learning-anchor.ts';
import type { Ranked, Strategy } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings = {
  pageShare: 0.8,
  threshold: 1,
  urlTokens: false,
  learnOn: true,
  fitEvery: 256,
  maxPairs: 5000,
  c: 1,
  seed: 1,
};
const links = [
  linkTo('http://a.test/', 'the comet'),
  linkTo('http://b.test/', 'garden'),
  linkTo('http://c.test/', ''),
];

/** A page of this score that the anchors lead to, and what becomes of its links. */
function visit(strategy: Strategy, score: number, anchors: string[] = [], given = {}): Ranked[] {
  const inlinks = () => anchors.map((anchor, from) => ({ from, fromUrl: 'http://o.test/', anchor }));
  const judgement = { score, relevant: score > 0.5, why: [] };
  const page = pageOf({ url: 'http://p.test/', links, ...given });
  return [...strategy.visit(visitOf({ page, judgement, inlinks }))] as Ranked[];
}
const anchorPart = (ranks: Ranked[], score: number): number[] =>
  ranks.map(({ priority }) => (priority - 0.8 * score) / 0.2);

/** Sure of both classes: ln(0.9 / 0.1) = 2.2, and −2.2. */
function taught(given = {}): Strategy {
  const strategy = learningAnchor({ ...settings, ...given });
  visit(strategy, 0.9, ['a comet', 'comet tail']);
  visit(strategy, 0.1, ['my garden', 'garden tips']);
  return strategy;
}

describe('learning anchor', () => {
  it('knows nothing of anchors at first: every link is worth 0.8 · page + 0.2 · ½', () => {
    const priorities = visit(learningAnchor(settings), 0.6).map(({ priority }) => priority);
    for (const priority of priorities) expect(priority).toBeCloseTo(0.8 * 0.6 + 0.2 * 0.5, 12);
  });

  it('learns the anchors of links to confidently judged pages when the queue is refilled', () => {
    const strategy = taught();
    for (const part of anchorPart(visit(strategy, 0.5), 0.5)) expect(part).toBeCloseTo(0.5, 12);
    strategy.refill?.();
    const [comet, garden, empty] = anchorPart(visit(strategy, 0.5), 0.5) as [number, number, number];
    expect(comet).toBeGreaterThan(0.6);
    expect(garden).toBeLessThan(0.4);
    expect(empty).toBeCloseTo(0.5, 1);
  });

  it('adds the two parts, as in the prose of the thesis', () => {
    const strategy = taught();
    strategy.refill?.();
    const [first] = visit(strategy, 0.7);
    expect(first?.why).toMatch(/^page 0\.700, anchor 0\.[67]\d\d$/);
    const anchor = Number(/anchor (\S+)/.exec(first?.why ?? '')?.[1]);
    expect(first?.priority).toBeCloseTo(0.8 * 0.7 + 0.2 * anchor, 3);
  });

  it('learns after `every` pages if the queue is never refilled', () => {
    const strategy = taught({ fitEvery: 3 });
    const [comet, garden] = anchorPart(visit(strategy, 0.5), 0.5);
    expect(comet).toBeGreaterThan(garden! + 0.2);
  });

  it('tests the certainty of the page’s score, not the anchor’s', () => {
    const strategy = learningAnchor(settings);
    // ln(0.7 / 0.3) = 0.85 is not above 1.
    visit(strategy, 0.7, ['a comet']);
    visit(strategy, 0.3, ['my garden']);
    strategy.refill?.();
    for (const part of anchorPart(visit(strategy, 0.5), 0.5)) expect(part).toBeCloseTo(0.5, 12);
  });

  it('with learnOn: false keeps to what it was given before the crawl', () => {
    const strategy = taught({ learnOn: false });
    strategy.refill?.();
    for (const part of anchorPart(visit(strategy, 0.5), 0.5)) expect(part).toBeCloseTo(0.5, 12);
  });

  it('with urlTokens also reads the words of the URL', () => {
    const strategy = learningAnchor({ ...settings, urlTokens: true });
    visit(strategy, 0.9, ['here'], { url: 'http://www.comet.com/tail.html' });
    visit(strategy, 0.1, ['here'], { url: 'http://garden.org/roses' });
    strategy.refill?.();
    const ranks = visit(strategy, 0.5, [], {
      links: [linkTo('http://x.test/tail', 'here'), linkTo('http://x.test/roses', 'here')],
    });
    expect(ranks[0]!.priority).toBeGreaterThan(ranks[1]!.priority + 0.02);
  });

  it('starts with what was learnt before the crawl', () => {
    const strategy = learningAnchor(settings, [
      { text: 'comet', relevant: true },
      { text: 'garden', relevant: false },
    ]);
    const [comet, garden] = anchorPart(visit(strategy, 0.5), 0.5);
    expect(comet).toBeGreaterThan(garden! + 0.2);
  });

  it('ranks the next links after a restart as it would have without', () => {
    const one = taught();
    one.refill?.();
    visit(one, 0.9, ['a rose']);
    const saved = deserialize(serialize(one.save?.()));
    expect(one.save?.()).toBeUndefined();
    const other = learningAnchor(settings);
    other.restore?.(saved);
    for (let round = 0; round < 2; round++) {
      expect(visit(other, 0.4, ['roses'])).toEqual(visit(one, 0.4, ['roses']));
      one.refill?.();
      other.refill?.();
    }
  });
});

describe('the anchor learner', () => {
  const learner = (maxPairs: number) => new AnchorLearner({ maxPairs, c: 1, seed: 1 });

  it('forgets all but the latest pairs', () => {
    const one = learner(4);
    for (let i = 0; i < 3; i++) one.add({ text: 'old', relevant: true });
    for (const relevant of [true, false])
      for (const text of ['new', 'newer']) one.add({ text: `${text} ${relevant}`, relevant });
    one.fit();
    expect(one.save().texts).toEqual(['new true', 'newer true', 'new false', 'newer false']);
    expect(one.save().words).not.toContain('old');
  });

  it('matches a linear SVM over binary words: two words, one of each class, ±½', () => {
    // By hand: for x = (1, 0, bias 1), y = +1 and (0, 1, bias 1), y = −1 the hard margin is w = (1, −1), b = 0;
    // with squared hinge, C = 1 (balanced: weight 1) the dual has α = 2/3 each, so that w = ±2/3 and b = 0.
    const one = learner(10);
    one.add({ text: 'comet', relevant: true });
    one.add({ text: 'garden', relevant: false });
    one.fit();
    expect(one.score('comet comet')).toBeCloseTo(1 / (1 + Math.exp(-2 / 3)), 2);
    expect(one.score('garden')).toBeCloseTo(1 / (1 + Math.exp(2 / 3)), 2);
    expect(one.score('')).toBeCloseTo(0.5, 2);
    expect(one.score('comet garden')).toBeCloseTo(0.5, 2);
  });

  it('waits for both classes', () => {
    const one = learner(10);
    one.add({ text: 'comet', relevant: true });
    one.fit();
    expect(one.score('comet')).toBe(0.5);
  });
});

it('the words of a URL exclude the uninformative parts', () => {
  expect(addressWords('http://www.formula1.com/news/grand-prix.html')).toBe('formula1 news grand prix');
  expect(addressWords('https://cs.example.net:8080/a%20b/index.php?id=7')).toBe(
    'cs example 8080 a b index id 7',
  );
});
