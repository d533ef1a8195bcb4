/**
 * The distribution of scores: densities and boxes. By the measuring judge if there is one, the same for all; otherwise
 * by each recipe's own judge, and labelled as such.
 */
import { densityMinima } from '../measures/density-minima.ts';
import type { Box, Distribution, Results } from '../results.ts';
import { axisOver } from './axis.ts';
import { boxPlot } from './box-plot.ts';
import { densityChart } from './density-chart.ts';
import { decimal, percent, whole } from './number.ts';
import { leftOut } from './rows.ts';
import { type Column, figure, table } from './table.ts';

interface Spread extends Distribution {
  name: string;
}

export function scores(results: Results): string {
  const measured = results.variants.flatMap(({ name, measured }) =>
    measured ? [{ name, ...measured }] : [],
  );
  const judgeNote =
    results.study.plan.pages === undefined
      ? 'The same judge for all. Runs that went to the end visited the same pages, so theirs look the same: to compare recipes by scores, set a budget of pages in the plan.'
      : 'The same judge for all.';
  const byMeasure = measured.length > 0 ? drawn('By the measuring judge', judgeNote, measured) : '';
  const own = results.variants.flatMap(({ name }): Spread[] => {
    const parts = results.cells
      .filter(({ variant }) => variant === name)
      .map((cell) => cell.own)
      .filter(({ box }) => box.pages > 0);
    return parts.length > 0 ? [{ name, ...meanOf(parts) }] : [];
  });
  if (own.length === 0) return byMeasure;
  const margins = marginChart(results);
  const note =
    'Means over topics of each bin and each quartile. Recipes with different judges have different scales: compare shapes, not positions.';
  return `${byMeasure}${drawn("By each recipe's own judge", note, own)}${margins}`;
}

/** On the scale in which a judge's thresholds are given: margins of an SVM, log odds of others. */
function marginChart(results: Results): string {
  const rows = results.variants.flatMap(({ name, margins }) => (margins ? [{ name, ...margins }] : []));
  if (rows.length === 0) return '';
  const title = "Density of margins. By each recipe's own judge";
  const x = axisOver(
    'margin: distance from the threshold',
    rows.flatMap(({ from, to }) => [from, to]),
    { ticks: 10 },
  );
  const ridges = rows.map(({ density, ...row }) => ({ ...row, shares: density }));
  const columns: Column<(typeof rows)[number]>[] = [
    { title: 'variant', cell: ({ name }) => name },
    { title: 'least', cell: ({ from }) => decimal(from), sort: ({ from }) => from },
    { title: 'greatest', cell: ({ to }) => decimal(to), sort: ({ to }) => to },
    { title: 'minima', cell: ({ minima }) => minima.map(decimal).join(', ') || '–' },
    { title: 'pages', cell: ({ pages }) => whole(pages), sort: ({ pages }) => pages },
  ];
  return figure(
    title,
    densityChart({ title, x, ridges }),
    `Over the pages of all topics: above 0 a page counts. ${MINIMA} Pages with a score of 0 or 1 are left out. ${leftOut(rows.length)}`.trim(),
    table(columns, rows),
  );
}

const MINIMA = 'Dashed lines are minima of the smoothed density: candidates for a threshold.';

function drawn(whose: string, note: string, spreads: readonly Spread[]): string {
  const x = axisOver('score', [], { from: 0, to: 1, ticks: 10 });
  const said = `${note} ${leftOut(spreads.length)}`.trim();
  const density = figure(
    `Density of scores. ${whose}`,
    densityChart({
      title: `Density of scores. ${whose}`,
      x,
      ridges: spreads.map(({ name, density, minima }) => ({ name, shares: density, minima })),
    }),
    `${said} ${MINIMA} All rows have the same scale; bars higher than their row are cut off.`,
    densityTable(spreads),
  );
  const boxes = figure(
    `Scores as boxes. ${whose}`,
    boxPlot({
      title: `Scores as boxes. ${whose}`,
      x,
      boxes: spreads.map(({ name, box }) => ({
        name,
        low: box.min,
        lowerQuartile: box.q1,
        median: box.median,
        upperQuartile: box.q3,
        high: box.max,
        mean: box.mean,
        note: `${name}: median ${decimal(box.median)}, quartiles ${decimal(box.q1)} and ${decimal(box.q3)}, mean ${decimal(box.mean)}`,
      })),
    }),
    `${said} Box: quartiles; thick line: median; diamond: mean; whiskers: minimum and maximum.`,
    boxTable(spreads),
  );
  return density + boxes;
}

function boxTable(spreads: readonly Spread[]): string {
  const figures = (['min', 'q1', 'median', 'q3', 'max', 'mean'] as const).map((part) => ({
    title: titles[part],
    cell: ({ box }: Spread) => decimal(box[part]),
    sort: ({ box }: Spread) => box[part],
  }));
  const pages = {
    title: 'pages',
    cell: ({ box }: Spread) => whole(box.pages),
    sort: ({ box }: Spread) => box.pages,
  };
  return table([{ title: 'variant', cell: ({ name }) => name }, ...figures, pages], spreads);
}

/** Ten columns of eight bins each. */
function densityTable(spreads: readonly Spread[]): string {
  const columns = Array.from({ length: 10 }, (_, tenth) => {
    const share = ({ density }: Spread): number => {
      const sum = density.reduce((all, value) => all + value, 0);
      const from = Math.round((tenth * density.length) / 10);
      const to = Math.round(((tenth + 1) * density.length) / 10);
      return density.slice(from, to).reduce((all, value) => all + value, 0) / sum;
    };
    return {
      title: `${(tenth / 10).toFixed(1)}–${((tenth + 1) / 10).toFixed(1)}`,
      cell: (spread: Spread) => percent(share(spread)),
      sort: share,
    };
  });
  const minima = {
    title: 'minima',
    cell: (spread: Spread) => spread.minima.map(decimal).join(', ') || '–',
  };
  return table([{ title: 'variant', cell: ({ name }) => name }, ...columns, minima], spreads);
}

function meanOf(parts: readonly Distribution[]): Distribution {
  const mean = (of: (part: Distribution) => number): number =>
    parts.reduce((sum, part) => sum + of(part), 0) / parts.length;
  const box: Box = {
    min: mean(({ box }) => box.min),
    q1: mean(({ box }) => box.q1),
    median: mean(({ box }) => box.median),
    q3: mean(({ box }) => box.q3),
    max: mean(({ box }) => box.max),
    mean: mean(({ box }) => box.mean),
    pages: parts.reduce((sum, { box }) => sum + box.pages, 0),
  };
  const density = parts[0]!.density.map((_, bin) => mean((part) => part.density[bin]!));
  const minima = densityMinima(density, box.pages).map((place) => place / density.length);
  return { density, minima, box };
}

const titles = {
  min: 'least',
  q1: 'lower quartile',
  median: 'median',
  q3: 'upper quartile',
  max: 'greatest',
  mean: 'mean',
};
