/** Numbers and times in human-readable form. */
import type { Awaited } from '../crawl/statistics.ts';

export const count = (n: number): string => Math.round(n).toLocaleString('en-GB');

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = n;
  let unit = 'B';
  for (const next of units) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

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
  const clean = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...clean];
  return characters.length <= width ? clean : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Aligned columns, each as wide as its widest cell; the columns listed in `right` are right-aligned. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, [...cell].length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const pad = ' '.repeat(widths[i]! - [...cell].length);
          return right.includes(i) ? pad + cell : cell + pad;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
