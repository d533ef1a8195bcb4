/** Which variant is best, by how much, and how certain that is. */
import type { MeasureInfo, Ranking, RankingRow, Results } from '../results.ts';
import { axisOver } from './axis.ts';
import { castOf } from './cast.ts';
import { estimateText, figureText, intervalText, measureOf, titleWithUnit } from './figure-text.ts';
import { type IntervalRow, intervalChart } from './interval-chart.ts';
import { count, escaped } from './markup.ts';
import { probability } from './number.ts';
import { pairOf, pairsTable, primaryComparison } from './pairs.ts';
import { leftOut } from './rows.ts';
import { type Column, figure, folded, table } from './table.ts';

export function ranking(results: Results): string {
  const [first, ...others] = results.rankings;
  if (!first || first.rows.length === 0) return '<p>No run was measured.</p>';
  const measure = measureOf(results, first.measure);
  const comparison = primaryComparison(results);
  const kept = new Set([first.rows[0]!.variant, castOf(results).breadthFirst ?? first.rows[0]!.variant]);
  const pairs =
    comparison && comparison.pairs.length > 0 ? pairsTable(results, measure, comparison, kept) : '';
  const more = others
    .filter(({ rows }) => rows.length > 0)
    .map((other) => {
      const said = measureOf(results, other.measure);
      return folded(
        `By ${said.title}`,
        `<p class="note">${escaped(said.meaning)}</p>${drawn(results, other)}`,
      );
    });
  return `<p>${escaped(inShort(results, first))}</p>${drawn(results, first)}${pairs}${
    more.length > 0 ? `<h3>By other measures</h3>${more.join('')}` : ''
  }`;
}

/** The outcome in a few sentences, with what the tests can and can't show. */
function inShort(results: Results, { rows, measure: name }: Ranking): string {
  const measure = measureOf(results, name);
  const [best, ...rest] = rows;
  if (!best) return '';
  const sentences = [
    `By ${measure.title}, ${best.variant} comes first: ${estimateText(measure, best)}, over ${count(best.topics, 'topic')} and ${count(best.runs, 'run')}.`,
  ];
  const comparison = primaryComparison(results);
  if (!comparison || rest.length === 0) return sentences.join(' ');
  if (best.topics === 1)
    return [...sentences, 'With one topic nothing can be said about others: there is no test.'].join(' ');
  const sure = rest.filter(({ variant }) => {
    const pair = pairOf(comparison, best.variant, variant);
    return pair !== undefined && pair.permutation.corrected < 0.05;
  });
  const open = rest.filter(({ variant }) => {
    const pair = pairOf(comparison, best.variant, variant);
    return !pair || !(pair.difference.low > 0 || pair.difference.high < 0);
  });
  sentences.push(
    open.length === 0
      ? 'The interval of its difference to each of the others excludes zero.'
      : `The interval of its difference to ${count(open.length, 'other')} of ${rest.length} includes zero (${listed(open)}): these can't be distinguished from it here.`,
  );
  sentences.push(
    comparison.smallestPossible > 0.05
      ? `The permutation test over topics, corrected for ${count(comparison.pairs.length, 'pair')}, can't go below p = ${probability(comparison.smallestPossible)} with this few topics: it cannot distinguish any pair, so more topics are needed.`
      : `The permutation test over topics, corrected for ${count(comparison.pairs.length, 'pair')}, distinguishes it from ${sure.length} of ${rest.length} at p < 0.05.`,
  );
  return sentences.join(' ');
}

function drawn(results: Results, { measure: name, rows }: Ranking): string {
  const measure = measureOf(results, name);
  const { breadthFirst } = castOf(results);
  const bars: IntervalRow[] = rows.map((row) => ({
    name: row.variant,
    value: row.estimate,
    low: row.low,
    high: row.high,
    singles: results.cells
      .filter(({ variant }) => variant === row.variant)
      .map(({ figures }) => figures[name]?.estimate ?? Number.NaN),
    reference: row.variant === breadthFirst,
    note: `${row.rank}. ${row.variant}: ${estimateText(measure, row)}`,
  }));
  const best = name === 'area' ? oracleRow(results, measure) : undefined;
  if (best) bars.unshift(best);
  const values = bars.flatMap(({ value, low, high, singles }) => [value, low, high, ...(singles ?? [])]);
  const x = axisOver(titleWithUnit(measure), values, { format: (value) => tick(measure, value) });
  const note = [
    `Dot: mean; bar: ${Math.round(100 * results.study.confidence)} % interval; small circles: single topics.`,
    diamonds(best !== undefined, breadthFirst !== undefined),
    leftOut(rows.length),
  ];
  return figure(
    `Ranking by ${measure.title}`,
    intervalChart({ title: `Ranking by ${measure.title}`, x, rows: bars }),
    note.filter((part) => part !== '').join(' '),
    table(columns(results, name, measure), rows, ({ variant }) => variant === breadthFirst),
  );
}

function diamonds(oracle: boolean, breadthFirst: boolean): string {
  const names = [...(oracle ? ['the oracle'] : []), ...(breadthFirst ? ['breadth-first'] : [])];
  return names.length === 0 ? '' : `Black diamonds, for comparison: ${names.join(' and ')}.`;
}

/** The oracle's areas, if they are over whole runs, like those of the variants. */
function oracleRow({ topics, study }: Results, measure: MeasureInfo): IntervalRow | undefined {
  const singles = topics.filter(({ labelled }) => labelled).map(({ oracle }) => oracle?.area ?? Number.NaN);
  const value = singles.reduce((sum, area) => sum + area, 0) / singles.length;
  if (study.plan.pages !== undefined || !Number.isFinite(value)) return undefined;
  const note = `oracle: ${figureText(measure, value)}`;
  return { name: 'oracle', value, low: Number.NaN, high: Number.NaN, singles, reference: true, note };
}

function columns(results: Results, name: string, measure: MeasureInfo): Column<RankingRow>[] {
  const comparison = results.comparisons.find((other) => other.measure === name);
  const best = results.rankings.find((other) => other.measure === name)?.rows[0]?.variant;
  const against = ({ variant }: RankingRow) =>
    comparison && best !== undefined ? pairOf(comparison, variant, best) : undefined;
  const plain: Column<RankingRow>[] = [
    { title: 'rank', cell: ({ rank }) => String(rank), sort: ({ rank }) => rank },
    { title: 'variant', cell: ({ variant }) => variant },
    {
      title: 'mean',
      cell: ({ estimate }) => figureText(measure, estimate),
      sort: ({ estimate }) => estimate,
    },
    {
      title: `${Math.round(100 * results.study.confidence)} % interval`,
      cell: (row) => intervalText(measure, row),
      sort: ({ low }) => low,
    },
    { title: 'topics', cell: ({ topics }) => String(topics), sort: ({ topics }) => topics },
    { title: 'runs', cell: ({ runs }) => String(runs), sort: ({ runs }) => runs },
  ];
  if (!comparison) return plain;
  return [
    ...plain,
    {
      title: 'less the best',
      about: 'Mean difference to the first of the ranking, on the same topics and repeats',
      cell: (row) => figureText(measure, against(row)?.difference.estimate),
      sort: (row) => against(row)?.difference.estimate,
    },
    {
      title: 'interval',
      cell: (row) => {
        const pair = against(row);
        return pair ? intervalText(measure, pair.difference) : '–';
      },
      sort: (row) => against(row)?.difference.low,
    },
    {
      title: 'p, corrected',
      about: 'Permutation test over topics, corrected for all pairs by Holm',
      cell: (row) => probability(against(row)?.permutation.corrected),
      sort: (row) => against(row)?.permutation.corrected,
    },
  ];
}

function tick(measure: MeasureInfo, value: number): string {
  const factor = measure.unit === '%' ? 100 : 1;
  const text = (factor * value).toLocaleString('en-US', { maximumFractionDigits: 4 });
  return measure.unit === '%' ? `${text} %` : text;
}

function listed(rows: readonly RankingRow[]): string {
  const names = rows.slice(0, 5).map(({ variant }) => variant);
  return rows.length > 5 ? `${names.join(', ')} and ${rows.length - 5} more` : names.join(', ');
}
