import { describe, expect, it } from 'vitest';
import { mergeRules, type NewLink } from '../../src/frontier/frontier.ts';
import { merge, type Standing } from '../../src/frontier/merge.ts';

// All figures by hand.
const known: Standing = { priority: 0.5, depth: 3, hops: 1, finds: 1 };
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

  it('by first stays as it was, and only comes nearer', () => {
    expect(merge(known, found(0.75), 'first', 0)).toBeUndefined();
    expect(merge(known, found(0.75, { depth: 2 }), 'first', 0)).toEqual({
      priority: 0.5,
      depth: 2,
      hops: 1,
      finds: 1,
      takesOver: false,
    });
  });

  it('by mean is halfway between what it had and the new find', () => {
    // García Dorado (Lund, 2008), 9.2.1, "the mean between the new and the old score": 1, 0.5, 0.4 → 0.75 → 0.575.
    const second = merge({ ...known, priority: 1 }, found(0.5), 'mean', 1)!;
    expect(second).toMatchObject({ priority: 0.75, finds: 2, takesOver: false });
    expect(merge(second, found(0.4), 'mean', 1)!.priority).toBeCloseTo(0.575, 12);
    expect(merge(second, found(0.8), 'mean', 1)).toMatchObject({ finds: 3, takesOver: true });
  });

  it('by factor is that mean times the factor, which rises with equal finds', () => {
    // The same section, "but multiply it for a small factor": 1, 0.5, 0.4 with 1.1 → 0.825 → 0.67375.
    const second = merge({ ...known, priority: 1 }, found(0.5), 'factor', 1.1)!;
    expect(second.priority).toBeCloseTo(0.825, 12);
    expect(merge(second, found(0.4), 'factor', 1.1)!.priority).toBeCloseTo(0.67375, 12);
    // Six finds of 0.5: 0.55, 0.5775, 0.592625, 0.60094375, 0.6055190625.
    const raised = [0.55, 0.5775, 0.592625, 0.60094375, 0.6055190625];
    let link: Standing = known;
    for (const priority of raised) {
      link = merge(link, found(0.5), 'factor', 1.1)!;
      expect(link.priority).toBeCloseTo(priority, 12);
    }
  });

  it('by factor is raised even if priorities are negative', () => {
    // The mean is −1, a quarter of its size is added.
    expect(merge({ ...known, priority: -1 }, found(-1), 'factor', 1.25)!.priority).toBe(-0.75);
  });

  it('by votes rises with every find, poor ones too', () => {
    // 1 − 0.5 · 0.9 = 0.55, 1 − 0.45 · 0.5 = 0.775
    const second = merge(known, found(0.1), 'votes', 1)!;
    expect(second.priority).toBeCloseTo(0.55, 12);
    expect(second).toMatchObject({ finds: 2, takesOver: false });
    expect(merge(second, found(0.5), 'votes', 1)!.priority).toBeCloseTo(0.775, 12);
    expect(merge({ ...known, priority: 3 }, found(0.5), 'votes', 1)!.priority).toBe(3);
    expect(merge({ ...known, priority: -1 }, found(0.5), 'votes', 1)!.priority).toBe(0.5);
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
      expect(merge(known, found(0, { depth: 1, hops: 0 }), rule, 1.1)).toMatchObject({ depth: 1, hops: 0 });
      if (rule !== 'first')
        expect(merge(known, found(9, { depth: 7, hops: 4 }), rule, 1.1)).toMatchObject({ depth: 3, hops: 1 });
    }
    expect(merge(known, found(0, { depth: 1 }), 'max', 0)).toMatchObject({ priority: 0.5, takesOver: false });
  });

  it('has a finite mean even for the largest priorities', () => {
    const vast = { ...known, priority: -Number.MAX_VALUE };
    expect(merge(vast, found(Number.MAX_VALUE), 'mean', 0)!.priority).toBe(0);
  });
});
