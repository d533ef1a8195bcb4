/** Numbers, times and tables in human-readable form. */
import { count } from '../answers/numbers.ts';
import type { Awaited } from '../crawl/statistics.ts';
import { columns } from './print.ts';
import { cut, widthOf } from './width.ts';
import { wrapped } from './wrap.ts';

export { bytes, count, duration, percent, plural } from '../answers/numbers.ts';

/** What a crawl waits for without an answer, in at most one line. */
export function awaitedText({ names, hosts }: Awaited): string[] {
  const parts = [
    ...(names > 0 ? [`${count(names)} ${names === 1 ? 'name' : 'names'} without an answer`] : []),
    ...(hosts > 0 ? [`${count(hosts)} silent ${hosts === 1 ? 'host' : 'hosts'}`] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}

/** One line of at most `width` columns; control characters from pages never reach the terminal. */
export function oneLine(text: string, width: number): string {
  return cut(
    text
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    width,
  );
}

const GAP = 2;
/** A column is not made narrower than this, or than its content. */
const NARROWEST = 12;

/**
 * Aligned columns, each as wide as its widest cell; the columns listed in `right` are right-aligned. If that is wider
 * than `width`, the widest columns give way and their cells wrap; if even that is too wide, each row becomes a few
 * lines that repeat the names of the first row.
 */
export function table(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  width = columns(),
): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
  if (!narrow(widths, width - GAP * (widths.length - 1))) return stacked(rows, width);
  return rows.map((row) => rowLines(row, widths, right).join('\n')).join('\n');
}

/** Takes from the widest column until all fit; false if they cannot. */
function narrow(widths: number[], room: number): boolean {
  let excess = widths.reduce((sum, one) => sum + one, 0) - room;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const next = Math.max(NARROWEST, ...widths.filter((_, i) => i !== widest));
    const less = Math.min(excess, Math.max(1, widths[widest]! - next));
    if (widths[widest]! - less < NARROWEST) return false;
    widths[widest]! -= less;
    excess -= less;
  }
  return true;
}

/** The first column cut so that each row fits into a line; as they are if there is too little room for that. */
export function shortened(rows: string[][], width = columns()): string[][] {
  const others = rows[0]!.slice(1).map((_, i) => Math.max(...rows.map((row) => widthOf(row[i + 1] ?? ''))));
  const room = width - others.reduce((sum, one) => sum + GAP + one, 0);
  return room < NARROWEST ? rows : rows.map(([first = '', ...rest]) => [cut(first, room), ...rest]);
}

function rowLines(row: readonly string[], widths: readonly number[], right: readonly number[]): string[] {
  const cells = row.map((cell, i) => (widthOf(cell) <= widths[i]! ? [cell] : wrapped(cell, widths[i]!)));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, i) => {
        const cell = lines[line] ?? '';
        const pad = ' '.repeat(widths[i]! - widthOf(cell));
        return right.includes(i) ? pad + cell : cell + pad;
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

function stacked([names = [], ...rows]: readonly (readonly string[])[], width: number): string {
  return rows
    .flatMap(([first = '', ...rest]) => {
      const named = rest.flatMap((cell, i) => (cell === '' ? [] : [`${names[i + 1]} ${cell}`.trim()]));
      return [...wrapped(first, width), ...wrapped(named.join(', '), width - 2).map((line) => `  ${line}`)];
    })
    .join('\n');
}
