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
const radiusOf = (relevant: number): number => 3 + 2.2 * Math.sqrt(relevant);

const LENGTH = 36;
const PULL = 0.25;
const PUSH = 900;
const REACH = 60;
const MIDDLE = 0.002;
/** Between two hosts. */
const GAP = 4;
/** Of the first places. */
const SPREAD = 20;
const COOLING = 0.985;

export function layoutOf({ hosts, ways }: Pick<HostGraph, 'hosts' | 'ways'>): Layout {
  const n = hosts.length;
  const [x, y] = [new Float64Array(n), new Float64Array(n)];
  const [dx, dy] = [new Float64Array(n), new Float64Array(n)];
  const [offX, offY] = [new Float64Array(n), new Float64Array(n)];
  const radius = Float64Array.from(hosts, ({ relevant }) => radiusOf(relevant));
  const degree = new Float64Array(n);
  for (const { from, to } of ways) {
    degree[from]! += 1;
    degree[to]! += 1;
  }
  const golden = Math.PI * (3 - Math.sqrt(5));
  // A spiral: the same start each time, and no two at one place.
  for (let i = 0; i < n; i++) {
    x[i] = SPREAD * Math.sqrt(i) * Math.cos(i * golden);
    y[i] = SPREAD * Math.sqrt(i) * Math.sin(i * golden);
  }
  const cell = radius.reduce((most, one) => Math.max(most, 2 * one + GAP), REACH);
  const [cellX, cellY] = [new Int32Array(n), new Int32Array(n)];
  // The hosts of a cell as a chain, by a hash of its place.
  const mask = 2 ** Math.ceil(Math.log2(2 * n + 2)) - 1;
  const first = new Int32Array(mask + 1);
  const after = new Int32Array(n);
  const key = (cx: number, cy: number): number =>
    (Math.imul(cx, 73_856_093) ^ Math.imul(cy, 19_349_663)) & mask;
  let heat = 1;

  function push(): void {
    first.fill(-1);
    // Backwards, so that those of a cell follow each other in their order.
    for (let i = n - 1; i >= 0; i--) {
      cellX[i] = Math.floor(x[i]! / cell);
      cellY[i] = Math.floor(y[i]! / cell);
      const at = key(cellX[i]!, cellY[i]!);
      after[i] = first[at]!;
      first[at] = i;
    }
    for (let i = 0; i < n; i++)
      for (let a = cellX[i]! - 1; a <= cellX[i]! + 1; a++)
        for (let b = cellY[i]! - 1; b <= cellY[i]! + 1; b++)
          // Cells with the same key share a list.
          for (let j = first[key(a, b)]!; j >= 0; j = after[j]!)
            if (j > i && cellX[j] === a && cellY[j] === b) apart(i, j);
  }

  function apart(i: number, j: number): void {
    const [ax, ay] = [x[i]! - x[j]!, y[i]! - y[j]!];
    const distance2 = Math.max(1, ax * ax + ay * ay);
    const reach = radius[i]! + radius[j]! + GAP;
    if (distance2 > Math.max(REACH * REACH, reach * reach)) return;
    const distance = Math.sqrt(distance2);
    const force = PUSH / distance2 / distance;
    dx[i]! += ax * force;
    dy[i]! += ay * force;
    dx[j]! -= ax * force;
    dy[j]! -= ay * force;
    if (distance >= reach) return;
    const off = (0.3 * (reach - distance)) / distance;
    offX[i]! += ax * off;
    offY[i]! += ay * off;
    offX[j]! -= ax * off;
    offY[j]! -= ay * off;
  }

  function pull(): void {
    for (const { from, to } of ways) {
      const [ax, ay] = [x[to]! - x[from]!, y[to]! - y[from]!];
      const distance = Math.max(1, Math.hypot(ax, ay));
      // A host with many ways would otherwise be drawn onto its neighbours.
      const strength = PULL / Math.min(degree[from]!, degree[to]!);
      const apart = LENGTH + radius[from]! + radius[to]!;
      const force = (strength * (distance - apart)) / distance;
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
      offX.fill(0);
      offY.fill(0);
      push();
      pull();
      let most = 0;
      for (let i = 0; i < n; i++) {
        const [mx, my] = [dx[i]! - MIDDLE * x[i]!, dy[i]! - MIDDLE * y[i]!];
        const size = Math.max(1e-9, Math.hypot(mx, my));
        const move = Math.min(size, 20) * heat;
        // One that covers another moves off it, however cool it is.
        const off = Math.min(1, 8 / Math.max(1, Math.hypot(offX[i]!, offY[i]!)));
        x[i]! += (mx / size) * move + off * offX[i]!;
        y[i]! += (my / size) * move + off * offY[i]!;
        most = Math.max(most, move);
      }
      heat *= COOLING;
      return most;
    },
  };
}
