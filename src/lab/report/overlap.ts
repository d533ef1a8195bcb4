/** How much of what two recipes found is the same. */
import type { Overlap, Results } from '../results.ts';
import { heatMap } from './heat-map.ts';
import { percent } from './number.ts';
import { leftOut } from './rows.ts';
import { type Column, figure, folded, table } from './table.ts';

/** Relevant pages come first; the first map is shown, the others are folded. */
export function overlaps(results: Results): string {
  const maps = results.overlaps
    .filter(({ mean }) => mean.some((row, n) => row.some((share, column) => column !== n && share !== null)))
    .sort((a, b) => Number(b.of === 'relevant') - Number(a.of === 'relevant'));
  return maps
    .map((overlap, index) => (index === 0 ? drawn(overlap) : folded(titleOf(overlap), drawn(overlap))))
    .join('');
}

function drawn(overlap: Overlap): string {
  const { variants, mean } = overlap;
  const share = (row: number, column: number): number => mean[row]?.[column] ?? Number.NaN;
  const note = `In percent: 2·|A ∩ B| / (|A| + |B|), pages compared by content; means over topics and repeats. Columns show the row numbers. ${leftOut(variants.length)}`;
  return figure(
    titleOf(overlap),
    heatMap({ title: titleOf(overlap), names: variants, share }),
    note,
    matrix(overlap),
  );
}

/** Means only; minimum and maximum of each pair are in the CSV. */
function matrix({ variants, mean }: Overlap): string {
  const columns: Column<number>[] = variants.map((_, column) => ({
    title: String(column + 1),
    cell: (row) => hundredths(mean[row]?.[column]),
    sort: (row) => mean[row]?.[column] ?? undefined,
  }));
  const rows = variants.map((_, row) => row);
  return table(
    [
      { title: '#', cell: (row) => String(row + 1), sort: (row) => row },
      { title: 'variant', cell: (row) => variants[row]! },
      ...columns,
    ],
    rows,
  );
}

function titleOf({ of, share }: Overlap): string {
  const what = of === 'visited' ? 'all visited pages' : 'the relevant pages found';
  return share === 1 ? `Overlap of ${what}` : `Overlap of ${what} in the first ${percent(share)}`;
}

const hundredths = (value: number | null | undefined): string =>
  typeof value === 'number' ? String(Math.round(100 * value)) : '–';
