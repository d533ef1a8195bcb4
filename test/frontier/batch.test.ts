/** Links handed out in batches: the best of those that wait, chosen together, go before whatever comes meanwhile. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Frontier, RobotsTask, Task } from '../../src/frontier/frontier.ts';
import { frontiers } from './frontiers.ts';
import { TestGate } from './test-gate.ts';

const NOW = 1_700_000_000_000;

describe.each(frontiers)('$name', ({ open }) => {
  let frontier: Frontier;
  let gate: TestGate;
  beforeEach(() => {
    gate = new TestGate();
    frontier = open({ batch: 2, now: NOW, gate });
  });

  function add(name: string, priority: number): void {
    frontier.add([{ url: `http://${name}`, host: name.split('/')[0]!, priority, depth: 1 }]);
  }

  function take(now = NOW): Task | RobotsTask | undefined {
    if (frontier.wantsRefill(now)) frontier.refill(now);
    return frontier.take(1, now)[0];
  }

  function visit(now = NOW): string | undefined {
    const task = take(now);
    if (task) frontier.settle(task, { kind: 'done' });
    return task?.url.slice('http://'.length);
  }

  it('what comes after the choice waits for the next one, however good it is', () => {
    add('a.test/1', 3);
    add('a.test/2', 2);
    add('a.test/3', 1);
    expect(visit()).toBe('a.test/1');
    add('a.test/4', 9);
    add('a.test/3', 8); // found again, not in the batch: merged
    add('a.test/2', 7); // found again, in the batch: its place is settled
    expect(visit()).toBe('a.test/2');
    expect([visit(), visit(), visit()]).toEqual(['a.test/4', 'a.test/3', undefined]);
  });

  it('a chosen link that is given back is chosen still; one that failed waits like any other', () => {
    add('a.test/1', 3);
    add('a.test/2', 2);
    frontier.settle(take()!, { kind: 'returned' });
    const again = take()!;
    expect(again.url).toBe('http://a.test/1');
    frontier.settle(again, { kind: 'retry', notBefore: NOW + 10, reason: 'busy' });
    add('a.test/3', 5);
    expect([visit(), visit(), visit()]).toEqual(['a.test/2', 'a.test/3', undefined]);
    expect(frontier.nextReadyAt()).toBe(NOW + 10);
    expect(visit(NOW + 10)).toBe('a.test/1');
  });

  it('a host that must wait delays neither the batch nor the next choice', () => {
    add('a.test/1', 3);
    add('a.test/2', 2);
    add('b.test/3', 1);
    const first = take()!;
    gate.hold('a.test', NOW + 1000);
    frontier.settle(first, { kind: 'done' });
    expect(visit()).toBe('b.test/3');
    expect(visit()).toBeUndefined();
    expect(frontier.nextReadyAt()).toBe(NOW + 1000);
    expect(visit(NOW + 1000)).toBe('a.test/2');
  });

  it('a chosen link keeps its place while the robots.txt of its host is read', () => {
    add('a.test/1', 3);
    add('b.test/2', 2);
    gate.unread.add('http://a.test/robots.txt');
    const robots = take()!;
    expect(robots).toEqual({ type: 'robots', url: 'http://a.test/robots.txt', host: 'a.test' });
    add('b.test/3', 9);
    expect(frontier.stats()).toMatchObject({ waiting: 3, leased: 0 });
    gate.unread.clear();
    frontier.settle(robots, { kind: 'done' });
    expect([visit(), visit(), visit()]).toEqual(['a.test/1', 'b.test/2', 'b.test/3']);
  });
});
