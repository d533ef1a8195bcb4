/** Tables that are sortable if scripts run, and readable if they do not. */
import { escaped } from './markup.ts';

export interface Column<Row> {
  title: string;
  /** Shown as a tooltip. */
  about?: string;
  cell: (row: Row, index: number) => string;
  /** A number to sort by; otherwise the text of the cell. Numbers are right-aligned. */
  sort?: (row: Row, index: number) => number | undefined;
}

export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  emphasised?: (row: Row) => boolean,
): string {
  const head = columns.map(({ title, about, sort }) => {
    const tip = about === undefined ? '' : ` title="${escaped(about)}"`;
    return `<th scope="col"${sort ? ' class="number"' : ''}${tip}>${escaped(title)}</th>`;
  });
  const body = rows.map((row, index) => {
    const cells = columns.map(({ cell, sort }) => {
      const text = escaped(cell(row, index));
      if (!sort) return `<td>${text}</td>`;
      const value = sort(row, index);
      const key = value === undefined || !Number.isFinite(value) ? '' : ` data-sort="${value}"`;
      return `<td class="number"${key}>${text}</td>`;
    });
    return `<tr${emphasised?.(row) ? ' class="strong"' : ''}>${cells.join('')}</tr>`;
  });
  return `<div class="scroll"><table class="sortable"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/** A table that is folded until opened. */
export function folded(summary: string, content: string): string {
  return `<details><summary>${escaped(summary)}</summary>${content}</details>`;
}

/** A chart with its title above, and a note and a table below it. */
export function figure(title: string, chart: string, note: string, tableHtml: string): string {
  const caption = note === '' ? '' : `<p class="note">${escaped(note)}</p>`;
  return `<figure><figcaption>${escaped(title)}</figcaption>${chart}${caption}${folded('As a table', tableHtml)}</figure>`;
}
