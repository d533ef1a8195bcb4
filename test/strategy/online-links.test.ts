/**
 * Links ranked by what was learnt of their words: stored features, learning from each page, resuming after a restart.
 */
import { describe, expect, it } from 'vitest';
import {
  linkWords,
  packFeatures,
  pageFeature,
  unpackFeatures,
  wordsOf,
} from '../../src/strategy/link-words.ts';
import { onlineLinks } from '../../src/strategy/online-links.ts';
import type { Ranked, Strategy, Visit, Waiting } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings = { rate: 0.3, prior: 10, maxRescore: 1000 };

describe('the words of links', () => {
  it('are one array, each link’s between its start and the next', () => {
    const links = [linkTo('http://a.test/comet', 'a comet'), linkTo('http://b.test/', '')];
    const { features, starts } = linkWords(pageOf({ links }));
    expect(starts).toHaveLength(3);
    expect(features.subarray(starts[0], starts[1])).toEqual(
      wordsOf('a comet', '', '', 'http://a.test/comet'),
    );
    expect(features.subarray(starts[1], starts[2])).toEqual(wordsOf('', '', '', 'http://b.test/'));
    expect(features).toContain(pageFeature);
  });

  it('distinguish a word in the anchor from the same word around the link or in its URL', () => {
    const one = wordsOf('comet', '', '', '');
    const other = wordsOf('', 'comet', '', '');
    const third = wordsOf('', '', '', 'comet');
    // Each holds its word and the place of the page's score.
    expect([one, other, third].map(({ length }) => length)).toEqual([2, 2, 2]);
    expect(new Set([...one, ...other, ...third]).size).toBe(4);
  });

  it('are stored as three characters per feature', () => {
    const features = Uint32Array.of(0, 1, 63, 64, 4095, 4096, 65_535, 262_143);
    // 64-fold digits 0-9 A-Z a-z - _, by hand.
    expect(packFeatures(features)).toBe(['000', '001', '00_', '010', '0__', '100', 'F__', '___'].join(''));
    expect(unpackFeatures(packFeatures(features))).toEqual(features);
    expect(JSON.stringify(packFeatures(features))).toHaveLength(26);
  });
});

/** Pages whose links say "star" or "shop"; what the link to them said decides whether they are relevant. */
function pageWith(url: string): Visit['page'] & Parameters<typeof linkWords>[0] {
  return pageOf({ url, links: [linkTo('http://a.test/1', 'shop'), linkTo('http://a.test/2', 'star')] });
}

function visit(strategy: Strategy, score: number, via: Partial<Waiting> = {}): Ranked[] {
  const page = pageWith('http://a.test/page');
  const from = { id: 1, url: page.url, anchor: '', priority: 0, depth: 1, ...via };
  const judgement = { score, relevant: score >= 0.5, why: [] };
  return [
    ...strategy.visit(visitOf({ page, judgement, signals: { ...linkWords(page) }, via: from })),
  ] as Ranked[];
}

function teach(strategy: Strategy, times: number): void {
  let [shop, star] = visit(strategy, 0.5) as [Ranked, Ranked];
  for (let i = 0; i < times; i++) {
    [shop, star] = visit(strategy, 0.9, { carry: JSON.parse(JSON.stringify(star.carry)) }) as [
      Ranked,
      Ranked,
    ];
    [shop, star] = visit(strategy, 0.1, { carry: JSON.parse(JSON.stringify(shop.carry)) }) as [
      Ranked,
      Ranked,
    ];
  }
}

describe('the strategy', () => {
  it('assumes at first that links of relevant pages are good', () => {
    const strategy = onlineLinks(settings);
    const [good] = visit(strategy, 0.9);
    const [bad] = visit(strategy, 0.1);
    expect(good!.priority).toBeGreaterThan(bad!.priority);
    const [shop, star] = visit(strategy, 0.5);
    expect(shop!.priority).toBe(star!.priority);
  });

  it('learns from the examples’ titles before the first page', () => {
    const known = [
      { url: 'http://x.test/p', title: 'star', relevant: true },
      { url: 'http://x.test/q', title: 'shop', relevant: false },
    ];
    const [shop, star] = visit(onlineLinks(settings, known), 0.5);
    expect(star!.priority).toBeGreaterThan(shop!.priority);
  });

  it('learns from the pages that links led to, and re-ranks waiting links', () => {
    const strategy = onlineLinks(settings);
    const [before] = visit(strategy, 0.5);
    teach(strategy, 20);
    const [shop, star] = visit(strategy, 0.5);
    expect(star!.priority).toBeGreaterThan(shop!.priority);
    const waiting = { id: 2, url: '', anchor: '', priority: before!.priority, depth: 1 };
    expect(strategy.rescore!({ ...waiting, carry: before!.carry })).toBe(shop!.priority);
    expect(strategy.rescore!(waiting)).toBe(before!.priority);
  });

  it('unlearns the prior if links of relevant pages lead nowhere', () => {
    const strategy = onlineLinks({ ...settings, prior: 2 });
    const empty = (score: number) => [score, packFeatures(Uint32Array.of(pageFeature))];
    for (let i = 0; i < 100; i++) {
      visit(strategy, 0, { carry: empty(1) });
      visit(strategy, 1, { carry: empty(0) });
    }
    const [ofRelevant] = visit(strategy, 1);
    const [ofOther] = visit(strategy, 0);
    expect(ofRelevant!.priority).toBeLessThan(ofOther!.priority);
  });

  it('has nothing to save before it has learnt, and saves once what it has', () => {
    const strategy = onlineLinks(settings);
    visit(strategy, 0.5);
    expect(strategy.save!()).toBeUndefined();
    teach(strategy, 1);
    expect(strategy.save!()).toBeDefined();
    expect(strategy.save!()).toBeUndefined();
  });

  it('continues after a restart as it would have without one', () => {
    const one = onlineLinks(settings);
    teach(one, 60);
    one.wantsRescore!();
    const other = onlineLinks(settings);
    other.restore!(structuredClone(one.save!()));
    for (let i = 0; i < 5; i++) {
      const [shop, star] = visit(one, 0.3);
      expect(visit(other, 0.3)).toEqual([shop, star]);
      const via = { carry: i % 2 ? shop!.carry : star!.carry };
      expect(visit(other, 0.7, via)).toEqual(visit(one, 0.7, via));
    }
    expect(other.wantsRescore!()).toBe(one.wantsRescore!());
  });
});
