/**
 * Box plots after Tukey: from the lower to the upper quartile with a line at the median and a diamond at the mean; the
 * caller decides where the whiskers end.
 */
import { type Axis, at, drawXAxis, xOf } from './axis.ts';
import { escaped } from './markup.ts';
import { mostRows, rowName, rowsPlot } from './rows.ts';
import { svg } from './svg.ts';

export interface Box {
  name: string;
  low: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  high: number;
  mean?: number | undefined;
  /** Shown as a tooltip. */
  note: string;
}

export interface BoxPlot {
  title: string;
  x: Axis;
  boxes: readonly Box[];
}

export function boxPlot({ title, x, boxes: all }: BoxPlot): string {
  const boxes = all.slice(0, mostRows);
  const { plot, rowHeight } = rowsPlot(boxes.length);
  const half = Math.min(8, rowHeight * 0.34);
  const drawn = boxes.map((box, index) => {
    const y = plot.top + (index + 0.5) * rowHeight;
    const place = (value: number): number => xOf(x, plot, Math.min(x.max, Math.max(x.min, value)));
    const name = rowName(box.name, index, plot, rowHeight);
    if (![box.low, box.lowerQuartile, box.median, box.upperQuartile, box.high].every(Number.isFinite))
      return name;
    const left = place(box.lowerQuartile);
    const right = place(box.upperQuartile);
    const whisker = `<path class="whisker" d="M${at(place(box.low))} ${at(y - half / 2)}v${at(half)}M${at(place(box.low))} ${at(y)}H${at(left)}M${at(right)} ${at(y)}H${at(place(box.high))}M${at(place(box.high))} ${at(y - half / 2)}v${at(half)}"/>`;
    const body = `<rect class="box" x="${at(left)}" y="${at(y - half)}" width="${at(Math.max(1, right - left))}" height="${at(2 * half)}"/>`;
    const median = `<path class="median" d="M${at(place(box.median))} ${at(y - half)}v${at(2 * half)}"/>`;
    const mean =
      box.mean === undefined || !Number.isFinite(box.mean)
        ? ''
        : `<path d="M${at(place(box.mean))} ${at(y - 4)}l4 4l-4 4l-4 -4z" fill="#fff" stroke="#000"/>`;
    return `<g><title>${escaped(box.note)}</title>${name}${whisker}${body}${median}${mean}</g>`;
  });
  return svg(
    plot.top + plot.height + 46,
    title,
    `${boxes.length} boxes.`,
    `${drawXAxis(x, plot)}${drawn.join('')}`,
  );
}
