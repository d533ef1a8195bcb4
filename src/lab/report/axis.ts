/** Scales and axes: round ticks, thin grid lines, a title with its unit. */
import { escaped } from './markup.ts';
import { short } from './number.ts';

/** Where a chart's data is drawn, in the SVG's own units. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Axis {
  /** With the unit: "recall", "pages fetched", "share of reachable pages, %". */
  title: string;
  min: number;
  max: number;
  ticks: number[];
  format: (value: number) => string;
}

/** An axis over values, extended to round ticks; `from` and `to` fix an end if the measure has one (0, 1). */
export function axisOver(
  title: string,
  values: Iterable<number>,
  {
    from,
    to,
    format = short,
    ticks: wanted = 6,
  }: { from?: number; to?: number; format?: (value: number) => string; ticks?: number } = {},
): Axis {
  let low = from ?? Number.POSITIVE_INFINITY;
  let high = to ?? Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (from === undefined && value < low) low = value;
    if (to === undefined && value > high) high = value;
  }
  if (!Number.isFinite(low)) low = Number.isFinite(high) ? Math.min(0, high) : 0;
  if (!Number.isFinite(high)) high = low + 1;
  if (high <= low) high = low + (Math.abs(low) * 0.1 || 1);
  const step = roundStep((high - low) / wanted);
  const min = from ?? Math.floor(low / step + 1e-9) * step;
  const max = to ?? Math.ceil(high / step - 1e-9) * step;
  const ticks: number[] = [];
  for (let n = Math.ceil(min / step - 1e-9); n * step <= max + step * 1e-9; n++)
    ticks.push(Number((n * step).toPrecision(12)));
  return { title, min, max, ticks, format };
}

/** The smallest of 1, 2, 2.5, 5 × a power of ten that is at least this. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 2.5, 5]) if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

export function xOf(axis: Axis, plot: Plot, value: number): number {
  return plot.left + (plot.width * (value - axis.min)) / (axis.max - axis.min);
}

export function yOf(axis: Axis, plot: Plot, value: number): number {
  return plot.top + plot.height - (plot.height * (value - axis.min)) / (axis.max - axis.min);
}

export function drawXAxis(axis: Axis, plot: Plot): string {
  const bottom = plot.top + plot.height;
  const marks = axis.ticks.map((tick) => {
    const x = at(xOf(axis, plot, tick));
    return `<path class="grid" d="M${x} ${at(plot.top)}V${at(bottom)}"/><text x="${x}" y="${at(bottom + 18)}" text-anchor="middle">${escaped(axis.format(tick))}</text>`;
  });
  const middle = at(plot.left + plot.width / 2);
  return `${marks.join('')}<path class="axis" d="M${at(plot.left)} ${at(bottom)}h${at(plot.width)}"/><text class="axis-title" x="${middle}" y="${at(bottom + 38)}" text-anchor="middle">${escaped(axis.title)}</text>`;
}

export function drawYAxis(axis: Axis, plot: Plot): string {
  const marks = axis.ticks.map((tick) => {
    const y = yOf(axis, plot, tick);
    return `<path class="grid" d="M${at(plot.left)} ${at(y)}h${at(plot.width)}"/><text x="${at(plot.left - 8)}" y="${at(y + 4)}" text-anchor="end">${escaped(axis.format(tick))}</text>`;
  });
  const middle = plot.top + plot.height / 2;
  return `${marks.join('')}<path class="axis" d="M${at(plot.left)} ${at(plot.top)}v${at(plot.height)}"/><text class="axis-title" transform="translate(${at(plot.left - 50)} ${at(middle)}) rotate(-90)" text-anchor="middle">${escaped(axis.title)}</text>`;
}

/** A coordinate: 0.1 units is finer than any screen or printer. */
export function at(coordinate: number): string {
  return String(Math.round(coordinate * 10) / 10);
}
