/**
 * A matrix of shares: light is low, dark is high, and each cell shows its number if there is space. Columns show the
 * row numbers, so that long names need no rotated text.
 */
import { at } from './axis.ts';
import { escaped, shorten } from './markup.ts';
import { percent } from './number.ts';
import { mostRows } from './rows.ts';
import { chartWidth, svg } from './svg.ts';

export interface HeatMap {
  title: string;
  names: readonly string[];
  /** Of row and column, from 0 to 1; NaN if there is none. */
  share: (row: number, column: number) => number;
}

const left = 270;
const top = 26;

export function heatMap({ title, names: all, share }: HeatMap): string {
  const names = all.slice(0, mostRows);
  const cell = Math.min(44, (chartWidth - left - 10) / names.length);
  const height = Math.min(30, Math.max(14, cell));
  const everyLabel = cell < 15 ? 5 : 1;
  const parts: string[] = [];
  names.forEach((name, row) => {
    const y = top + row * height;
    parts.push(
      `<text x="${left - 8}" y="${at(y + height / 2 + 4)}" text-anchor="end">${escaped(shorten(name, 31))} <tspan class="strong">${row + 1}</tspan><title>${escaped(name)}</title></text>`,
    );
    if (row % everyLabel === 0 || everyLabel === 1)
      parts.push(
        `<text class="strong" x="${at(left + (row + 0.5) * cell)}" y="${top - 8}" text-anchor="middle">${row + 1}</text>`,
      );
    names.forEach((other, column) => {
      const value = share(row, column);
      const x = left + column * cell;
      parts.push(
        `<rect x="${at(x)}" y="${at(y)}" width="${at(cell)}" height="${at(height)}" fill="${shade(value)}" stroke="#fff" stroke-width="${cell < 16 ? 0.4 : 1}"><title>${escaped(`${name}, ${other}: ${percent(value)}`)}</title></rect>`,
      );
      if (cell >= 24 && Number.isFinite(value))
        parts.push(
          `<text class="cell" x="${at(x + cell / 2)}" y="${at(y + height / 2 + 4)}" text-anchor="middle" fill="${value > 0.5 ? '#fff' : '#000'}">${Math.round(100 * value)}</text>`,
        );
    });
  });
  const bottom = top + names.length * height;
  return svg(
    bottom + 44,
    title,
    `${names.length} × ${names.length} cells.`,
    `${parts.join('')}${key(bottom + 14)}`,
  );
}

function key(y: number): string {
  const steps = Array.from({ length: 11 }, (_, n) => n / 10);
  const cells = steps.map(
    (value, n) =>
      `<rect x="${left + n * 26}" y="${y}" width="26" height="12" fill="${shade(value)}" stroke="#999" stroke-width="0.4"/>`,
  );
  return `${cells.join('')}<text x="${left}" y="${y + 26}">0 %</text><text x="${left + 286}" y="${y + 26}" text-anchor="end">100 %</text>`;
}

/** From white through blue to near black, evenly darker, so that it also works in grey print. */
function shade(value: number): string {
  if (!Number.isFinite(value)) return '#f6e6c8';
  const t = Math.min(1, Math.max(0, value));
  const mix = (from: number, to: number): number => Math.round(from + (to - from) * t);
  return `rgb(${mix(247, 8)},${mix(250, 40)},${mix(253, 92)})`;
}
