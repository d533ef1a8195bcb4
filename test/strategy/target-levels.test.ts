import { describe, expect, it } from 'vitest';
import { targetLevels } from '../../src/strategy/target-levels.ts';

describe('levels of pages', () => {
  it('are the links to the nearest wanted page, along their direction, the last level for all farther ones', () => {
    // 4 → 3 → 2 → 1 → 0, and 5 is linked to but leads nowhere.
    const wanted = [true, false, false, false, false, false];
    const links = [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
      [0, 5],
    ] as const;
    expect(targetLevels(wanted, links)).toEqual([0, 1, 2, 3, 3, 3]);
    expect(targetLevels(wanted, links, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('take the shortest of several ways, and circles do no harm', () => {
    const wanted = [false, false, true, false, true];
    const links = [
      [0, 1],
      [1, 0],
      [1, 2],
      [3, 0],
      [3, 4],
      [2, 2],
    ] as const;
    expect(targetLevels(wanted, links)).toEqual([2, 1, 0, 1, 0]);
  });
});
