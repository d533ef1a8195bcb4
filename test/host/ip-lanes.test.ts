import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressLanes } from '../../src/host/ip-lanes.ts';

/** Takes the IP address if it is free, or else keeps a slot; returns when it may be contacted. */
function claimed(lanes: AddressLanes, host: string, address: string, now: number): number {
  const at = lanes.reserve(host, address, now);
  if (at <= now) lanes.asked(host, address, now);
  return at;
}

describe('hosts behind one IP address', () => {
  const ADDRESS = '93.184.216.34';

  test('that wait without a slot may all come when it is free, and the first one takes it', () => {
    const lanes = new AddressLanes('public', 500);
    const names = ['b', 'c', 'd'];
    lanes.asked('a', ADDRESS, 0);
    expect(names.map((host) => lanes.mayAsk(host, ADDRESS, 10))).toEqual([500, 500, 500]);
    expect(names.map((host) => lanes.mayAsk(host, ADDRESS, 510))).toEqual([510, 510, 510]);
    lanes.asked('d', ADDRESS, 510);
    expect(names.map((host) => lanes.mayAsk(host, ADDRESS, 510))).toEqual([1010, 1010, 1010]);
    expect(lanes.reserve('c', ADDRESS, 520)).toBe(1010);
    expect(names.map((host) => lanes.mayAsk(host, ADDRESS, 530))).toEqual([1510, 1010, 1510]);
  });

  test('keep their distance from one that came late for its slot', () => {
    const lanes = new AddressLanes('public', 500);
    lanes.asked('a', ADDRESS, 0);
    expect(['b', 'c'].map((host) => lanes.reserve(host, ADDRESS, 0))).toEqual([500, 1000]);
    lanes.asked('b', ADDRESS, 900);
    expect(['c', 'd'].map((host) => lanes.mayAsk(host, ADDRESS, 1000))).toEqual([1400, 1500]);
  });

  test('take turns, half a second apart, each with its own slot', () => {
    const lanes = new AddressLanes('public', 500);
    const claim = (host: string, now: number) => claimed(lanes, host, ADDRESS, now);
    expect(claim('a.example', 0)).toBe(0);
    expect(claim('b.example', 10)).toBe(500);
    expect(claim('c.example', 20)).toBe(1000);
    // Asking early changes nothing.
    expect(claim('b.example', 30)).toBe(500);
    expect(claim('c.example', 500)).toBe(1000);
    expect(claim('b.example', 500)).toBe(500);
    expect(claim('d.example', 600)).toBe(1500);
    expect(claim('c.example', 1000)).toBe(1000);
    expect(claim('e.example', 5000)).toBe(5000);
  });

  test('do not rush in together after a pause', () => {
    const lanes = new AddressLanes('public', 500);
    const names = Array.from({ length: 20 }, (_, n) => `h${n}.example`);
    for (const name of names) claimed(lanes, name, ADDRESS, 0);
    const later = names.map((name) => claimed(lanes, name, ADDRESS, 60_000));
    expect(later).toEqual(names.map((_, n) => 60_000 + n * 500));
  });

  test('lose a slot that they did not come for, and get the next', () => {
    const lanes = new AddressLanes('public', 500);
    const claim = (host: string, now: number) => claimed(lanes, host, ADDRESS, now);
    expect(['a', 'b', 'c', 'd'].map((host) => claim(host, 0))).toEqual([0, 500, 1000, 1500]);
    expect(claim('b', 1000)).toBe(2000);
    expect(claim('c', 1000)).toBe(1000);
    expect(claim('d', 1500)).toBe(1500);
    expect(claim('b', 2000)).toBe(2000);
  });

  test('are never let through closer than the distance when each comes at its time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(300)), { minLength: 1, maxLength: 40 }), (steps) => {
        const lanes = new AddressLanes('public', 100);
        const due = new Map<string, number>();
        const passed: number[] = [];
        let now = 0;
        const visit = (host: string, at: number) => {
          const slot = claimed(lanes, host, ADDRESS, at);
          if (slot > at) return void due.set(host, slot);
          due.delete(host);
          passed.push(at);
        };
        for (const [host, pause] of steps) {
          const until = now + pause;
          for (;;) {
            const next = [...due].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1])[0];
            if (next === undefined) break;
            visit(next[0], next[1]);
          }
          now = until;
          if (!due.has(`h${host}`)) visit(`h${host}`, now);
        }
        const gaps = passed.slice(1).map((at, n) => at - passed[n]!);
        expect(gaps.filter((gap) => gap < 100)).toEqual([]);
      }),
    );
  });

  test('do not wait for hosts behind another IP address', () => {
    const lanes = new AddressLanes('public', 500);
    claimed(lanes, 'a.example', ADDRESS, 0);
    expect(claimed(lanes, 'b.example', '93.184.216.35', 0)).toBe(0);
  });

  test.each(['127.0.0.1', '10.1.2.3', '::1', 'fd00::1'])(
    'of a private network (%s) do not wait by default',
    (address) => {
      const lanes = new AddressLanes('public', 500);
      claimed(lanes, 'a.example', address, 0);
      expect(claimed(lanes, 'b.example', address, 0)).toBe(0);
      const strict = new AddressLanes('all', 500);
      claimed(strict, 'a.example', address, 0);
      expect(claimed(strict, 'b.example', address, 0)).toBe(500);
    },
  );

  test('do not wait at all if the user set it', () => {
    const lanes = new AddressLanes('none', 500);
    claimed(lanes, 'a.example', ADDRESS, 0);
    expect(claimed(lanes, 'b.example', ADDRESS, 0)).toBe(0);
  });
});
