/** One row per recipe: what people judged (a filled circle) above what was expected (an open square). */
import type { Interval } from '../statistics/interval.ts';
import { type Axis, at, drawXAxis, type Plot, xOf } from './axis.ts';
import { escaped } from './markup.ts';
import { mostRows, rowName, rowsPlot } from './rows.ts';
import { svg } from './svg.ts';

export interface JudgedChart {
  title: string;
  x: Axis;
  rows: readonly {
    name: string;
    judged: Interval;
    expected?: Interval | undefined;
    /** Shown as a tooltip. */
    note: string;
  }[];
}

/** Distance of the two marks of a row from its middle. */
const APART = 4;
const HALF = 3.8;

export function judgedChart({ title, x, rows: all }: JudgedChart): string {
  const rows = all.slice(0, mostRows);
  const { plot, rowHeight } = rowsPlot(rows.length);
  const drawn = rows.map(({ name, judged, expected, note }, index) => {
    const middle = plot.top + (index + 0.5) * rowHeight;
    const said = `${whisker(x, plot, judged, middle - APART)}<circle cx="${at(xOf(x, plot, judged.estimate))}" cy="${at(middle - APART)}" r="${HALF}" fill="#000"/>`;
    const thought = expected === undefined ? '' : square(x, plot, expected, middle + APART);
    return `<g><title>${escaped(note)}</title>${rowName(name, index, plot, rowHeight)}${thought}${said}</g>`;
  });
  const about = `${rows.length} rows: a filled circle for what people said, an open square for what was expected.`;
  return svg(plot.top + plot.height + 46, title, about, `${drawXAxis(x, plot)}${drawn.join('')}`);
}

function square(x: Axis, plot: Plot, share: Interval, y: number): string {
  const left = xOf(x, plot, share.estimate) - HALF;
  return `${whisker(x, plot, share, y)}<rect x="${at(left)}" y="${at(y - HALF)}" width="${2 * HALF}" height="${2 * HALF}" fill="#fff" stroke="#000"/>`;
}

function whisker(x: Axis, plot: Plot, { low, high }: Interval, y: number): string {
  const [from, to] = [at(xOf(x, plot, low)), at(xOf(x, plot, high))];
  return `<path class="whisker" d="M${from} ${at(y - 3)}v6M${from} ${at(y)}H${to}M${to} ${at(y - 3)}v6"/>`;
}
