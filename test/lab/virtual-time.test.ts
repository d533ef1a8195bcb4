import { describe, expect, it } from 'vitest';
import { arrivalSeconds } from '../../src/lab/virtual-time.ts';

const page = (host: string, bytes = 0): { url: string; bytes: number } => ({ url: `http://${host}/`, bytes });
const model = { connections: 2, delayMs: 5000, latencyMs: 300, bytesPerSecond: 1000 };
/** Latency of a host in seconds: when its first page is in, alone. */
const latency = (host: string): number => arrivalSeconds([page(host)], model)[0]!;
const tidied = (numbers: Iterable<number>): number[] => [...numbers].map((n) => Number(n.toFixed(6)));

describe('virtual time', () => {
  it('gives every host a fixed latency between half and twice the given one', () => {
    const all = Array.from({ length: 200 }, (_, i) => latency(`h${i}.test`));
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0.15);
    expect(Math.max(...all)).toBeLessThanOrEqual(0.6);
    expect(new Set(all).size).toBeGreaterThan(150);
    // Evenly by factor: as many below 300 ms as above, within four standard deviations of a fair coin.
    const faster = all.filter((seconds) => seconds < 0.3).length;
    expect(Math.abs(faster - 100)).toBeLessThan(4 * Math.sqrt(200 / 4));
    expect(all).toEqual(Array.from({ length: 200 }, (_, i) => latency(`h${i}.test`)));
  });

  it('does not contact a host for its delay after each answer, however many connections there are', () => {
    const one = latency('a.test');
    expect(tidied(arrivalSeconds([page('a.test'), page('a.test'), page('a.test')], model))).toEqual(
      tidied([one, 2 * one + 5, 3 * one + 10]),
    );
  });

  it('adds the time of the bytes', () => {
    expect(arrivalSeconds([page('a.test', 2500)], model)[0]).toBeCloseTo(latency('a.test') + 2.5, 9);
  });

  it('lets pages of other hosts overtake while a host must wait', () => {
    const [first, second, other] = arrivalSeconds([page('a.test'), page('a.test'), page('b.test')], model);
    expect(first).toBeCloseTo(latency('a.test'), 9);
    expect(other).toBeCloseTo(latency('b.test'), 9);
    expect(second).toBeCloseTo(2 * latency('a.test') + 5, 9);
  });

  it('lets them overtake no farther than it may look ahead', () => {
    const pages = [page('a.test'), page('a.test'), page('b.test'), page('c.test')];
    const arrivals = arrivalSeconds(pages, { ...model, connections: 9, lookAhead: 1 });
    // The page of c is two places behind the one that waits for a: it starts when that starts.
    expect(arrivals[2]).toBeCloseTo(latency('b.test'), 9);
    expect(arrivals[3]).toBeCloseTo(latency('a.test') + 5 + latency('c.test'), 9);
  });

  it('starts no more pages at a time than there are connections', () => {
    const hosts = ['a.test', 'b.test', 'c.test'];
    const [a, b, c] = arrivalSeconds(
      hosts.map((host) => page(host)),
      model,
    );
    expect(a).toBeCloseTo(latency('a.test'), 9);
    expect(b).toBeCloseTo(latency('b.test'), 9);
    expect(c).toBeCloseTo(Math.min(a!, b!) + latency('c.test'), 9);
  });

  it('takes as long as the slowest host at best, and fetches every page once', () => {
    const pages = Array.from({ length: 3000 }, (_, i) => page(`h${(i * i) % 37}.test`, 100));
    const arrivals = arrivalSeconds(pages, { ...model, connections: 32 });
    const most = Math.max(
      ...Map.groupBy(pages, ({ url }) => url)
        .values()
        .map(({ length }) => length),
    );
    expect(Math.min(...arrivals)).toBeGreaterThan(0);
    expect(Math.max(...arrivals)).toBeGreaterThanOrEqual((most - 1) * 5);
  });

  it('has nothing to do for no pages', () => {
    expect(arrivalSeconds([], model)).toHaveLength(0);
  });
});
