import { describe, expect, it } from 'vitest';
import { mergeRules, type NewLink } from '../../src/frontier/frontier.ts';
import { merge, type Standing } from '../../src/frontier/merge.ts';

// All figures by hand.
const known: Standing = { priority: 0.5, depth: 3, hops: 1, finds: 1, mean: null };
const found = (priority: number, more: Partial<NewLink> = {}): NewLink => ({
  url: 'https://a.test/',
  host: 'a.test',
  priority,
  depth: 3,
  hops: 1,
  ...more,
});

describe('a link that is found again', () => {
  it('by max keeps the better priority and takes over all that belongs to it', () => {
    expect(merge(known, found(0.75), 'max', 0)).toMatchObject({ priority: 0.75, takesOver: true });
    expect(merge(known, found(0.25), 'max', 0)).toBeUndefined();
    expect(merge(known, found(0.5), 'max', 0)).toBeUndefined();
  });

  it('by latest has the last priority, even a lower one', () => {
    expect(merge(known, found(0.25), 'latest', 0)).toMatchObject({ priority: 0.25, takesOver: true });
  });

  it('by mean has the mean of all its finds, not of the last two', () => {
    const second = merge(known, found(1), 'mean', 0)!;
    expect(second).toMatchObject({ priority: 0.75, finds: 2, takesOver: true });
    // (0.5 + 1 + 0) / 3
    const third = merge(second, found(0), 'mean', 0)!;
    expect(third).toMatchObject({ finds: 3, takesOver: false });
    expect(third.priority).toBeCloseTo(0.5, 12);
  });

  it('by bonus has the mean raised once, however often it is found', () => {
    // (0.5 + 1) / 2 × 1.25
    const second = merge(known, found(1), 'bonus', 0.25)!;
    expect(second).toMatchObject({ priority: 0.9375, mean: 0.75, finds: 2 });
    // (0.5 + 1 + 0.75) / 3 × 1.25: the bonus of the second find is not in the mean.
    expect(merge(second, found(0.75), 'bonus', 0.25)!.priority).toBeCloseTo(0.9375, 12);
  });

  it('by bonus is raised even if priorities are negative', () => {
    const below = { ...known, priority: -1 };
    // The mean is -1, a quarter of its size is added.
    expect(merge(below, found(-1), 'bonus', 0.25)!.priority).toBe(-0.75);
  });

  it('by sum has the sum of its finds and stays what it was first found as', () => {
    const second = merge(known, found(1), 'sum', 0)!;
    expect(second).toMatchObject({ priority: 1.5, finds: 2, takesOver: false });
    // 0.5 + 1 − 2
    expect(merge(second, found(-2), 'sum', 0)).toMatchObject({ priority: -0.5, finds: 3 });
  });

  it('by sum has a finite priority, however large its finds are', () => {
    const vast = { ...known, priority: Number.MAX_VALUE };
    expect(merge(vast, found(Number.MAX_VALUE), 'sum', 0)!.priority).toBe(Number.MAX_VALUE);
  });

  it('has the shortest of its paths by every rule, better or not', () => {
    for (const rule of mergeRules) {
      expect(merge(known, found(0, { depth: 1, hops: 0 }), rule, 0.1)).toMatchObject({ depth: 1, hops: 0 });
      expect(merge(known, found(9, { depth: 7, hops: 4 }), rule, 0.1)).toMatchObject({ depth: 3, hops: 1 });
    }
    expect(merge(known, found(0, { depth: 1 }), 'max', 0)).toMatchObject({ priority: 0.5, takesOver: false });
  });

  it('has a finite mean even for the largest priorities', () => {
    const vast = { ...known, priority: -Number.MAX_VALUE };
    expect(merge(vast, found(Number.MAX_VALUE), 'mean', 0)!.priority).toBe(0);
  });
});
