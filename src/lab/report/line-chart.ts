/** Curves over a common axis, with a legend beside them that shows each line's dashes and marker. */
import { type Axis, at, drawXAxis, drawYAxis, type Plot, xOf, yOf } from './axis.ts';
import { escaped, shorten } from './markup.ts';
import { greyPen, marker, type Pen, stroke } from './pen.ts';
import { svg } from './svg.ts';

export interface Line {
  name: string;
  /** In order of x; where a y is not finite, the line has a gap. */
  points: readonly (readonly [x: number, y: number])[];
  /** Grey and without a place in the legend where there is none. */
  pen?: Pen | undefined;
}

export interface LineChart {
  title: string;
  x: Axis;
  y: Axis;
  /** Drawn from the last to the first, so that the first lies on top. */
  lines: readonly Line[];
}

const plot: Plot = { left: 66, top: 14, width: 630, height: 356 };
const legendLeft = 722;

export function lineChart({ title, x, y, lines }: LineChart): string {
  const named = lines.filter(({ pen }) => pen);
  const grey = lines.filter(({ pen }) => !pen);
  const drawn = [
    ...grey.map((line) => curve(line, greyPen, x, y)),
    ...named.toReversed().map((line) => curve(line, line.pen!, x, y)),
    ...named.map((line, index) => markers(line, line.pen!, index / named.length, x, y)),
  ];
  const description = `Lines: ${named.map(({ name }) => name).join(', ')}${grey.length > 0 ? `, and ${grey.length} in grey` : ''}.`;
  const height = Math.max(plot.top + plot.height + 46, 40 + 22 * (named.length + 1));
  return svg(
    height,
    title,
    description,
    `${drawXAxis(x, plot)}${drawYAxis(y, plot)}${drawn.join('')}${legend(named, grey.length)}`,
  );
}

function curve(line: Line, pen: Pen, x: Axis, y: Axis): string {
  let path = '';
  let down = false;
  for (const [px, py] of line.points) {
    if (!inside(px, x) || !Number.isFinite(py)) {
      down = false;
      continue;
    }
    path += `${down ? 'L' : 'M'}${at(xOf(x, plot, px))} ${at(yOf(y, plot, clamp(py, y)))}`;
    down = true;
  }
  return path === '' ? '' : `<path d="${path}" ${stroke(pen)}><title>${escaped(line.name)}</title></path>`;
}

/** A few on each line, at other places on each, so that lines that run together can be told apart. */
function markers(line: Line, pen: Pen, shift: number, x: Axis, y: Axis): string {
  if (pen.marker === 'none') return '';
  const points = line.points.filter(([px, py]) => inside(px, x) && Number.isFinite(py));
  const each = 6;
  const drawn = new Set<readonly [number, number]>();
  for (let n = 0; n < each; n++) {
    const wanted = x.min + ((x.max - x.min) * (n + 0.15 + 0.8 * shift)) / each;
    const nearest = points.findIndex(([px]) => px >= wanted);
    if (nearest >= 0) drawn.add(points[nearest]!);
  }
  return [...drawn].map(([px, py]) => marker(pen, xOf(x, plot, px), yOf(y, plot, clamp(py, y)))).join('');
}

function legend(named: readonly Line[], grey: number): string {
  const rows = named.map(({ name, pen }, index) => entry(index, name, pen!));
  if (grey > 0) rows.push(entry(named.length, `${grey} others (in the table)`, { ...greyPen, width: 1.6 }));
  return rows.join('');
}

function entry(index: number, name: string, pen: Pen): string {
  const y = plot.top + 12 + 22 * index;
  const label = `<text x="${legendLeft + 46}" y="${y + 4}">${escaped(shorten(name, 29))}<title>${escaped(name)}</title></text>`;
  return `<path d="M${legendLeft} ${y}h38" ${stroke(pen)}/>${marker(pen, legendLeft + 19, y)}${label}`;
}

const inside = (value: number, { min, max }: Axis): boolean =>
  value >= min - (max - min) * 1e-9 && value <= max + (max - min) * 1e-9;
const clamp = (value: number, { min, max }: Axis): number => Math.min(max, Math.max(min, value));
