/** Charts with one row per recipe: names on the left, as many rows as fit on a printed page. */
import { at, type Plot } from './axis.ts';
import { escaped, shorten } from './markup.ts';

/** More would not fit on a page; the table has them all. */
export const mostRows = 60;

const nameWidth = 250;

/** Few rows get more space, many are packed. */
export function rowsPlot(rows: number, roomy = 26): { plot: Plot; rowHeight: number } {
  const rowHeight = rows <= 24 ? roomy : Math.max(17, Math.floor((roomy * 24) / rows));
  return { plot: { left: nameWidth + 10, top: 8, width: 680, height: rows * rowHeight }, rowHeight };
}

export function rowName(name: string, row: number, plot: Plot, rowHeight: number, strong = false): string {
  const y = at(plot.top + (row + 0.5) * rowHeight + 4);
  return `<text x="${nameWidth}" y="${y}" text-anchor="end"${strong ? ' class="strong"' : ''}>${escaped(shorten(name, 34))}<title>${escaped(name)}</title></text>`;
}

/** Shown under a chart that omits rows. */
export function leftOut(all: number): string {
  return all > mostRows ? `The first ${mostRows} of ${all} are drawn; the table has them all.` : '';
}
