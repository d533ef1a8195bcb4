/** One row per recipe: an estimate with its interval, and the single values behind it as faint dots. */
import { type Axis, at, drawXAxis, xOf } from './axis.ts';
import { escaped } from './markup.ts';
import { mostRows, rowName, rowsPlot } from './rows.ts';
import { svg } from './svg.ts';

export interface IntervalRow {
  name: string;
  value: number;
  low: number;
  high: number;
  /** One per topic. */
  singles?: readonly number[] | undefined;
  /** A reference: breadth-first, the oracle. Drawn as a black diamond. */
  reference?: boolean | undefined;
  /** Shown as a tooltip. */
  note: string;
}

export interface IntervalChart {
  title: string;
  x: Axis;
  rows: readonly IntervalRow[];
}

export function intervalChart({ title, x, rows: all }: IntervalChart): string {
  const rows = all.slice(0, mostRows);
  const { plot, rowHeight } = rowsPlot(rows.length);
  const drawn = rows.map((row, index) => {
    const y = plot.top + (index + 0.5) * rowHeight;
    const place = (value: number): number => xOf(x, plot, Math.min(x.max, Math.max(x.min, value)));
    const dots = (row.singles ?? [])
      .filter(Number.isFinite)
      .map((value) => `<circle class="single" cx="${at(place(value))}" cy="${at(y)}" r="2.6"/>`);
    const whiskers =
      Number.isFinite(row.low) && Number.isFinite(row.high)
        ? `<path class="whisker" d="M${at(place(row.low))} ${at(y - 5)}v10M${at(place(row.low))} ${at(y)}H${at(place(row.high))}M${at(place(row.high))} ${at(y - 5)}v10"/>`
        : '';
    const estimate = Number.isFinite(row.value) ? point(place(row.value), y, row.reference === true) : '';
    return `<g><title>${escaped(row.note)}</title>${rowName(row.name, index, plot, rowHeight, row.reference)}${dots.join('')}${whiskers}${estimate}</g>`;
  });
  return svg(
    plot.top + plot.height + 46,
    title,
    `${rows.length} rows, best first.`,
    `${drawXAxis(x, plot)}${drawn.join('')}`,
  );
}

function point(x: number, y: number, reference: boolean): string {
  return reference
    ? `<path d="M${at(x)} ${at(y - 6)}l6 6l-6 6l-6 -6z" fill="#000"/>`
    : `<circle cx="${at(x)}" cy="${at(y)}" r="4.5" fill="#0072B2" stroke="#fff"/>`;
}
