/**
 * Places for the hosts of a graph: ways pull their ends together, near hosts push each other away, all are drawn to the
 * middle. Only hosts in neighbouring cells push each other, so a step costs about as much as there are hosts and ways.
 */
import type { HostGraph } from '../../archive/host-graph.ts';

export interface Layout {
  x: Float64Array;
  y: Float64Array;
  radius: Float64Array;
  /** Moves everything once; returns the largest move. */
  step(): number;
}

/** Larger for more relevant pages. */
export const radiusOf = (relevant: number): number => 3 + 2.2 * Math.sqrt(relevant);

const LENGTH = 36;
const PULL = 0.06;
const PUSH = 900;
const REACH = 90;
const MIDDLE = 0.002;
const COOLING = 0.985;

export function layoutOf({ hosts, ways }: Pick<HostGraph, 'hosts' | 'ways'>): Layout {
  const n = hosts.length;
  const [x, y] = [new Float64Array(n), new Float64Array(n)];
  const [dx, dy] = [new Float64Array(n), new Float64Array(n)];
  const radius = Float64Array.from(hosts, ({ relevant }) => radiusOf(relevant));
  const golden = Math.PI * (3 - Math.sqrt(5));
  // A spiral: the same start each time, and no two at one place.
  for (let i = 0; i < n; i++) {
    x[i] = 14 * Math.sqrt(i) * Math.cos(i * golden);
    y[i] = 14 * Math.sqrt(i) * Math.sin(i * golden);
  }
  const cell = REACH;
  let heat = 1;

  function push(): void {
    const cells = new Map<number, number[]>();
    const key = (cx: number, cy: number): number => cx * 100_003 + cy;
    for (let i = 0; i < n; i++) {
      const at = key(Math.floor(x[i]! / cell), Math.floor(y[i]! / cell));
      const there = cells.get(at);
      if (there === undefined) cells.set(at, [i]);
      else there.push(i);
    }
    for (let i = 0; i < n; i++) {
      const [cx, cy] = [Math.floor(x[i]! / cell), Math.floor(y[i]! / cell)];
      for (let a = cx - 1; a <= cx + 1; a++)
        for (let b = cy - 1; b <= cy + 1; b++)
          for (const j of cells.get(key(a, b)) ?? []) if (j > i) apart(i, j);
    }
  }

  function apart(i: number, j: number): void {
    const [ax, ay] = [x[i]! - x[j]!, y[i]! - y[j]!];
    const reach = radius[i]! + radius[j]!;
    const distance2 = Math.max(1, ax * ax + ay * ay);
    const force = (PUSH + reach * reach) / distance2 / Math.sqrt(distance2);
    dx[i]! += ax * force;
    dy[i]! += ay * force;
    dx[j]! -= ax * force;
    dy[j]! -= ay * force;
  }

  function pull(): void {
    for (const { from, to } of ways) {
      const [ax, ay] = [x[to]! - x[from]!, y[to]! - y[from]!];
      const distance = Math.max(1, Math.hypot(ax, ay));
      const force = (PULL * (distance - LENGTH)) / distance;
      dx[from]! += ax * force;
      dy[from]! += ay * force;
      dx[to]! -= ax * force;
      dy[to]! -= ay * force;
    }
  }

  return {
    x,
    y,
    radius,
    step() {
      dx.fill(0);
      dy.fill(0);
      push();
      pull();
      let most = 0;
      for (let i = 0; i < n; i++) {
        const [mx, my] = [dx[i]! - MIDDLE * x[i]!, dy[i]! - MIDDLE * y[i]!];
        const size = Math.max(1e-9, Math.hypot(mx, my));
        const move = Math.min(size, 20) * heat;
        x[i]! += (mx / size) * move;
        y[i]! += (my / size) * move;
        most = Math.max(most, move);
      }
      heat *= COOLING;
      return most;
    },
  };
}
