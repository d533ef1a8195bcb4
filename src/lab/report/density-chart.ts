/**
 * Densities one under the other, a ridge for each recipe on a common axis: shapes are compared without telling
 * colours apart. All ridges have the same scale of height, which the caller's numbers decide.
 */
import { type Axis, at, drawXAxis, xOf } from './axis.ts';
import { escaped } from './markup.ts';
import { mostRows, rowName, rowsPlot } from './rows.ts';
import { svg } from './svg.ts';

export interface Ridge {
  name: string;
  /** Share of pages in each bin; bins are equally wide and cover the axis. */
  shares: readonly number[];
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
    let path = `M${at(plot.left)} ${at(floor)}`;
    ridge.shares.forEach((share, bin) => {
      const y = floor - rowHeight * 0.92 * Math.min(1, (Number.isFinite(share) ? share : 0) / tallest);
      path += `V${at(y)}H${at(xOf(x, plot, x.min + ((x.max - x.min) * (bin + 1)) / bins))}`;
    });
    return `<g>${rowName(ridge.name, index, plot, rowHeight)}<path class="ridge" d="${path}V${at(floor)}z"/><title>${escaped(ridge.name)}</title></g>`;
  });
  return svg(
    plot.top + plot.height + 46,
    title,
    `${ridges.length} rows, one density each.`,
    `${drawXAxis(x, plot)}${drawn.join('')}`,
  );
}

/**
 * A single bin often holds most pages (all that scored 0) and would flatten everything else: what is taller than the
 * 98th hundredth of all filled bins is cut off at the row's height.
 */
function heightFor(ridges: readonly Ridge[]): number {
  const filled = ridges.flatMap(({ shares }) => shares.filter((share) => share > 0)).sort((a, b) => a - b);
  return filled[Math.floor(0.98 * (filled.length - 1))] ?? 1;
}
