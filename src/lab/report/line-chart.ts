/**
 * Curves over a common axis. The legend shows each line's dashes and marker: next to a single chart, above several
 * small ones that share it.
 */
import { type Axis, at, drawXAxis, drawYAxis, type Plot, xOf, yOf } from './axis.ts';
import { escaped, shorten } from './markup.ts';
import { greyPen, marker, type Pen, stroke } from './pen.ts';
import { svg } from './svg.ts';

export interface Line {
  name: string;
  /** Sorted by x; a non-finite y leaves a gap in the line. `low` and `high` add whiskers. */
  points: readonly Point[];
  /** If absent, the line is grey and not in the legend. */
  pen?: Pen | undefined;
}

export type Point = readonly [x: number, y: number, low?: number, high?: number];

export interface LineChart {
  title: string;
  x: Axis;
  y: Axis;
  /** Drawn from last to first, so that the first is on top. */
  lines: readonly Line[];
  /** A small chart has no legend of its own. */
  small?: boolean;
}

const largePlot: Plot = { left: 66, top: 14, width: 630, height: 356 };
const smallPlot: Plot = { left: 62, top: 10, width: 384, height: 220 };
const legendLeft = 722;
const legendRow = 22;

export function lineChart({ title, x, y, lines, small = false }: LineChart): string {
  const plot = small ? smallPlot : largePlot;
  const named = lines.filter(({ pen }) => pen);
  const grey = lines.filter(({ pen }) => !pen);
  const drawn = [
    ...grey.map((line) => curve(line, greyPen, x, y, plot)),
    ...named.toReversed().map((line) => curve(line, line.pen!, x, y, plot)),
    ...named.map((line, index) => markers(line, line.pen!, index / named.length, x, y, plot)),
  ];
  const beside = small
    ? ''
    : legendEntries(named, grey.length)
        .map(([name, pen], index) => entry(legendLeft, plot.top + 12 + legendRow * index, name, pen))
        .join('');
  return svg(
    Math.max(plot.top + plot.height + 46, small ? 0 : 40 + legendRow * (named.length + 1)),
    title,
    `Lines: ${named.map(({ name }) => name).join(', ')}${grey.length > 0 ? `, and ${grey.length} in grey` : ''}.`,
    `${drawXAxis(x, plot)}${drawYAxis(y, plot)}${drawn.join('')}${beside}`,
    small ? 470 : undefined,
  );
}

/** The legend of several small charts, in three columns. */
export function legend(named: readonly Line[], grey: number): string {
  const entries = legendEntries(named, grey);
  const content = entries.map(([name, pen], index) =>
    entry(10 + 320 * (index % 3), 14 + legendRow * Math.floor(index / 3), name, pen, 36),
  );
  return svg(6 + legendRow * Math.ceil(entries.length / 3), 'Legend', '', content.join(''));
}

function curve(line: Line, pen: Pen, x: Axis, y: Axis, plot: Plot): string {
  let path = '';
  let down = false;
  for (const [px, py] of thinned(line.points, pen === greyPen ? 60 : plot.width / 2)) {
    if (!inside(px, x) || !Number.isFinite(py)) {
      down = false;
      continue;
    }
    path += `${down ? 'L' : 'M'}${at(xOf(x, plot, px))} ${at(yOf(y, plot, clamp(py, y)))}`;
    down = true;
  }
  return path === '' ? '' : `<path d="${path}" ${stroke(pen)}><title>${escaped(line.name)}</title></path>`;
}

/** Every n-th point and the last: hundreds of grey lines need not take megabytes. */
function thinned(points: readonly Point[], most: number): readonly Point[] {
  const step = Math.ceil(points.length / most);
  return step <= 1 ? points : points.filter((_, n) => n % step === 0 || n === points.length - 1);
}

/** A few on each line, at different positions, so that overlapping lines can be distinguished. */
function markers(line: Line, pen: Pen, shift: number, x: Axis, y: Axis, plot: Plot): string {
  if (pen.marker === 'none') return '';
  const points = line.points.filter(([px, py]) => inside(px, x) && Number.isFinite(py));
  const each = plot === smallPlot ? 4 : 6;
  const chosen = new Set<Point>();
  for (let n = 0; n < each; n++) {
    const wanted = x.min + ((x.max - x.min) * (n + 0.15 + 0.8 * shift)) / each;
    const nearest = points.find(([px]) => px >= wanted);
    if (nearest) chosen.add(nearest);
  }
  return [...chosen]
    .map(([px, py, low, high]) => {
      const cx = xOf(x, plot, px);
      const height = (value: number): string => at(yOf(y, plot, clamp(value, y)));
      const whisker =
        low === undefined || high === undefined
          ? ''
          : `<path d="M${at(cx)} ${height(low)}V${height(high)}" stroke="${pen.colour}"/>`;
      return `${whisker}${marker(pen, cx, yOf(y, plot, clamp(py, y)))}`;
    })
    .join('');
}

function legendEntries(named: readonly Line[], grey: number): [name: string, pen: Pen][] {
  const entries = named.map(({ name, pen }): [string, Pen] => [name, pen!]);
  if (grey > 0) entries.push([`${grey} others (in the table)`, { ...greyPen, width: 1.6 }]);
  return entries;
}

function entry(x: number, y: number, name: string, pen: Pen, characters = 26): string {
  const label = `<text x="${x + 46}" y="${y + 4}">${escaped(shorten(name, characters))}<title>${escaped(name)}</title></text>`;
  return `<path d="M${x} ${y}h38" ${stroke(pen)}/>${marker(pen, x + 19, y)}${label}`;
}

const inside = (value: number, { min, max }: Axis): boolean =>
  value >= min - (max - min) * 1e-9 && value <= max + (max - min) * 1e-9;
const clamp = (value: number, { min, max }: Axis): number => Math.min(max, Math.max(min, value));
