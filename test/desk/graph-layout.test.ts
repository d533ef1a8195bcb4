import { expect, it } from 'vitest';
import { layoutOf } from '../../src/desk/views/graph-layout.ts';

const host = (name: string, relevant = 0) => ({ name, pages: 1, relevant });

it('hosts that are joined come to lie nearer to each other than those that are not, and none on another', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  // Two chains of three.
  const ways = [
    [0, 1],
    [1, 2],
    [3, 4],
    [4, 5],
  ].map(([from, to]) => ({ from: from!, to: to!, pages: 1, relevant: 0 }));
  const layout = layoutOf({ hosts: names.map((name) => host(name)), ways });
  for (let i = 0; i < 400; i++) layout.step();
  const apart = (a: number, b: number): number =>
    Math.hypot(layout.x[a]! - layout.x[b]!, layout.y[a]! - layout.y[b]!);
  const joined = ways.map(({ from, to }) => apart(from, to));
  const others = [0, 1, 2].flatMap((a) => [3, 4, 5].map((b) => apart(a, b)));
  const mean = (all: number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  expect(mean(joined)).toBeLessThan(mean(others));
  expect(Math.min(...joined, ...others)).toBeGreaterThan(6);
});

it('large hosts with many ways do not cover each other', () => {
  // Every host leads to three others, mostly to the first ten.
  const hosts = Array.from({ length: 200 }, (_, i) => host(`h${i}`, i < 60 ? 34 - Math.floor(i / 2) : i % 2));
  const ways = hosts.flatMap((_, i) =>
    [i % 10, (i * 7) % 60, (i * 13 + 1) % 200].map((to) => ({ from: i, to, pages: 1, relevant: 1 })),
  );
  const layout = layoutOf({ hosts, ways });
  for (let i = 0; i < 500; i++) layout.step();
  let covered = 0;
  for (let a = 0; a < hosts.length; a++)
    for (let b = 0; b < a; b++) {
      const distance = Math.hypot(layout.x[a]! - layout.x[b]!, layout.y[a]! - layout.y[b]!);
      if (distance < 0.9 * (layout.radius[a]! + layout.radius[b]!)) covered++;
    }
  expect(covered).toBe(0);
});

it('three thousand hosts settle: each step moves less, and every place is a number', () => {
  const hosts = Array.from({ length: 3000 }, (_, i) => host(`h${i}`, i % 7));
  const ways = hosts.slice(1).map((_, i) => ({ from: Math.floor(i / 3), to: i + 1, pages: 1, relevant: 0 }));
  const layout = layoutOf({ hosts, ways });
  const moves = Array.from({ length: 60 }, () => layout.step());
  expect(moves.at(-1)).toBeLessThan(moves[0]!);
  expect(layout.x.every(Number.isFinite) && layout.y.every(Number.isFinite)).toBe(true);
});
