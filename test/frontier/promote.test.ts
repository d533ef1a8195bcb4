/** Promotion: many waiting links get one priority at once, and everything that is remembered of them follows. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import type { Frontier, NewLink } from '../../src/frontier/frontier.ts';
import { frontiers } from './frontiers.ts';

const NOW = 1_700_000_000_000;
const link = (url: string, priority: number, more: Partial<NewLink> = {}): NewLink => ({
  url: `https://${url}`,
  host: url.split('/')[0]!,
  priority,
  depth: 1,
  from: 1,
  ...more,
});

describe.each(frontiers)('$name', ({ open }) => {
  let frontier: Frontier;
  beforeEach(() => {
    frontier = open();
  });
  /** Ids are 1, 2, 3 … in the order of adding. */
  const add = (...links: NewLink[]) => frontier.add(links).map(({ id }) => id!);
  const priorityOf = (url: string) => frontier.find(`https://${url}`)!.priority;
  /** Everything in the order of taking, one at a time. */
  function order(): string[] {
    const taken: string[] = [];
    for (let now = NOW; ; now++) {
      const [task] = frontier.take(1, now);
      if (task === undefined) return taken;
      taken.push(task.url.slice('https://'.length));
      frontier.settle(task, { kind: 'done' });
    }
  }

  describe('a promotion', () => {
    it('brings links of all hosts to the front, among themselves first in, first out', () => {
      const [, second, , fourth] = add(
        link('a.test/1', 0),
        link('a.test/2', 0),
        link('b.test/1', 0),
        link('c.test/1', 0),
      );
      expect(frontier.promote([fourth!, second!], 0.4, 'latest')).toBe(2);
      expect(order()).toEqual(['a.test/2', 'c.test/1', 'a.test/1', 'b.test/1']);
    });

    it('overwrites a better priority under `latest` and leaves it under `max`', () => {
      const ids = add(link('a.test/1', 0.5), link('a.test/2', 0.1));
      expect(frontier.promote(ids, 0.3, 'max')).toBe(1);
      expect([priorityOf('a.test/1'), priorityOf('a.test/2')]).toEqual([0.5, 0.3]);
      expect(frontier.promote(ids, 0.2, 'latest')).toBe(2);
      expect([priorityOf('a.test/1'), priorityOf('a.test/2')]).toEqual([0.2, 0.2]);
    });

    it('that lowers the head of a host lets another host go first', () => {
      const [first] = add(link('a.test/1', 0.5), link('b.test/1', 0.4));
      frontier.promote([first!], 0.3, 'latest');
      expect(order()).toEqual(['b.test/1', 'a.test/1']);
    });

    it('counts only what changes, and nothing that is done, refused, unknown or given twice', () => {
      add(link('a.test/1', 0.9), link('b.test/1', 0.8), link('c.test/1', 0.3), link('d.test/1', 0));
      for (const task of frontier.take(2, NOW)) {
        const refused = task.host === 'b.test';
        frontier.settle(task, refused ? { kind: 'refused', reason: 'no' } : { kind: 'done' });
      }
      expect(frontier.promote([1, 2, 3, 4, 4, 99], 0.3, 'latest')).toBe(1);
      expect(priorityOf('a.test/1')).toBe(0.9);
      expect(frontier.promote([], 0.3, 'latest')).toBe(0);
    });

    it('does not change seeds and links that are handed out', () => {
      const ids = add(link('a.test/', 1000, { from: undefined as never }), link('b.test/1', 0.9));
      frontier.take(1, NOW);
      frontier.take(1, NOW);
      const [more] = add(link('c.test/', 1000, { from: undefined as never }));
      expect(frontier.promote([...ids, more!], 0.5, 'latest')).toBe(0);
      expect(priorityOf('b.test/1')).toBe(0.9);
      expect(priorityOf('c.test/')).toBe(1000);
    });

    it('reaches a deferred link, which then waits with it', () => {
      const [first] = add(link('a.test/1', 0.1), link('b.test/1', 0.2));
      const [b, a] = frontier.take(2, NOW);
      frontier.settle(b!, { kind: 'done' });
      frontier.settle(a!, { kind: 'retry', notBefore: NOW + 1000, reason: 'slow' });
      add(link('c.test/1', 0.5));
      expect(frontier.promote([first!], 0.7, 'latest')).toBe(1);
      expect(frontier.take(1, NOW + 1000).map(({ url }) => url)).toEqual(['https://a.test/1']);
    });

    it('does not hide a later find behind what was remembered of the link before', () => {
      add(link('a.test/1', 0.5));
      add(link('a.test/1', 0.4)); // remembered: only more than 0.5 changes anything
      frontier.promote([1], 0.2, 'latest');
      add(link('a.test/1', 0.4));
      expect(priorityOf('a.test/1')).toBe(0.4);
    });

    it('is kept after a later find that is worse', () => {
      add(link('a.test/1', 0));
      add(link('a.test/1', 0));
      frontier.promote([1], 0.6, 'latest');
      add(link('a.test/1', 0.3));
      expect(priorityOf('a.test/1')).toBe(0.6);
    });

    it('is what a later find is merged with', () => {
      frontier = open({ merge: 'mean' });
      add(link('a.test/1', 0.2));
      frontier.promote([1], 0.9, 'latest');
      add(link('a.test/1', 0)); // (0.9 + 0) / 2
      expect(priorityOf('a.test/1')).toBeCloseTo(0.45, 12);
    });

    it('sets its reason, and keeps the old one if it has none', () => {
      const [first] = add(link('a.test/1', 0, { why: 'found' }));
      frontier.promote([first!], 0.3, 'latest');
      expect(frontier.find('https://a.test/1')!.why).toBe('found');
      frontier.promote([first!], 0.4, 'latest', 'sibling 0.40');
      expect(frontier.find('https://a.test/1')!.why).toBe('sibling 0.40');
    });

    it('of thousands of links on many hosts leaves them in the order of a sorted array', () => {
      const links = Array.from({ length: 3000 }, (_, i) =>
        link(`h${i % 50}.test/${i}`, ((i * 7919) % 100) / 100),
      );
      const ids = add(...links);
      const known = links.map(({ url, priority }, i) => ({ url: url.slice(8), priority, id: ids[i]! }));
      for (const [step, priority] of [0.5, 0.2, 0.9, 0.35].entries()) {
        const merge = step % 2 === 0 ? 'latest' : 'max';
        const some = known.filter((_, i) => i % (step + 3) === 0);
        frontier.promote(
          some.map(({ id }) => id),
          priority,
          merge,
        );
        for (const one of some) one.priority = merge === 'max' ? Math.max(one.priority, priority) : priority;
      }
      known.sort((a, b) => b.priority - a.priority || a.id - b.id);
      expect(order()).toEqual(known.map(({ url }) => url));
    });

    it('to no number is refused', () => {
      add(link('a.test/1', 0));
      expect(() => frontier.promote([1], Number.NaN, 'latest')).toThrow(ForageError);
    });
  });
});
