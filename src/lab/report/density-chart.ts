/**
 * Densities below each other, one ridge per recipe on a common axis, so that shapes can be compared without relying on
 * colour. All ridges have the same vertical scale, derived from the data.
 */
import { type Axis, at, drawXAxis, xOf } from './axis.ts';
import { escaped } from './markup.ts';
import { mostRows, rowName, rowsPlot } from './rows.ts';
import { svg } from './svg.ts';

export interface Ridge {
  name: string;
  /** Share of pages in each bin; bins are equally wide and cover the axis, or the given part of it. */
  shares: readonly number[];
  from?: number;
  to?: number;
  /** Marked below the density. */
  minima?: readonly number[];
}

export interface DensityChart {
  title: string;
  x: Axis;
  ridges: readonly Ridge[];
}

export function densityChart({ title, x, ridges: all }: DensityChart): string {
  const ridges = all.slice(0, mostRows);
  const { plot, rowHeight } = rowsPlot(ridges.length, 34);
  const tallest = heightFor(ridges);
  const drawn = ridges.map((ridge, index) => {
    const floor = plot.top + (index + 1) * rowHeight;
    const bins = ridge.shares.length;
    const { from = x.min, to = x.max, minima = [] } = ridge;
    let path = `M${at(xOf(x, plot, from))} ${at(floor)}`;
    ridge.shares.forEach((share, bin) => {
      const y = floor - rowHeight * 0.92 * Math.min(1, (Number.isFinite(share) ? share : 0) / tallest);
      path += `V${at(y)}H${at(xOf(x, plot, from + ((to - from) * (bin + 1)) / bins))}`;
    });
    const marks = minima.map((value) => {
      const across = at(xOf(x, plot, value));
      return `<line class="minimum" x1="${across}" x2="${across}" y1="${at(floor)}" y2="${at(floor - rowHeight * 0.92)}"/>`;
    });
    return `<g>${rowName(ridge.name, index, plot, rowHeight)}<path class="ridge" d="${path}V${at(floor)}z"/>${marks.join('')}<title>${escaped(ridge.name)}</title></g>`;
  });
  return svg(
    plot.top + plot.height + 46,
    title,
    `${ridges.length} rows, one density each.`,
    `${drawXAxis(x, plot)}${drawn.join('')}`,
  );
}

/**
 * A single bin often has most pages (all that scored 0) and would flatten everything else: bins above the 98th
 * percentile of all non-empty bins are cut off at the row's height.
 */
function heightFor(ridges: readonly Ridge[]): number {
  const filled = ridges.flatMap(({ shares }) => shares.filter((share) => share > 0)).sort((a, b) => a - b);
  return filled[Math.floor(0.98 * (filled.length - 1))] ?? 1;
}
