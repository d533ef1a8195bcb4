import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlotHeap } from '../../src/frontier/slot-heap.ts';

describe('a heap of slots', () => {
  it('has the same first slot as a sorted list after every change', () => {
    const change = fc.tuple(fc.nat(99), fc.option(fc.nat(20)));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const rank = new Map<number, number>();
        const before = (a: number, b: number) => rank.get(a)! - rank.get(b)! || a - b;
        const heap = new SlotHeap((a, b) => before(a, b) < 0);
        for (const [slot, to] of changes) {
          if (to === null) {
            heap.delete(slot);
            rank.delete(slot);
          } else {
            rank.set(slot, to);
            heap.set(slot);
          }
          expect(heap.first()).toBe([...rank.keys()].sort(before)[0] ?? -1);
          expect(heap.size).toBe(rank.size);
          expect(heap.has(slot)).toBe(rank.has(slot));
        }
      }),
    );
  });
});
