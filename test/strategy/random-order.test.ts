import { describe, expect, it } from 'vitest';
import { randomOrder } from '../../src/strategy/random-order.ts';
import type { Ranked } from '../../src/strategy/strategy.ts';
import { addressChance, addressHash } from '../../src/strategy/url-hash.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const urls = Array.from({ length: 20_000 }, (_, i) => `http://a.test/page/${i}`);
const page = pageOf({ links: urls.slice(0, 50).map((url) => linkTo(url)) });
const order = (seed: number): string[] =>
  ([...randomOrder({ seed }).visit(visitOf({ page }))] as Ranked[])
    .sort((a, b) => b.priority - a.priority)
    .map(({ link }) => link.url);

describe('random order', () => {
  it('is the same for one seed and differs for another', () => {
    expect(order(1)).toEqual(order(1));
    expect(order(1)).not.toEqual(order(2));
    expect(order(1)).not.toEqual(page.links.map(({ url }) => url));
  });

  it('contains every URL once', () => {
    expect([...order(1)].sort()).toEqual(page.links.map(({ url }) => url).sort());
  });
});

describe('the random number of a URL', () => {
  it('is evenly distributed between 0 and 1', () => {
    const tenths = new Array<number>(10).fill(0);
    for (const url of urls) tenths[Math.floor(10 * addressChance(url, 7))]! += 1;
    // 2000 expected in each; the standard deviation is √(20000 · 0.1 · 0.9) ≈ 42, so that 6 of them are 255.
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(255);
  });

  it('is independent between seeds', () => {
    // Of two independent draws the greater comes from either with chance ½; 6 standard deviations are 424.
    const greater = urls.filter((url) => addressChance(url, 1) > addressChance(url, 2)).length;
    expect(Math.abs(greater - 10_000)).toBeLessThan(424);
  });

  it('is a whole number of 53 bits before it is divided', () => {
    expect(urls.map((url) => addressHash(url)).every(Number.isSafeInteger)).toBe(true);
    expect(new Set(urls.map((url) => addressHash(url))).size).toBe(urls.length);
  });
});
