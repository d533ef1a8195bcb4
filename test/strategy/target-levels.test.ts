import { describe, expect, it } from 'vitest';
import { targetLevels } from '../../src/strategy/target-levels.ts';

describe('levels of pages', () => {
  it('are the distance to the nearest relevant page along links, capped at the last level', () => {
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

  it('use the shortest of several paths, and tolerate cycles', () => {
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
