/**
 * The results as CSV (RFC 4180: commas, CRLF, doubled quotes, UTF-8), for spreadsheets and statistics programs. Unknown
 * values are empty fields.
 */
import type { JudgedTable } from '../judged-table.ts';
import type { Results } from '../results.ts';

export interface CsvFile {
  name: string;
  text: string;
}

export function csvFiles(results: Results): CsvFile[] {
  return [
    { name: 'runs.csv', text: csv(runRows(results)) },
    { name: 'variants.csv', text: csv(variantRows(results)) },
    { name: 'variant-topics.csv', text: csv(cellRows(results)) },
    { name: 'curves.csv', text: csv(curveRows(results)) },
    ...(results.cells.some(({ sweep }) => sweep)
      ? [{ name: 'thresholds.csv', text: csv(thresholdRows(results)) }]
      : []),
    ...(results.cells.some(({ perplexity }) => perplexity)
      ? [{ name: 'windows.csv', text: csv(windowRows(results)) }]
      : []),
    { name: 'time-curves.csv', text: csv(timeRows(results)) },
    { name: 'comparisons.csv', text: csv(comparisonRows(results)) },
    { name: 'overlaps.csv', text: csv(overlapRows(results)) },
    ...(results.judged === undefined
      ? []
      : [
          { name: 'judged.csv', text: csv(judgedRows(results.judged)) },
          { name: 'judges.csv', text: csv(judgeRows(results.judged)) },
        ]),
  ];
}

type Field = string | number | null | undefined;

/** One line per run, one column per measure. */
function* runRows({ runs, measures }: Results): Generator<Field[]> {
  yield ['run', 'variant', 'web', 'topic', 'repeat', 'stop', ...measures.map(({ name }) => name)];
  for (const { id, variant, web, topic, repeat, stop, figures } of runs)
    yield [id, variant, web, topic, repeat, stop, ...measures.map(({ name }) => figures[name])];
}

/** One line per variant and measure, over all topics. */
function* variantRows({ variants, measures }: Results): Generator<Field[]> {
  yield ['variant', 'recipe', 'settings', 'judge', 'measure', 'estimate', 'low', 'high', 'runs'];
  for (const { name: variant, recipe, set, judge, figures } of variants)
    for (const { name } of measures) {
      const figure = figures[name];
      if (figure)
        yield [
          variant,
          recipe,
          JSON.stringify(set),
          judge,
          name,
          figure.estimate,
          figure.low,
          figure.high,
          figure.runs,
        ];
    }
}

/** One line per variant, topic and measure, over the repeats. */
function* cellRows({ cells, measures }: Results): Generator<Field[]> {
  yield ['variant', 'web', 'topic', 'measure', 'estimate', 'low', 'high', 'runs'];
  for (const { variant, web, topic, figures } of cells)
    for (const { name } of measures) {
      const figure = figures[name];
      if (figure) yield [variant, web, topic, name, figure.estimate, figure.low, figure.high, figure.runs];
    }
}

function* curveRows({ cells }: Results): Generator<Field[]> {
  const columns = [
    'share',
    'found',
    'precision',
    'recall',
    'f1',
    'windowHarvest',
    'accepted',
    'meanMeasured',
    'meanScore',
    'megabytes',
    'depth',
    'coverage',
    'targetRecall',
  ] as const;
  yield ['variant', 'web', 'topic', 'visited', ...columns];
  for (const { variant, web, topic, curve } of cells)
    for (const [n, visited] of curve.visited.entries())
      yield [variant, web, topic, visited, ...columns.map((column) => curve[column]?.[n])];
}

/** F1 over thresholds of the recipe's own scores; with labels. */
function* thresholdRows({ cells }: Results): Generator<Field[]> {
  yield ['variant', 'web', 'topic', 'threshold', 'precision', 'recall', 'f1', 'best'];
  for (const { variant, web, topic, sweep } of cells) {
    if (sweep === undefined) continue;
    const { threshold, precision, recall, f1, best } = sweep;
    for (const [n, at] of threshold.entries())
      yield [variant, web, topic, at, precision[n], recall[n], f1[n], undefined];
    yield [variant, web, topic, best.threshold, best.precision, best.recall, best.f1, 1];
  }
}

/** Perplexity in each control window. */
function* windowRows({ cells }: Results): Generator<Field[]> {
  yield [
    'variant',
    'web',
    'topic',
    'window',
    'at',
    'first page',
    'last page',
    'with unknown',
    'without unknown',
    'unknown share',
  ];
  for (const { variant, web, topic, perplexity = [] } of cells)
    for (const { n, at, from, to, withUnknown, withoutUnknown, unknownShare } of perplexity)
      yield [variant, web, topic, n, at, from + 1, to, withUnknown, withoutUnknown, unknownShare];
}

function* timeRows({ cells }: Results): Generator<Field[]> {
  yield ['variant', 'web', 'topic', 'seconds', 'pages', 'relevant'];
  for (const { variant, web, topic, time } of cells)
    for (const [n, seconds] of time.seconds.entries())
      yield [variant, web, topic, seconds, time.pages[n], time.relevant?.[n]];
}

function* comparisonRows({ comparisons }: Results): Generator<Field[]> {
  const tests = ['permutation', 'wilcoxon', 'sign'] as const;
  const headings = tests.flatMap((test) => [test, `${test} corrected`]);
  yield [
    'measure',
    'a',
    'b',
    'topics',
    'pairs',
    'a wins',
    'b wins',
    'difference',
    'low',
    'high',
    ...headings,
  ];
  for (const { measure, pairs } of comparisons)
    for (const pair of pairs) {
      const { estimate, low, high } = pair.difference;
      const p = tests.flatMap((test) => [pair[test].p, pair[test].corrected]);
      yield [
        measure,
        pair.a,
        pair.b,
        pair.topics,
        pair.pairs,
        pair.wins,
        pair.losses,
        estimate,
        low,
        high,
        ...p,
      ];
    }
}

function* overlapRows({ overlaps }: Results): Generator<Field[]> {
  yield ['of', 'share', 'a', 'b', 'mean', 'least', 'most'];
  for (const { of, share, variants, mean, least, most } of overlaps)
    for (const [row, a] of variants.entries())
      for (const [column, b] of variants.entries())
        if (column > row)
          yield [of, share, a, b, mean[row]?.[column], least[row]?.[column], most[row]?.[column]];
}

/** One line per variant: expected against judged, over the pages of its sample that have a verdict. */
function* judgedRows({ rows }: JudgedTable): Generator<Field[]> {
  const shares = ['expected', 'judged', 'related', 'labelled', 'measured'] as const;
  const counts = ['population', 'drawn', 'decided', 'unsure', 'split', 'open'] as const;
  const headings = shares.flatMap((share) => [share, `${share} low`, `${share} high`]);
  yield ['variant', 'window', ...counts, ...headings, 'mean of judges', 'deviation'];
  for (const row of rows)
    yield [
      row.variant,
      row.window,
      ...counts.map((name) => row[name]),
      ...shares.flatMap((name) => [row[name]?.estimate, row[name]?.low, row[name]?.high]),
      row.overJudges?.mean,
      row.overJudges?.deviation,
    ];
}

/**
 * One line per judge with the pages, one per pair, one for all if there are more, on the pages that all have judged, and
 * one with alpha on the pages that any two have judged.
 */
function* judgeRows({ agreement: { judges, pairs, all, anyTwo } }: JudgedTable): Generator<Field[]> {
  yield ['judges', 'pages', 'relevant', 'related', 'unsure', 'same answer', 'kappa', 'alpha'];
  for (const { name, pages, relevant, related, unsure } of judges)
    yield [name, pages, relevant, related, unsure, undefined, undefined, undefined];
  for (const { judges: names, pages, raw, kappa } of [...pairs, ...(all === undefined ? [] : [all])])
    yield [names.join('; '), pages, undefined, undefined, undefined, raw, kappa, undefined];
  if (anyTwo !== undefined) {
    const blank = Array.from({ length: 5 }, () => undefined);
    yield ['any two', anyTwo.pages, ...blank, anyTwo.alpha];
  }
}

function csv(rows: Iterable<Field[]>): string {
  let text = '';
  for (const row of rows) text += `${row.map(field).join(',')}\r\n`;
  return text;
}

function field(value: Field): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
