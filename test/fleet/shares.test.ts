/** Who gets how many of a fleet's requests, by hand calculation. */
import { describe, expect, it } from 'vitest';
import { type Offer, sharesOf } from '../../src/fleet/shares.ts';

const good: Offer = {
  worker: 'a',
  room: 4,
  version: 1,
  worths: [0.9, 0.8, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3],
};
const poor: Offer = { ...good, worker: 'b', worths: [0.55, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1] };

describe('the shares of a fleet', () => {
  it('go to those with the better links, some to everybody', () => {
    // The eight best of both end at 0.4, seven of them in a: 0.05 × 4 + 0.95 × 7 = 6.85, and 0.2 + 0.95 = 1.15.
    expect(sharesOf([good, poor])).toEqual({ threshold: 0.4, room: { a: 7, b: 1 } });
  });

  it('are equal where all links are worth the same', () => {
    const same = good.worths.map(() => 0.5);
    const { room } = sharesOf([
      { ...good, worths: same },
      { ...poor, worths: same },
    ])!;
    expect(room).toEqual({ a: 4, b: 4 });
  });

  it('are at most twice what a machine was given', () => {
    const many = { ...good, worths: good.worths.map(() => 0.99) };
    const others = ['b', 'c', 'd'].map((worker) => ({ ...poor, worker }));
    expect(sharesOf([many, ...others])!.room.a).toBe(8);
  });

  it('are not needed while every link may be asked for, nor for one worker or judges that differ', () => {
    expect(sharesOf([good, { ...poor, worths: [] }])).toBeUndefined();
    expect(sharesOf([good])).toBeUndefined();
    expect(sharesOf([good, { ...poor, version: 2 }])).toBeUndefined();
  });
});
