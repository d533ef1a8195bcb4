/** What every frontier promises, on disk or in memory. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import type { Frontier, NewLink, Task } from '../../src/frontier/frontier.ts';
import { frontiers, linksOf } from './frontiers.ts';
import { TestGate } from './test-gate.ts';

const NOW = 1_700_000_000_000;
const link = (url: string, priority: number, more: Partial<NewLink> = {}): NewLink => ({
  url: `https://${url}`,
  host: url.split('/')[0]!,
  priority,
  depth: 1,
  ...more,
});

describe.each(frontiers)('$name', ({ open }) => {
  let frontier: Frontier;
  let gate: TestGate;
  beforeEach(() => {
    gate = new TestGate();
    frontier = open({ gate });
  });
  const take = (n: number, now = NOW) => frontier.take(n, now).map(({ url }) => url.slice('https://'.length));

  describe('the order of taking', () => {
    it('is best first across hosts, each host once at a time', () => {
      frontier.add([
        link('a.test/1', 0.9),
        link('a.test/2', 0.8),
        link('b.test/1', 0.3),
        link('c.test/1', 0.5),
      ]);
      expect(take(10)).toEqual(['a.test/1', 'c.test/1', 'b.test/1']);
      expect(take(10)).toEqual([]);
    });

    it('can be left: a claimed link is a task whatever its priority, and its host has no other until it is settled', () => {
      frontier.add([link('a.test/1', 0.9), link('a.test/2', 0.1), link('b.test/1', 0.2)]);
      const claimed = frontier.claim('https://a.test/2')!;
      expect(claimed).toMatchObject({ url: 'https://a.test/2', priority: 0.1, tries: 0 });
      expect(frontier.claim('https://a.test/1')).toBeUndefined();
      expect(frontier.claim('https://a.test/unknown')).toBeUndefined();
      expect(frontier.stats()).toMatchObject({ waiting: 2, leased: 1, done: 0 });
      expect(take(10)).toEqual(['b.test/1']);
      frontier.settle(claimed, { kind: 'done', page: 7 });
      expect(frontier.find('https://a.test/2')).toMatchObject({ state: 'done', page: 7 });
      expect(frontier.claim('https://a.test/2')).toBeUndefined();
      expect(take(10)).toEqual(['a.test/1']);
    });

    it('gives a host as many tasks at a time as the gate allows it, and its robots.txt alone', () => {
      gate.atATime = (host) => (host === 'a.test' ? 3 : 1);
      frontier.add([
        ...[0.9, 0.8, 0.7, 0.6].map((priority, i) => link(`a.test/${i + 1}`, priority)),
        ...[0.75, 0.74].map((priority, i) => link(`b.test/${i + 1}`, priority)),
      ]);
      const tasks = frontier.take(10, NOW);
      expect(tasks.map(({ url }) => url.slice('https://'.length))).toEqual([
        ...['a.test/1', 'a.test/2', 'b.test/1', 'a.test/3'],
      ]);
      expect([take(10), frontier.nextReadyAt()]).toEqual([[], undefined]);
      frontier.add([link('a.test/5', 0.95)]);
      frontier.settle(tasks[1]!, { kind: 'done' });
      expect(take(10)).toEqual(['a.test/5']);
      // What is put back, and what is still out, is not handed out twice.
      frontier.settle(tasks[0]!, { kind: 'returned' });
      expect(take(10)).toEqual(['a.test/1']);
      frontier.settle(tasks[3]!, { kind: 'retry', notBefore: NOW + 10, reason: 'later' });
      gate.unread.add('https://a.test/robots.txt');
      const [robots] = frontier.take(10, NOW);
      expect(robots).toMatchObject({ type: 'robots', host: 'a.test' });
      expect(take(10)).toEqual([]);
      gate.unread.clear();
      frontier.settle(robots!, { kind: 'done' });
      expect(take(10)).toEqual(['a.test/4']);
      expect(frontier.stats()).toMatchObject({ leased: 4, deferred: 1, waiting: 1, done: 1 });
      expect(take(10, NOW + 10)).toEqual([]);
    });

    it('is by what links are worth among hosts, if the gate says so, and by priority within a host', () => {
      gate.worth = (host, priority) => (host === 'a.test' ? priority / 10 : priority);
      frontier.add([link('a.test/1', 0.8), link('a.test/2', 0.9), link('b.test/1', 0.3)]);
      expect(take(10)).toEqual(['b.test/1', 'a.test/2']);
    });

    it('takes refused links back if their reason does not hold any more, as they waited before', () => {
      frontier.add([link('a.test/1', 0.9), link('a.test/2', 0.8), link('b.test/1', 0.7)]);
      for (const reason of ['closed', 'scope']) {
        for (const task of frontier.take(2, NOW)) frontier.settle(task as Task, { kind: 'refused', reason });
      }
      expect(frontier.stats()).toMatchObject({ waiting: 0, refused: 3 });
      expect(frontier.readmit((reason, host) => reason === 'closed' && host === 'a.test')).toBe(1);
      expect(frontier.stats()).toMatchObject({ waiting: 1, refused: 2 });
      expect(frontier.find('https://a.test/1')).toMatchObject({ state: 'waiting', reason: null });
      expect(take(10)).toEqual(['a.test/1']);
    });

    it('is first in, first out among equals, within a host and across hosts', () => {
      frontier.add([link('b.test/2', 0.5), link('b.test/1', 0.5), link('a.test/1', 0.5)]);
      const order: string[] = [];
      for (let now = NOW; order.length < 3; now++) {
        const [task] = frontier.take(1, now);
        order.push(task!.url);
        frontier.settle(task!, { kind: 'done' });
      }
      expect(order).toEqual(['https://b.test/2', 'https://b.test/1', 'https://a.test/1']);
    });

    it('of five thousand hosts is that of a sorted array', () => {
      const links = Array.from({ length: 5000 }, (_, i) => link(`h${i}.test/`, ((i * 7919) % 1000) / 1000));
      frontier.add(links);
      const sorted = links.map(({ url, priority }, i) => ({ url, priority, i }));
      sorted.sort((a, b) => b.priority - a.priority || a.i - b.i);
      expect(frontier.take(5000, NOW).map(({ url }) => url)).toEqual(sorted.map(({ url }) => url));
    });

    it('follows a waiting link that is raised, and one that falls', () => {
      frontier = open({ merge: 'latest' });
      frontier.add([link('a.test/1', 0.5), link('b.test/1', 0.4), link('c.test/1', 0.3)]);
      frontier.add([link('c.test/1', 0.6), link('a.test/1', 0.1)]);
      expect(take(3)).toEqual(['c.test/1', 'b.test/1', 'a.test/1']);
    });
  });

  describe('hosts that have not answered yet', () => {
    const links = [link('new.test/1', 0.9), link('old.test/1', 0.5), link('newer.test/1', 0.3)];

    it('are handed out in order while there is room for them', () => {
      for (const host of ['new.test', 'newer.test']) gate.unproven.add(host);
      frontier.add(links);
      expect(take(10)).toEqual(['new.test/1', 'old.test/1', 'newer.test/1']);
    });

    it('are passed over while there is none, and come back when there is', () => {
      for (const host of ['new.test', 'newer.test']) gate.unproven.add(host);
      gate.roomAt = NOW + 300;
      frontier.add(links);
      expect(take(10)).toEqual(['old.test/1']);
      expect(frontier.nextReadyAt()).toBe(NOW + 300);
      expect(take(10, NOW + 300)).toEqual(['new.test/1', 'newer.test/1']);
    });

    it('are passed over in a batch, too', () => {
      gate.unproven.add('new.test');
      frontier = open({ gate, batch: 3 });
      frontier.add(links);
      frontier.refill(NOW);
      gate.roomAt = NOW + 300;
      expect(take(10)).toEqual(['old.test/1', 'newer.test/1']);
      expect(frontier.nextReadyAt()).toBe(NOW + 300);
      expect(take(10, NOW + 300)).toEqual(['new.test/1']);
    });

    it('wait with the others once they have answered', () => {
      gate.unproven.add('new.test');
      frontier.add([...links, link('new.test/2', 0.8)]);
      const [task] = frontier.take(1, NOW);
      gate.unproven.delete('new.test');
      gate.roomAt = NOW + 300;
      frontier.settle(task!, { kind: 'done' });
      expect(take(1)).toEqual(['new.test/2']);
    });
  });

  it('counts attempts, but not how often a link was held before it was requested', () => {
    frontier.add([link('a.test/1', 0.5)]);
    const reason = 'robots.txt cannot be had';
    let now = NOW;
    for (const kind of ['held', 'held', 'retry'] as const) {
      const [task] = frontier.take(1, now);
      expect(task).toMatchObject({ tries: 0 });
      frontier.settle(task!, { kind, notBefore: now + 1000, reason });
      expect(frontier.take(1, now + 999)).toEqual([]);
      now += 1000;
    }
    expect(frontier.take(1, now)).toMatchObject([{ tries: 1 }]);
    expect(() =>
      frontier.settle(link('b.test/1', 1) as never, { kind: 'held', notBefore: 1, reason }),
    ).toThrow();
  });

  it('knows whether a link of an origin waits', () => {
    const http = { url: 'http://a.test/2', host: 'a.test', priority: 0.9, depth: 0 };
    frontier.add([http, link('a.test/1', 0.5), link('b.test/1', 0.1)]);
    const origins = ['http://a.test', 'https://a.test', 'http://b.test', 'https://c.test'];
    const waits = () => origins.map((origin) => frontier.waitsAt(origin.replace(/.*\//, ''), origin));
    expect(waits()).toEqual([true, true, false, false]);
    const [task] = frontier.take(1, NOW);
    frontier.settle(task!, { kind: 'retry', notBefore: NOW + 1000, reason: 'slow' });
    expect(waits()).toEqual([false, true, false, false]);
  });

  describe('hosts that share an IP address', () => {
    const ADDRESS = '192.0.2.1';
    const share = (...hosts: string[]) => {
      for (const host of hosts) gate.addresses.set(host, ADDRESS);
    };

    it('are handed out best first when it is free, whenever their links were found', () => {
      share('a.test', 'b.test', 'c.test');
      gate.hold(ADDRESS, NOW + 500);
      frontier.add([link('a.test/1', 0.5), link('b.test/1', 0.4), link('other.test/1', 0.1)]);
      expect(take(10)).toEqual(['other.test/1']);
      expect(frontier.nextReadyAt()).toBe(NOW + 500);
      frontier.add([link('c.test/1', 0.6), link('b.test/2', 0.7)]);
      expect(take(1, NOW + 500)).toEqual(['b.test/2']);
      gate.hold(ADDRESS, NOW + 1000);
      expect(take(1, NOW + 500)).toEqual([]);
      expect(frontier.nextReadyAt()).toBe(NOW + 1000);
      expect(take(10, NOW + 1000)).toEqual(['c.test/1', 'a.test/1']);
    });

    it('do not wait for those of them that there is no room for', () => {
      share('new.test', 'old.test');
      gate.unproven.add('new.test');
      gate.roomAt = NOW + 2000;
      gate.hold(ADDRESS, NOW + 500);
      frontier.add([link('new.test/1', 0.9), link('old.test/1', 0.5)]);
      expect(take(1)).toEqual([]);
      expect(take(1, NOW + 500)).toEqual(['old.test/1']);
      expect(take(1, NOW + 2000)).toEqual(['new.test/1']);
    });

    it('cost a few questions to the gate for each that is handed out, however many they are', () => {
      const hosts = Array.from({ length: 5000 }, (_, i) => `h${i}.test`);
      share(...hosts);
      frontier.add(hosts.map((host) => link(`${host}/`, 0.5)));
      const questions = vi.spyOn(gate, 'mayAsk');
      const costs: number[] = [];
      for (let now = NOW; now < NOW + 20 * 500; now += 500) {
        expect(take(1, now)).toHaveLength(1);
        gate.hold(ADDRESS, now + 500);
        expect(take(1, now)).toEqual([]);
        expect(frontier.nextReadyAt()).toBe(now + 500);
        costs.push(questions.mock.calls.length);
        questions.mockClear();
      }
      // At the first one all of them learn that they must wait.
      expect(costs[0]).toBeGreaterThanOrEqual(5000);
      expect(Math.max(...costs.slice(1))).toBeLessThan(10);
    });
  });

  describe('a host', () => {
    it('that is held does not delay others', () => {
      frontier.add([link('slow.test/1', 1), link('slow.test/2', 0.9), link('b.test/1', 0.1)]);
      const [task] = frontier.take(1, NOW);
      gate.hold('slow.test', NOW + 60_000);
      frontier.settle(task!, { kind: 'done' });
      expect(take(5)).toEqual(['b.test/1']);
      expect(take(5, NOW + 59_999)).toEqual([]);
      expect(take(5, NOW + 60_000)).toEqual(['slow.test/2']);
    });

    it('is not handed out while a task of it is out, whatever its time', () => {
      frontier.add([link('a.test/1', 1), link('a.test/2', 0.9)]);
      frontier.take(1, NOW);
      expect(take(5, NOW + 1e9)).toEqual([]);
    });

    it('keeps its time when its last link is done and a new one is found', () => {
      frontier.add([link('a.test/1', 1)]);
      const [task] = frontier.take(1, NOW);
      gate.hold('a.test', NOW + 2000);
      frontier.settle(task!, { kind: 'done' });
      frontier.add([link('a.test/2', 1)]);
      expect(take(1, NOW + 1999)).toEqual([]);
      expect(take(1, NOW + 2000)).toEqual(['a.test/2']);
    });

    it('whose time moves later while it waits is handed out at the later time', () => {
      frontier.add([link('a.test/1', 1), link('b.test/1', 0.5)]);
      gate.hold('a.test', NOW + 1000);
      expect(take(1)).toEqual(['b.test/1']);
      expect(frontier.nextReadyAt()).toBe(NOW + 1000);
      gate.hold('a.test', NOW + 3000);
      expect(take(1, NOW + 1000)).toEqual([]);
      expect(frontier.nextReadyAt()).toBe(NOW + 3000);
      expect(take(1, NOW + 3000)).toEqual(['a.test/1']);
    });
  });

  describe('a robots.txt', () => {
    beforeEach(() => {
      gate.unread.add('https://a.test/robots.txt');
      frontier.add([link('a.test/1', 0.9), link('a.test/2', 0.8), link('b.test/1', 0.1)]);
    });

    it('is handed out in place of the best link of its host, which waits on', () => {
      const stats = frontier.stats();
      expect(frontier.take(1, NOW)).toEqual([
        { type: 'robots', url: 'https://a.test/robots.txt', host: 'a.test' },
      ]);
      expect(frontier.stats()).toEqual(stats);
      expect(frontier.find('https://a.test/1')).toMatchObject({ state: 'waiting' });
      // Its host is out meanwhile, also for a link that is better.
      frontier.add([link('a.test/3', 2)]);
      expect(take(5)).toEqual(['b.test/1']);
      expect(frontier.nextReadyAt()).toBeUndefined();
    });

    it('that is read lets the links of its host go when it is their time, the best first', () => {
      const [robots] = frontier.take(1, NOW);
      frontier.add([link('a.test/3', 2)]);
      gate.unread.clear();
      gate.hold('a.test', NOW + 1000);
      frontier.settle(robots!, { kind: 'done' });
      expect(take(5)).toEqual(['b.test/1']);
      expect(take(5, NOW + 1000)).toEqual(['a.test/3']);
    });

    it('that could not be read is handed out again', () => {
      const [robots] = frontier.take(1, NOW);
      frontier.settle(robots!, { kind: 'done' });
      expect(take(5)).toEqual(['a.test/robots.txt', 'b.test/1']);
    });

    it('can be settled once only', () => {
      const [robots] = frontier.take(1, NOW);
      frontier.settle(robots!, { kind: 'done' });
      expect(() => frontier.settle(robots!, { kind: 'done' })).toThrow(ForageError);
    });

    it('of the origin of the best link is handed out, a separate one for each origin of a host', () => {
      gate.unread.add('http://a.test/robots.txt');
      frontier.add([link('a.test/4', 3, { url: 'http://a.test/4' })]);
      const handedOut = () => {
        const [task] = frontier.take(1, NOW);
        gate.unread.delete(task!.url);
        frontier.settle(task!, { kind: 'done' });
        return task!.url;
      };
      expect([handedOut(), handedOut(), handedOut(), handedOut()]).toEqual([
        'http://a.test/robots.txt',
        'http://a.test/4',
        'https://a.test/robots.txt',
        'https://a.test/1',
      ]);
    });
  });

  describe('the outcome of a task', () => {
    beforeEach(() => {
      frontier.add([link('a.test/1', 0.5, { anchor: 'one', from: 7, carry: '{"d":1}', why: 'near' })]);
    });

    it('done keeps the page, and the link is never handed out again', () => {
      const [task] = frontier.take(1, NOW);
      expect(frontier.find('https://a.test/1')).toMatchObject({ state: 'leased' });
      frontier.settle(task!, { kind: 'done', page: 12 });
      expect(frontier.find('https://a.test/1')).toMatchObject({ state: 'done', page: 12, anchor: 'one' });
      expect(frontier.add([link('a.test/1', 9)])).toEqual([{ id: 1, fresh: false }]);
      expect(take(1)).toEqual([]);
    });

    it('refused keeps the reason', () => {
      const [task] = frontier.take(1, NOW);
      frontier.settle(task!, { kind: 'refused', reason: 'robots.txt' });
      expect(frontier.find('https://a.test/1')).toMatchObject({ state: 'refused', reason: 'robots.txt' });
      expect(take(1)).toEqual([]);
    });

    it('retry waits for its time, counts a try and keeps its place among equals', () => {
      frontier.add([link('a.test/2', 0.5)]);
      const [task] = frontier.take(1, NOW);
      frontier.settle(task!, { kind: 'retry', notBefore: NOW + 1000, reason: 'timeout' });
      expect(frontier.find('https://a.test/1')).toMatchObject({
        state: 'deferred',
        tries: 1,
        reason: 'timeout',
      });
      expect(frontier.stats()).toMatchObject({ waiting: 1, deferred: 1 });
      const [other] = frontier.take(1, NOW + 999);
      expect(other).toMatchObject({ url: 'https://a.test/2' });
      frontier.settle(other!, { kind: 'returned' });
      const [again] = frontier.take(1, NOW + 1000);
      expect(again).toMatchObject({ url: 'https://a.test/1', priority: 0.5, tries: 1, carry: '{"d":1}' });
    });

    it('retry says when it is due, if nothing else waits', () => {
      const [task] = frontier.take(1, NOW);
      expect(frontier.nextReadyAt()).toBeUndefined();
      gate.hold('a.test', NOW + 1000);
      frontier.settle(task!, { kind: 'retry', notBefore: NOW + 9000, reason: 'timeout' });
      expect(frontier.nextReadyAt()).toBe(NOW + 9000);
      expect(frontier.stats().hosts).toBe(0);
    });

    it('returned leaves the link as it was', () => {
      const before = frontier.find('https://a.test/1');
      const [task] = frontier.take(1, NOW);
      expect(task).toEqual({
        id: 1,
        type: 'page',
        url: 'https://a.test/1',
        host: 'a.test',
        priority: 0.5,
        depth: 1,
        anchor: 'one',
        from: 7,
        hops: 0,
        carry: '{"d":1}',
        why: 'near',
        tries: 0,
      });
      frontier.settle(task!, { kind: 'returned' });
      expect(frontier.find('https://a.test/1')).toEqual(before);
      expect(take(1)).toEqual(['a.test/1']);
    });

    it('can be given once only', () => {
      const [task] = frontier.take(1, NOW);
      frontier.settle(task!, { kind: 'returned' });
      expect(() => frontier.settle(task!, { kind: 'done' })).toThrow(ForageError);
    });
  });

  describe('a second find', () => {
    it('that is better brings its anchor, origin, state and reason along', () => {
      frontier.add([link('a.test/1', 0.5, { anchor: 'old', from: 1, carry: '1', why: 'x', depth: 2 })]);
      frontier.add([link('a.test/1', 0.7, { anchor: 'new', from: 2, carry: '2', why: 'y', depth: 5 })]);
      const better = { priority: 0.7, anchor: 'new', from: 2, carry: '2', why: 'y', depth: 2 };
      expect(frontier.find('https://a.test/1')).toMatchObject(better);
    });

    it('on the same page, in the same call, is the same link', () => {
      const added = frontier.add([link('a.test/1', 0.5), link('a.test/2', 0.5), link('a.test/1', 0.7)]);
      expect(added.map(({ id, fresh }) => [id, fresh])).toEqual([
        [1, true],
        [2, true],
        [1, false],
      ]);
      expect(take(1)).toEqual(['a.test/1']);
    });

    it('keeps the type of the link, unless it is better: then it brings its own', () => {
      frontier.add([link('a.test/1', 0.5, { type: 'sitemap' })]);
      frontier.add([link('a.test/1', 0.5, { type: 'document' }), link('a.test/1', 0.1)]);
      expect(frontier.find('https://a.test/1')).toMatchObject({ type: 'sitemap' });
      frontier.add([link('a.test/1', 0.6, { type: 'document' })]);
      expect(frontier.find('https://a.test/1')).toMatchObject({ type: 'document' });
      frontier.add([link('a.test/1', 0.7)]);
      expect(frontier.take(1, NOW)).toMatchObject([{ type: 'page' }]);
    });

    it('does not change a link that is out', () => {
      frontier.add([link('a.test/1', 0.5)]);
      const [task] = frontier.take(1, NOW);
      frontier.add([link('a.test/1', 0.9)]);
      frontier.settle(task!, { kind: 'returned' });
      expect(frontier.find('https://a.test/1')).toMatchObject({ priority: 0.5 });
    });
  });

  describe('rescoring', () => {
    it('reaches what waits and what is deferred, more than is read at a time, and nothing else', () => {
      frontier.add(Array.from({ length: 2500 }, (_, i) => link(`h${i % 3}.test/${i}`, i)));
      const [done, later] = linksOf(frontier.take(2, NOW));
      frontier.settle(done!, { kind: 'done' });
      frontier.settle(later!, { kind: 'retry', notBefore: NOW + 1, reason: 'slow' });
      const [out] = linksOf(frontier.take(1, NOW));
      const seen = new Set<number>();
      const changed = frontier.rescore(({ id, priority }) => {
        seen.add(id);
        return id === 5 ? priority : -priority;
      });
      expect(seen.size).toBe(2498);
      expect(seen.has(done!.id) || seen.has(out!.id)).toBe(false);
      expect(seen.has(later!.id)).toBe(true);
      // Id 1 has priority 0, which stays; id 5 was left.
      expect(changed).toBe(2496);
      frontier.settle(out!, { kind: 'done' });
      // By hand: id 5 keeps 4, h0 and h2 are led by -0 and -2.
      expect(take(3)).toEqual(['h1.test/4', 'h0.test/0', 'h2.test/2']);
    });

    it('that gives no number says so, and the order is still that of the priorities', () => {
      frontier.add([link('a.test/1', 0.1), link('b.test/1', 0.2), link('c.test/1', 0.3)]);
      expect(() => frontier.rescore(({ id }) => (id === 2 ? Number.NaN : 0.9))).toThrow(/b\.test.*NaN/);
      expect(take(3)).toEqual(['a.test/1', 'c.test/1', 'b.test/1']);
    });
  });

  describe('what waits', () => {
    it('is listed in order of arrival, deferred links among them, tasks not', () => {
      frontier.add([link('a.test/1', 0.2), link('b.test/1', 0.9), link('a.test/2', 0.8)]);
      const urls = () => [...frontier.byArrival()].map(({ url }) => url.slice('https://'.length));
      expect(urls()).toEqual(['a.test/1', 'b.test/1', 'a.test/2']);
      const tasks = frontier.take(2, NOW);
      expect(urls()).toEqual(['a.test/1']);
      frontier.settle(tasks[1]!, { kind: 'retry', notBefore: NOW + 5, reason: 'slow' });
      expect(urls()).toEqual(['a.test/1', 'a.test/2']);
    });

    it('is listed completely if there are thousands of links', () => {
      frontier.add(Array.from({ length: 2600 }, (_, i) => link(`a.test/${i}`, i < 2400 ? 0.5 : 0.7)));
      const ids = [...frontier.byArrival()].map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: 2600 }, (_, i) => 1 + i));
    });
  });

  describe('what the frontier will not take', () => {
    it.each([Number.NaN, Infinity, -Infinity])(
      'is a link of priority %d, nor any that came with it',
      (priority) => {
        expect(() => frontier.add([link('a.test/1', 1), link('a.test/2', priority)])).toThrow(ForageError);
        expect(frontier.stats().waiting).toBe(0);
        expect(frontier.find('https://a.test/1')).toBeUndefined();
      },
    );

    it('is a time that is none', () => {
      expect(() => frontier.take(1, Number.NaN)).toThrow(ForageError);
    });

    it('is a factor that would lower a priority', () => {
      expect(() => open({ factor: 0.5 })).toThrow(ForageError);
    });

    it('does not matter to a search: a URL that is none is not known', () => {
      expect(frontier.find('no url')).toBeUndefined();
    });
  });
});
